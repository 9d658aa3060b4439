/** Statements that a connection parses and plans once and later only runs. For texts that are always the same. */
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Tx } from './db.ts';

const dialect = new PgDialect();

/** Runs it; the rows are as the database names them. */
export async function prepared<T extends object>(tx: Tx, statement: SQL): Promise<T[]> {
  const query = dialect.sqlToQuery(statement);
  const name = createHash('sha1').update(query.sql).digest('base64url');
  const { rows } = (await tx._.session.prepareQuery(query, undefined, name, false).execute()) as { rows: T[] };
  return rows;
}

/** Several writes as one statement: one way to the database and back. None of them sees what another one wrote. */
export async function together(tx: Tx, writes: Readonly<Record<string, SQL | undefined>>): Promise<void> {
  const there = Object.entries(writes).filter((one): one is [string, SQL] => one[1] !== undefined);
  if (there.length === 0) return;
  const parts = there.map(([name, write]) => sql`${sql.identifier(name)} as (${write})`);
  await prepared(tx, sql`with ${sql.join(parts, sql`, `)} select 1`);
}
