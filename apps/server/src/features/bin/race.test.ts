/** What is added below a model or a project at the very moment when that goes into the bin: it is not added. */
import { api, type Call, type CallError } from '@loupe/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';

let server: TestServer;
let call: Call;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
});
afterAll(() => server.close());

async function world() {
  const material = await addMaterial(server.services, server.a, { images: 2, side: 64 });
  return { ...material, versionId: await addReadyVersion(server.services, server.a, material) };
}
type World = Awaited<ReturnType<typeof world>>;

const patient = { timeout: 20_000 };

/** Begins the deletion, and holds it where it has its locks but has hidden nothing. Answers what lets it go on. */
async function begin(deletion: () => Promise<unknown>): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: server.services.config.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('lock table bin in share mode');
  const deleted = deletion();
  await vi.waitFor(async () => {
    // the databases of other test files have tables of the same number
    const { rows } = await client.query(`select 1 from pg_locks where not granted and relation = 'bin'::regclass
      and database = (select oid from pg_database where datname = current_database())`);
    expect(rows).toHaveLength(1);
  }, patient);
  return async () => {
    await client.query('commit');
    return deleted;
  };
}

const deletions: Record<string, (one: World) => Promise<unknown>> = {
  model: ({ modelId }) => call(api.modelDelete, { id: modelId }),
  project: ({ projectId }) => call(api.projectDelete, { id: projectId }),
};
const additions: Record<string, (one: World) => Promise<unknown>> = {
  'an online entry': ({ versionId }) => call(api.onlineAdd, { name: `line_${versionId}`, versionId }),
  'a test': ({ versionId, folderId }) => call(api.testAdd, { versionId, folderIds: [folderId] }),
};
const cases = Object.keys(deletions).flatMap((what) => Object.keys(additions).map((added) => [added, what] as const));

it.each(cases)('%s of a %s', async (added, what) => {
  const one = await world();
  const goOn = await begin(() => deletions[what]!(one));
  const addition = additions[added]!(one).then(
    () => 'added',
    (error: CallError) => error.code,
  );
  // far enough to be waiting for the deletion, or to be through without it
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await Promise.race([
    addition,
    vi.waitFor(async () => expect((await server.database.pool.query(waits)).rows.length).toBeGreaterThan(1), patient),
  ]);
  await goOn();
  expect(await addition).toBe(404);
});
