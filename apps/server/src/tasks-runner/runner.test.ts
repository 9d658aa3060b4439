/** Whole trainings by real processes: a worker, and an engine that speaks the protocol without a network. */
import { readdirSync, readFileSync } from 'node:fs';
import { api, messages, messageText, type Call, type Task } from '@loupe/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isSameProcess, startTimeOf, waitUntil } from '../core/process-identity.ts';
import { addMaterial, type Material } from '../testing/material.ts';
import { snapshot } from '../tables/models.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../testing/runner-server.ts';
import { notedProcess, runFolder } from './run-folder.ts';

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

const add = (epochs: number, extra: Record<string, unknown> = {}) =>
  call(api.trainAdd, {
    modelId: material.modelId,
    folderIds: [material.folderId],
    params: { network: 'n', imageSize: 320, epochs, warmupEpochs: 0, closeMosaicEpochs: 0, ...extra },
  });

it('takes a training from the queue to a version', async () => {
  await server.startWorker(fakeEngine());
  const queued = await add(3);
  const done = await server.waitFor(call, queued.id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', versionNumber: 1, attempt: 1, device: 'cpu' });
  const version = await call(api.versionInfo, { id: done.versionId! });
  expect(version).toMatchObject({ state: 'uncertified', trial: false, metrics: { map50: 0.5 } });
  // of images that were made smaller, and of a snapshot that does not say how large they are
  for (const longestSide of [400, null]) {
    await server.services.db.update(snapshot).set({ longestSide }); // oxlint-disable-line no-await-in-loop
    expect(await call(api.versionInfo, { id: done.versionId! })).toMatchObject({ trial: true }); // oxlint-disable-line no-await-in-loop
  }
  expect(version.labels.map(({ name }) => name)).toEqual(['scratch', 'dent']);
  // of single labels where the engine proposes one
  expect(version.thresholds).toMatchObject({ confidence: 0.31, byLabel: { scratch: 0.44 } });
  const points = await call(api.taskSeries, { id: queued.id });
  expect(points.filter(({ name }) => name === 'loss').map(({ step }) => step)).toEqual(
    Array.from({ length: 15 }, (_, i) => i + 1),
  );
  const lines = await call(api.taskLines, { id: queued.id });
  expect(lines.some(({ text }) => text?.en.startsWith('The parity check had too little to compare'))).toBe(true);
  // no analysis was made, and none is announced
  const { frames } = await call(api.socketMissed, { afterSeq: 0 });
  const events = frames.map(({ event }) => event).filter(({ type }) => type !== 'task');
  const level = messages[`assessment.level.${version.assessment.level}`];
  const named = { model: version.modelName, n: 1 };
  expect(events).toEqual([
    {
      type: 'message',
      cn: messageText('training.completed', 'zh', { ...named, level: level.zh }),
      en: messageText('training.completed', 'en', { ...named, level: level.en }),
    },
  ]);
});

const stepOf = ({ progress }: Task): number => progress?.done ?? 0;
/** From the run folder: until the engine is started, the database holds the worker's own pid. */
const enginePid = async (id: number): Promise<number> => {
  for (;;) {
    const { attempt: n } = await call(api.taskInfo, { id });
    const noted = await notedProcess(runFolder(server.services.config.data, id, n));
    if (noted) return noted.pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const weightsOf = async (task: Task): Promise<string | null> =>
  (await call(api.versionInfo, { id: task.versionId! })).stages[0]!.weightsSha256;
const unbroken = async (epochs: number): Promise<string | null> =>
  weightsOf(await server.waitFor(call, (await add(epochs)).id, hasEnded));

it('ends with the same weights after three kills of the engine', async () => {
  await server.startWorker(fakeEngine('--hold-at=4,17,31'));
  const { id } = await add(10);
  for (const after of [4, 17, 31]) {
    await server.waitFor(call, id, (task) => task.state === 'running' && stepOf(task) >= after);
    process.kill(await enginePid(id), 'SIGKILL');
    await server.waitFor(call, id, ({ attempt: n }) => n > [4, 17, 31].indexOf(after) + 1);
  }
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 4 });
  const jobs = [1, 2, 3, 4].map(
    (n) =>
      JSON.parse(readFileSync(`${runFolder(server.services.config.data, id, n)}/job.json`, 'utf8')) as {
        threads: number;
        seed: number;
        resume: unknown;
      },
  );
  expect(new Set(jobs.map(({ threads, seed }) => `${threads} ${seed}`)).size).toBe(1);
  expect(jobs.map(({ resume }) => resume !== null)).toEqual([false, expect.any(Boolean), true, true]);
  // after a resume the later attempt's points stand, and none is there twice
  const points = (await call(api.taskSeries, { id })).filter(({ name }) => name === 'loss');
  expect(points.map(({ step }) => step)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  await server.killWorkers();
  await server.startWorker(fakeEngine());
  expect(await weightsOf(done)).toBe(await unbroken(10));
});

it('loses nothing when the worker is killed: the engine goes on and the next worker adopts it', async () => {
  const first = await server.startWorker(fakeEngine('--hold-at=5'));
  const { id } = await add(6);
  await server.waitFor(call, id, (task) => stepOf(task) >= 5);
  const pid = await enginePid(id);
  first.kill('SIGKILL');
  await waitUntil(() => first.signalCode !== null, patienceMs);
  server.letGo(id);
  // to its last step, with no worker at all
  const steps = async () => (await call(api.taskSeries, { id })).filter(({ name }) => name === 'loss').length;
  await expect.poll(steps, { timeout: patienceMs }).toBe(30);
  await server.startWorker(fakeEngine());
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 1 });
  expect(await waitUntil(() => !isSameProcess(pid, ''), patienceMs)).toBe(true);
});

it('finds an engine dead after a restart, reads what it left, and goes on from its checkpoint', async () => {
  // it never gets to post: what it did stands in its file alone
  const first = await server.startWorker(fakeEngine('--mute=1', '--hold-at=11', '--die-at=12'));
  const { id } = await add(4);
  await server.waitFor(call, id, ({ state }) => state === 'running');
  const pid = await enginePid(id);
  first.kill('SIGKILL');
  await waitUntil(() => first.signalCode !== null, patienceMs);
  server.letGo(id);
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  await server.startWorker(fakeEngine());
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 2 });
  const points = (await call(api.taskSeries, { id })).filter(({ name }) => name === 'attempt');
  expect(points.filter(({ step }) => step <= 10).every(({ value }) => value === 1)).toBe(true);
  expect(points.filter(({ step }) => step > 10).every(({ value }) => value === 2)).toBe(true);
});

it('takes the end of an engine that could not post it', async () => {
  await server.startWorker(fakeEngine('--mute=1', '--flush-ms=0'));
  const done = await server.waitFor(call, (await add(1)).id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 1 });
});

it('gives up after three faults in a row, and says so', async () => {
  await server.startWorker(fakeEngine('--die-at=2'));
  const { id } = await add(2);
  // the pauses between the tries are for machines, not for tests
  const skipPauses = setInterval(() => {
    void server.database.pool.query('update task set not_before = null where id = $1', [id]).catch(() => undefined);
  }, 100);
  const done = await server.waitFor(call, id, hasEnded).finally(() => clearInterval(skipPauses));
  expect(done).toMatchObject({ state: 'failed', attempt: 4, cause: { code: 'engine.lost' } });
  expect(done.causeText?.en).toMatch(/ended unexpectedly/);
});

it('fails at once where data or parameters are at fault, in words', async () => {
  await server.startWorker(fakeEngine('--fail=data.imageCorrupt'));
  const done = await server.waitFor(call, (await add(2)).id, hasEnded);
  expect(done).toMatchObject({ state: 'failed', attempt: 1 });
  expect(done.causeText?.en).toContain('image_0.png');
});

it('says when the engine cannot be started', async () => {
  await server.startWorker(['/nonexistent/python']);
  const { id } = await add(2);
  // the first fault is tried again at once, the second after a while
  await server.waitFor(call, id, ({ attempt: n, state }) => n >= 2 && state === 'queued');
  const lines = await call(api.taskLines, { id });
  expect(lines.find(({ kind }) => kind === 'fault')?.text?.en).toMatch(/could not be started: .*ENOENT/);
  expect((await call(api.taskAct, { id, action: 'cancel' })).state).toBe('canceled');
});

it('stops, pauses, resumes and completes by hand', async () => {
  await server.startWorker(fakeEngine('--hold-at=3,6'));
  const stopped = await add(200);
  await server.waitFor(call, stopped.id, (task) => stepOf(task) > 2);
  expect((await call(api.taskAct, { id: stopped.id, action: 'stop' })).state).toBe('stopping');
  expect(await server.waitFor(call, stopped.id, hasEnded)).toMatchObject({ state: 'stopped', versionId: null });

  const { id } = await add(200);
  await server.waitFor(call, id, (task) => stepOf(task) > 2);
  await call(api.taskAct, { id, action: 'pause' });
  const paused = await server.waitFor(call, id, ({ state }) => state === 'paused');
  expect(paused.actions).toEqual(['resume', 'complete', 'stop']);
  await call(api.taskAct, { id, action: 'resume' });
  await server.waitFor(call, id, (task) => task.attempt === 2 && stepOf(task) > stepOf(paused));
  await call(api.taskAct, { id, action: 'complete' });
  const done = await server.waitFor(call, id, hasEnded);
  expect(done.state).toBe('completed');
  expect(done.versionId).not.toBeNull();
});

it('cancels while queued, runs first in first out, and stops a dead engine at once', async () => {
  await server.startWorker(fakeEngine('--hold-at=1'));
  const running = await add(200);
  await server.waitFor(call, running.id, (task) => stepOf(task) > 0);
  const [second, third] = [await add(1), await add(1)];
  expect([second, third].map(({ queuePosition }) => queuePosition)).toEqual([1, 2]);
  expect((await call(api.taskAct, { id: second.id, action: 'cancel' })).state).toBe('canceled');
  expect((await call(api.taskInfo, { id: third.id })).queuePosition).toBe(1);
  // who stops what another person cancelled at that moment has what they want
  expect((await call(api.taskAct, { id: second.id, action: 'stop' })).state).toBe('canceled');
  const pid = await enginePid(running.id);
  await server.killWorkers();
  process.kill(pid, 'SIGKILL');
  expect(await waitUntil(() => startTimeOf(pid) === '', patienceMs)).toBe(true);
  expect((await call(api.taskAct, { id: running.id, action: 'stop' })).state).toBe('stopped');
  await server.startWorker(fakeEngine());
  expect(await server.waitFor(call, third.id, hasEnded)).toMatchObject({ state: 'completed' });
});

it('empties the run folders of ended tasks and keeps what happened', async () => {
  await server.startWorker(fakeEngine());
  const { id } = await add(2);
  await server.waitFor(call, id, hasEnded);
  const folder = runFolder(server.services.config.data, id, 1);
  expect(await waitUntil(() => readdirSync(folder).length === 3, patienceMs)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['events.jsonl', 'job.json', 'stderr.log']);
});
