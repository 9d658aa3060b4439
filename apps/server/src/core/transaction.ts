/** Transactions that are run again when PostgreSQL asks for it: a deadlock or a serialisation failure. */
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Db, Tx } from './db.ts';
import { joined, sent, type Writes } from './prepared.ts';
import * as schema from './schema.ts';

const attempts = 5;
const again: ReadonlySet<string> = new Set(['40001', '40P01']);

const sqlState = (error: unknown): string =>
  String(
    ((error as { cause?: unknown }).cause as { code?: unknown } | undefined)?.code ??
      (error as { code?: unknown }).code,
  );

async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      // each attempt needs the outcome of the one before
      // oxlint-disable-next-line no-await-in-loop
      return await attempt();
    } catch (error) {
      if (number === attempts || !again.has(sqlState(error))) throw error;
    }
  }
}

/** The work must have no effect outside the transaction, for it may run more than once. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> =>
  repeated(() => db.transaction(work, config));

/** What the transactions on a connection are given. */
const views = new WeakMap<pg.PoolClient, Tx>();
function viewOf(client: pg.PoolClient): Tx {
  const view = views.get(client) ?? (drizzle({ client, schema }) as unknown as Tx);
  views.set(client, view);
  return view;
}

/** All are on their way at once; the first of them that failed, when all are over. */
async function all<T extends readonly Promise<unknown>[]>(...ways: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(ways);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(ways) as Promise<{ [K in keyof T]: Awaited<T[K]> }>;
}

interface Brief<First, Next, T> {
  /** Takes the locks. */
  first: SQL;
  /** Reads what is true once they are taken. */
  next: SQL;
  /** Reads what else it needs, and says what is to be written. */
  work: (tx: Tx, first: First[], next: Next[]) => Promise<{ writes: Writes; result: T }>;
}

async function briefAttempt<First extends object, Next extends object, T>(
  client: pg.PoolClient,
  { first, next, work }: Brief<First, Next, T>,
): Promise<T> {
  const [, rows, more] = await all(client.query('begin'), sent<First>(client, first), sent<Next>(client, next));
  const { writes, result } = await work(viewOf(client), rows, more);
  const last = joined(writes);
  const written: Promise<unknown> = last ? sent(client, last) : Promise.resolve();
  // where the write fails, PostgreSQL turns the commit behind it into a rollback
  const [, { command }] = await all(written, client.query('commit'));
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
  return result;
}

/**
 * A transaction on what many want at once: `begin` travels with its first two statements and `commit` with its last, so that
 * locks are held for two ways to the database less. It may run more than once, as above.
 */
export const briefly = <First extends object, Next extends object, T>(
  db: Db,
  brief: Brief<First, Next, T>,
): Promise<T> =>
  repeated(async () => {
    const client = await db.$client.connect();
    try {
      const result = await briefAttempt(client, brief);
      client.release();
      return result;
    } catch (error) {
      // with a transaction that nobody ends, a connection must not go back among the others
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  });
