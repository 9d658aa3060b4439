/** Migrations: what this program knows, what a database has, and the way between, each in a transaction of its own. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import { dataVersion } from './data-version.ts';
import { makeLiveViews } from './live.ts';
import { productVersion } from './product.ts';
import { startError } from './start-error.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

export interface Migration {
  /** Name of its file. */
  readonly tag: string;
  /** When it was written; how drizzle's table names it. */
  readonly at: number;
  readonly hash: string;
  readonly statements: readonly string[];
}

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** In the order in which they are applied. */
export function knownMigrations(folder = migrationsFolder): Migration[] {
  const journal = Journal.parse(JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')));
  return readMigrationFiles({ migrationsFolder: folder }).map((file, index) => ({
    tag: journal.entries[index]!.tag,
    at: file.folderMillis,
    hash: file.hash,
    statements: file.sql,
  }));
}

/** The same table that drizzle keeps. */
const table = 'drizzle.__drizzle_migrations';

async function appliedTimes(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ name: string | null }>(`select to_regclass('${table}')::text as name`);
  if (rows[0]!.name === null) return [];
  const applied = await client.query<{ at: string }>(`select created_at as at from ${table} order by id`);
  return applied.rows.map(({ at }) => Number(at));
}

const newerData = (what: string) =>
  startError({
    en: [
      `The database was written by a newer Loupe (${what}).`,
      'Install the newer Loupe again, or restore a backup that was made with this one into another data folder.',
    ],
    zh: [
      `数据库由更新版本的 Loupe 写入（${what}）。`,
      '请重新安装较新的版本，或将本版本所做的备份恢复到另一个数据目录。',
    ],
  });

export interface MigrationStatus {
  readonly applied: readonly Migration[];
  readonly pending: readonly Migration[];
}

/** What the database has and what it lacks. Throws where it has what this program does not know. */
export async function migrationStatus(client: pg.ClientBase, known = knownMigrations()): Promise<MigrationStatus> {
  const times = await appliedTimes(client);
  const unknown = times.filter((at) => !known.some((one) => one.at === at));
  if (unknown.length > 0) throw newerData(`${times.length} > ${known.length}`);
  if (times.length > 0) await refuseNewerLayout(client);
  const applied = known.filter(({ at }) => times.includes(at));
  return { applied, pending: known.filter((one) => !applied.includes(one)) };
}

/** `meta` says how new a program must be to read this database. */
async function refuseNewerLayout(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select value from meta where key = 'layout'`);
  const layout = Number(rows[0]?.value ?? 0);
  if (layout > dataVersion) throw newerData(`${layout} > ${dataVersion}`);
}

/** A kill leaves the database before or after a migration, never within one. */
async function apply(client: pg.ClientBase, { at, hash, statements }: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, at]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Applies these in order; `onStep` hears the number of each before it begins. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  onStep: (number: number, migration: Migration) => void = () => undefined,
): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const [index, migration] of migrations.entries()) {
    onStep(index + 1, migration);
    await apply(client, migration);
  }
  await makeLiveViews(client);
}

/** Notes for other programs what wrote this database last. */
export async function noteProduct(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into meta (key, value) values ('product', $1), ('layout', $2)
      on conflict (key) do update set value = excluded.value`,
    [productVersion, String(dataVersion)],
  );
}
