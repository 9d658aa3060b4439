/** Each test file has a database of its own, migrated and empty. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../core/db.ts';
import { testDatabase, type TestDatabase } from './database.ts';

let one: TestDatabase;
let two: TestDatabase;
let opened: Database[];

beforeAll(async () => {
  [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  opened = [openDatabase(one.url), openDatabase(two.url)];
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all([one.drop(), two.drop()]);
});

it('is migrated, and apart from the others', async () => {
  const [first, second] = opened as [Database, Database];
  await first.pool.query('CREATE TABLE public.only_here (id int)');
  const tables = (database: Database) =>
    database.pool.query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`);
  const names = (result: { rows: { table_name: string }[] }) => result.rows.map((row) => row.table_name);
  expect(names(await tables(first))).toEqual(expect.arrayContaining(['only_here', 'project', 'task']));
  expect(names(await tables(second))).not.toContain('only_here');
});
