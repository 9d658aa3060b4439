/** From polygons to masks: what may train, a training by an engine that speaks the protocol, its version, test, and verdict. */
import { gunzipSync } from 'node:zlib';
import path from 'node:path';
import { api, MatchHead, ofType, queryUrl, type Call, type Task } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { rankDetections, tablePrecision, unpackTable } from '@loupe/metrics';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';
import { shape } from '../../tables/annotation.ts';
import { dataset } from '../../tables/datasets.ts';
import { model } from '../../tables/models.ts';

const outline = path.resolve(import.meta.dirname, '../../inference/fixtures/outline.onnx');

let server: RunnerServer;
let call: Call;
let material: Material;
let trained: Task;

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (error: { code: number; enMsg: string; data: unknown }) => error,
  );
const request = (more: Record<string, unknown> = {}) => ({
  modelId: material.modelId,
  folderIds: [material.folderId],
  params: {},
  ...more,
});

/** The rectangles of these images as polygons: of four corners, as boxes that are imported, or with one more, as outlines. */
async function outlined(imageIds: readonly number[], asBoxes = false): Promise<void> {
  const { db } = server.services;
  for (const row of await db
    .select()
    .from(shape)
    .where(inArray(shape.imageId, [...imageIds]))) {
    const [x1, y1, x2, y2] = boundsOf([...new Float32Array(Uint8Array.from(row.points).buffer)]);
    const fifth = asBoxes ? [] : [x1, (y1 + y2) / 2];
    const points = Buffer.from(Float32Array.of(x1, y1, x2, y1, x2, y2, x1, y2, ...fifth).buffer);
    // oxlint-disable-next-line no-await-in-loop
    await db.update(shape).set({ kind: 'polygon', points }).where(eq(shape.id, row.id));
  }
}

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 20, groupSize: 2 });
  await server.services.db.update(model).set({ type: 'segment' }).where(eq(model.id, material.modelId));
});
afterAll(() => server.close());

it('learns from data sets of polygons alone', async () => {
  const refused = await refusal(call(api.trainCheck, request()));
  expect(refused).toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('not of the type Segmentation') as string,
  });
  const { db } = server.services;
  await db.update(dataset).set({ setType: 'segmentation' }).where(eq(dataset.id, material.datasetId));
  const noOutlines = await refusal(call(api.trainAdd, request()));
  expect(noOutlines).toMatchObject({ code: 610, enMsg: expect.stringContaining('only rectangles') as string });
  // boxes that are imported into such a set are polygons of four corners
  await outlined(material.imageIds, true);
  const imported = await refusal(call(api.trainAdd, request()));
  expect(imported).toMatchObject({ code: 610, enMsg: expect.stringContaining('only rectangles') as string });
  const asOutlines = await refusal(call(api.trainAdd, request({ params: { filledBoxes: true } })));
  expect(asOutlines).toMatchObject({ code: 610, data: { confirm: true } });
});

it('learns nothing from outlines that only validate', async () => {
  const { services } = server;
  const other = await addFolder(services, material, { images: 4 });
  await outlined(other.imageIds);
  const asked = request({ validationFolderIds: [other.folderId] });
  expect(await refusal(call(api.trainCheck, asked))).toMatchObject({
    enMsg: expect.stringContaining('only rectangles') as string,
  });
  // nor from objects
  const blank = await addFolder(services, { ...material, labelIds: [] }, { images: 4 });
  const empty = request({ folderIds: [blank.folderId], validationFolderIds: [other.folderId] });
  expect(await refusal(call(api.trainCheck, empty))).toMatchObject({
    enMsg: expect.stringContaining('to learn from have no annotated objects') as string,
  });
});

it('counts rectangles among the polygons before the start, and says what becomes of them', async () => {
  await outlined(material.imageIds.slice(2));
  const [warning] = (await call(api.trainCheck, request())).warnings;
  expect(warning).toMatchObject({ key: 'train.rectangles' });
  expect(warning!.en).toContain('2 rectangles on 2 images (image_0.png, image_1.png), including imported boxes, teach');
  const unread = await refusal(call(api.trainAdd, request({ params: { filledBoxes: true } })));
  expect(unread).toMatchObject({ code: 610, data: { confirm: true } });
  expect(unread).toMatchObject({ enMsg: expect.stringContaining('Everything inside 2 rectangles') as string });
  await outlined(material.imageIds.slice(0, 2));
  expect((await call(api.trainCheck, request())).warnings).toEqual([]);
});

it('makes a version with thresholds, figures and a certificate of its masks', async () => {
  await server.startWorker(fakeEngine(`--onnx=${outline}`));
  const { id } = await call(api.trainAdd, request());
  trained = await server.waitFor(call, id, hasEnded);
  expect(trained).toMatchObject({ state: 'completed', versionNumber: 1 });
  const version = await call(api.versionInfo, { id: trained.versionId! });
  expect(version).toMatchObject({
    state: 'ready',
    thresholds: { confidence: 0.31, byLabel: { scratch: 0.44 }, nms: 0.6, iou: 0.5, byLabelLeast: {} },
    metrics: { map50: 0.5, map50_95: 0.25, box_map50: 0.6, boundary_f: 0.9, area_error: 0.1 },
  });
  expect(version.stages[0]!.certificate).toMatchObject({ prediction: 'masks', passed: true, failures: [] });
  expect(version.stages[0]!.certificate!.deltas).toContainEqual({
    name: 'pixels',
    largest: 0,
    tolerance: expect.closeTo(0.001, 9) as number,
  });
});

it('is not tested on a set of boxes, whose images with defects would count as good ones', async () => {
  const { db } = server.services;
  const isOwn = eq(dataset.id, material.datasetId);
  await db.update(dataset).set({ setType: 'detection' }).where(isOwn);
  const asked = { versionId: trained.versionId!, folderIds: [material.folderId] };
  expect(await refusal(call(api.testAdd, asked))).toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('not of the type Segmentation') as string,
  });
  await db.update(dataset).set({ setType: 'segmentation' }).where(isOwn);
});

it('tests it: figures of masks, the same from the columns that a browser gets', async () => {
  const { id } = await call(api.testAdd, { versionId: trained.versionId!, folderIds: [material.folderId] });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'masks');
  // the drawn boxes are bright: each is found as it was drawn, some by the other label
  expect(summary).toMatchObject({ truths: 20, boundaryF: 1, areaError: 0, images: 20 });
  // a weak second candidate has the mask of the bright box and the box of the whole image
  expect(summary.map50).toBeGreaterThan(summary.boxMap50!);
  const answer = await server.app.inject({
    method: 'GET',
    url: queryUrl(api.testTable, { taskId: id }),
    headers: { authorization: server.a.token },
  });
  const { table, more } = unpackTable(Uint8Array.from(gunzipSync(answer.rawPayload)).buffer);
  expect(MatchHead.parse(more).labels).toHaveLength(2);
  expect(tablePrecision(table, rankDetections(table)).map50_95).toBeCloseTo(summary.map50_95!, 12);
  const [worst] = (await call(api.testImages, { taskId: id, pageNum: 1, pageSize: 5 })).list;
  expect(worst).toMatchObject({ type: 'masks' });
});
