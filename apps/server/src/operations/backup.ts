/** Backup, also under load: one instant of all rows, then the blobs that these rows name. */
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '../core/client.ts';
import { migrationStatus } from '../core/migrations.ts';
import { productVersion } from '../core/product.ts';
import { startError, type StartFailure } from '../core/start-error.ts';
import { blobPlace } from '../core/blobs.ts';
import { linkOrCopy, listedBlobs, sizeOf, storedBlobs, tellFull } from './files.ts';
import { backupFormat, readManifest, writeManifest, type Manifest } from './manifest.ts';
import { listSequences, listTables, writeRows, writeTable } from './rows.ts';
import { sweepLock } from './sweep-blobs.ts';

const markFile = 'loupe-backup';

export interface BackupOptions {
  readonly url: string;
  /** Folder of the blobs. */
  readonly blobs: string;
  readonly to: string;
  /** False: rows and the list of blobs only. */
  readonly withBlobs?: boolean;
  readonly onStep?: (step: { rows: string } | { blobs: number; of: number }) => void;
}

export interface BackupReport {
  readonly folder: string;
  readonly tables: number;
  readonly rows: number;
  readonly blobs: { all: number; bytes: number; kept: number; linked: number; copied: number };
  /** Named by rows, but not there or of another size. */
  readonly missing: string[];
}

/** A new folder, an empty one, or one that holds a backup already: then only what is new is added. */
async function prepareFolder(to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const names = await readdir(to);
  if (names.length > 0 && !names.includes(markFile)) {
    throw startError({
      en: [`${to} is not empty and is not a Loupe backup.`, 'Give an empty folder with --to.'],
      zh: [`${to} 不是空目录，也不含 Loupe 的备份。`, '请用 --to 指定一个空目录。'],
    });
  }
  await (await open(path.join(to, markFile), 'a', 0o600)).close();
}

type RowsPart = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'blobs'>;

/** Everything in one REPEATABLE READ transaction: one instant, while others go on writing. */
async function writeAllRows(client: pg.Client, folder: string, options: BackupOptions): Promise<RowsPart> {
  const { to, onStep, withBlobs = true } = options;
  const file = (name: string) => path.join(folder, `${name}.copy.gz`);
  const shown = (name: string) => path.relative(to, file(name)).replaceAll(path.sep, '/');
  await client.query('begin isolation level repeatable read read only');
  const { applied } = await migrationStatus(client);
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    onStep?.({ rows: table.name });
    const written = await writeTable(client, table, file(table.name));
    tables.push({ name: table.name, columns: [...table.columns], file: shown(table.name), ...written });
  }
  const list = await writeRows(client, '(select sha256, bytes from blob order by sha256)', 2, file('list-of-blobs'));
  const sum = await client.query<{ bytes: number }>('select coalesce(sum(bytes), 0)::bigint as bytes from blob');
  const sequences = await listSequences(client);
  await client.query('commit');
  return {
    migrations: applied.map(({ tag, at }) => ({ tag, at })),
    tables,
    sequences,
    blobs: { file: shown('list-of-blobs'), ...list, bytes: sum.rows[0]!.bytes, included: withBlobs },
  };
}

async function takeBlobs(
  options: BackupOptions,
  list: Manifest['blobs'],
): Promise<Omit<BackupReport['blobs'], 'bytes'> & { missing: string[] }> {
  const { blobs: source, to, onStep } = options;
  const done = { all: list.rows, kept: 0, linked: 0, copied: 0, missing: [] as string[] };
  let count = 0;
  const takeOne = async (sha256: string, bytes: number) => {
    const target = blobPlace(path.join(to, 'blobs'), sha256);
    if ((await sizeOf(target)) === bytes) {
      done.kept++;
      return;
    }
    if ((await sizeOf(blobPlace(source, sha256))) !== bytes) {
      done.missing.push(sha256);
      return;
    }
    await rm(target, { force: true });
    done[await linkOrCopy(blobPlace(source, sha256), target)]++;
  };
  for await (const group of listedBlobs(path.join(to, list.file), 16)) {
    await Promise.all(group.map(({ sha256, bytes }) => takeOne(sha256, bytes)));
    count += group.length;
    onStep?.({ blobs: count, of: list.rows });
  }
  return done;
}

/** Removes from the folder what only the backup before this one named. */
async function dropOld(to: string, manifest: Manifest): Promise<void> {
  const present = path.basename(path.dirname(manifest.blobs.file));
  for (const name of await readdir(path.join(to, 'rows')))
    if (name !== present) await rm(path.join(to, 'rows', name), { recursive: true });
  if (!manifest.blobs.included) return;
  const named = new Set<string>();
  for await (const group of listedBlobs(path.join(to, manifest.blobs.file), 1000))
    for (const { sha256 } of group) named.add(sha256);
  for await (const names of storedBlobs(path.join(to, 'blobs')))
    for (const name of names) if (!named.has(name)) await rm(blobPlace(path.join(to, 'blobs'), name));
}

async function fill(client: pg.Client, options: BackupOptions, createdAt: string, folder: string) {
  const { to, withBlobs = true } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // No blob is swept until all are in the backup. Rows first, then the blobs they name: none can be missed.
  await client.query('select pg_advisory_lock_shared($1)', [sweepLock]);
  const rows = await writeAllRows(client, folder, options);
  const none = { all: rows.blobs.rows, kept: 0, linked: 0, copied: 0, missing: [] };
  const { missing, ...blobs } = withBlobs ? await takeBlobs(options, rows.blobs) : none;
  const manifest: Manifest = { format: backupFormat, product: productVersion, createdAt, ...rows };
  await writeManifest(to, manifest);
  return { manifest, blobs: { ...blobs, bytes: rows.blobs.bytes }, missing };
}

const noRoom = (to: string): StartFailure => ({
  en: [
    `There is no room left on the disk of ${to}, so this backup was not completed.`,
    'Free some space there, or give a folder on another disk with --to, and run it again. Files that are there already are kept and not copied again.',
  ],
  zh: [
    `${to} 所在的磁盘已满，本次备份未完成。`,
    '请在该磁盘上清理出空间，或用 --to 指定其他磁盘上的目录，然后重新运行。已备份的文件会保留，不会重复复制。',
  ],
});

export async function backup(options: BackupOptions): Promise<BackupReport> {
  const { url, to } = options;
  return tellFull(noRoom(to), async () => {
    await prepareFolder(to);
    const before = await readManifest(to);
    const createdAt = new Date().toISOString();
    const folder = path.join(to, 'rows', createdAt.replaceAll(/[:.]/g, '-'));
    return withClient(url, 'loupe backup', async (client) => {
      const made = await fill(client, options, createdAt, folder).catch(async (error: unknown) => {
        // no manifest names them, and they may be what fills the disk
        await rm(folder, { recursive: true, force: true });
        throw error;
      });
      const { manifest, blobs, missing } = made;
      if (before) await dropOld(to, manifest);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { folder: to, tables: manifest.tables.length, rows, blobs, missing };
    });
  });
}

const keptBefore = 3;

/** Before a migration: rows and the list of blobs, which stay where they are. The last few are kept. */
export async function backupBeforeMigration(url: string, data: string, from: string): Promise<string> {
  const home = path.join(data, 'backups');
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const to = path.join(home, `before-migration-${stamp}-${from}`);
  await backup({ url, blobs: path.join(data, 'blobs'), to, withBlobs: false });
  const all = (await readdir(home)).filter((name) => name.startsWith('before-migration-')).sort();
  for (const name of all.slice(0, -keptBefore)) await rm(path.join(home, name), { recursive: true, force: true });
  return to;
}
