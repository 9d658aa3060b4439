/** Connections that PostgreSQL ends while somebody holds them: the work fails, the process goes on. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabase, type Database } from './db.ts';

let base: TestDatabase;
let database: Database;
beforeAll(async () => {
  base = await testDatabase();
  database = openDatabase(base.url);
});
afterAll(async () => {
  await database.close();
  await base.drop();
});

it('a connection that ends between two queries fails its transaction alone; an error that nobody hears would end the process', async () => {
  const { db, pool } = database;
  const work = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const { pid } = rows[0]!;
    const client = await pool.connect();
    await client.query('select pg_terminate_backend($1, 5000)', [pid]);
    client.release();
    // what the server says of it arrives while nobody asks anything
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});
