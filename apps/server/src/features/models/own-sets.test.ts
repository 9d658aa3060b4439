/** The data sets that a model owns: made with it, filled by it, split into parts, and gone with it. */
import { randomUUID } from 'node:crypto';
import { api, type Call, type Input } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { addGoodBadModel, drawPart, type OwnSet } from '../../testing/good-bad.ts';
import { callFile, uploadFiles } from '../../testing/images.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const textOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: number; enMsg: string }) => `${error.code} ${error.enMsg}`,
  );
const ofModel = /^610 This data set belongs to a model/;

async function upload({ folderId }: OwnSet, ...names: string[]) {
  const files = await Promise.all(names.map(async (name) => callFile(name, await drawPart())));
  for (let at = 0; at < files.length; at += 20)
    // oxlint-disable-next-line no-await-in-loop
    await uploadFiles(a, folderId, files.slice(at, at + 20));
  return (await a(api.imageList, { folderId, pageSize: 200 })).list;
}

it('are made with it: one for each role, with a folder and the label that their role has', async () => {
  const { modelId, projectId, ok, ng } = await addGoodBadModel(a);
  expect(await a(api.modelInfo, { id: modelId })).toMatchObject({
    type: 'anomaly',
    datasets: [
      { id: ok.datasetId, role: 'ok', images: 0 },
      { id: ng.datasetId, role: 'ng', images: 0 },
    ],
  });
  const { list, total } = await a(api.datasetList, { modelId, sort: 'createdAt' });
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { id: ok.datasetId, modelId, role: 'ok', folders: 1, labels: [] },
    { id: ng.datasetId, modelId, role: 'ng', folders: 1, labels: [{ name: 'defect' }] },
  ]);
  // among the data sets of projects they are not
  expect((await a(api.datasetList, { projectId })).total).toBe(0);
  expect((await server.as(server.b)(api.datasetList, { modelId })).total).toBe(0);
});

it('begin with labels in the language of who adds the model', async () => {
  const { projectId } = await addGoodBadModel(a);
  const names = { planName: '表面', functionName: '检测', language: 'zh' } as const;
  const { id: modelId } = await a(api.modelAdd, { projectId, ...names });
  const { list } = await a(api.datasetList, { modelId, sort: 'createdAt' });
  expect(list.map(({ labels }) => labels.map(({ name }) => name))).toEqual([[], ['缺陷']]);
});

it('are not changed on their own, and the family of the project says what its models are', async () => {
  const { projectId, ok } = await addGoodBadModel(a);
  const id = ok.datasetId;
  const plain = { dataType: 'image', setType: 'detection' } as const;
  expect(await textOf(a(api.datasetAdd, { projectId, name: 'more' }))).toMatch(
    /^610 In projects of this type, data sets come with a model/,
  );
  expect(await textOf(a(api.datasetUpdate, { id, name: 'other', ...plain }))).toMatch(ofModel);
  expect(await textOf(a(api.datasetDelete, { id }))).toMatch(ofModel);
  // what cannot be switched on is not advised
  const [image] = await upload(ok, 'a.png');
  const word = { imageId: image!.id, clientId: 'b0b9c6a2-3a54-4d0e-9f0f-4f3a4c0a1d10', revision: image!.revision };
  const noReview = /^610 Images of data sets that belong to a model/;
  expect(await textOf(a(api.imageSubmit, word))).toMatch(noReview);
  const many = { selection: { ids: [image!.id] }, clientId: word.clientId };
  expect(await textOf(a(api.imagesSubmit, many))).toMatch(noReview);
  const names = { planName: 'plan', functionName: 'find' };
  expect(await textOf(a(api.modelAdd, { projectId, type: 'singleStage', ...names }))).toMatch(
    /^610 Models of this type/,
  );
  const lines = await a(api.projectAdd, { family: 'detection', name: 'boxes' });
  const other = { projectId: lines.id, type: 'anomaly', ...names } as const;
  expect(await textOf(a(api.modelAdd, other))).toMatch(/^610 Models of this type/);
  expect((await a(api.modelAdd, { projectId: lines.id, ...names })).datasets).toEqual([]);
});

it('mark what arrives: good images have no defect, bad ones have one, and all train', async () => {
  const { ok, ng, modelId } = await addGoodBadModel(a);
  expect(await upload(ok, 'a.png', 'b.png')).toMatchObject([
    { state: 'empty', part: 'train' },
    { state: 'empty', part: 'train' },
  ]);
  expect(await upload(ng, 'a.png')).toMatchObject([{ state: 'annotated', part: 'train' }]);
  expect(await a(api.folderInfo, { id: ok.folderId })).toMatchObject({ state: 'annotated', annotated: 2, empty: 2 });
  expect((await a(api.modelInfo, { id: modelId })).datasets.map(({ images }) => images)).toEqual([2, 1]);
  const lines = await a(api.projectAdd, { family: 'detection', name: 'without_parts' });
  const set = await a(api.datasetAdd, { projectId: lines.id, name: 'pool' });
  const place = await a(api.folderAdd, { datasetId: set.id, name: 'one' });
  const [first] = await upload({ datasetId: set.id, folderId: place.id }, 'a.png');
  expect(first).toMatchObject({ state: 'unannotated', part: null });
  const selection = { ids: [first!.id] };
  expect(await textOf(a(api.imagePart, { selection, part: 'test' }))).toMatch(/^610 .*are not split/);
  expect(await textOf(a(api.imageSplit, { datasetId: set.id, testPercent: 20 }))).toMatch(/^610 .*are not split/);
});

it('say what their images are, whatever is drawn on them and taken away again', async () => {
  const { ok, ng } = await addGoodBadModel(a);
  const [good] = await upload(ok, 'a.png');
  const [bad] = await upload(ng, 'b.png');
  const { labels } = await a(api.datasetInfo, { id: ng.datasetId });
  const ops = (imageId: number, op: object) => {
    const one = { opId: randomUUID(), ...op } as Input<typeof api.imageOps>['ops'][number];
    return a(api.imageOps, { imageId, clientId: randomUUID(), ops: [one] });
  };
  const put = (labelId: number) => {
    const shapeId = randomUUID();
    return { kind: 'put', shapeId, base: null, shape: drawnRect(labelId, { id: shapeId }) };
  };
  const drawn = put(labels[0]!.id);
  await ops(bad!.id, drawn);
  expect(await a(api.imageInfo, { id: bad!.id })).toMatchObject({ state: 'annotated', shapes: 1 });
  const { shapes } = await a(api.imageShapes, { imageId: bad!.id });
  await ops(bad!.id, { kind: 'delete', shapeId: drawn.shapeId, base: shapes[0]!.rev, shape: null });
  expect(await a(api.imageInfo, { id: bad!.id })).toMatchObject({ state: 'annotated', shapes: 0 });
  expect(await a(api.folderInfo, { id: ng.folderId })).toMatchObject({ state: 'annotated', annotated: 1, empty: 0 });
  await ops(good!.id, { kind: 'uncheckEmpty', shapeId: null, base: null, shape: null });
  expect(await a(api.imageInfo, { id: good!.id })).toMatchObject({ state: 'empty' });
  expect(await a(api.folderInfo, { id: ok.folderId })).toMatchObject({ state: 'annotated', annotated: 1, empty: 1 });
});

it('exchange images: what was taken for good becomes bad, but for drawn ones and those of other models', async () => {
  const { ok, ng } = await addGoodBadModel(a);
  const [first, second, third] = await upload(ok, 'a.png', 'b.png', 'c.png');
  const [there] = await upload(ng, 'b.png');
  await a(api.imagePart, { selection: { ids: [first!.id] }, part: 'test' });
  const move = (ids: number[], { folderId }: OwnSet) => a(api.imageMove, { selection: { ids }, folderId });
  const answer = await move([first!.id, second!.id], ng);
  expect(answer).toEqual({ moved: 1, clashes: [{ id: second!.id, name: 'b.png' }], next: null });
  const moved = { datasetId: ng.datasetId, folderId: ng.folderId, state: 'annotated', part: 'test' };
  expect(await a(api.imageInfo, { id: first!.id })).toMatchObject(moved);
  expect(await a(api.folderInfo, { id: ok.folderId })).toMatchObject({ images: 2, annotated: 2, empty: 2 });
  expect(await a(api.folderInfo, { id: ng.folderId })).toMatchObject({ images: 2, annotated: 2, empty: 0 });
  await move([first!.id], ok);
  expect(await a(api.imageInfo, { id: first!.id })).toMatchObject({ datasetId: ok.datasetId, state: 'empty' });
  await server.database.db.update(image).set({ nShapes: 1 }).where(eq(image.id, there!.id));
  expect(await textOf(move([there!.id], ok))).toMatch(/^610 “b.png” has drawn defects/);
  const elsewhere = await addGoodBadModel(a);
  expect(await textOf(move([third!.id], elsewhere.ok))).toMatch(/^610/);
});

it('are split by groups: cuts of one part are never on both sides, and the seed says which', async () => {
  const { ok } = await addGoodBadModel(a);
  const names = Array.from({ length: 12 }, (_, i) => [1, 2, 3].map((cut) => `part_${i}_crop_${cut}.png`)).flat();
  await upload(ok, ...names);
  const { folderId, datasetId } = ok;
  const split = (testPercent: number, seed = 1) => a(api.imageSplit, { datasetId, testPercent, seed });
  const tests = async () =>
    (await a(api.imageList, { folderId, part: 'test', pageSize: 200 })).list.map(({ name }) => name);
  expect(await tests()).toEqual([]);
  expect(await split(25)).toEqual({ train: 27, test: 9 });
  const first = await tests();
  const groups = (of: string[]) => new Set(of.map((name) => name.replace(/_crop.*/, '')));
  expect(first).toHaveLength(9);
  expect(groups(first).size).toBe(3);
  const trains = (await a(api.imageList, { folderId, part: 'train', pageSize: 200 })).list;
  expect(groups(trains.map(({ name }) => name)).intersection(groups(first)).size).toBe(0);
  await split(25, 2);
  expect(await tests()).not.toEqual(first);
  await split(25);
  expect(await tests()).toEqual(first);
  expect(await split(0)).toEqual({ train: 36, test: 0 });
  expect(await split(100)).toEqual({ train: 0, test: 36 });
});

it('are split where a share of them is less than an image: one is kept for the tests', async () => {
  const { ng } = await addGoodBadModel(a);
  await upload(ng, 'scratch.png', 'dent.png');
  const split = (testPercent: number) => a(api.imageSplit, { datasetId: ng.datasetId, testPercent });
  expect(await split(20)).toEqual({ train: 1, test: 1 });
  expect(await split(0)).toEqual({ train: 2, test: 0 });
});

it('are split with their brother: a part in both lists is on one side, and other images there stay', async () => {
  const { ok, ng } = await addGoodBadModel(a);
  const parts = Array.from({ length: 10 }, (_, i) => `part_${i}`);
  await upload(ok, ...parts.map((part) => `${part}.png`));
  await upload(ng, ...parts.slice(0, 6).flatMap((part) => [`${part}.png`, `${part}_crop_1.png`]), 'alone.png');
  const sideOf = async (set: OwnSet) => {
    const { list } = await a(api.imageList, { folderId: set.folderId, pageSize: 200 });
    return new Map(list.map(({ name, part }) => [name, part]));
  };
  const partsAgree = async () => {
    const [good, bad] = [await sideOf(ok), await sideOf(ng)];
    for (const part of parts.slice(0, 6)) {
      const side = good.get(`${part}.png`);
      expect([part, bad.get(`${part}.png`), bad.get(`${part}_crop_1.png`)]).toEqual([part, side, side]);
    }
    return { good: [...good.values()], bad };
  };
  expect(await a(api.imageSplit, { datasetId: ok.datasetId, testPercent: 50 })).toEqual({ train: 5, test: 5 });
  const first = await partsAgree();
  expect(new Set([...first.bad].filter(([name]) => name !== 'alone.png').map(([, part]) => part)).size).toBe(2);
  // NG alone in its group was not asked for
  expect(first.bad.get('alone.png')).toBe('train');
  expect(await a(api.imageSplit, { datasetId: ng.datasetId, testPercent: 100 })).toEqual({ train: 0, test: 13 });
  const { good } = await partsAgree();
  expect(good.filter((part) => part === 'test').length).toBeGreaterThanOrEqual(6);
});

it('put what arrives on the side that its part is on', async () => {
  const { ok, ng } = await addGoodBadModel(a);
  const list = await upload(ok, 'a.png', 'b.png', 'c.png', 'c_crop_1.png');
  const ids = list.filter(({ name }) => name === 'a.png' || name === 'c.png').map(({ id }) => id);
  await a(api.imagePart, { selection: { ids }, part: 'test' });
  const arrived = await upload(ng, 'a.png', 'a_view_2.png', 'b.png', 'c.png', 'd.png');
  expect(arrived.map(({ name, part }) => `${name} ${part}`)).toEqual([
    'a.png test',
    'a_view_2.png test',
    'b.png train',
    // of this one there are images on both sides by hand
    'c.png train',
    'd.png train',
  ]);
});

it('let single images change sides by hand, and lists by part follow', async () => {
  const { ok } = await addGoodBadModel(a);
  const { folderId } = ok;
  const list = await upload(ok, 'a.png', 'b.png', 'c.png');
  const names = async (part: 'train' | 'test') =>
    (await a(api.imageList, { folderId, part })).list.map(({ name }) => name);
  expect(await names('train')).toEqual(['a.png', 'b.png', 'c.png']);
  const answer = await a(api.imagePart, { selection: { ids: [list[1]!.id] }, part: 'test' });
  expect(answer).toEqual({ changed: 1, next: null });
  expect(await names('test')).toEqual(['b.png']);
  expect(await names('train')).toEqual(['a.png', 'c.png']);
  const rest = { filter: { folderId, part: 'train' as const } };
  expect(await a(api.imagePart, { selection: rest, part: 'test' })).toEqual({ changed: 2, next: null });
  expect(await names('train')).toEqual([]);
  expect((await a(api.imageIds, { folderId, part: 'test', from: 0, count: 10 })).ids).toHaveLength(3);
});

it('go with their model, and with their project', async () => {
  const { modelId, ok, ng, projectId } = await addGoodBadModel(a);
  await upload(ok, 'a.png');
  await upload(ng, 'b.png', 'c.png');
  const preview = { datasets: 2, folders: 2, images: 3, models: 1 };
  expect(await a(api.modelDeletePreview, { id: modelId })).toMatchObject(preview);
  expect(await a(api.projectDeletePreview, { id: projectId })).toMatchObject({ datasets: 2, images: 3, models: 1 });
  const { db } = server.database;
  const left = async () => ({
    datasets: await db.$count(dataset, eq(dataset.projectId, projectId)),
    folders: await db.$count(folder, eq(folder.projectId, projectId)),
    images: await db.$count(image, eq(image.projectId, projectId)),
  });
  const other = await a(api.modelAdd, { projectId, planName: 'second', functionName: 'look' });
  await a(api.modelDelete, { id: modelId });
  await emptyBin(server);
  expect(await left()).toEqual({ datasets: 2, folders: 2, images: 0 });
  expect((await a(api.modelInfo, { id: other.id })).datasets).toHaveLength(2);
  await a(api.projectDelete, { id: projectId });
  await emptyBin(server);
  expect(await left()).toEqual({ datasets: 0, folders: 0, images: 0 });
});

it('say how many of their images are kept for tests: folder by folder, in lists and alone', async () => {
  const { ok, ng, modelId } = await addGoodBadModel(a);
  const second = await a(api.folderAdd, { datasetId: ok.datasetId, name: 'later' });
  const [first, other, third] = await upload(ok, 'a.png', 'b.png', 'c.png');
  const [later] = await upload({ ...ok, folderId: second.id }, 'd.png');
  const keep = (part: 'train' | 'test', ...of: (typeof first)[]) =>
    a(api.imagePart, { selection: { ids: of.map((one) => one!.id) }, part });
  await keep('train', first, other, third, later);
  await keep('test', first, other, later);
  const kept = async (datasetId: number) => {
    const { list } = await a(api.folderList, { datasetId });
    const sets = (await a(api.datasetList, { modelId })).list;
    expect((await a(api.datasetInfo, { id: datasetId })).testImages).toBe(
      sets.find(({ id }) => id === datasetId)!.testImages,
    );
    // of those with images the choice of a form says the same
    const choice = new Map((await a(api.folderChoice, { datasetId })).list.map((one) => [one.id, one.testImages]));
    for (const one of list.filter(({ images }) => images > 0)) expect(choice.get(one.id)).toBe(one.testImages);
    return [sets.find(({ id }) => id === datasetId)!.testImages, ...list.map((one) => one.testImages)];
  };
  expect(await kept(ok.datasetId)).toEqual([3, 2, 1]);
  await a(api.imageDelete, { ids: [first!.id] });
  await a(api.imageMove, { selection: { ids: [other!.id] }, folderId: ng.folderId });
  expect(await kept(ok.datasetId)).toEqual([1, 0, 1]);
  expect(await kept(ng.datasetId)).toEqual([1, 1]);
  expect(await a(api.folderUpdate, { id: second.id, name: 'last', type: 'general' })).toMatchObject({
    testImages: 1,
  });
});
