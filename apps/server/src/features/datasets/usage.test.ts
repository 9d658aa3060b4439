/** What a snapshot protects: types and labels of a referenced data set, a used data set, images that a snapshot names. */
import { api, type Call, type CallError } from '@loupe/contract';
import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { model, snapshot, snapshotDataset, snapshotImage, version } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import { blob, image } from '../../tables/datasets.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const text = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CallError) => error.enMsg,
  );

let n = 0;
async function makeUsed() {
  const { db } = server.database;
  const { id: projectId } = await a(api.projectAdd, { family: 'detection', name: `p${++n}` });
  const set = await a(api.datasetAdd, { projectId, name: `s${n}`, labels: [{ name: 'open', color: '#f2545b' }] });
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'f' });
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = ['in.png', 'out.png'].map((name) => ({ name, data: new Blob([bytes as never]) }));
  const { added } = await a(api.imageUpload, { folderId: folder.id }, { files });
  const [used, free] = added as [(typeof added)[0], (typeof added)[0]];
  const [madeModel] = await db
    .insert(model)
    .values({ projectId, planName: 'plan', functionName: `f${n}`, type: 'singleStage', createdBy: server.a.id })
    .returning();
  await db
    .insert(blob)
    .values({ sha256: '0'.repeat(64), bytes: 1, mime: 'application/gzip' })
    .onConflictDoNothing();
  const [frozen] = await db
    .insert(snapshot)
    .values({
      projectId,
      manifestSha256: '0'.repeat(64),
      nTrain: 1,
      nVal: 0,
      nTest: 0,
      seed: 1,
      groupRule: '',
      classes: set.labels.map(({ id, name, color }) => ({ labelId: id, name, color })),
    })
    .returning();
  await db.insert(snapshotDataset).values({ snapshotId: frozen!.id, datasetId: set.id });
  await db
    .insert(snapshotImage)
    .values({ snapshotId: frozen!.id, imageId: used.id, part: 'train', sha256: used.sha256, revision: 0 });
  return { set, folder, used, free, projectId, model: madeModel!, snapshotId: frozen!.id };
}
type Used = Awaited<ReturnType<typeof makeUsed>>;

let at: Used;
beforeEach(async () => {
  at = await makeUsed();
});

async function addTask(state: string) {
  const { db } = server.database;
  const fields = { kind: 'train', projectId: at.projectId, modelId: at.model.id, createdBy: server.a.id };
  const [made] = await db
    .insert(task)
    .values({ ...fields, state, params: {}, snapshotId: at.snapshotId })
    .returning();
  return made!.id;
}
async function addVersion() {
  const taskId = await addTask('completed');
  const { db } = server.database;
  const fields = { modelId: at.model.id, projectId: at.projectId, number: 3, taskId, snapshotId: at.snapshotId };
  const [made] = await db
    .insert(version)
    .values({ ...fields, labels: [], thresholds: {}, metrics: {}, state: 'ready' })
    .returning();
  return { taskId, versionId: made!.id };
}

const segmentation = () =>
  a(api.datasetUpdate, { id: at.set.id, name: at.set.name, dataType: 'image', setType: 'segmentation' });

const refusedDelete = (uses: string) => `Models have used this data set (${uses}). Delete those tasks or models first`;

it('5.38 a data set that only failed tasks used is listed as used, and refused by their names, five at most', async () => {
  const listed = async () => (await a(api.datasetList, { projectId: at.projectId })).list[0];
  expect(await listed()).toMatchObject({ used: false, referenced: false });
  const ids: number[] = [];
  // one after the other, as their numbers are compared
  // oxlint-disable-next-line no-await-in-loop
  for (let i = 0; i < 7; i += 1) ids.push(await addTask('failed'));
  expect(await listed()).toMatchObject({ used: true, referenced: false });
  const names = ids.slice(0, 5).map((id) => `plan / f${n} #${id}`);
  const refusal = await a(api.datasetDelete, { id: at.set.id }).catch((error: CallError) => error);
  expect(refusal).toMatchObject({ code: 610, enMsg: refusedDelete(`${names.join(', ')} … (7)`) });
  expect((refusal as CallError).msg).toContain(names.join(', '));
});

it('a version makes its data set referenced: type and learned labels stay, names and colours may change', async () => {
  const made = await addVersion();
  expect((await a(api.datasetInfo, { id: at.set.id })).referenced).toBe(true);
  expect((await a(api.datasetList, { projectId: at.projectId })).list[0]).toMatchObject({ referenced: true });
  expect(await text(segmentation())).toBe(`This data set was used by plan / f${n} v3, so its type cannot be changed`);
  const label = at.set.labels[0]!;
  expect(await text(a(api.labelDelete, { id: label.id }))).toBe(
    `plan / f${n} v3 learned this label, so it cannot be deleted. You can rename it`,
  );
  expect(await a(api.labelUpdate, { id: label.id, name: 'renamed', color: '#000000' })).toMatchObject({
    name: 'renamed',
  });
  const added = await a(api.labelAdd, { datasetId: at.set.id, name: 'new', color: '#ffffff' });
  const { labels } = await a(api.datasetInfo, { id: at.set.id });
  expect(labels.map(({ learned }) => learned)).toEqual([true, false]);
  expect(await text(a(api.labelDelete, { id: added.id }))).toBe('done');
  await a(api.datasetUpdate, { id: at.set.id, name: `renamed${n}`, dataType: 'image', setType: 'detection' });
  const usage = await a(api.datasetUsage, { id: at.set.id });
  expect(usage).toEqual([
    {
      modelId: at.model.id,
      modelName: `plan / f${n}`,
      versionId: made.versionId,
      versionNumber: 3,
      taskId: made.taskId,
      inBin: false,
    },
  ]);
  const refusal = await a(api.datasetDelete, { id: at.set.id }).catch((error: CallError) => error);
  expect(refusal).toMatchObject({ code: 610, enMsg: refusedDelete(`plan / f${n} v3`), data: usage });
});

it('a training under way protects as a version does, one that ended without a version only from deletion', async () => {
  const id = await addTask('running');
  expect(await text(segmentation())).toContain(`plan / f${n} #${id}`);
  await server.database.db.update(task).set({ state: 'failed' }).where(eq(task.id, id));
  expect(await text(segmentation())).toBe('done');
  expect((await a(api.datasetInfo, { id: at.set.id })).referenced).toBe(false);
  expect(await text(a(api.datasetDelete, { id: at.set.id }))).toBe(refusedDelete(`plan / f${n} #${id}`));
  await server.database.db.delete(task).where(eq(task.id, id));
  expect(await text(a(api.datasetDelete, { id: at.set.id }))).toBe('done');
});

it('a ready-made reader has learned from no data set: its labels may go, also while it is made', async () => {
  const { db } = server.database;
  const { taskId } = await addVersion();
  const running = await addTask('running');
  await db
    .update(task)
    .set({ run: { learnsNothing: true } })
    .where(inArray(task.id, [taskId, running]));
  expect((await a(api.datasetInfo, { id: at.set.id })).referenced).toBe(false);
  expect(await text(a(api.labelDelete, { id: at.set.labels[0]!.id }))).toBe('done');
  // its images are still those of a version
  expect(await text(a(api.datasetDelete, { id: at.set.id }))).toContain(`plan / f${n} v3`);
});

it('images of a snapshot are only hidden, others are removed', async () => {
  await addVersion();
  const rows = () => server.database.db.select().from(image).where(eq(image.datasetId, at.set.id));
  expect(await a(api.imageDelete, { ids: [at.used.id, at.free.id] })).toMatchObject({ deleted: 2 });
  await emptyBin(server);
  expect((await rows()).map((row) => [row.id, row.deletedAt !== null, row.folderId])).toEqual([
    [at.used.id, true, at.folder.id],
  ]);
  expect(await a(api.folderInfo, { id: at.folder.id })).toMatchObject({ images: 0 });
  expect(await text(a(api.imageInfo, { id: at.used.id }))).toMatch(/Not found/);
  await a(api.folderDelete, { id: at.folder.id });
  await emptyBin(server);
  expect((await rows()).map((row) => [row.id, row.folderId])).toEqual([[at.used.id, null]]);
});

it('a folder with images of a snapshot goes, and they stay hidden', async () => {
  await addVersion();
  await a(api.folderDelete, { id: at.folder.id });
  await emptyBin(server);
  const rows = await server.database.db.select().from(image).where(eq(image.datasetId, at.set.id));
  expect(rows.map((row) => [row.id, row.deletedAt !== null, row.folderId])).toEqual([[at.used.id, true, null]]);
});
