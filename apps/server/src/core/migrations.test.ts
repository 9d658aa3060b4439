/** Migrations: cut off anywhere they go on, a backup comes first, and newer data are refused (F46, F47). */
import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './db.ts';
import { applyMigrations, knownMigrations, migrationStatus, type Migration } from './migrations.ts';

const made: TestDatabase[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
  made.push(database);
});
afterAll(async () => {
  for (const one of made) await one.drop(); // oxlint-disable-line no-await-in-loop
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const step = (number: number, ...statements: string[]): Migration => ({
  tag: `000${number}_step`,
  at: number,
  hash: String(number),
  statements,
});
const three = [
  step(1, 'create table meta (key text primary key, value text not null)', 'create table one (id int)'),
  step(2, 'alter table one add column more text', 'insert into one values (1)'),
  step(3, 'create table three (id int)'),
];
const pendingOf = (known: readonly Migration[]) =>
  withClient(async (client) => (await migrationStatus(client, [...known])).pending.map(({ tag }) => tag));

it('brings an empty database to the schema of today, and leaves it alone the next time', async () => {
  await migrate(database.url);
  expect(await withClient((client) => migrationStatus(client))).toMatchObject({ pending: [] });
  const calls: string[] = [];
  await migrate(database.url, {
    beforeChange: async () => void calls.push('backup'),
    onStep: () => calls.push('step'),
  });
  expect(calls).toEqual([]);
});

it('goes on after a failure in the middle of a migration, whose half is undone', async () => {
  const broken = [three[0]!, step(2, ...three[1]!.statements, 'select 1/0'), three[2]!];
  await expect(withClient((client) => applyMigrations(client, broken))).rejects.toThrow(/division by zero/);
  expect(await pendingOf(three)).toEqual(['0002_step', '0003_step']);
  await withClient(async (client) => applyMigrations(client, (await migrationStatus(client, three)).pending));
  expect(await withClient(async (client) => (await client.query('select * from one')).rows)).toEqual([
    { id: 1, more: null },
  ]);
});

it('goes on after its connection was killed in the middle of a migration', async () => {
  const sleeping = [three[0]!, step(2, ...three[1]!.statements, 'select pg_sleep(60)'), three[2]!];
  const running = withClient((client) => {
    client.on('error', () => undefined);
    return applyMigrations(client, sleeping);
  });
  const ended = expect(running).rejects.toThrow(/terminat/);
  await withClient(async (client) => {
    const kill = () =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`);
    await expect.poll(async () => (await kill()).rowCount, { timeout: 30_000 }).toBe(1);
  });
  await ended;
  expect(await pendingOf(three)).toEqual(['0002_step', '0003_step']);
  await withClient(async (client) => applyMigrations(client, (await migrationStatus(client, three)).pending));
  expect(await pendingOf(three)).toEqual([]);
});

it('asks for a backup before it changes a database with data', async () => {
  const all = knownMigrations();
  await withClient((client) => applyMigrations(client, all.slice(0, 1)));
  const calls: string[] = [];
  await migrate(database.url, {
    beforeChange: async (from) => void calls.push(from.at(-1)!.tag),
    onStep: (number, of) => calls.push(`${number}/${of}`),
  });
  expect(calls).toEqual([all[0]!.tag, ...all.slice(1).map((_one, index) => `${index + 1}/${all.length - 1}`)]);
});

it('refuses a database that a newer program has migrated, or whose layout it does not know', async () => {
  await migrate(database.url);
  await withClient((client) => client.query(`update meta set value = '999' where key = 'layout'`));
  await expect(migrate(database.url)).rejects.toThrow(/newer Loupe/);
  await withClient((client) =>
    client.query(`update meta set value = '1' where key = 'layout';
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 99999999999999)`),
  );
  await expect(migrate(database.url)).rejects.toThrow(/newer Loupe/);
});
