/** Removes blobs that nothing has named for a day. Which columns name blobs is read from the database itself. */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { blobPlace } from '../core/blobs.ts';
import { storedBlobs } from './files.ts';

/** Held shared by a backup and alone by the sweeper: what a backup is about to take is not swept. */
export const sweepLock = 7_302_117;
const leftAfterMs = 24 * 3_600_000;
const batch = 500;

/** Every text column that ends in `sha256` names blobs; JSON never does. */
async function namingColumns(client: pg.ClientBase): Promise<{ place: string; column: string }[]> {
  const { rows } = await client.query<{ place: string; column: string }>(
    `select 'public.' || quote_ident(table_name) as place, quote_ident(column_name) as column from information_schema.columns
      where table_schema = 'public' and column_name like '%sha256' and data_type = 'text' and table_name <> 'blob'`,
  );
  return rows;
}

/** SQL that is true for a hash (an SQL expression) that no row names. */
export async function unnamed(client: pg.ClientBase, hash: string): Promise<string> {
  const columns = await namingColumns(client);
  return columns
    .map(({ place, column }) => `not exists (select 1 from ${place} n where n.${column} = ${hash})`)
    .join(' and ');
}

/**
 * Moves a file aside and looks at its age again: whoever stores the same content meanwhile either finds no file and
 * puts its own there, or has renewed this one's time before, and then it goes back.
 */
async function removeOld(root: string, sha256: string, isOld: (file: string) => Promise<boolean>): Promise<boolean> {
  const place = blobPlace(root, sha256);
  const aside = path.join(root, 'tmp', `${sha256}.swept`);
  if (!(await isOld(place))) return false;
  await mkdir(path.dirname(aside), { recursive: true });
  await rename(place, aside);
  if (await isOld(aside)) {
    await rm(aside, { force: true });
    return true;
  }
  await rename(aside, place);
  return false;
}

export interface Swept {
  readonly rows: number;
  readonly files: number;
}

/** Rows first, then the files without a row; nothing while a backup is made. `olderThanMs` is for tests. */
export async function sweepBlobs(pool: pg.Pool, root: string, olderThanMs = leftAfterMs): Promise<Swept> {
  const client = await pool.connect();
  const swept = { rows: 0, files: 0 };
  const isOld = (file: string) =>
    stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs >= olderThanMs,
      () => false,
    );
  try {
    const lock = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [sweepLock]);
    if (!lock.rows[0]!.got) return swept;
    const nobody = await unnamed(client, 'b.sha256');
    for (let after = ''; ;) {
      // a hash that is being named right now is locked by its foreign key, and passed over
      const { rows } = await client.query<{ sha256: string }>(
        `select b.sha256 from blob b where b.sha256 > $1 and b.created_at < clock_timestamp() - $3 * interval '1 ms'
          and ${nobody} order by b.sha256 limit $2`,
        [after, batch, olderThanMs],
      );
      const old: string[] = [];
      for (const { sha256 } of rows) {
        const file = blobPlace(root, sha256);
        const isThere = await stat(file).then(
          () => true,
          () => false,
        );
        if (!isThere || (await isOld(file))) old.push(sha256);
      }
      const gone = await client.query(
        `delete from blob b where b.sha256 in
          (select sha256 from blob where sha256 = any($1) for update skip locked) and ${nobody}`,
        [old],
      );
      swept.rows += gone.rowCount ?? 0;
      if (rows.length < batch) break;
      after = rows.at(-1)!.sha256;
    }
    for await (const names of storedBlobs(root)) {
      const { rows } = await client.query<{ name: string }>(
        `select name from unnest($1::text[]) name where not exists (select 1 from blob b where b.sha256 = name)`,
        [names],
      );
      for (const { name } of rows) if (await removeOld(root, name, isOld)) swept.files++;
    }
    return swept;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [sweepLock]).catch(() => undefined);
    client.release();
  }
}
