/** Restore into an empty place: schema of the backup, rows, blobs, then the migrations since. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reportLimits } from '@loupe/contract';
import type pg from 'pg';
import { withClient } from '../core/client.ts';
import { closeFolders } from '../core/data-folder.ts';
import { checkDataVersion, restoringFile } from '../core/data-version.ts';
import { applyMigrations, knownMigrations, noteProduct } from '../core/migrations.ts';
import { startError, type StartFailure } from '../core/start-error.ts';
import { blobPlace } from '../core/blobs.ts';
import { copyBlob, listedBlobs, sizeOf } from './files.ts';
import { readManifest, rowsFiles, type Manifest } from './manifest.ts';
import { faultOfRows, type RowsFault } from './rows-file.ts';
import { fillTables } from './rows.ts';

export interface RestoreReport {
  readonly rows: number;
  readonly blobs: number;
  readonly missing: string[];
}

const notABackup = (from: string) =>
  startError({
    en: [`${from} is not a complete backup (manifest.json is missing).`, 'Give the folder of a backup with --from.'],
    zh: [`${from} 中没有完整的备份（缺少 manifest.json）。`, '请用 --from 指定备份所在的目录。'],
  });
const newerBackup = (product: string) =>
  startError({
    en: [`The backup was made by a newer Loupe (${product}).`, 'Restore it with that version or a newer one.'],
    zh: [`该备份由更新版本的 Loupe（${product}）制作。`, '请用该版本或更新的版本恢复。'],
  });
const notEmpty = (place: string) =>
  startError({
    en: [
      `${place} already contains data. A restore needs an empty place.`,
      'Give a new, empty data folder (LOUPE_DATA=/path npm run loupe -- restore …), and an empty database if DATABASE_URL is set.',
    ],
    zh: [
      `${place} 中已有数据，只能恢复到空的位置。`,
      '请指定一个新的空数据目录（LOUPE_DATA=/path npm run loupe -- restore …）；如设置了 DATABASE_URL，请指定空的数据库。',
    ],
  });

export const faultWords: Readonly<Record<RowsFault, { zh: string; en: string }>> = {
  missing: { zh: '文件缺失', en: 'is missing' },
  changed: { zh: '内容有变', en: 'has changed since it was written' },
  damaged: { zh: '数据行已损坏', en: 'has damaged rows' },
};
const damagedBackup = (file: string, fault: RowsFault) =>
  startError({
    en: [
      `The backup is damaged: ${file} ${faultWords[fault].en}.`,
      'Use another backup. Check it with doctor --backup DIR.',
    ],
    zh: [`备份已损坏：${file} ${faultWords[fault].zh}。`, '请使用其他备份；doctor --backup 目录 可检查备份。'],
  });

/** Of all that a restore writes: its folder and what lies in it, the database too. */
export const noRoomToRestore = (data: string): StartFailure => ({
  en: [
    `There is no room left on the disk of ${data} or of its database, so the restore was not completed.`,
    'Free some space there and run the same command again, or restore to a folder on another disk (LOUPE_DATA=/path npm run loupe -- restore …). The backup is unchanged.',
  ],
  zh: [
    `${data} 或其数据库所在的磁盘已满，恢复未完成。`,
    '请在该磁盘上清理出空间后重新运行同一命令，或恢复到其他磁盘上的目录（LOUPE_DATA=/path npm run loupe -- restore …）。备份没有改变。',
  ],
});

/** What a start that failed may have left. */
const notData = new Set(['lock', 'logs', 'run']);

export async function requireManifest(from: string): Promise<Manifest> {
  const manifest = await readManifest(from);
  if (!manifest) throw notABackup(from);
  return manifest;
}

/** Before anything is made: the backup is whole and known, and the folder is empty or that of a restore that was cut off. */
export async function prepareRestore(from: string, data: string): Promise<Manifest> {
  const manifest = await requireManifest(from);
  const known = knownMigrations();
  if (manifest.migrations.some(({ at }) => !known.some((one) => one.at === at))) throw newerBackup(manifest.product);
  for (const rows of rowsFiles(manifest)) {
    const fault = await faultOfRows(path.join(from, rows.file), rows.fields, rows);
    if (fault) throw damagedBackup(rows.file, fault);
  }
  const again = existsSync(restoringFile(data));
  const held = existsSync(data) ? readdirSync(data).filter((name) => !notData.has(name)) : [];
  if (held.length > 0 && !again) throw notEmpty(data);
  mkdirSync(data, { recursive: true, mode: 0o711 });
  writeFileSync(restoringFile(data), `${from}\n`);
  if (again)
    for (const name of ['pg', 'blobs', 'version']) rmSync(path.join(data, name), { recursive: true, force: true });
  return manifest;
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relkind = 'r'
      and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))`,
  );
  if (rows[0]!.n > 0) throw notEmpty(client.database ?? 'DATABASE_URL');
}

/**
 * Attempts of the place before: their processes, folders and checkpoints are not here. Tasks under way start over at once:
 * a lease that still runs is over. Of attempts that have ended the lease is their end, which stays, so that one sees how
 * long each has run.
 */
const forgetAttempts = (client: pg.Client) =>
  client.query(
    `update attempt set host = null, pid = null, pid_start = null, run_dir = null, token_hash = null, checkpoint = null,
    lease_until = case when ended_as is null
      then greatest(created_at, least(lease_until, clock_timestamp() - make_interval(secs => $1))) else lease_until end`,
    [reportLimits.leaseSeconds],
  );

const restoreRows = (url: string, from: string, manifest: Manifest): Promise<void> =>
  withClient(url, 'loupe restore', async (client) => {
    await requireEmptyDatabase(client);
    const known = knownMigrations();
    const isOfBackup = (at: number) => manifest.migrations.some((one) => one.at === at);
    await applyMigrations(
      client,
      known.filter(({ at }) => isOfBackup(at)),
    );
    const tables = manifest.tables.map((table) => ({ ...table, file: path.join(from, table.file) }));
    await fillTables(client, tables, manifest.sequences);
    await applyMigrations(
      client,
      known.filter(({ at }) => !isOfBackup(at)),
    );
    await forgetAttempts(client);
    await noteProduct(client);
  });

export interface RestoreOptions {
  readonly url: string;
  readonly from: string;
  readonly data: string;
  readonly manifest: Manifest;
  /** Where the blobs lie; a backup before a migration has none of its own. */
  readonly blobs: string;
  readonly onStep?: (step: { rows: number } | { blobs: number; of: number }) => void;
}

export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { url, from, data, manifest, blobs, onStep } = options;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  onStep?.({ rows });
  await restoreRows(url, from, manifest);
  closeFolders(data);
  const missing: string[] = [];
  let count = 0;
  for await (const group of listedBlobs(path.join(from, manifest.blobs.file), 16)) {
    await Promise.all(
      group.map(async ({ sha256, bytes }) => {
        const source = blobPlace(blobs, sha256);
        if ((await sizeOf(source)) === bytes) await copyBlob(source, blobPlace(path.join(data, 'blobs'), sha256));
        else missing.push(sha256);
      }),
    );
    count += group.length;
    onStep?.({ blobs: count, of: manifest.blobs.rows });
  }
  checkDataVersion(data, { restoring: true });
  rmSync(restoringFile(data), { force: true });
  return { rows, blobs: count - missing.length, missing };
}

/** The blobs of a backup: its own, or those of the data folder that it was made in. */
export const blobsOf = (from: string, manifest: Manifest): string =>
  manifest.blobs.included ? path.join(from, 'blobs') : path.resolve(from, '../../blobs');
