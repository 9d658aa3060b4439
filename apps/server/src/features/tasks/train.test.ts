/** What a training would use, what it refuses, and the snapshot that it freezes. */
import { api, messages, recipes, type Call } from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { frozenOf } from '../../testing/frozen.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { shape } from '../../tables/annotation.ts';
import { folder, image, label } from '../../tables/datasets.ts';
import { snapshot, snapshotImage, version, versionStage } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import { trainingProcessor } from '../../tasks-runner/devices.ts';

let server: TestServer;
let a: Call;
let b: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  [a, b] = [server.as(server.a), server.as(server.b)];
  material = await addMaterial(server.services, server.a, { images: 20, groupSize: 2 });
});
afterAll(() => server.close());

const request = (extra: Record<string, unknown> = {}) => ({
  modelId: material.modelId,
  folderIds: [material.folderId],
  params: {},
  ...extra,
});
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: number; enMsg: string; data: unknown }) => error,
  );

async function frozen(taskId: number) {
  const { made, lines } = await frozenOf(server.services, taskId);
  const { db } = server.services;
  const rows = await db
    .select()
    .from(snapshotImage)
    .where(eq(snapshotImage.snapshotId, made.id))
    .orderBy(asc(snapshotImage.imageId));
  return { made, lines, rows };
}

it('counts what it would use', async () => {
  const check = await a(api.trainCheck, request({ params: { imageSize: 320 } }));
  // boxes of 30, 40 and 50 by 40 px on images of 128 px
  expect(new Set(check.objectSides)).toEqual(new Set([0.271, 0.313, 0.349]));
  expect(check.objectSides).toHaveLength(20);
  expect(check).toEqual({
    train: 16,
    val: 4,
    unannotated: 0,
    objects: 20,
    perLabel: [
      { name: 'scratch', color: '#ff0000', objects: 10 },
      { name: 'dent', color: '#ff0000', objects: 10 },
    ],
    trial: false,
    longestSide: 128,
    objectSides: expect.any(Array),
    seconds: null,
    stepSeconds: null,
    cards: [],
    conflicts: { shapes: 0, images: 0, folders: [] },
    warnings: [],
  });
});

it('calls a training a trial that makes images smaller than the specification has them', async () => {
  const { db } = server.services;
  const trial = async (imageSize: number) => (await a(api.trainCheck, request({ params: { imageSize } }))).trial;
  const [one] = await db.select().from(image).where(eq(image.folderId, material.folderId)).limit(1);
  await db.update(image).set({ height: 400 }).where(eq(image.id, one!.id));
  try {
    expect(await Promise.all([320, 384, 416, 640].map(trial))).toEqual([true, true, false, false]);
    await db.update(image).set({ height: 4000 }).where(eq(image.id, one!.id));
    expect(await Promise.all([608, 640].map(trial))).toEqual([true, false]);
  } finally {
    await db.update(image).set({ height: one!.height }).where(eq(image.id, one!.id));
  }
});

it('refuses parameters by the one table, naming the field', async () => {
  const rule = await refusal(a(api.trainCheck, request({ params: { epochs: 3, warmupEpochs: 3 } })));
  expect(rule).toMatchObject({ code: 610, enMsg: expect.stringContaining('Warm-up'), data: { field: 'warmupEpochs' } });
  const bound = await refusal(a(api.trainCheck, request({ params: { imageSize: 2080 } })));
  expect(bound).toMatchObject({ code: 400, data: { field: 'imageSize' } });
  const unknown = await refusal(a(api.trainAdd, request({ params: { nonsense: 1 } })));
  expect(unknown).toMatchObject({ code: 400 });
});

it('freezes a manifest that is the same each time, and follows the seed', async () => {
  const first = await frozen((await a(api.trainAdd, request())).id);
  const again = await frozen((await a(api.trainAdd, request())).id);
  const other = await frozen((await a(api.trainAdd, request({ seed: 2 }))).id);
  expect(again.made.manifestSha256).toBe(first.made.manifestSha256);
  expect(other.made.manifestSha256).not.toBe(first.made.manifestSha256);
  expect(first.made).toMatchObject({ nTrain: 16, nVal: 4, nTest: 0, seed: 1, groupRule: 'groups' });
  expect(first.made.classes).toMatchObject([{ name: 'scratch' }, { name: 'dent' }]);
  expect(first.lines.map(({ image }) => image)).toEqual(first.rows.map(({ imageId }) => imageId));
  expect(first.lines.map(({ part }) => part)).toEqual(first.rows.map(({ part }) => part));
  const parts = new Map<string, Set<string>>();
  for (const { group, part } of first.lines) parts.set(group, (parts.get(group) ?? new Set()).add(part));
  expect([...parts.values()].every(({ size }) => size === 1)).toBe(true);
  const [line] = first.lines;
  expect(line).toMatchObject({ w: 128, h: 128, rev: 1, name: 'image_0.png' });
  expect(line!.shapes).toMatchObject([{ c: 0, kind: 'rect', p: [10, 8, 40, 48], parts: [0], ignore: false }]);
});

it('learns no label that is deleted while it begins', async () => {
  const own = await addMaterial(server.services, server.a, { images: 6 });
  const { db } = server.services;
  const [{ datasetId } = { datasetId: 0 }] = await db.select().from(folder).where(eq(folder.id, own.folderId));
  for (let wait = 0; wait < 40; wait += 4) {
    /* oxlint-disable no-await-in-loop -- one race after the other */
    const added = await a(api.labelAdd, { datasetId, name: `late_${wait}`, color: '#00ff00' });
    const training = a(api.trainAdd, { modelId: own.modelId, folderIds: [own.folderId], params: {} });
    await new Promise((resolve) => setTimeout(resolve, wait));
    const deletion = await refusal(a(api.labelDelete, { id: added.id }));
    const { made } = await frozen((await training).id);
    const learned = (made.classes as { labelId: number }[]).map(({ labelId }) => labelId);
    expect([wait, learned.includes(added.id)]).toEqual([wait, deletion !== 'accepted']);
    /* oxlint-enable no-await-in-loop */
  }
}, 60_000);

it('teaches nothing of a region that a person chose to ignore, and keeps its label', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 6 });
  const ignored = own.imageIds[0]!;
  await db.update(shape).set({ ignore: true }).where(eq(shape.imageId, ignored));
  const ask = { modelId: own.modelId, folderIds: [own.folderId], params: {} };
  const found = await a(api.trainCheck, ask);
  expect(found).toMatchObject({ train: 5, val: 1, objects: 5 });
  const { lines } = await frozen((await a(api.trainAdd, ask)).id);
  expect(lines.find(({ image }) => image === ignored)!.shapes).toMatchObject([{ c: 0, ignore: true }]);
});

it('leaves out what nobody checked, and keeps what has no label as a place to ignore', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 6 });
  const [first, second, third] = own.imageIds;
  await db.update(image).set({ state: 'unannotated' }).where(eq(image.id, first!));
  await db.update(image).set({ deletedAt: new Date() }).where(eq(image.id, second!));
  await db.update(shape).set({ labelId: null }).where(eq(shape.imageId, third!));
  const ask = { modelId: own.modelId, folderIds: [own.folderId], params: {} };
  const found = await a(api.trainCheck, ask);
  expect(found).toMatchObject({ train: 3, val: 1, unannotated: 1, objects: 3 });
  expect(found.objectSides).toHaveLength(3);
  const { lines } = await frozen((await a(api.trainAdd, ask)).id);
  expect(lines.map(({ image }) => image)).toEqual(own.imageIds.slice(2));
  expect(lines[0]!.shapes[0]).toMatchObject({ ignore: true });
});

it('validates with the chosen folders, and asks before it goes on with too few', async () => {
  const place = { ...material };
  const many = await addFolder(server.services, place, { images: 30 });
  const few = await addFolder(server.services, place, { images: 1 });
  const ask = request({ folderIds: [many.folderId], validationFolderIds: [few.folderId] });
  expect(await a(api.trainCheck, ask)).toMatchObject({
    train: 30,
    val: 1,
    warnings: [{ key: 'train.validationSmall', en: expect.stringContaining('5%') }],
  });
  const asked = await refusal(a(api.trainAdd, ask));
  expect(asked).toMatchObject({ code: 610, data: { confirm: true, check: { val: 1 } } });
  const { id } = await a(api.trainAdd, { ...ask, confirmed: true });
  const { made, lines } = await frozen(id);
  expect(made.groupRule).toBe('folders');
  const { folders } = await a(api.taskInfo, { id });
  expect(folders, 'with them the form of a training like this begins').toEqual({
    train: [many.folderId],
    validation: [few.folderId],
  });
  const { list } = await a(api.taskList, { modelId: material.modelId });
  expect(list.filter((one) => one.id === id).map((one) => 'folders' in one)).toEqual([false]);
  expect(lines.filter(({ part }) => part === 'val').map(({ image }) => image)).toEqual(few.imageIds);
});

it('asks when the labels differ from those of the latest version', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a);
  const ask = { modelId: own.modelId, folderIds: [own.folderId], params: {} };
  const { id } = await a(api.trainAdd, ask);
  const { made } = await frozen(id);
  const { modelId, projectId } = own;
  const labels = [
    { name: 'dent', color: '#000000' },
    { name: 'scratch', color: '#000000' },
  ];
  await db.insert(version).values({
    modelId,
    projectId,
    number: 1,
    taskId: id,
    snapshotId: made.id,
    labels,
    thresholds: {},
    metrics: {},
    state: 'ready',
  });
  expect((await a(api.trainCheck, ask)).warnings).toEqual([]);
  await db.insert(label).values({ datasetId: own.datasetId, name: 'hole', color: '#00ff00', ordinal: 2 });
  expect((await a(api.trainCheck, ask)).warnings).toMatchObject([{ key: 'train.labelMismatch' }]);
});

it('counts images with open predictions among those that are left out', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 6 });
  await db.update(image).set({ state: 'preLabeled' }).where(eq(image.id, own.imageIds[0]!));
  const ask = { modelId: own.modelId, folderIds: [own.folderId], params: {} };
  expect(await a(api.trainCheck, ask)).toMatchObject({ train: 4, val: 1, unannotated: 1 });
  await db.update(image).set({ state: 'preLabeled' }).where(eq(image.folderId, own.folderId));
  expect(await refusal(a(api.trainCheck, ask))).toMatchObject({ enMsg: messages['train.noAnnotated'].en });
});

it('refuses what cannot be trained, each in its own words', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 2 });
  const place = { projectId: own.projectId, datasetId: own.datasetId, labelIds: own.labelIds };
  const ask = (folderIds: number[], extra = {}) =>
    refusal(a(api.trainCheck, { modelId: own.modelId, folderIds, params: {}, ...extra }));
  const empty = await addFolder(server.services, place, { images: 0 });
  const unmarked = await addFolder(server.services, place, { images: 2 });
  await db.update(image).set({ state: 'unannotated' }).where(eq(image.folderId, unmarked.folderId));
  const blank = await addFolder(server.services, place, { images: 2 });
  await db.update(image).set({ state: 'empty' }).where(eq(image.folderId, blank.folderId));
  for (const id of blank.imageIds) await db.delete(shape).where(eq(shape.imageId, id));
  const single = await addFolder(server.services, place, { images: 1 });
  expect(await ask([empty.folderId])).toMatchObject({ enMsg: expect.stringContaining('no images') });
  expect(await ask([unmarked.folderId])).toMatchObject({ enMsg: expect.stringContaining('no annotated images') });
  expect(await ask([own.folderId, unmarked.folderId])).toMatchObject({
    enMsg: expect.stringMatching(/^the folder is not marked, mark it first: “folder_[^”]+”$/),
    data: { folderIds: [unmarked.folderId] },
  });
  expect(await ask([blank.folderId])).toMatchObject({ enMsg: expect.stringContaining('no annotated object') });
  // no folders are chosen to validate: to choose others would not help
  expect(await ask([single.folderId])).toMatchObject({
    enMsg: 'Only 1 image is annotated; at least 2 are needed',
    msg: '只有 1 张图片已标注，至少需要 2 张',
  });
  expect(await ask([own.folderId], { validationFolderIds: [empty.folderId] })).toMatchObject({
    enMsg: 'The validation set has no images. Select other folders for validation, or split by share',
  });
  expect(await ask([material.folderId])).toMatchObject({ enMsg: expect.stringContaining('do not belong') });
});

it('keeps other people out, of folders too', async () => {
  const theirs = await addMaterial(server.services, server.b);
  expect(await refusal(b(api.trainAdd, request()))).toMatchObject({ code: 404 });
  const mixed = { modelId: theirs.modelId, folderIds: [material.folderId], params: {} };
  expect(await refusal(b(api.trainAdd, mixed))).toMatchObject({ code: 404 });
  const { id } = await a(api.trainAdd, request());
  const refusals = await Promise.all(
    [
      b(api.taskInfo, { id }),
      b(api.taskSeries, { id }),
      b(api.taskLines, { id }),
      b(api.taskAct, { id, action: 'cancel' }),
      b(api.taskDelete, { id }),
      b(api.testAdd, { versionId: 1, folderIds: [theirs.folderId] }),
    ].map(refusal),
  );
  for (const one of refusals) expect(one).toMatchObject({ code: 404 });
  expect((await b(api.taskList, {})).total).toBe(0);
  expect((await a(api.taskList, { modelId: material.modelId, state: 'queued' })).list[0]!.id).toBe(id);
});

it('deletes an ended task with its snapshot', async () => {
  const { id } = await a(api.trainAdd, request());
  const { made } = await frozen(id);
  expect(await refusal(a(api.taskDelete, { id }))).toMatchObject({ enMsg: 'ongoing tasks cannot delete' });
  await a(api.taskAct, { id, action: 'cancel' });
  await a(api.taskDelete, { id });
  expect(await server.services.db.$count(snapshot, eq(snapshot.id, made.id))).toBe(0);
  expect(await refusal(a(api.taskInfo, { id }))).toMatchObject({ code: 404 });
  expect(await server.services.db.$count(folder, eq(folder.id, material.folderId))).toBe(1);
});

it('says how many images of a test the version has learned from, also as copies, and proposes the folders meant for tests', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 6 });
  const place = { projectId: own.projectId, datasetId: own.datasetId, labelIds: own.labelIds };
  // of another size: not the bytes of the first folder again
  const fresh = await addFolder(server.services, place, { images: 3, side: 136 });
  await db.update(folder).set({ type: 'test' }).where(eq(folder.id, fresh.folderId));
  const elsewhere = await addMaterial(server.services, server.a, { images: 2 });
  await db.update(folder).set({ type: 'test' }).where(eq(folder.id, elsewhere.folderId));
  const trained = await a(api.trainAdd, { modelId: own.modelId, folderIds: [own.folderId], params: {} });
  const { made } = await frozen(trained.id);
  const fields = { modelId: own.modelId, projectId: own.projectId, labels: [], thresholds: {}, metrics: {} };
  const rest = { ...fields, taskId: trained.id, snapshotId: made.id, state: 'ready' };
  const [first] = await db
    .insert(version)
    .values({ ...rest, number: 1 })
    .returning();
  const ask = (versionId: number, folderIds: number[]) => a(api.testCheck, { versionId, folderIds });
  const empty = await ask(first!.id, []);
  expect(empty).toEqual({
    images: 0,
    seen: 0,
    // known before a folder is chosen
    seenByFolder: [{ folderId: own.folderId, seen: 6 }],
    suggested: [fresh.folderId],
    conflicts: { shapes: 0, images: 0, folders: [] },
    lacks: null,
    seconds: null,
  });
  const both = await ask(first!.id, [own.folderId, fresh.folderId]);
  expect(both).toMatchObject({ images: 9, seen: 6, lacks: null });
  expect(both.seenByFolder).toHaveLength(2);
  expect(both.seenByFolder).toContainEqual({ folderId: fresh.folderId, seen: 0 });
  // the same bytes in another folder are the same image
  const [known] = await db.select().from(image).where(eq(image.folderId, own.folderId)).limit(1);
  const [copy] = await db.select().from(image).where(eq(image.folderId, fresh.folderId)).limit(1);
  await db.update(image).set({ sha256: known!.sha256 }).where(eq(image.id, copy!.id));
  expect((await ask(first!.id, [fresh.folderId])).seen).toBe(1);
  // and what the version began with has learned from them too
  const other = await a(api.trainAdd, {
    modelId: own.modelId,
    folderIds: [fresh.folderId],
    params: {},
    confirmed: true,
  });
  const second = { ...rest, taskId: other.id, snapshotId: (await frozen(other.id)).made.id, startVersionId: first!.id };
  const [later] = await db
    .insert(version)
    .values({ ...second, number: 2 })
    .returning();
  expect((await ask(later!.id, [own.folderId])).seen).toBe(6);
  // a ready-made reader has learned nothing, from whatever images it was made
  const stage = { ordinal: 0, recipe: 'detect', params: { training: 'none' }, paramsV: 1, onnxSha256: known!.sha256 };
  await db.insert(versionStage).values([first!, later!].map(({ id }) => ({ versionId: id, ...stage })));
  expect((await ask(later!.id, [own.folderId])).seen).toBe(0);
});

it('says about how long it takes, by an earlier training of the model with the same network and size', async () => {
  const { db } = server.services;
  const own = await addMaterial(server.services, server.a, { images: 10 });
  const ask = { modelId: own.modelId, folderIds: [own.folderId] };
  const params = { network: 'n', imageSize: 640, epochs: 10, warmupEpochs: 0 };
  const { id } = await a(api.trainAdd, { ...ask, params });
  const [from, to] = ['2026-01-01T10:00:00Z', '2026-01-01T10:01:20Z'].map((time) => new Date(time));
  await db.update(task).set({ state: 'completed', startedAt: from!, endedAt: to! }).where(eq(task.id, id));
  expect((await a(api.trainCheck, { ...ask, params: { ...params, epochs: 30 } })).seconds).toBeCloseTo(240);
  for (const other of [{ imageSize: 704 }, { backbone: 'imagenet' }, { smallObjects: true }]) {
    const unlike = { ...ask, params: { ...params, ...other } };
    expect(await a(api.trainCheck, unlike)).toMatchObject({ seconds: null, stepSeconds: null });
  }
  // 10 epochs of 20 steps took 80 s; what the engine told of its steps counts before that
  const byTime = { ...ask, params: { ...params, length: 'time', timeBudget: 5 } };
  expect(await a(api.trainCheck, byTime)).toMatchObject({ seconds: 300, stepSeconds: 0.4 });
  await db
    .update(task)
    .set({ run: { seed: 1, threads: 1, device: 'cpu', length: { epochs: 10, steps: 400 } } })
    .where(eq(task.id, id));
  expect((await a(api.trainCheck, byTime)).stepSeconds).toBeCloseTo(0.2);
  // one by time that took a minute and a half beyond it
  const spent = { params: byTime.params, endedAt: new Date('2026-01-01T10:06:30Z') };
  await db.update(task).set(spent).where(eq(task.id, id));
  expect((await a(api.trainCheck, byTime)).seconds).toBeCloseTo(390);
  await db.update(task).set({ params, endedAt: to! }).where(eq(task.id, id));
  // of another model, at twice the size: four times as much
  const other = await addMaterial(server.services, server.a, { images: 10 });
  const large = { ...byTime.params, imageSize: 1280, warmupEpochs: 3 };
  const check = (change: object) =>
    a(api.trainCheck, { modelId: other.modelId, folderIds: [other.folderId], params: { ...large, ...change } });
  expect(await check({})).toMatchObject({ seconds: 300 });
  expect((await check({})).stepSeconds).toBeCloseTo(0.8);
  expect((await check({ batchSize: 4 })).stepSeconds).toBeCloseTo(0.4);
  // a network that nobody has trained here: by what it costs on the processor, where that is asked for
  const { threads, bf16 } = await trainingProcessor(undefined);
  const image = recipes.detect.length!.imageSeconds!({ ...large, network: 'm' }, { bf16 });
  const folderIds = [other.folderId];
  const medium = { ...large, network: 'm' };
  const byTable = await a(api.trainCheck, { modelId: other.modelId, folderIds, params: medium, device: 'cpu' });
  expect(byTable.stepSeconds).toBeCloseTo((image * 8) / threads);
  // one from before there was a choice of backbones had its own, and a step an epoch for so few images
  await db.update(task).set({ params, run: null }).where(eq(task.id, id));
  expect(await a(api.trainCheck, { ...ask, params })).toMatchObject({ seconds: 1600, stepSeconds: 8 });
});
