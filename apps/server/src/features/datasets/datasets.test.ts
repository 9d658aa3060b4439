/** Data sets, labels, folders and images through HTTP, by two people who must not see each other's. */
import { api, type Call, type CallError, type Dataset, type Folder } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { groupKey, nameKey } from './names.ts';
import { folder as folderTable } from '../../tables/datasets.ts';

let server: TestServer;
let a: Call;
let b: Call;
beforeAll(async () => {
  server = await testServer();
  [a, b] = [server.as(server.a), server.as(server.b)];
});
afterAll(() => server.close());

let count = 0;
const unique = (word: string) => `${word}_${++count}`;
const makeProject = (call: Call) => call(api.projectAdd, { family: 'detection', name: unique('line') });
async function makeSet(call: Call, labels: string[] = []): Promise<Dataset> {
  const project = await makeProject(call);
  const drafts = labels.map((name) => ({ name, color: '#f2545b' }));
  return call(api.datasetAdd, { projectId: project.id, name: unique('set'), labels: drafts });
}
async function makeFolder(call: Call, name = 'one'): Promise<Folder> {
  return call(api.folderAdd, { datasetId: (await makeSet(call)).id, name });
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 200, text: '', data: null as unknown }),
    (error: CallError) => ({ code: error.code, text: error.enMsg, data: error.data }),
  );

async function withImages(call: Call, names: string[]) {
  const folder = await makeFolder(call);
  const files = await Promise.all(names.map(async (name) => callFile(name, await drawPng())));
  const { added } = await uploadFiles(call, folder.id, files);
  return { folder, added };
}

describe('data sets', () => {
  it('are added, listed, renamed and deleted with their counts', async () => {
    const set = await makeSet(a, ['open', 'short']);
    expect(set).toMatchObject({ folders: 0, images: 0, referenced: false, createdBy: 'anna', setType: 'detection' });
    expect(set.labels.map((label) => label.name)).toEqual(['open', 'short']);
    const folder = await a(api.folderAdd, { datasetId: set.id, name: 'batch-1' });
    await uploadFiles(a, folder.id, [callFile('x.png', await drawPng()), callFile('y.png', await drawPng())]);
    const listed = await a(api.datasetList, { projectId: set.projectId });
    expect(listed).toMatchObject({ total: 1, list: [{ id: set.id, folders: 1, images: 2, annotated: 0 }] });
    const renamed = await a(api.datasetUpdate, {
      id: set.id,
      name: '新名称',
      dataType: 'image',
      setType: 'segmentation',
    });
    expect(renamed).toMatchObject({ name: '新名称', setType: 'segmentation' });
    const preview = await a(api.datasetDeletePreview, { id: set.id });
    expect(preview).toMatchObject({ name: '新名称', datasets: 1, folders: 1, images: 2, shapes: 0 });
    await a(api.datasetDelete, { id: set.id });
    expect((await refusal(a(api.datasetInfo, { id: set.id }))).code).toBe(404);
    expect((await a(api.datasetList, { projectId: set.projectId })).total).toBe(0);
  });

  it('have a name that is unique for their owner, over projects, in any case, also under parallel adding', async () => {
    const [one, two] = [await makeProject(a), await makeProject(a)];
    const name = unique('Same');
    const tries = [one, two, one, two].map((project, i) =>
      refusal(a(api.datasetAdd, { projectId: project.id, name: i % 2 ? name.toLowerCase() : name })),
    );
    const codes = (await Promise.all(tries)).map((one) => one.code).sort((x, y) => x - y);
    expect(codes).toEqual([200, 610, 610, 610]);
    const again = await refusal(a(api.datasetAdd, { projectId: one.id, name }));
    expect(again.text).toBe('the data set name already exists');
    expect((await makeProject(b).then((p) => b(api.datasetAdd, { projectId: p.id, name }))).name).toBe(name);
    const other = await makeSet(a);
    const change = { id: other.id, name, dataType: 'image', setType: 'detection' } as const;
    expect((await refusal(a(api.datasetUpdate, change))).text).toBe('the data set name already exists');
  });

  it('are searched literally', async () => {
    const project = await makeProject(a);
    for (const name of ['a_b', 'axb']) await a(api.datasetAdd, { projectId: project.id, name: unique(name) });
    const find = async (name: string) => (await a(api.datasetList, { projectId: project.id, name })).total;
    expect(await find('a_b')).toBe(1);
    expect(await find('%')).toBe(0);
    expect(await find('\\')).toBe(0);
  });
});

describe('labels', () => {
  it('are unique in their set, change, and their name is free again after deletion', async () => {
    const set = await makeSet(a, ['scratch']);
    const dent = await a(api.labelAdd, { datasetId: set.id, name: 'dent', color: '#123456' });
    expect(dent).toMatchObject({ ordinal: 1, shapes: 0 });
    expect((await refusal(a(api.labelAdd, { datasetId: set.id, name: 'DENT', color: '#123456' }))).text).toMatch(
      /label with this name/,
    );
    expect((await refusal(a(api.labelUpdate, { id: dent.id, name: 'scratch', color: '#123456' }))).code).toBe(610);
    expect(await a(api.labelUpdate, { id: dent.id, name: '凹痕', color: '#abcdef' })).toMatchObject({ name: '凹痕' });
    await a(api.labelDelete, { id: dent.id });
    await a(api.labelAdd, { datasetId: set.id, name: '凹痕', color: '#abcdef' });
    expect((await a(api.datasetInfo, { id: set.id })).labels.map((one) => one.name)).toEqual(['scratch', '凹痕']);
  });
});

describe('image lists', () => {
  const names = ['img10.png', 'img9.png', 'IMG1.png', 'b.png', 'a_1.png', 'a%1.png', '图2.png'];
  const sorted = ['a%1.png', 'a_1.png', 'b.png', 'IMG1.png', 'img9.png', 'img10.png', '图2.png'];

  it('sort naturally, come in pages, and search literally', async () => {
    const { folder } = await withImages(a, names);
    const list = async (input: Partial<Parameters<typeof page>[0]>) =>
      (await page({ folderId: folder.id, ...input })).list;
    const page = (input: { folderId: number; [key: string]: unknown }) => a(api.imageList, input);
    const namesOf = (rows: { name: string }[]) => rows.map((row) => row.name);
    expect(namesOf(await list({}))).toEqual(sorted);
    expect(namesOf(await list({ sort: '-name' }))).toEqual(sorted.toReversed());
    expect(namesOf(await list({ sort: 'createdAt' }))).toEqual(names);
    for (const size of [1, 2, 3, 7]) {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((pageNum) => list({ pageNum, pageSize: size })));
      expect(namesOf(pages.flat())).toEqual(sorted);
    }
    expect(namesOf(await list({ name: '%' }))).toEqual(['a%1.png']);
    expect(await page({ folderId: folder.id, name: '_1' })).toMatchObject({ total: 1 });
    expect(await page({ folderId: folder.id, state: 'annotated' })).toMatchObject({ total: 0, list: [] });
  });

  it('know the neighbours of an image', async () => {
    const { folder } = await withImages(a, names);
    const { list } = await a(api.imageList, { folderId: folder.id });
    for (const [i, one] of list.entries()) {
      const near = await a(api.imageNeighbours, { id: one.id });
      expect(near.previous?.name).toBe(sorted[i - 1]);
      expect(near.next?.name).toBe(sorted[i + 1]);
      expect([near.position, near.total]).toEqual([i + 1, sorted.length]);
    }
  });

  it('keep brightness and contrast', async () => {
    const { added } = await withImages(a, ['v.png']);
    await a(api.imageView, { id: added[0]!.id, brightness: -20, contrast: 35 });
    expect(await a(api.imageInfo, { id: added[0]!.id })).toMatchObject({ brightness: -20, contrast: 35 });
  });
});

describe('brightness and contrast of a folder', () => {
  it('are those of all its live images and no others, and what has them already is not counted', async () => {
    const [mine, other] = [await withImages(a, ['f1.png', 'f2.png', 'f3.png']), await withImages(a, ['g.png'])];
    await a(api.imageView, { id: mine.added[0]!.id, brightness: 7, contrast: 8 });
    await a(api.imageDelete, { ids: [mine.added[2]!.id] });
    const view = { folderId: mine.folder.id, brightness: 7, contrast: 8 };
    expect(await a(api.folderView, view)).toEqual({ images: 1 });
    expect(await a(api.folderView, view)).toEqual({ images: 0 });
    const { list } = await a(api.imageList, { folderId: mine.folder.id });
    expect(list.map(({ brightness, contrast }) => [brightness, contrast])).toEqual([
      [7, 8],
      [7, 8],
    ]);
    expect(await a(api.imageInfo, { id: other.added[0]!.id })).toMatchObject({ brightness: 0, contrast: 0 });
    expect((await refusal(b(api.folderView, view))).code).toBe(404);
  });
});

describe('deletion', () => {
  it('of a folder takes its images, and a folder’s name is free again', async () => {
    const { folder, added } = await withImages(a, ['d.png', 'e.png']);
    expect(await a(api.folderDeletePreview, { id: folder.id })).toMatchObject({ folders: 1, images: 2 });
    await a(api.folderDelete, { id: folder.id });
    expect((await refusal(a(api.imageInfo, { id: added[0]!.id }))).code).toBe(404);
    await a(api.folderAdd, { datasetId: folder.datasetId, name: folder.name });
    const twin = await refusal(a(api.folderAdd, { datasetId: folder.datasetId, name: folder.name.toUpperCase() }));
    expect(twin.text).toBe('A folder with this name already exists');
  });

  it('of images is all or none', async () => {
    const mine = await withImages(a, ['m.png']);
    const theirs = await withImages(b, ['t.png']);
    const ids = [mine.added[0]!.id, theirs.added[0]!.id];
    expect((await refusal(a(api.imageDelete, { ids }))).code).toBe(404);
    expect(await a(api.imageInfo, { id: ids[0]! })).toMatchObject({ name: 'm.png' });
  });

  it('waits for pre-labelling', async () => {
    const { folder, added } = await withImages(a, ['p.png']);
    const { db } = server.database;
    await db.update(folderTable).set({ state: 'preLabeling' }).where(eq(folderTable.id, folder.id));
    const attempts = [
      a(api.imageDelete, { ids: [added[0]!.id] }),
      a(api.folderDelete, { id: folder.id }),
      a(api.datasetDelete, { id: folder.datasetId }),
    ];
    const texts = (await Promise.all(attempts.map(refusal))).map((one) => one.text);
    expect(texts).toEqual(attempts.map(() => 'delete only after pre-annotation'));
  });
});

it('shows nothing of anybody else', async () => {
  const set = await makeSet(a, ['own']);
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'own' });
  const { added } = await uploadFiles(a, folder.id, [callFile('own.png', await drawPng())]);
  const label = set.labels[0]!;
  const id = added[0]!.id;
  // drawn before: a refusal that comes while something is awaited here would be nobody's
  const png = await drawPng();
  const tries: Promise<unknown>[] = [
    b(api.datasetInfo, { id: set.id }),
    b(api.datasetAdd, { projectId: set.projectId, name: unique('x') }),
    b(api.datasetUpdate, { id: set.id, name: 'x', dataType: 'image', setType: 'detection' }),
    b(api.datasetUsage, { id: set.id }),
    b(api.datasetDeletePreview, { id: set.id }),
    b(api.datasetDelete, { id: set.id }),
    b(api.labelAdd, { datasetId: set.id, name: 'x', color: '#000000' }),
    b(api.labelUpdate, { id: label.id, name: 'x', color: '#000000' }),
    b(api.labelDelete, { id: label.id }),
    b(api.folderList, { datasetId: set.id }),
    b(api.folderInfo, { id: folder.id }),
    b(api.folderAdd, { datasetId: set.id, name: 'x' }),
    b(api.folderUpdate, { id: folder.id, name: 'x', type: 'test' }),
    b(api.folderDeletePreview, { id: folder.id }),
    b(api.folderDelete, { id: folder.id }),
    b(api.imageList, { folderId: folder.id }),
    b(api.imageInfo, { id }),
    b(api.imageNeighbours, { id }),
    b(api.imageView, { id, brightness: 1, contrast: 1 }),
    b(api.imageDelete, { ids: [id] }),
    uploadFiles(b, folder.id, [callFile('y.png', png)]),
    b(api.imageShapes, { imageId: id }),
    b(api.imageOpsAfter, { imageId: id, seq: 0 }),
    b(api.cocoImport, { folderId: folder.id, coco: { images: [], categories: [], annotations: [] } }),
  ];
  expect((await Promise.all(tries.map(refusal))).map((one) => one.code)).toEqual(tries.map(() => 404));
  expect((await b(api.datasetList, { name: set.name })).total).toBe(0);
  expect((await b(api.folderList, {})).list.map((one) => one.id)).not.toContain(folder.id);
  expect((await server.as(server.admin)(api.datasetInfo, { id: set.id })).name).toBe(set.name);
});

it('names sort and group as documented', () => {
  expect(nameKey('Img2') < nameKey('img10')).toBe(true);
  expect(groupKey('part_001.png')).toBe('part_001');
  expect([groupKey('90100_crop_1.jpg'), groupKey('90100_crop_2.jpg')]).toEqual(['90100', '90100']);
});
