/** Two backups of 180,000 ops by the command line, one at rest and one under 15 writers, each restored elsewhere and compared. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../apps/server/src/core/postgres.ts';
import { listTables } from '../../apps/server/src/operations/rows.ts';
import { addFolder, addMaterial, type Material } from '../server/material.ts';
import type { RealServer } from '../server/real.ts';
import { imagesOf, save } from '../server/save.ts';

const ops = 180_000;
const writers = 15;
const main = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts');

export interface BackedUp {
  seconds: number;
  /** Tables, and those whose content differs from the original's. */
  tables: number;
  differ: string[];
  /** Exit codes of the backup, of `doctor --backup` and of the restore, which ends with a check-up. */
  codes: number[];
}

const loupe = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  promisify(execFile)(process.execPath, [main, ...args], { env: { ...process.env, LOUPE_LANG: 'en', ...env } }).then(
    () => 0,
    (error: { code?: number; stdout?: string; stderr?: string }) => {
      console.log(`${error.stdout ?? ''}${error.stderr ?? ''}`);
      return error.code ?? 1;
    },
  );

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ops as rows, so many on each image, without shapes: what matters is the size of the table. */
const addOps = (url: string, ids: readonly number[]) =>
  withClient(url, async (client) => {
    const each = Math.ceil(ops / ids.length);
    await client.query(
      `insert into op (image_id, seq, op_id, client_id, kind, status, after)
        select i.id, i.revision + n, gen_random_uuid(), gen_random_uuid(), 'put', 'applied', decode(repeat(md5(n::text), 5), 'hex')
        from image i, generate_series(1, $2::int) n where i.id = any($1)`,
      [ids, each],
    );
    await client.query('update image set revision = revision + $2 where id = any($1)', [ids, each]);
  });

/** What a restore changes on purpose: attempts lose their process, `meta` names the program. */
const changed = new Set(['attempt', 'meta']);

const contents = (url: string) =>
  withClient(url, async (client) => {
    const found = new Map<string, string>();
    for (const { name } of await listTables(client)) {
      if (changed.has(name)) continue;
      const { rows } = await client.query<{ all: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as all from "${name}" t`,
      );
      found.set(name, rows[0]!.all);
    }
    return found;
  });

/** Images whose revision, ops or shapes are not of one instant. */
const torn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select i.id from image i where i.revision <> 3
        and i.revision <> coalesce((select max(seq) from op where image_id = i.id), 3)`,
    );
    return rows.map(({ id }) => `image ${id}`);
  });

/** Backs up, checks the backup, restores it into a folder of its own, and asks there. */
async function there<T>(server: RealServer, name: string, ask: (url: string) => Promise<T>) {
  const place = mkdtempSync(path.join(tmpdir(), 'loupe-attack-'));
  chmodSync(place, 0o711);
  const [to, data] = [path.join(place, name), path.join(place, 'data')];
  try {
    const env = { LOUPE_DATA: server.folder, DATABASE_URL: server.databaseUrl };
    const begun = performance.now();
    const codes = [await loupe(['backup', '--to', to], env)];
    const seconds = (performance.now() - begun) / 1000;
    const elsewhere = { LOUPE_DATA: data, DATABASE_URL: '' };
    codes.push(await loupe(['doctor', '--backup', to], elsewhere));
    codes.push(await loupe(['restore', '--from', to], elsewhere));
    const database = await startPostgres({ dataFolder: data });
    try {
      return { seconds, codes, answer: await ask(database.url) };
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function atRest(server: RealServer): Promise<BackedUp> {
  const before = await contents(server.databaseUrl);
  const { answer, ...rest } = await there(server, 'rest', contents);
  const differ = [...before].filter(([table, content]) => answer.get(table) !== content).map(([table]) => table);
  return { ...rest, tables: before.size, differ };
}

async function underWriters(server: RealServer, material: Material, ids: readonly number[]): Promise<BackedUp> {
  let stop = false;
  const write = async (n: number) => {
    for (let at = n; !stop; at += writers) await save(server, material, ids[at % ids.length]!); // oxlint-disable-line no-await-in-loop
  };
  const crowd = Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  const { answer, ...rest } = await there(server, 'load', torn);
  stop = true;
  await crowd;
  return { ...rest, tables: 1, differ: answer };
}

export async function backups(server: RealServer): Promise<{ rest: BackedUp; load: BackedUp }> {
  const material = await addMaterial(server.call);
  const folderId = await addFolder(server, material, 2000);
  const ids = await imagesOf(server, folderId, 300);
  await addOps(server.databaseUrl, ids.slice(0, 100));
  const rest = await atRest(server);
  return { rest, load: await underWriters(server, material, ids.slice(100)) };
}
