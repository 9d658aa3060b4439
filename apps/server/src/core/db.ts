/** The database: a pool, drizzle over it, and the migrations that run at start. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

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

const migrationsFolder = new URL('../migrations', import.meta.url).pathname;
const connectMs = 10_000;
/** One migrating process at a time. */
const migrationLock = 7_302_113;

export function openDatabase(url: string, max = 10): Database {
  // A call that gets no connection is refused (503) rather than kept hanging.
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: connectMs, keepAlive: true });
  // an idle connection that breaks is replaced by the pool; the next query reports what matters
  pool.on('error', () => undefined);
  return { db: drizzle({ client: pool, schema }), pool, close: () => pool.end() };
}

/** Brings the database to today's schema; waits for another process that is doing so. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await runMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
