/** Tasks that go on after a stop, a failure and a power cut, by real processes. */
import { existsSync, readFileSync } from 'node:fs';
import { api, limits, type Call, type Task } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTimeOf, waitUntil } from '../core/process-identity.ts';
import { attempt, prediction, task } from '../tables/tasks.ts';
import { addFolder, addMaterial, type Material } from '../testing/material.ts';
import { addReadyVersion } from '../testing/ready-version.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../testing/runner-server.ts';
import { notedProcess, runFolder, taskFolder } from './run-folder.ts';
import { tidyEnded } from './tidy.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a);
});
afterEach(() => server.killWorkers());
afterAll(() => server.close());

const add = (epochs: number) =>
  call(api.trainAdd, {
    modelId: material.modelId,
    folderIds: [material.folderId],
    params: { network: 'n', imageSize: 320, epochs, warmupEpochs: 0, closeMosaicEpochs: 0 },
  });
const act = (id: number, action: 'stop' | 'pause' | 'resume' | 'retry' | 'complete') =>
  call(api.taskAct, { id, action });
const stepOf = ({ progress }: Task): number => progress?.done ?? 0;
const folderOf = (id: number, n: number) => runFolder(server.services.config.data, id, n);
const resumeOf = (id: number, n: number) =>
  (JSON.parse(readFileSync(`${folderOf(id, n)}/job.json`, 'utf8')) as { resume: unknown }).resume;
const stopAt = async (id: number, step: number, n = 1) => {
  await server.waitFor(call, id, (seen) => seen.attempt === n && seen.state === 'running' && stepOf(seen) > step);
  await act(id, 'stop');
  return server.waitFor(call, id, hasEnded);
};

it('goes on from the last checkpoint after a stop, and from nothing once that is gone', async () => {
  await server.startWorker(fakeEngine('--hold-at=8,9'));
  const { id } = await add(4);
  expect(await stopAt(id, 7)).toMatchObject({ state: 'stopped', actions: ['retry'] });
  const { db } = server.services;
  await act(id, 'retry');
  const second = await stopAt(id, 8, 2);
  expect(second).toMatchObject({ state: 'stopped', attempt: 2 });
  expect(resumeOf(id, 2)).not.toBeNull();
  // each step once, whichever attempt made it
  const steps = (await call(api.taskSeries, { id })).filter(({ name }) => name === 'loss').map(({ step }) => step);
  expect(steps).toEqual(steps.map((_, i) => i + 1));
  expect(steps.length).toBeGreaterThanOrEqual(8);
  // as if it had been stopped long ago
  const long = sql`clock_timestamp() - make_interval(days => ${limits.retryDays + 1})`;
  await db
    .update(task)
    .set({ endedAt: long as unknown as Date })
    .where(eq(task.id, id));
  const isEmpty = async () =>
    (await db.select().from(attempt).where(eq(attempt.taskId, id))).every(({ runDir }) => runDir === null);
  while (!(await isEmpty())) await tidyEnded(server.services);
  await act(id, 'retry');
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 3 });
  expect(resumeOf(id, 3)).toBeNull();
  const points = (await call(api.taskSeries, { id })).filter(({ name }) => name === 'attempt');
  expect(points.map(({ step, value }) => [step, value])).toEqual(Array.from({ length: 20 }, (_, i) => [i + 1, 3]));
});

it('keeps the checkpoints of the latest trainings only', async () => {
  await server.startWorker(fakeEngine('--hold-at=6'));
  const { id } = await add(12);
  await stopAt(id, 5);
  const checkpoints = () => readFileSync(`${folderOf(id, 1)}/events.jsonl`, 'utf8').match(/checkpoint-\d+\.json/g)!;
  const last = `${folderOf(id, 1)}/${checkpoints().at(-1)!}`;
  await tidyEnded(server.services);
  expect(existsSync(last)).toBe(true);
  const { db } = server.services;
  const [row] = await db.select().from(task).where(eq(task.id, id));
  const { id: _, ordinal: _place, ...copy } = row!;
  const later = new Date(Date.now() + 60_000);
  await db.insert(task).values(Array.from({ length: limits.retryTasks }, () => ({ ...copy, endedAt: later })));
  expect(await waitUntil(() => !existsSync(last), patienceMs)).toBe(true);
});

it('makes no version when the stop comes after the last step', async () => {
  await server.startWorker(fakeEngine('--hold-at=3'));
  const { id } = await add(12);
  await server.waitFor(call, id, (seen) => stepOf(seen) > 2);
  const worker = await server.services.db.select().from(attempt).where(eq(attempt.taskId, id));
  expect(worker).toHaveLength(1);
  await server.killWorkers();
  // the engine completes alone, and nobody is there to make the version
  await act(id, 'complete');
  const { db } = server.services;
  const ended = async () => (await db.select().from(attempt).where(eq(attempt.taskId, id)))[0]!.endedAs;
  while ((await ended()) === null) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await act(id, 'stop')).state).toBe('stopped');
  await server.startWorker(fakeEngine());
  await act(id, 'retry');
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({
    state: 'completed',
    versionNumber: expect.any(Number),
  });
});

it('pauses, goes on with and completes a test; a stopped one goes on where its rows end', async () => {
  const own = await addMaterial(server.services, server.a);
  const versionId = await addReadyVersion(server.services, server.a, own);
  const { folderId } = await addFolder(server.services, own, { images: 150, side: 64 });
  await server.startWorker(fakeEngine());
  const { db } = server.services;
  const rows = (id: number) => db.select().from(prediction).where(eq(prediction.taskId, id));
  const some = async (id: number, least: number) => {
    while ((await rows(id)).length < least) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const { id } = await call(api.testAdd, { versionId, folderIds: [folderId] });
  await some(id, 3);
  await act(id, 'pause');
  const paused = await server.waitFor(call, id, ({ state }) => state !== 'running' && state !== 'pausing');
  const before = await rows(id);
  // a quick machine may have been done by then
  if (paused.state === 'paused') {
    await act(id, 'resume');
    await some(id, Math.min(150, before.length + 3));
    await act(id, 'stop').catch(() => undefined);
    const stopped = await server.waitFor(call, id, hasEnded);
    if (stopped.state === 'stopped') await act(id, 'retry');
  }
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  const after = new Map((await rows(id)).map((row) => [row.imageId, row.createdAt.getTime()]));
  expect(after.size).toBe(150);
  expect(before.every((row) => after.get(row.imageId) === row.createdAt.getTime())).toBe(true);
  // completed by hand while it waits: nothing more is predicted, and here there was nothing yet
  await server.killWorkers();
  const second = await call(api.testAdd, { versionId, folderIds: [folderId] });
  await db.update(task).set({ state: 'paused' }).where(eq(task.id, second.id));
  expect((await act(second.id, 'complete')).state).toBe('queued');
  await server.startWorker(fakeEngine());
  expect(await server.waitFor(call, second.id, hasEnded)).toMatchObject({ state: 'completed' });
  expect(await rows(second.id)).toHaveLength(0);
});

it('keeps the order of the queue, and leaves nothing running, when everything is killed at once', async () => {
  await server.startWorker(fakeEngine('--hold-at=7'));
  const running = await add(12);
  const waiting = [await add(1), await add(1)];
  await server.waitFor(call, running.id, (seen) => stepOf(seen) > 6);
  const { pid } = (await notedProcess(folderOf(running.id, 1)))!;
  await server.killWorkers();
  process.kill(pid, 'SIGKILL');
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  await server.startWorker(fakeEngine());
  const ended = await Promise.all([running, ...waiting].map(({ id }) => server.waitFor(call, id, hasEnded)));
  expect(ended.map(({ state, attempt: n }) => [state, n])).toEqual([
    ['completed', 2],
    ['completed', 1],
    ['completed', 1],
  ]);
  expect(resumeOf(running.id, 2)).not.toBeNull();
  const starts = ended.map(({ startedAt }) => Date.parse(startedAt!));
  expect(starts).toEqual([...starts].sort((x, y) => x - y));
  expect(existsSync(taskFolder(server.services.config.data, running.id))).toBe(true);
});
