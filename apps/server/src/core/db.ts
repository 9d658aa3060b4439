/** The database: a pool, drizzle over it, and the migrations that run at start. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { withClient } from './client.ts';
import { liveUrl } from './live.ts';
import { applyMigrations, noteProduct, migrationStatus, type Migration } from './migrations.ts';
import * as schema from '../tables/index.ts';

// bigint ids are exact JSON numbers (contract: limits.idMax)
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** A transaction, or the database itself. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0] | Db;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

const defaultConnectMs = 10_000;
/** One migrating process at a time. */
const migrationLock = 7_302_113;

/** Name of the worker's connections, by which others see that one is there. */
export const workerName = 'loupe worker';

export function openDatabase(url: string, { max = 10, name = 'loupe', connectMs = defaultConnectMs } = {}): Database {
  const options: pg.PoolConfig = {
    connectionString: liveUrl(url),
    max,
    // A call that gets no connection is refused (503) rather than kept hanging.
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: name,
  };
  const pool = new pg.Pool(options);
  // an idle connection that breaks is replaced by the pool; the next query reports what matters
  pool.on('error', () => undefined);
  // so is one that somebody holds: an error event that nobody hears would end the process
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return { db: drizzle({ client: pool, schema }), pool, close: () => pool.end() };
}

export interface MigrateOptions {
  /** Called before a database with data is changed: makes a backup. */
  readonly beforeChange?: (from: readonly Migration[]) => Promise<void>;
  readonly onStep?: (number: number, of: number, tag: string) => void;
}

/** Brings the database to today's schema; waits for another process that is doing so. Refuses what is newer. */
export async function migrate(url: string, { beforeChange, onStep }: MigrateOptions = {}): Promise<void> {
  await withClient(url, 'loupe migration', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const { applied, pending } = await migrationStatus(client);
    if (pending.length > 0 && applied.length > 0) await beforeChange?.(applied);
    await applyMigrations(client, pending, (number, { tag }) => {
      if (applied.length > 0) onStep?.(number, pending.length, tag);
    });
    if (pending.length > 0) await noteProduct(client);
  });
}
