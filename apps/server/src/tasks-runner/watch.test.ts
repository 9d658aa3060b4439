/** Engines that hang, workers that die between two steps, and who may finish a training. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTimeOf, waitUntil } from '../core/process-identity.ts';
import { tally } from '../tables/records.ts';
import { attempt, prediction, task } from '../tables/tasks.ts';
import { addFolder, addMaterial, type Material } from '../testing/material.ts';
import { addReadyVersion } from '../testing/ready-version.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../testing/runner-server.ts';
import { trainKind } from '../features/tasks/index.ts';
import { lease } from './apply.ts';
import { claimFinish } from './finishing.ts';
import type { EngineCommand } from './kind.ts';
import { killEngine, startLocal } from './local-executor.ts';
import { claimTask, type Claimed } from './queue.ts';
import { runFolder } from './run-folder.ts';
import { holdFence } from './run-jobs.ts';
import { watchAttempts } from './watch.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a);
});
afterAll(() => server.close());

const params = { epochs: 400, warmupEpochs: 0, closeMosaicEpochs: 0 };
/** Claims a task of its own; what earlier tests gave back would come first. */
const claim = async (): Promise<Claimed> => {
  await server.services.db.update(task).set({ state: 'canceled' }).where(eq(task.state, 'queued'));
  await call(api.trainAdd, { modelId: material.modelId, folderIds: [material.folderId], params });
  const claimed = await claimTask(server.services, {
    kind: 'train',
    host: hostname(),
    atOnce: 100,
    executor: 'local',
    run: () => ({ threads: 1, device: 'auto' }),
  });
  return claimed!;
};
const never = () => Promise.reject(new Error('not in this test'));
/** Trainings by an engine without a network; none of them comes to its end here. */
const engineOf = (...options: string[]) =>
  trainKind(fakeEngine(...options) as unknown as EngineCommand, { stage: never, chain: never });
const start = async (...options: string[]) => {
  const claimed = await claim();
  await startLocal(server.services, claimed, engineOf(...options), () => undefined);
  const [row] = await server.services.db.select().from(attempt).where(eq(attempt.taskId, claimed.row.id));
  return {
    id: claimed.row.id,
    n: claimed.n,
    pid: row!.pid!,
    folder: runFolder(server.services.config.data, claimed.row.id, 1),
  };
};
const makeSilent = (taskId: number, seconds: number) =>
  server.services.db
    .update(attempt)
    .set({ leaseUntil: sql`clock_timestamp() - make_interval(secs => ${seconds})` as unknown as Date })
    .where(eq(attempt.taskId, taskId));
const stateOf = async (id: number) => (await call(api.taskInfo, { id })).state;

it('ends a hanging engine after the grace period, and never sooner', async () => {
  // it never reports, so nothing is on its way that would count as a report again
  const { id, pid, folder } = await start('--mute=1', '--hold-at=4');
  const events = path.join(folder, 'events.jsonl');
  const isHeld = () => existsSync(events) && readFileSync(events, 'utf8').includes('"step":4');
  expect(await waitUntil(isHeld, patienceMs)).toBe(true);
  process.kill(pid, 'SIGSTOP');
  utimesSync(events, new Date(), new Date());
  await makeSilent(id, 200);
  // this server has just started: nobody is given up yet
  await watchAttempts(server.services, hostname(), 5);
  expect(await stateOf(id)).toBe('running');
  // its file still grows: it is the server that gets no report
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(id)).toBe('running');
  const longAgo = Date.now() / 1000 - 1000;
  utimesSync(events, longAgo, longAgo);
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(id)).toBe('queued');
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
});

it('gives up a silent attempt of another machine by its lease alone', async () => {
  const claimed = await claim();
  const { id } = claimed.row;
  await server.services.db.update(attempt).set({ host: 'elsewhere', pid: 1 }).where(eq(attempt.taskId, id));
  await makeSilent(id, 50);
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(id)).toBe('running');
  await makeSilent(id, 70);
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(id)).toBe('queued');
});

it("keeps a worker's job that writes rows for longer than its lease, and says so as soon as they are written", async () => {
  const { row, n } = await claim();
  const { db } = server.services;
  const own = and(eq(attempt.taskId, row.id), eq(attempt.n, n));
  await db
    .update(attempt)
    .set({ executor: 'worker', pid: process.pid, pidStart: startTimeOf(process.pid) })
    .where(own);
  await makeSilent(row.id, 200);
  let watching: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await holdFence(tx, row.id, n);
    watching = watchAttempts(server.services, hostname(), 1000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await tx
      .update(attempt)
      .set({ leaseUntil: lease as unknown as Date })
      .where(own);
  });
  await watching;
  expect(await stateOf(row.id)).toBe('running');
  await makeSilent(row.id, 200);
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(row.id)).toBe('queued');
});

it('is not held up by leases and pauses from before the clock was set back', async () => {
  const claimed = await claim();
  const { id } = claimed.row;
  const { db } = server.services;
  const day = sql`clock_timestamp() + interval '1 day'`;
  await db.update(attempt).set({ host: 'elsewhere', pid: 1 }).where(eq(attempt.taskId, id));
  await makeSilent(id, -86_400);
  // whoever is alive gets the time to say so
  await watchAttempts(server.services, hostname(), 5);
  expect(await stateOf(id)).toBe('running');
  await watchAttempts(server.services, hostname(), 1000);
  expect(await stateOf(id)).toBe('queued');
  const slots = { kind: 'train', host: 'a second one', atOnce: 100, executor: 'local' } as const;
  const next = () => claimTask(server.services, { ...slots, run: () => ({ threads: 1, device: 'auto' }) });
  const waitFor = (notBefore: unknown) =>
    db
      .update(task)
      .set({ notBefore: notBefore as Date })
      .where(eq(task.id, id));
  await waitFor(sql`clock_timestamp() + interval '15 seconds'`);
  expect(await next()).toBeUndefined();
  await waitFor(day);
  expect(await next()).toMatchObject({ row: { id }, n: 2 });
  // the version of a completed training, too, is made by somebody else then
  await db
    .update(attempt)
    .set({ endedAs: 'completed', leaseUntil: day as unknown as Date })
    .where(eq(attempt.taskId, id));
  expect((await claimFinish(server.services))?.current).toMatchObject({ taskId: id });
  await db.update(task).set({ state: 'canceled' }).where(eq(task.id, id));
});

it('fences an engine of another machine that slept: it cannot write when it wakes', async () => {
  const { id, pid, folder } = await start('--hold-at=4');
  await server.waitFor(call, id, ({ progress }) => (progress?.done ?? 0) > 3);
  process.kill(pid, 'SIGSTOP');
  // its machine cannot be looked at from here: the lease alone says that it is gone
  await server.services.db.update(attempt).set({ host: 'elsewhere' }).where(eq(attempt.taskId, id));
  // a report may have been on its way, and count as a report once more
  while ((await stateOf(id)) !== 'queued') {
    await makeSilent(id, 70);
    await watchAttempts(server.services, hostname(), 1000);
  }
  await server.services.db.update(task).set({ notBefore: null }).where(eq(task.id, id));
  const next = await claimTask(server.services, {
    kind: 'train',
    host: 'a third one',
    atOnce: 1,
    executor: 'local',
    run: () => ({ threads: 1, device: 'auto' }),
  });
  expect(next).toMatchObject({ n: 2, row: { id } });
  const points = () => call(api.taskSeries, { id });
  const before = await points();
  process.kill(pid, 'SIGCONT');
  // it is told so by its next report, and ends
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  expect(existsSync(path.join(folder, 'events.jsonl'))).toBe(true);
  expect(await points()).toEqual(before);
  expect(await call(api.taskInfo, { id })).toMatchObject({ state: 'running', attempt: 2 });
});

it('takes back a claim whose worker died before the engine was started', async () => {
  const { id } = (await claim()).row;
  await server.services.db.update(attempt).set({ pid: 999_999, pidStart: '1' }).where(eq(attempt.taskId, id));
  await watchAttempts(server.services, hostname(), 0);
  expect(await stateOf(id)).toBe('queued');
});

it('leaves a claim to the worker that still makes its folder, and never ends that worker', async () => {
  const claimed = await claim();
  const { id } = claimed.row;
  const worker = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: tmpdir(), detached: true });
  await once(worker, 'spawn');
  const pid = worker.pid!;
  const { db, config } = server.services;
  await db
    .update(attempt)
    .set({ pid, pidStart: startTimeOf(pid) })
    .where(eq(attempt.taskId, id));
  mkdirSync(runFolder(config.data, id, claimed.n), { recursive: true });
  await watchAttempts(server.services, hostname(), 0);
  expect(await stateOf(id)).toBe('running');
  // silent for so long that the task is another's
  await makeSilent(id, 10_000);
  await watchAttempts(server.services, hostname(), 10_000);
  expect(await stateOf(id)).toBe('queued');
  expect(startTimeOf(pid)).not.toBe('');
  worker.kill('SIGKILL');
});

it('finds the engine whose worker died before it wrote the pid into the database', async () => {
  const { id, pid } = await start('--hold-at=1');
  await server.services.db.update(attempt).set({ pid: 999_999, pidStart: '1' }).where(eq(attempt.taskId, id));
  await watchAttempts(server.services, hostname(), 0);
  expect(await stateOf(id)).toBe('running');
  killEngine(pid);
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  await watchAttempts(server.services, hostname(), 0);
  expect(await stateOf(id)).toBe('queued');
});

it.runIf(process.platform === 'linux')(
  'starts a training over in a copied data folder, and leaves the original its engine',
  async () => {
    const { id, pid, folder } = await start('--hold-at=1', '--mute=1');
    renameSync(folder, `${folder}-original`);
    cpSync(`${folder}-original`, folder, { recursive: true });
    await makeSilent(id, 10_000);
    await watchAttempts(server.services, hostname(), 10_000);
    expect(await stateOf(id)).toBe('queued');
    expect(startTimeOf(pid)).not.toBe('');
    killEngine(pid);
  },
);

it('lets one worker finish a training, and another one when that has died', async () => {
  const { id } = (await claim()).row;
  const { db } = server.services;
  const set = (change: Partial<typeof attempt.$inferInsert>) =>
    db.update(attempt).set(change).where(eq(attempt.taskId, id));
  await set({ endedAs: 'completed' });
  await makeSilent(id, 0);
  const claims = await Promise.all([claimFinish(server.services), claimFinish(server.services)]);
  expect(claims.filter((one) => one?.row.id === id)).toHaveLength(1);
  expect(await claimFinish(server.services)).toBeUndefined();
  await set({ pid: 999_999, pidStart: '1' });
  expect((await claimFinish(server.services))?.current).toMatchObject({ taskId: id, pid: process.pid });
});

it('counts no hours in which nobody ran it, such as a night without power', async () => {
  const { db } = server.services;
  const { row } = await claim();
  const at = (hours: number) => sql`clock_timestamp() - make_interval(hours => ${hours})` as unknown as Date;
  const seen = { host: 'elsewhere', createdAt: at(3), leaseUntil: at(2) };
  await db.update(attempt).set(seen).where(eq(attempt.taskId, row.id));
  const counted = async () => {
    const rows = await db.select({ n: tally.n }).from(tally).where(eq(tally.kind, 'seconds'));
    return rows.reduce((sum, { n }) => sum + n, 0);
  };
  const before = await counted();
  await watchAttempts(server.services, hostname(), 1000);
  expect((await call(api.taskInfo, { id: row.id })).activeSeconds).toBeCloseTo(3600, -2);
  expect((await counted()) - before).toBeCloseTo(3600, -2);
});

it("goes on with a killed worker's test where its rows stop", async () => {
  const versionId = await addReadyVersion(server.services, server.a, material);
  const { folderId } = await addFolder(server.services, material, { images: 120, side: 64 });
  const first = await server.startWorker(fakeEngine());
  const { id } = await call(api.testAdd, { versionId, folderIds: [folderId] });
  const rows = () => server.services.db.select().from(prediction).where(eq(prediction.taskId, id));
  while ((await rows()).length < 10) await new Promise((resolve) => setTimeout(resolve, 10));
  first.kill('SIGKILL');
  await waitUntil(() => first.signalCode !== null, patienceMs);
  const before = await rows();
  await server.startWorker(fakeEngine());
  const done = await server.waitFor(call, id, hasEnded);
  const after = new Map((await rows()).map((row) => [row.imageId, row.createdAt.getTime()]));
  expect(after.size).toBe(120);
  expect(before.every((row) => after.get(row.imageId) === row.createdAt.getTime())).toBe(true);
  expect(done.state).toBe('completed');
  // on a quick machine the first worker may have been through
  if (before.length < 120) expect(done.attempt).toBe(2);
  expect(existsSync(runFolder(server.services.config.data, id, 1))).toBe(false);
});
