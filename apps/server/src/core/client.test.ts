/** The connection of a backup or a migration is cut: in plain words where it was needed, and never the end of the process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backup } from '../operations/backup.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { emptyDatabase } from '../testing/database.ts';
import { addWorld } from '../testing/world.ts';
import { withClient } from './client.ts';
import { migrate } from './db.ts';
import { applyMigrations, knownMigrations } from './migrations.ts';
import { describeStartError } from './start-error.ts';

let server: TestServer;
let place: string;
beforeAll(async () => {
  server = await testServer();
  await addWorld(server, server.a);
  place = mkdtempSync(path.join(tmpdir(), 'loupe-cut-'));
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

/** Ends the connections of that name as a database that is killed does; resolves when one was there and none is left. */
async function cut(url: string, name: string): Promise<void> {
  await withClient(url, 'the one that cuts', async (client) => {
    const mine = 'datname = current_database() and application_name = $1';
    const kill = () => client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`, [name]);
    await expect.poll(async () => (await kill()).rowCount, { timeout: 30_000 }).toBeGreaterThan(0);
    const left = () => client.query(`select 1 from pg_stat_activity where ${mine}`, [name]);
    await expect.poll(async () => (await left()).rowCount, { timeout: 30_000 }).toBe(0);
  });
}
const textOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing happened',
    (error: unknown) => describeStartError(error, 'en'),
  );
const lost = /^Cause: The connection to the database was lost: [^]*Cure: {2}Make sure the database is running/;

it('of a backup while it reads rows', async () => {
  const url = server.services.config.databaseUrl!;
  const blocker = await server.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table public.image in access exclusive mode');
  const saying = textOf(backup({ url, blobs: path.join(server.services.config.data, 'blobs'), to: `${place}/rows` }));
  await cut(url, 'loupe backup');
  const output = await saying;
  await blocker.query('rollback');
  blocker.release();
  expect(output).toMatch(lost);
});

it('while it is not needed, as when a backup copies files', async () => {
  const url = server.services.config.databaseUrl!;
  const work = withClient(url, 'idle', async () => {
    await cut(url, 'idle');
    return 'done';
  });
  expect(await work).toBe('done');
});

it('of a migration', async () => {
  const database = await emptyDatabase();
  await withClient(database.url, 'first', (client) => applyMigrations(client, knownMigrations().slice(0, 1)));
  expect(await textOf(migrate(database.url, { beforeChange: () => cut(database.url, 'loupe migration') }))).toMatch(
    lost,
  );
  await migrate(database.url);
  await database.drop();
});
