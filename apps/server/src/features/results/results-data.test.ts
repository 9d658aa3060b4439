/** Results beyond the figures: columns that agree with them, tests that ended early, peers, thresholds of the version. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { api, ofType, MatchHead, queryUrl, type Boxes, type Call } from '@loupe/contract';
import {
  entriesAt,
  matchTable,
  matrixOf,
  rankDetections,
  ratesOfMatrix,
  tablePrecision,
  unpackTable,
} from '@loupe/metrics';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nobody } from '../../core/actor.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addWorld, type World } from '../../testing/world.ts';
import { audit } from '../../tables/account.ts';
import { image } from '../../tables/datasets.ts';
import { objectTable } from '../../predictions/objects/table.ts';
import { ownTest } from './scope.ts';
import { tableInput } from './table.ts';
import type { TableInput, TestedImage } from '../../predictions/index.ts';
import { prediction, task } from '../../tables/tasks.ts';

let server: TestServer;
let call: Call;
let world: World;

const bodyOf = (items: Boxes['items']): Buffer => gzipSync(JSON.stringify({ type: 'boxes', items }));
/** Right, wrong and weak boxes around what the drawn images hold. */
const spread = (i: number): Boxes['items'] => [
  { c: i % 2, score: Math.fround(0.9 - i / 10), p: [10 + 17 * i, 8 + 29 * i, 52 + 17 * i, 45 + 29 * i] },
  { c: (i + 1) % 2, score: Math.fround(0.7), p: [12 + 17 * i, 8 + 29 * i, 40 + 17 * i, 48 + 29 * i] },
  { c: 0, score: Math.fround(0.2), p: [0, 0, 20, 20] },
];

beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  world = await addWorld(server, server.a);
  for (const [i, imageId] of world.imageIds.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await server.database.db
      .update(prediction)
      .set({ body: bodyOf(spread(i)) })
      .where(and(eq(prediction.taskId, world.testTaskId), eq(prediction.imageId, imageId)));
  }
});
afterAll(() => server.close());

const fetchTable = (taskId: number, headers: Record<string, string> = {}, token = server.a.token) =>
  server.app.inject({
    method: 'GET',
    url: queryUrl(api.testTable, { taskId }),
    headers: { ...headers, authorization: token },
  });
const tableOf = (bytes: Uint8Array) => {
  const { table, more } = unpackTable(Uint8Array.from(bytes).buffer);
  return { table, head: MatchHead.parse(more) };
};

it('sends columns from which a browser gets the very figures of the summary, at any thresholds', async () => {
  const taskId = world.testTaskId;
  const answer = await fetchTable(taskId);
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' });
  const { table, head } = tableOf(gunzipSync(answer.rawPayload));
  expect(head).toMatchObject({ floor: 0, revisions: [1, 1, 1, 1] });
  expect([...table.imageIds]).toEqual(world.imageIds);
  for (const [confidence, iou] of [
    [0.25, 0.5],
    [0.65, 0.33],
    [0.1, 0.75],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const summary = ofType(await call(api.testSummary, { taskId, thresholds: { confidence, iou } }), 'boxes');
    const matrix = matrixOf(entriesAt(table, matchTable(table, iou), { confidence, iou }));
    const { total, perClass } = ratesOfMatrix(matrix, table.classCount);
    expect(summary.precision).toBe(total.precision ?? 0);
    expect(summary.recall).toBe(total.recall ?? 0);
    expect(summary.classes.map(({ f1 }) => f1)).toEqual(perClass.map(({ f1 }) => f1 ?? 0));
    const precision = tablePrecision(table, rankDetections(table));
    expect(summary.map50).toBe(precision.map50);
    expect(summary.map50_95).toBeCloseTo(precision.map50_95!, 12);
    expect(summary.classes.map(({ ap50 }) => ap50)).toEqual(precision.ap50);
  }
  const again = await fetchTable(taskId, { 'if-none-match': String(answer.headers['etag']) });
  expect(again.statusCode).toBe(304);
});

it('leaves the weakest out of too many candidates, and says from where on', async () => {
  const actor = { ...nobody, permissions: new Set(['allData']) };
  const own = await ownTest(server.services, actor, world.testTaskId);
  const input = tableInput(server.services, own) as TableInput<'boxes'>;
  const objectsOf = ({ truth, prediction }: TestedImage<'boxes'>) => ({ truths: truth, items: prediction.items });
  const { table, head } = tableOf(await objectTable(input, objectsOf, 9));
  expect(head.floor).toBeCloseTo(0.201, 9);
  expect(table.score).toHaveLength(8);
});

it('is of what was done when a test ended early, and goes on with it', async () => {
  const { stoppedTaskId: taskId, imageIds } = world;
  await expect(call(api.testSummary, { taskId })).rejects.toMatchObject({ code: 610 });
  expect((await fetchTable(taskId)).json()).toMatchObject({ code: 610 });
  const add = (ids: number[]) =>
    server.database.db
      .insert(prediction)
      .values(ids.map((imageId) => ({ taskId, imageId, revision: 1, body: bodyOf(spread(0)), ms: 1 })));
  await add(imageIds.slice(0, 3));
  expect(await call(api.testSummary, { taskId })).toMatchObject({ images: 3, planned: 4, deleted: 0 });
  await server.database.db.update(task).set({ state: 'running' }).where(eq(task.id, taskId));
  await expect(call(api.testSummary, { taskId })).rejects.toMatchObject({ code: 610 });
  await add(imageIds.slice(3));
  await server.database.db.update(task).set({ state: 'completed' }).where(eq(task.id, taskId));
  await server.database.db.update(image).set({ deletedAt: new Date() }).where(eq(image.id, imageIds[0]!));
  expect(await call(api.testSummary, { taskId })).toMatchObject({ images: 4, planned: 4, deleted: 1 });
});

it('knows the other tests on the same images with the same truth', async () => {
  const { testTaskId, stoppedTaskId, versionId } = world;
  const peers = await call(api.testPeers, { taskId: testTaskId });
  expect(peers).toMatchObject([{ taskId: stoppedTaskId, versionId, versionNumber: 1, images: 4, shared: 4 }]);
  const stranger = server.as(server.b);
  await expect(stranger(api.testPeers, { taskId: testTaskId })).rejects.toMatchObject({ code: 404 });
  expect((await fetchTable(testTaskId, {}, server.b.token)).statusCode).toBe(404);
  // Tests of another person's project are no peers, whatever they share.
  const other = await addWorld(server, server.b);
  expect(await server.as(server.b)(api.testPeers, { taskId: other.testTaskId })).toEqual([]);
});

it('keeps thresholds for a version: later tests begin with them, and it is noted who set them', async () => {
  const { versionId: id, folderId } = world;
  const thresholds = { confidence: 0.42, review: 0.2, nms: 0.5, iou: 0.5 };
  expect((await call(api.versionInfo, { id })).thresholdsFrom).toBeNull();
  const byHand = await call(api.versionThresholds, { id, thresholds });
  expect(byHand).toMatchObject({ id, thresholds, thresholdsFrom: { testId: null } });
  const [noted] = await server.database.db
    .select()
    .from(audit)
    .where(inArray(audit.action, ['version.thresholds']))
    .orderBy(desc(audit.id));
  expect(noted).toMatchObject({ object: `version/${id}`, body: { from: { confidence: 0.25 }, to: thresholds } });
  const queued = await call(api.testAdd, { versionId: id, folderIds: [folderId] });
  expect(queued.params).toEqual({ thresholds });
  const ofTest = await call(api.versionThresholds, { id, thresholds, testId: queued.id });
  expect(ofTest.thresholdsFrom).toMatchObject({ testId: queued.id });
  // no test of this version
  const stray = call(api.versionThresholds, { id, thresholds, testId: byHand.taskId });
  await expect(stray).rejects.toMatchObject({ code: 404 });
  for (const wrong of [{ review: 0.5 }, { confidence: 1.1 }, { iou: -0.1 }]) {
    const refused = call(api.versionThresholds, { id, thresholds: { ...thresholds, ...wrong } });
    // oxlint-disable-next-line no-await-in-loop
    await expect(refused).rejects.toMatchObject({ code: 400 });
  }
});

it('keeps thresholds by label for a version, its tests and its entries, and refuses those of labels that it does not have', async () => {
  const { versionId: id, folderId } = world;
  const own = { confidence: 0.4, byLabel: { dent: 0.6 }, nms: 0.5, iou: 0.5 };
  expect(await call(api.versionThresholds, { id, thresholds: own })).toMatchObject({ thresholds: own });
  expect((await call(api.testAdd, { versionId: id, folderIds: [folderId] })).params).toEqual({ thresholds: own });
  const stray = { ...own, byLabel: { Dent: 0.6 } };
  const refusal = { enMsg: 'This version has no label “Dent”, so it cannot have a threshold' };
  await expect(call(api.versionThresholds, { id, thresholds: stray })).rejects.toMatchObject(refusal);
  const test = call(api.testAdd, { versionId: id, folderIds: [folderId], thresholds: stray });
  await expect(test).rejects.toMatchObject(refusal);
  const entry = { name: 'by_label', versionId: id, confirmed: true };
  await expect(call(api.onlineAdd, { ...entry, thresholds: stray })).rejects.toMatchObject(refusal);
  expect(await call(api.onlineAdd, entry)).toMatchObject({ thresholds: own });
});
