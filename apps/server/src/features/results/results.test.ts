/** Tests of versions from the queue to figures: predictions by real inference, metrics from rows, causes in words. */
import { rm, writeFile } from 'node:fs/promises';
import { api, ofType, type Call, type TaskProgress, type Thresholds } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type Inference } from '../../inference/index.ts';
import { runTest } from '../tasks/kinds/test/run.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion, readyThresholds } from '../../testing/ready-version.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';
import { image } from '../../tables/datasets.ts';
import { versionStage } from '../../tables/models.ts';
import { prediction, task } from '../../tables/tasks.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
let versionId: number;
let inference: Inference;

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 6 });
  versionId = await addReadyVersion(server.services, server.a, material);
  inference = createPool({ seconds: 6, memoryMb: 2048, processes: 2, threads: 1 });
});
afterAll(async () => {
  await inference.close();
  await server.close();
});

const rowOf = async (id: number) => (await server.services.db.select().from(task).where(eq(task.id, id)))[0]!;
const never = new AbortController().signal;
const predictionsOf = (taskId: number) =>
  server.services.db.select().from(prediction).where(eq(prediction.taskId, taskId)).orderBy(prediction.imageId);
/** Queues a test and runs it here, without a worker. */
async function runHere(version: number, folderIds = [material.folderId], thresholds?: Thresholds) {
  const { id } = await call(api.testAdd, { versionId: version, folderIds, ...(thresholds && { thresholds }) });
  const progress: TaskProgress[] = [];
  const work = runTest(server.services, inference, await rowOf(id), never, async (p) => void progress.push(p));
  return { id, work, progress };
}
const complete = (id: number) => server.services.db.update(task).set({ state: 'completed' }).where(eq(task.id, id));

it('goes through the worker to figures that are right to the last place', async () => {
  await server.startWorker(fakeEngine());
  const queued = await call(api.testAdd, { versionId, folderIds: [material.folderId] });
  const done = await server.waitFor(call, queued.id, hasEnded);
  await server.killWorkers();
  expect(done).toMatchObject({ state: 'completed', progress: { done: 6, total: 6 } });
  // Of six boxes three carry the label that the model gives them: images 1, 2 and 3.
  const summary = ofType(await call(api.testSummary, { taskId: queued.id }), 'boxes');
  expect(summary).toMatchObject({ images: 6, truths: 6, detections: 6, precision: 0.5, recall: 0.5, f1: 0.5 });
  const [first, second] = [34 / 101, (67 * (2 / 3)) / 101];
  expect(summary.classes.map(({ ap50 }) => ap50)).toEqual([expect.closeTo(first, 9), expect.closeTo(second, 9)]);
  for (const key of ['map50', 'map50_95', 'map33'] as const) expect(summary[key]).toBeCloseTo((first + second) / 2, 9);
  expect(summary.classes[0]).toMatchObject({ label: 'scratch', truths: 3, precision: 0.5 });
  expect(summary.seconds).toBeGreaterThan(0);
  // lists have them from the end of the test on, without working them out
  const { list } = await call(api.taskList, { kind: 'test', modelId: done.modelId! });
  expect(list[0]!.figures).toMatchObject({ map50: summary.map50, precision: 0.5, truths: 6 });
});

it('keeps the figures of a test of an earlier release when somebody looks at them as they are', async () => {
  const { id, work } = await runHere(versionId);
  await work;
  await complete(id);
  const figures = async () => (await call(api.taskInfo, { id })).figures;
  expect(await figures()).toBeNull();
  await call(api.testSummary, { taskId: id, thresholds: { confidence: 0.01 } });
  expect(await figures()).toBeNull();
  const { map50 } = ofType(await call(api.testSummary, { taskId: id }), 'boxes');
  expect(await figures()).toMatchObject({ map50, detections: 6 });
});

it('answers for other thresholds, and refuses figures that are not there yet', async () => {
  const { id, work } = await runHere(versionId);
  await work;
  await expect(call(api.testSummary, { taskId: id })).rejects.toMatchObject({ code: 610 });
  await complete(id);
  const low = ofType(await call(api.testSummary, { taskId: id, thresholds: { confidence: 0.01 } }), 'boxes');
  expect(low).toMatchObject({ detections: 12, thresholds: { confidence: 0.01, iou: 0.5 } });
  expect(low.precision).toBeCloseTo(3 / 12, 9);
  const loose = await call(api.testSummary, { taskId: id, thresholds: { iou: 0.62 } });
  expect(loose).toMatchObject({ recall: 0.5, thresholds: { iou: 0.62 } });
});

it('keeps one label for one object where a test is told so, and its figures say so', async () => {
  // the second candidate of the model covers the image and shares a tenth of it with the first
  const asked = { ...readyThresholds, confidence: 0.01, nms: 0.01 };
  const detections = async (thresholds: Thresholds) => {
    const { id, work } = await runHere(versionId, [material.folderId], thresholds);
    await work;
    await complete(id);
    const summary = ofType(await call(api.testSummary, { taskId: id }), 'boxes');
    expect(summary.thresholds).toEqual(thresholds);
    return summary.detections;
  };
  expect(await detections(asked)).toBe(12);
  expect(await detections({ ...asked, oneLabel: false })).toBe(12);
  expect(await detections({ ...asked, oneLabel: true })).toBe(6);
});

it('lists images worst first and shows one with truth and prediction', async () => {
  const { id, work } = await runHere(versionId);
  await work;
  await complete(id);
  const page = await call(api.testImages, { taskId: id, pageSize: 2 });
  expect(page).toMatchObject({
    total: 6,
    list: [{ tp: 0, fp: 1, fn: 1, name: 'image_0.png', width: 128 }, { fn: 1 }],
  });
  const wrong = await call(api.testImages, { taskId: id, wrongOnly: true, sort: '-name' });
  expect(wrong.list.map(({ name }) => name)).toEqual(['image_5.png', 'image_4.png', 'image_0.png']);
  const imageId = material.imageIds[1]!;
  const one = await call(api.testImage, { taskId: id, imageId });
  expect(one).toMatchObject({ image: { id: imageId, deleted: false }, truthClasses: [1] });
  expect(one.truths[0]).toMatchObject({ kind: 'rect', labelId: material.labelIds[1], points: [27, 37, 67, 77] });
  expect(ofType(one.prediction, 'boxes').items[0]).toMatchObject({ c: 1, p: [27, 37, 67, 77] });
  const other = server.as(server.b);
  await expect(other(api.testSummary, { taskId: id })).rejects.toMatchObject({ code: 404 });
  await expect(other(api.testImage, { taskId: id, imageId })).rejects.toMatchObject({ code: 404 });
  await expect(call(api.testImage, { taskId: id, imageId: 1_000_000 })).rejects.toMatchObject({ code: 404 });
});

it('keeps the truth of the snapshot when images are deleted', async () => {
  const { folderId, imageIds } = await addFolder(server.services, material, { images: 1 });
  const { id, work } = await runHere(versionId, [folderId]);
  await work;
  await complete(id);
  await server.services.db
    .update(image)
    .set({ deletedAt: new Date(), folderId: null })
    .where(eq(image.id, imageIds[0]!));
  const one = await call(api.testImage, { taskId: id, imageId: imageIds[0]! });
  expect(one).toMatchObject({ image: { folderId: null, deleted: true }, truthClasses: [0] });
  expect(await call(api.testSummary, { taskId: id })).toMatchObject({ images: 1, truths: 1 });
});

it('goes on where a stopped test stood', async () => {
  const { id } = await call(api.testAdd, { versionId, folderIds: [material.folderId] });
  const stop = new AbortController();
  let steps = 0;
  const stopped = runTest(server.services, inference, await rowOf(id), stop.signal, async () => {
    if (++steps > 1) stop.abort(new Error('enough'));
  });
  await Promise.allSettled([stopped]);
  const [kept] = await predictionsOf(id);
  // one is missing for certain, however far it got
  await server.services.db
    .delete(prediction)
    .where(and(eq(prediction.taskId, id), eq(prediction.imageId, material.imageIds[5]!)));
  const progress: TaskProgress[] = [];
  await runTest(server.services, inference, await rowOf(id), never, async (p) => void progress.push(p));
  const rows = await predictionsOf(id);
  expect(rows).toHaveLength(6);
  expect(rows[0]!.createdAt).toEqual(kept!.createdAt);
  expect(progress[0]!.done).toBeGreaterThan(0);
  expect(progress.at(-1)).toMatchObject({ done: 6, total: 6 });
});

it('ends with a cause that names the image or the model', async () => {
  const { folderId, imageIds } = await addFolder(server.services, material, { images: 2, side: 133 });
  const [bad] = await server.services.db.select().from(image).where(eq(image.id, imageIds[1]!));
  const file = server.services.blobs.path(bad!.sha256);
  await writeFile(file, 'no image any more');
  const corrupt = await runHere(versionId, [folderId]);
  const named = { args: { file: 'image_1.png' } };
  await expect(corrupt.work).rejects.toMatchObject({ key: 'cause.data.imageCorrupt', ...named });
  expect(await predictionsOf(corrupt.id)).toHaveLength(1);
  await rm(file);
  await expect((await runHere(versionId, [folderId])).work).rejects.toMatchObject({
    key: 'cause.data.imageMissing',
    ...named,
  });
  const endless = await addReadyVersion(server.services, server.a, material, { onnx: 'endless' });
  await expect((await runHere(endless)).work).rejects.toMatchObject({ key: 'cause.inference.timeout' });
  // one that no process has loaded yet
  const damaged = await addReadyVersion(server.services, server.a, material, { onnx: 'no-image' });
  const stages = await server.services.db.select().from(versionStage).where(eq(versionStage.versionId, damaged));
  const { onnxSha256 } = stages[0]!;
  await writeFile(server.services.blobs.path(onnxSha256), 'no model any more');
  await expect((await runHere(damaged)).work).rejects.toMatchObject({
    key: 'cause.version.damaged',
    args: { file: `${onnxSha256.slice(0, 16)}.onnx` },
  });
  const lying = await addReadyVersion(server.services, server.a, material, { onnx: 'far-class' });
  await expect((await runHere(lying)).work).rejects.toMatchObject({ key: 'cause.inference.failed' });
});
