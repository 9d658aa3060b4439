/** Statements that a connection parses and plans once and later only runs. For texts that are always the same. */
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Tx } from './db.ts';

const dialect = new PgDialect();
/** Names by text: there are few texts, and they are long. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** What runs a statement under a transaction, or under the database itself. */
const clientOf = (tx: Tx): Pick<pg.Pool, 'query'> => (tx._.session as unknown as { client: pg.Pool }).client;

/** Rows are as the database names them, times as text. */
export async function prepared<T extends object>(tx: Tx, statement: SQL): Promise<T[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const { rows } = await clientOf(tx).query({ name: nameOf(text), text, values: params });
  return rows as T[];
}

/** Parts of one statement by name; one that is undefined is left out. */
export type Parts = Readonly<Record<string, SQL | undefined>>;

/**
 * Several parts as one statement: one way to the database and back. None of them sees what another one wrote, but each may
 * read what one before it gave back. `result`: what the statement itself reads of them. No rows where there is no part.
 */
export async function together<T extends object>(tx: Tx, parts: Parts, result: SQL = sql`select 1`): Promise<T[]> {
  const there = Object.entries(parts).filter((one): one is [string, SQL] => one[1] !== undefined);
  if (there.length === 0) return [];
  const named = there.map(([name, part]) => sql`${sql.identifier(name)} as (${part})`);
  return prepared<T>(tx, sql`with ${sql.join(named, sql`, `)} ${result}`);
}
