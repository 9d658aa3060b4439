/** Two persons change one entry at the same moment: it has the version and the thresholds of one of them, never of both. */
import { api } from '@loupe/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial } from '../../testing/material.ts';
import { addReadyVersion, readyThresholds } from '../../testing/ready-version.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('what is sent back unchanged does not go with the thresholds of another version', async () => {
  const call = server.as(server.a);
  const material = await addMaterial(server.services, server.a, { images: 1 });
  const versionId = await addReadyVersion(server.services, server.a, material);
  const other = await addReadyVersion(server.services, server.a, material);
  const { id } = await call(api.onlineAdd, { name: 'line', versionId });
  const client = new pg.Client({ connectionString: server.services.config.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  const theirs = { ...readyThresholds, confidence: 0.9 };
  await client.query('update online_entry set version_id = $1, thresholds = $2 where id = $3', [other, theirs, id]);
  const mine = { name: 'renamed', versionId, thresholds: readyThresholds, enabled: true };
  const saved = call(api.onlineUpdate, { id, ...mine });
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await client.query(waits)).rows).toHaveLength(1), { timeout: 20_000 });
  await client.query('commit');
  expect(await saved).toMatchObject(mine);
});
