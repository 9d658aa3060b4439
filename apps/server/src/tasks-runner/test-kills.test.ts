/** A test while processes are killed outright: the one that predicts, the worker, the api and the database. Each image is predicted once. */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { migrate } from '../core/db.ts';
import { startPostgres, type Postgres } from '../core/postgres.ts';
import { startTimeOf, waitUntil } from '../core/process-identity.ts';
import { prediction } from '../tables/tasks.ts';
import { startApiProcess } from '../testing/api-process.ts';
import { addFolder, addMaterial } from '../testing/material.ts';
import { addReadyVersion } from '../testing/ready-version.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../testing/runner-server.ts';

const images = 150;
let data: string;
let postgres: Postgres;
let server: RunnerServer;
let call: Call;
let versionId: number;
let folderId: number;
const start = () => startPostgres({ dataFolder: data, durable: false });
beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'loupe-kills-'));
  chmodSync(data, 0o711);
  postgres = await start();
  await migrate(postgres.url);
  server = await runnerServer({}, { url: postgres.url, drop: async () => undefined });
  call = server.as(server.a);
  const material = await addMaterial(server.services, server.a);
  versionId = await addReadyVersion(server.services, server.a, material);
  ({ folderId } = await addFolder(server.services, material, { images, side: 64 }));
});
afterEach(() => server.killWorkers());
afterAll(async () => {
  await server.close();
  await postgres.stop();
  rmSync(data, { recursive: true, force: true });
});

const rowsOf = (id: number) => server.services.db.select().from(prediction).where(eq(prediction.taskId, id));
/** A test that has predicted some images, and what it had then. */
async function begun(least = 3) {
  const { id } = await call(api.testAdd, { versionId, folderIds: [folderId] });
  while ((await rowsOf(id)).length < least) await new Promise((resolve) => setTimeout(resolve, 5));
  return { id, before: await rowsOf(id) };
}
/** It completed; what was there stayed, nothing is there twice, and all that counts says so. */
async function expectWhole({ id, before }: Awaited<ReturnType<typeof begun>>) {
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', cause: null, progress: { done: images, total: images } });
  const after = new Map((await rowsOf(id)).map((row) => [row.imageId, row.createdAt.getTime()]));
  expect(after.size).toBe(images);
  expect(before.every((row) => after.get(row.imageId) === row.createdAt.getTime())).toBe(true);
  expect(await call(api.testSummary, { taskId: id })).toMatchObject({ images });
  return done;
}
const childrenOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const isLinux = process.platform === 'linux';

it.runIf(isLinux)(
  'the processes that predict, in the middle of images: they are asked again, and nobody is blamed',
  async () => {
    const worker = await server.startWorker(fakeEngine());
    const test = await begun();
    const hosts = childrenOf(worker);
    expect(hosts.length).toBeGreaterThan(0);
    // stopped first: whatever is asked of them now has no answer before they are killed
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of hosts) process.kill(pid, signal);
    expect(await waitUntil(() => hosts.every((pid) => startTimeOf(pid) === ''), patienceMs)).toBe(true);
    expect(await expectWhole(test)).toMatchObject({ attempt: 1 });
  },
);

it.runIf(isLinux)('the worker with the processes that predict', async () => {
  const worker = await server.startWorker(fakeEngine());
  const test = await begun();
  const hosts = childrenOf(worker);
  worker.kill('SIGKILL');
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
  await waitUntil(() => worker.signalCode !== null, patienceMs);
  await server.startWorker(fakeEngine());
  await expectWhole(test);
});

it('the api, which a test does not need', async () => {
  const running = await startApiProcess(server);
  const { id } = await running.call(server.a)(api.testAdd, { versionId, folderIds: [folderId] });
  await running.kill();
  await server.startWorker(fakeEngine());
  const again = await startApiProcess(server);
  expect(await expectWhole({ id, before: [] })).toMatchObject({ attempt: 1 });
  expect(await again.call(server.a)(api.taskInfo, { id })).toMatchObject({ state: 'completed' });
  await again.kill();
});

it.runIf(isLinux)('the database: the test waits for it, and goes on', async () => {
  await server.startWorker(fakeEngine());
  const test = await begun();
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.ended;
  postgres = await start();
  await expect.poll(() => rowsOf(test.id).then(Boolean, () => false), { timeout: patienceMs }).toBe(true);
  const { attempt: n } = await expectWhole(test);
  // why it began again is said without the query and its values
  const faults = (await call(api.taskLines, { id: test.id })).filter(({ kind }) => kind === 'fault');
  expect(faults).toHaveLength(n - 1);
  expect(JSON.stringify(faults)).not.toContain('insert into');
});

it.runIf(isLinux)('the database while a test is stopped; it is tried again from where its rows end', async () => {
  const worker = await server.startWorker(fakeEngine());
  const test = await begun();
  for (const pid of childrenOf(worker)) process.kill(pid, 'SIGSTOP');
  const { state } = await call(api.taskAct, { id: test.id, action: 'stop' });
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.ended;
  for (const pid of childrenOf(worker)) process.kill(pid, 'SIGCONT');
  postgres = await start();
  await expect.poll(() => rowsOf(test.id).then(Boolean, () => false), { timeout: patienceMs }).toBe(true);
  expect(['stopping', 'stopped']).toContain(state);
  expect(await server.waitFor(call, test.id, hasEnded)).toMatchObject({ state: 'stopped', actions: ['retry'] });
  const kept = await rowsOf(test.id);
  await call(api.taskAct, { id: test.id, action: 'retry' });
  await expectWhole({ id: test.id, before: kept });
});
