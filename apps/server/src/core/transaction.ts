/** Transactions that are run again when PostgreSQL asks for it: a deadlock or a serialisation failure. */
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './db.ts';

const attempts = 5;
const again: ReadonlySet<string> = new Set(['40001', '40P01']);

const sqlState = (error: unknown): string =>
  String(
    ((error as { cause?: unknown }).cause as { code?: unknown } | undefined)?.code ??
      (error as { code?: unknown }).code,
  );

/** The attempt must have no effect outside its transaction, for it may run more than once. */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
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

export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> =>
  repeated(() => db.transaction(work, config));
