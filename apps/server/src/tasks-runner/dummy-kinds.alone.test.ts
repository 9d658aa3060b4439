/** Kinds of tasks that only this test knows: queue, progress, requests, faults and restarts are the same for any kind. */
import { api, type Call, type CallError, type Task } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { task } from '../tables/tasks.ts';
import { addDummyKinds, dummyKind, type CountParams } from '../testing/dummy-kinds.ts';
import { addMaterial, type Material } from '../testing/material.ts';
import { addPerson, type TestPerson } from '../testing/people.ts';
import { fakeEngine, hasEnded, patienceMs, runnerServer, type RunnerServer } from '../testing/runner-server.ts';
import { waitUntil } from '../core/process-identity.ts';
import { wakeWorkers } from './announce.ts';
import { takeTurn } from './places.ts';

addDummyKinds();
const kind = dummyKind('count');
let server: RunnerServer;
let call: Call;
let material: Material;
beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 4 });
});
afterEach(() => server.killWorkers());
afterAll(() => server.close());

const startWorker = () => server.startWorker(fakeEngine(), 'dummy-worker.ts');

/** As the calls do that queue a task of any kind. */
async function add(params: Partial<CountParams> = {}, person: TestPerson = server.a): Promise<number> {
  const { db } = server.services;
  const [made] = await db
    .insert(task)
    .values({
      kind,
      projectId: material.projectId,
      createdBy: person.id,
      state: 'queued',
      params: { subject: 'numbers', steps: 5, attempts: [], ...params },
    })
    .returning({ id: task.id });
  await wakeWorkers(db);
  await takeTurn(server.services, made!.id);
  return made!.id;
}
const at = (step: number) => (one: Task) => one.progress?.done === step;
const refusal = (promise: Promise<unknown>) => promise.catch((error: CallError) => error);

it('waits in a queue of its own, where people take turns, and can be put elsewhere', async () => {
  const ids = [await add(), await add()];
  const other = await add({}, server.admin);
  const order = (lanes: { kind: string; tasks: Task[] }[]) =>
    lanes.find((lane) => lane.kind === kind)!.tasks.map(({ id }) => id);
  const chief = server.as(server.admin);
  expect(order(await chief(api.taskQueue, {}))).toEqual([ids[0], other, ids[1]]);
  expect(order(await chief(api.taskReorder, { id: ids[1]!, beforeId: ids[0]! }))).toEqual([ids[1], ids[0], other]);
  expect(await call(api.taskInfo, { id: other })).toMatchObject({ kind, subject: 'numbers', queuePosition: 3 });
  const listed = await call(api.taskList, { kind });
  expect(listed.total).toBe(3);
  for (const id of [...ids, other]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await call(api.taskAct, { id, action: 'cancel' })).toMatchObject({ state: 'canceled', actions: [] });
  }
});

it('runs to its end with progress, one at a time, and tells what its kind tells', async () => {
  const before = (await call(api.socketMissed, { afterSeq: 0 })).lastSeq;
  const ids = [await add({ attempts: [{ at: 5, does: 'wait' }] }), await add()];
  await startWorker();
  await server.waitFor(call, ids[0]!, at(5));
  expect((await call(api.taskInfo, { id: ids[1]! })).state).toBe('queued');
  await call(api.taskAct, { id: ids[0]!, action: 'stop' });
  expect(await server.waitFor(call, ids[0]!, hasEnded)).toMatchObject({ state: 'stopped', actions: ['retry'] });
  const done = await server.waitFor(call, ids[1]!, hasEnded);
  expect(done).toMatchObject({ state: 'completed', progress: { done: 5, total: 5 }, device: null, attempt: 1 });
  const { frames } = await call(api.socketMissed, { afterSeq: before });
  const events = frames.map(({ event }) => event);
  expect(events.filter(({ type }) => type === 'message')).toEqual([{ type: 'message', cn: '数完了', en: 'Counted' }]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'task', kind, taskId: ids[1], state: 'completed' }));
  await call(api.taskDelete, { id: ids[1]! });
  expect(await refusal(call(api.taskInfo, { id: ids[1]! }))).toMatchObject({ code: 404 });
});

it('offers and takes the actions of its row only, from those who have its key', async () => {
  const id = await add();
  expect((await call(api.taskInfo, { id })).actions).toEqual(['cancel']);
  expect(await refusal(call(api.taskAct, { id, action: 'pause' }))).toMatchObject({ code: 610 });
  const modeller = server.as(await addPerson(server.services.db, 'modeller', ['model/pageList', 'allData']));
  expect((await modeller(api.taskInfo, { id })).actions).toEqual([]);
  expect(await refusal(modeller(api.taskAct, { id, action: 'cancel' }))).toMatchObject({ code: 403 });
  await call(api.taskAct, { id, action: 'cancel' });
});

it('fails for a reason until a person tries it again, and goes on from where it was', async () => {
  await startWorker();
  const id = await add({ attempts: [{ at: 3, does: 'fail' }] });
  const failed = await server.waitFor(call, id, hasEnded);
  expect(failed).toMatchObject({ state: 'failed', attempt: 1, cause: { code: 'disk.full' }, actions: ['retry'] });
  expect(failed.causeText?.en).not.toBe('');
  await call(api.taskAct, { id, action: 'retry' });
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', attempt: 2, cause: null, progress: { done: 5 } });
});

it('is tried again by itself after a fault of the system', async () => {
  await startWorker();
  const id = await add({
    attempts: [
      { at: 2, does: 'break' },
      { at: 4, does: 'break' },
    ],
  });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed', attempt: 3 });
  const lines = await call(api.taskLines, { id });
  // each got further than the one before: they are no faults in a row
  expect(lines.filter((line) => line.kind === 'fault').map(({ body }) => body['faults'])).toEqual([1, 1]);
});

it('goes on after its worker was killed, and after one that was stopped', async () => {
  const first = await startWorker();
  const id = await add({
    attempts: [
      { at: 2, does: 'wait' },
      { at: 4, does: 'wait' },
    ],
  });
  await server.waitFor(call, id, at(2));
  first.kill('SIGKILL');
  await waitUntil(() => first.signalCode !== null, patienceMs);
  const second = await startWorker();
  expect(await server.waitFor(call, id, at(4))).toMatchObject({ attempt: 2 });
  second.send('stop');
  await waitUntil(() => second.exitCode !== null, patienceMs);
  expect(await call(api.taskInfo, { id })).toMatchObject({ state: 'queued', attempt: 2 });
  await startWorker();
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed', attempt: 3 });
});

it('may have an engine: it is claimed for a device, and its result is made by its kind', async () => {
  const params = { epochs: 2, warmupEpochs: 0, closeMosaicEpochs: 0 };
  const { id } = await call(api.trainAdd, { modelId: material.modelId, folderIds: [material.folderId], params });
  await server.services.db
    .update(task)
    .set({ kind: dummyKind('measure') })
    .where(eq(task.id, id));
  await startWorker();
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({
    state: 'completed',
    versionId: null,
    device: 'cpu',
  });
  const [row] = await server.services.db.select().from(task).where(eq(task.id, id));
  expect(row!.result).toEqual({ measured: 1 });
});
