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

/** On its way when this returns; rows are as the database names them, times as text. */
export async function sent<T extends object>(client: Pick<pg.Pool, 'query'>, statement: SQL): Promise<T[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const { rows } = await client.query({ name: nameOf(text), text, values: params });
  return rows as T[];
}

export const prepared = <T extends object>(tx: Tx, statement: SQL): Promise<T[]> => sent<T>(clientOf(tx), statement);

export type Writes = Readonly<Record<string, SQL | undefined>>;

/** Several writes as one statement: one way to the database and back. None of them sees what another one wrote. */
export function joined(writes: Writes): SQL | undefined {
  const there = Object.entries(writes).filter((one): one is [string, SQL] => one[1] !== undefined);
  if (there.length === 0) return undefined;
  const parts = there.map(([name, write]) => sql`${sql.identifier(name)} as (${write})`);
  return sql`with ${sql.join(parts, sql`, `)} select 1`;
}

export async function together(tx: Tx, writes: Writes): Promise<void> {
  const statement = joined(writes);
  if (statement) await prepared(tx, statement);
}
