/** Several images in one transaction: what a killed, paused or overtaken attempt leaves behind, and what the next one does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@loupe/contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type Inference } from '../../inference/index.ts';
import { shape } from '../../tables/annotation.ts';
import { folder, image } from '../../tables/datasets.ts';
import { preannotationImage, proposal } from '../../tables/preannotation.ts';
import { task } from '../../tables/tasks.ts';
import { moveTask } from '../../tasks-runner/state.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { makeBatches } from './batches.ts';
import { preannotateKind } from './run.ts';

it('writes what is full at once, what is slow in coming alone, and what is left at the end, in turn', async () => {
  const written: number[][] = [];
  let time = 0;
  const write = async (some: number[]) => {
    await sleep(1);
    written.push(some);
  };
  const batches = makeBatches(write, { most: 3, ms: 500 }, () => time);
  await Promise.all([1, 2, 3, 4].map(batches.add));
  expect(written).toEqual([[1, 2, 3]]);
  time = 600;
  await batches.add(5);
  expect(written.slice(1)).toEqual([[4, 5]]);
  await batches.add(6);
  await batches.flush();
  await batches.flush();
  expect(written.slice(2)).toEqual([[6]]);
});

it('says that writing failed to whoever adds next, and writes nothing after it', async () => {
  const written: number[] = [];
  const write = async ([one]: number[]) => {
    written.push(one!);
    throw new Error('away');
  };
  const batches = makeBatches(write, { most: 1, ms: 500 });
  await expect(batches.add(1)).rejects.toThrow('away');
  await expect(batches.add(2)).rejects.toThrow('away');
  await expect(batches.flush()).rejects.toThrow('away');
  expect(written).toEqual([1]);
});

let server: TestServer;
let material: Material;
let versionId: number;
let inference: Inference;
beforeAll(async () => {
  server = await testServer();
  material = await addMaterial(server.services, server.a);
  versionId = await addReadyVersion(server.services, server.a, material);
  inference = createPool({ seconds: 6, memoryMb: 2048, processes: 2, threads: 1 });
});
afterAll(async () => {
  await inference.close();
  await server.close();
});

const db = () => server.services.db;
async function begin(images: number) {
  const { folderId, imageIds } = await addFolder(server.services, material, { images });
  await db().delete(shape).where(inArray(shape.imageId, imageIds));
  await db().update(image).set({ state: 'unannotated', nShapes: 0 }).where(inArray(image.id, imageIds));
  await db().update(folder).set({ state: 'unannotated', nAnnotated: 0 }).where(eq(folder.id, folderId));
  const { id } = await server.as(server.a)(api.preannotateAdd, { versionId, selection: { filter: { folderId } } });
  /** Images of each event that was sent, in turn. */
  const told: number[][] = [];
  const publish: typeof server.services.publish = async (to, event, how) => {
    if (event.type === 'proposals') told.push(event.imageIds);
    return server.services.publish(to, event, how);
  };
  const run = async (signal: AbortSignal, fence: () => Promise<void> = async () => undefined, by = inference) => {
    const [row] = await db().select().from(task).where(eq(task.id, id));
    await preannotateKind(by).run({ ...server.services, publish }, row!, { signal, attempt: 1, fence });
  };
  const count = async () => {
    const rows = await db().select().from(preannotationImage).where(eq(preannotationImage.taskId, id));
    const done = rows.filter(({ status }) => status === 'done').map(({ imageId }) => imageId);
    const proposed = await db().select().from(proposal).where(inArray(proposal.imageId, imageIds));
    expect(proposed.map(({ imageId }) => imageId).sort()).toEqual(done.toSorted());
    return done.length;
  };
  return { run, count, told, id, folderId, imageIds };
}
const never = new AbortController().signal;

it('keeps what was made when it is paused, and goes on with the rest', async () => {
  const { run, count, folderId } = await begin(6);
  const abort = new AbortController();
  // as the first of it is written
  const pausing = async () => abort.abort(new Error('paused'));
  await expect(run(abort.signal, pausing)).rejects.toThrow('paused');
  expect(await count()).toBeGreaterThan(0);
  await run(never);
  expect(await count()).toBe(6);
  expect(await server.as(server.a)(api.folderInfo, { id: folderId })).toMatchObject({ preLabeled: 6 });
});

it('keeps what was made when it is stopped, leaves the rest as it was, and holds no image any more', async () => {
  const { run, count, id, imageIds } = await begin(6);
  const call = server.as(server.a);
  await db().update(task).set({ state: 'running' }).where(eq(task.id, id));
  await call(api.taskAct, { id, action: 'stop' });
  const stop = new AbortController();
  let asked = 0;
  const stopping: Inference = {
    ...inference,
    run: async (request) => {
      const answer = await inference.run(request);
      if (++asked === 2) stop.abort(new Error('stopped'));
      return answer;
    },
  };
  await expect(run(stop.signal, undefined, stopping)).rejects.toThrow('stopped');
  await db().transaction((tx) => moveTask(tx, { id, state: 'stopping' }, 'stopped'));
  expect(await call(api.taskInfo, { id })).toMatchObject({ state: 'stopped', actions: ['retry'] });
  const done = await count();
  expect([done > 0, done < 6]).toEqual([true, true]);
  const states = await db().select().from(image).where(inArray(image.id, imageIds));
  const [made, left] = ['preLabeled', 'unannotated'].map((is) => states.filter(({ state }) => state === is));
  expect([made!.length, left!.length]).toEqual([done, 6 - done]);
  await call(api.imageDelete, { ids: [made![0]!.id] });
  // who wants the rest after all has it without the beginning again
  await call(api.taskAct, { id, action: 'retry' });
  await run(never);
  expect(await count()).toBe(6);
});

it('writes nothing behind the back of a later attempt, and the later one makes each image once', async () => {
  const { run, count } = await begin(3);
  const overtaken = async () => {
    throw new Error('fenced');
  };
  await expect(run(never, overtaken)).rejects.toThrow('fenced');
  expect(await count()).toBe(0);
  await run(never);
  expect(await count()).toBe(3);
});

it('tells of images that were written together in one event, and of each once', async () => {
  const { run, told, imageIds } = await begin(5);
  let writes = 0;
  await run(never, async () => {
    writes += 1;
  });
  expect(told.flat().toSorted((a, b) => a - b)).toEqual(imageIds);
  // the last look at what is left writes too, and tells of nothing
  expect(told).toHaveLength(writes - 1);
});

it('tells of nothing where nothing was proposed', async () => {
  const { run, told, imageIds } = await begin(2);
  await db().update(image).set({ nShapes: 1 }).where(inArray(image.id, imageIds));
  await run(never);
  expect(told).toEqual([]);
});
