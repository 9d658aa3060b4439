/** The life of a task: only listed transitions with one winner, the order of the queue, and trying again. */
import {
  api,
  liveStates,
  nextState,
  TaskAction,
  taskKinds,
  TaskState,
  type Call,
  type QueueLane,
} from '@loupe/contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { attempt, task } from '../../tables/tasks.ts';

let server: TestServer;
let a: Call;
let admin: Call;
let material: Material;
let versionId: number;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  admin = server.as(server.admin);
  material = await addMaterial(server.services, server.a);
  versionId = await addReadyVersion(server.services, server.a, material);
});
afterAll(() => server.close());

const add = (call = a, { modelId, folderId } = material) =>
  call(api.trainAdd, { modelId, folderIds: [folderId], params: {} });
const set = (id: number, change: Partial<typeof task.$inferInsert>) =>
  server.services.db.update(task).set(change).where(eq(task.id, id));
const clearQueue = () =>
  server.services.db
    .update(task)
    .set({ state: 'canceled' })
    .where(inArray(task.state, ['queued', ...liveStates]));
const stateOf = async (id: number) => (await a(api.taskInfo, { id })).state;

describe('from every state, each action twice at the same time', () => {
  // an attempt of another machine: nobody here ends it meanwhile
  const startElsewhere = (taskId: number) =>
    server.services.db.insert(attempt).values({
      taskId,
      n: 1,
      executor: 'local',
      host: 'elsewhere',
      leaseUntil: new Date(Date.now() + 60_000),
    });
  const makers = {
    train: () => add(),
    test: () => a(api.testAdd, { versionId, folderIds: [material.folderId] }),
  };
  // to stop or to cancel what stops, or was stopped or cancelled, is no error
  const isDone = (state: TaskState, action: TaskAction): boolean =>
    ['stop', 'cancel'].includes(action) && ['stopping', 'stopped', 'canceled'].includes(state);
  for (const kind of ['train', 'test'] as const) {
    it.each(TaskState.options)(`a ${kind} that is %s`, async (state) => {
      const { id } = await makers[kind]();
      await startElsewhere(id);
      for (const action of TaskAction.options) {
        await set(id, { state });
        const twice = await Promise.allSettled([1, 2].map(() => a(api.taskAct, { id, action })));
        const wins = twice.filter(({ status }) => status === 'fulfilled').length;
        const to = taskKinds[kind].actions.includes(action) ? nextState(state, action) : undefined;
        const first = to === undefined && !isDone(state, action) ? 0 : 1;
        const second = first === 1 && isDone(to ?? state, action) ? 1 : 0;
        expect([state, action, wins]).toEqual([state, action, first + second]);
        expect([state, action, await stateOf(id)]).toEqual([state, action, to ?? state]);
      }
    });
  }
});

describe('trying again', () => {
  it('is as if the task had never failed, at the end of the queue', async () => {
    await clearQueue();
    const first = await add();
    const other = await add();
    const cause = { code: 'disk.full', stage: 'train', file: null, args: {} };
    await set(first.id, { state: 'failed', cause, endedAt: new Date(), systemFaults: 4, notBefore: new Date('2100') });
    const again = await a(api.taskAct, { id: first.id, action: 'retry' });
    expect(again).toMatchObject({ state: 'queued', cause: null, endedAt: null, queuePosition: 2, waitsFor: 'turn' });
    const [row] = await server.services.db.select().from(task).where(eq(task.id, first.id));
    expect(row).toMatchObject({ systemFaults: 0, notBefore: null, desired: 'run' });
    expect((await a(api.taskInfo, { id: other.id })).waitsFor).toBe('start');
  });

  it.each([
    { code: 'checkpoint.damaged', stage: 'prepare', file: 'checkpoint-000000005.pt', args: {} },
    { code: 'job.invalid', stage: 'prepare', file: null, args: { field: 'resume', reason: 'of another training' } },
  ])('starts from nothing where no checkpoint is taken: $code', async (cause) => {
    const { id } = await add();
    const checkpoint = [{ step: 5, path: 'checkpoint-000000005.pt', sha256: 'ab' }];
    const values = { taskId: id, n: 1, executor: 'local', leaseUntil: new Date(), endedAs: 'failed', checkpoint };
    await server.services.db.insert(attempt).values(values);
    await set(id, { state: 'failed', cause, endedAt: new Date() });
    await a(api.taskAct, { id, action: 'retry' });
    const [row] = await server.services.db.select().from(attempt).where(eq(attempt.taskId, id));
    expect(row!.checkpoint).toBeNull();
  });
});

describe('the queue', () => {
  const laneOf = (lanes: QueueLane[]) => lanes.find(({ kind }) => kind === 'train')!;
  const idsOf = async (call: Call) => laneOf(await call(api.taskQueue, {})).tasks.map(({ id }) => id);

  it('shows what is foreign as numbers only', async () => {
    await clearQueue();
    const theirs = await addMaterial(server.services, server.b);
    const b = server.as(server.b);
    const mine = await add();
    const foreign = await add(b, theirs);
    const last = await add();
    const seen = laneOf(await a(api.taskQueue, {}));
    expect(seen).toMatchObject({ running: 0, waiting: 3 });
    expect(seen.tasks.map(({ id, queuePosition }) => [id, queuePosition])).toEqual([
      [mine.id, 1],
      [last.id, 3],
    ]);
    await set(mine.id, { state: 'running' });
    expect(laneOf(await b(api.taskQueue, {}))).toMatchObject({
      running: 1,
      waiting: 2,
      tasks: [{ id: foreign.id, waitsFor: 'device', queuePosition: 1 }],
    });
    expect(await idsOf(admin)).toEqual([mine.id, foreign.id, last.id]);
  });

  it('is reordered by who may, among what waits', async () => {
    await clearQueue();
    const [one, two, three] = [(await add()).id, (await add()).id, (await add()).id];
    await expect(a(api.taskReorder, { id: three, beforeId: one })).rejects.toMatchObject({ code: 403 });
    const moved = laneOf(await admin(api.taskReorder, { id: three, beforeId: one }));
    expect(moved.tasks.map(({ id }) => id)).toEqual([three, one, two]);
    await admin(api.taskReorder, { id: three, beforeId: two });
    expect(await idsOf(a)).toEqual([one, three, two]);
    await admin(api.taskReorder, { id: one, beforeId: null });
    expect(await idsOf(a)).toEqual([three, two, one]);
    await admin(api.taskReorder, { id: one, beforeId: one });
    // what queues later comes later
    const { id: four } = await add();
    expect(await idsOf(a)).toEqual([three, two, one, four]);
    const test = await a(api.testAdd, { versionId, folderIds: [material.folderId] });
    await set(two, { state: 'running' });
    for (const beforeId of [two, test.id]) {
      await expect(admin(api.taskReorder, { id: one, beforeId })).rejects.toMatchObject({ code: 610 });
    }
    await expect(admin(api.taskReorder, { id: two, beforeId: one })).rejects.toMatchObject({ code: 610 });
    await expect(admin(api.taskReorder, { id: 8_000_000_000_001, beforeId: null })).rejects.toMatchObject({
      code: 404,
    });
  });

  it('keeps its order however often two tasks change places', async () => {
    await clearQueue();
    const ids = [(await add()).id, (await add()).id, (await add()).id];
    let expected = ids;
    for (let i = 0; i < 60; i++) {
      const [first, second, third] = expected as [number, number, number];
      await admin(api.taskReorder, { id: third, beforeId: second });
      expected = [first, third, second];
    }
    expect(await idsOf(admin)).toEqual(expected);
    const rows = await server.services.db.select().from(task).where(inArray(task.id, ids));
    expect(rows.every(({ ordinal }) => ordinal <= Date.now() / 1000 + 1)).toBe(true);
  });
});
