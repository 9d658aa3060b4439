/** Reads stored blobs again and compares their hashes: what is gone or rotten is marked, what has come back is not. */
import type pg from 'pg';
import type { BlobStore } from '../core/blobs.ts';
import { sha256OfFile } from '../core/hash.ts';
import { sizeOf } from './files.ts';

export interface KnownBlob {
  readonly sha256: string;
  readonly bytes: number;
}
export type BlobState = 'good' | 'missing' | 'rotten';

/** `quick`: by existence and size alone. */
export async function stateOfBlob(file: string, { sha256, bytes }: KnownBlob, quick = false): Promise<BlobState> {
  const size = await sizeOf(file);
  if (size === undefined) return 'missing';
  if (size !== bytes) return 'rotten';
  if (quick) return 'good';
  const found = await sha256OfFile(file).catch(() => undefined);
  return found === sha256 ? 'good' : 'rotten';
}

export async function noteStates(
  pool: pg.Pool | pg.Client,
  states: readonly { sha256: string; state: BlobState }[],
): Promise<void> {
  await pool.query(
    `update blob b set verified_at = clock_timestamp(),
        missing = case when s.state = 'good' then null else coalesce(b.missing, clock_timestamp()) end
      from json_to_recordset($1::json) as s(sha256 text, state text) where b.sha256 = s.sha256`,
    [JSON.stringify(states)],
  );
}

export interface Verified {
  readonly bytes: number;
  readonly bad: string[];
  /** Where to go on; undefined after the last. */
  readonly next: string | undefined;
}

async function look(pool: pg.Pool, blobs: BlobStore, chosen: readonly KnownBlob[], limit: number): Promise<Verified> {
  const states: { sha256: string; state: BlobState }[] = [];
  for (const one of chosen) states.push({ sha256: one.sha256, state: await stateOfBlob(blobs.path(one.sha256), one) });
  if (states.length > 0) await noteStates(pool, states);
  return {
    bytes: chosen.reduce((sum, one) => sum + one.bytes, 0),
    bad: states.filter(({ state }) => state !== 'good').map(({ sha256 }) => sha256),
    next: chosen.length < limit ? undefined : chosen.at(-1)!.sha256,
  };
}

/** Looks at some blobs in the order of their hashes, after `after`: those that nobody has read for a week. */
export async function verifyBlobs(pool: pg.Pool, blobs: BlobStore, after = '', limit = 20): Promise<Verified> {
  const { rows } = await pool.query<KnownBlob>(
    `select sha256, bytes from blob where sha256 > $1
        and (verified_at is null or verified_at < clock_timestamp() - interval '7 days') order by sha256 limit $2`,
    [after, limit],
  );
  return look(pool, blobs, rows, limit);
}

/** Looks again at those that are marked: somebody may have put them back. */
export async function verifyMarked(pool: pg.Pool, blobs: BlobStore): Promise<Verified> {
  const { rows } = await pool.query<KnownBlob>(
    `select sha256, bytes from blob where missing is not null
        and verified_at < clock_timestamp() - interval '10 minutes' order by verified_at limit 100`,
  );
  return look(pool, blobs, rows, 100);
}
