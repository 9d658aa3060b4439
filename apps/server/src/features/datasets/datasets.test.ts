/** Data sets, labels, folders and pictures through HTTP, by two people who must not see each other's. */
import { api, type Call, type CallError, type Dataset, type Folder } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injectRequest, testServer, type TestServer } from '../../testing/app.ts';
import { groupKey, nameKey } from './names.ts';
import { folder as folderTable, image } from './tables.ts';

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

let shade = 0;
const png = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: { r: ++shade % 256, g: shade >> 8, b: 9 } } })
    .png()
    .toBuffer();
const file = (name: string, data: Uint8Array | string) => ({ name, data: new Blob([data as never]) });
const upload = (call: Call, folderId: number, files: ReturnType<typeof file>[]) =>
  call(api.pictureUpload, { folderId }, { files });
async function withPictures(call: Call, names: string[]) {
  const folder = await makeFolder(call);
  const files = await Promise.all(names.map(async (name) => file(name, await png())));
  const { added } = await upload(call, folder.id, files);
  return { folder, added };
}

describe('data sets', () => {
  it('are added, listed, renamed and deleted with their counts', async () => {
    const set = await makeSet(a, ['open', 'short']);
    expect(set).toMatchObject({ folders: 0, pictures: 0, referenced: false, createdBy: 'anna', setType: 'detection' });
    expect(set.labels.map((label) => label.name)).toEqual(['open', 'short']);
    const folder = await a(api.folderAdd, { datasetId: set.id, name: 'batch-1' });
    await upload(a, folder.id, [file('x.png', await png()), file('y.png', await png())]);
    const listed = await a(api.datasetList, { projectId: set.projectId });
    expect(listed).toMatchObject({ total: 1, list: [{ id: set.id, folders: 1, pictures: 2, annotated: 0 }] });
    const renamed = await a(api.datasetUpdate, {
      id: set.id,
      name: '新名称',
      dataType: 'image',
      setType: 'segmentation',
    });
    expect(renamed).toMatchObject({ name: '新名称', setType: 'segmentation' });
    const preview = await a(api.datasetDeletePreview, { id: set.id });
    expect(preview).toMatchObject({ name: '新名称', datasets: 1, folders: 1, pictures: 2, shapes: 0 });
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
      /label name/,
    );
    expect((await refusal(a(api.labelUpdate, { id: dent.id, name: 'scratch', color: '#123456' }))).code).toBe(610);
    expect(await a(api.labelUpdate, { id: dent.id, name: '凹痕', color: '#abcdef' })).toMatchObject({ name: '凹痕' });
    await a(api.labelDelete, { id: dent.id });
    await a(api.labelAdd, { datasetId: set.id, name: '凹痕', color: '#abcdef' });
    expect((await a(api.datasetInfo, { id: set.id })).labels.map((one) => one.name)).toEqual(['scratch', '凹痕']);
  });
});

describe('upload', () => {
  it('keeps good files and names the bad ones, whatever they are called', async () => {
    const folder = await makeFolder(a);
    const good = await png();
    const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();
    const huge = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    // a header that says 30,000 × 30,000: it is refused before anything is decoded
    huge.writeUInt32BE(30_000, 16);
    huge.writeUInt32BE(30_000, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const report = await upload(a, folder.id, [
      file('good.png', good),
      file('text.jpg', 'this is text'),
      file('empty.jpg', ''),
      file('cut.jpg', jpeg.subarray(0, jpeg.length / 2)),
      file('page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      file('huge.png', huge),
      file('../../up.png', await png()),
      file('C:\\cam\\win.png', await png()),
      file('..', good),
      file(`${'n'.repeat(256)}.png`, good),
      file('png-inside.jpg', await png()),
      file('good.png', await png()),
    ]);
    expect(report.added.map((one) => one.name)).toEqual(['good.png', 'up.png', 'win.png', 'png-inside.jpg']);
    expect(report.problems.map((one) => [one.file.slice(0, 9), one.key])).toEqual([
      ['text.jpg', 'picture.type'],
      ['empty.jpg', 'picture.type'],
      ['cut.jpg', 'picture.corrupt'],
      ['page.png', 'picture.type'],
      ['huge.png', 'picture.tooLarge'],
      ['..', 'picture.name'],
      ['nnnnnnnnn', 'picture.name'],
      ['good.png', 'picture.nameExists'],
    ]);
    for (const problem of report.problems) expect(problem.en_msg).toContain(problem.file);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 4, annotated: 0, state: 'unannotated' });
    const uploads = join(server.services.config.data, 'uploads');
    expect(readdirSync(uploads)).toEqual([]);
  });

  it('takes 20 and refuses 21 without keeping anything', async () => {
    const folder = await makeFolder(a);
    const files = await Promise.all(Array.from({ length: 21 }, async (_, i) => file(`p${i}.png`, await png())));
    const many = await refusal(upload(a, folder.id, files));
    expect(many).toMatchObject({ code: 610, text: expect.stringContaining('21') });
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 0 });
    expect((await upload(a, folder.id, files.slice(0, 20))).added).toHaveLength(20);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 20 });
    expect((await refusal(upload(a, folder.id, []))).text).toBe('no picture arrived');
  });

  it('keeps counts right when many upload and delete at once, with one winner for each name', async () => {
    const folder = await makeFolder(a);
    const bytes = await png();
    const reports = await Promise.all(
      [1, 2, 3, 4].map(() =>
        upload(
          a,
          folder.id,
          ['r.png', 's.png'].map((n) => file(n, bytes)),
        ),
      ),
    );
    expect(reports.flatMap((one) => one.added)).toHaveLength(2);
    const { list } = await a(api.pictureList, { folderId: folder.id });
    const ids = list.map((one) => one.id);
    await Promise.all([
      upload(a, folder.id, [file('t.png', bytes)]),
      ...ids.map((id) => a(api.pictureDelete, { ids: [id] })),
      refusal(a(api.pictureDelete, { ids })),
    ]);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 1 });
    expect((await a(api.pictureList, { folderId: folder.id })).list.map((one) => one.name)).toEqual(['t.png']);
  });

  it('turns what Node and Python decode differently into PNG and keeps the original', async () => {
    const folder = await makeFolder(a);
    const fixture = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../../../../packages/contract/fixtures/decode', name));
    const { added, problems } = await upload(
      a,
      folder.id,
      ['cmyk.jpg', 'exif-6.jpg', 'rgb24.bmp', 'grey16.png'].map((name) => file(name, fixture(name))),
    );
    expect(problems).toEqual([]);
    const rows = await server.database.db.select().from(image).where(eq(image.folderId, folder.id)).orderBy(image.id);
    expect(rows.map((row) => row.originalSha256 !== null)).toEqual([true, false, false, false]);
    expect(rows.map((row) => row.orientation)).toEqual([1, 6, 1, 1]);
    expect(rows.map((row) => row.bits)).toEqual([8, 8, 8, 16]);
    const answers = await Promise.all(added.map((one) => get('dataset/picture/file', one.id)));
    expect(answers.map((one) => one.headers['content-type'])).toEqual([
      'image/png',
      'image/jpeg',
      'image/bmp',
      'image/png',
    ]);
  });
});

const get = (path: string, id: number, headers: Record<string, string> = {}, person = server.a) =>
  injectRequest(
    server.app,
    { method: 'GET', url: `/api/qic/v1/${path}?id=${id}`, body: undefined, headers },
    person.token,
  );

describe('picture files', () => {
  it('come with headers for a private cache, and only to their owner', async () => {
    const { added } = await withPictures(a, ['f.png']);
    const { id, sha256 } = added[0]!;
    const answer = await get('dataset/picture/file', id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 8, height: 6 });
    expect((await get('dataset/picture/file', id, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    expect((await get('dataset/picture/file', id, {}, server.b)).statusCode).toBe(404);
    expect((await get('dataset/picture/thumb', id, {}, server.b)).statusCode).toBe(404);
  });

  it('have a thumbnail that is made again when the derived files are gone', async () => {
    const folder = await makeFolder(a);
    const { added } = await upload(a, folder.id, [file('big.png', await png(800, 500))]);
    const thumb = () => get('dataset/picture/thumb', added[0]!.id);
    const first = await thumb();
    expect(first.headers['content-type']).toBe('image/webp');
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 320, height: 200, format: 'webp' });
    rmSync(join(server.services.config.data, 'derived'), { recursive: true });
    expect((await thumb()).rawPayload.equals(first.rawPayload)).toBe(true);
  });
});

describe('picture lists', () => {
  const names = ['img10.png', 'img9.png', 'IMG1.png', 'b.png', 'a_1.png', 'a%1.png', '图2.png'];
  const sorted = ['a%1.png', 'a_1.png', 'b.png', 'IMG1.png', 'img9.png', 'img10.png', '图2.png'];

  it('sort naturally, page from both ends and by key, and search literally', async () => {
    const { folder } = await withPictures(a, names);
    const list = async (input: Partial<Parameters<typeof page>[0]>) =>
      (await page({ folderId: folder.id, ...input })).list;
    const page = (input: { folderId: number; [key: string]: unknown }) => a(api.pictureList, input);
    const namesOf = (rows: { name: string }[]) => rows.map((row) => row.name);
    expect(namesOf(await list({}))).toEqual(sorted);
    expect(namesOf(await list({ sort: '-name' }))).toEqual(sorted.toReversed());
    expect(namesOf(await list({ sort: 'createdAt' }))).toEqual(names);
    for (const size of [1, 2, 3, 7]) {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((pageNum) => list({ pageNum, pageSize: size })));
      expect(namesOf(pages.flat())).toEqual(sorted);
      const byKey: { id: number; name: string }[] = [];
      for (let more = await list({ pageSize: size }); more.length > 0;) {
        byKey.push(...more);
        more = await list({ pageSize: size, afterId: byKey.at(-1)!.id });
      }
      expect(namesOf(byKey)).toEqual(sorted);
    }
    expect(namesOf(await list({ name: '%' }))).toEqual(['a%1.png']);
    expect(await page({ folderId: folder.id, name: '_1' })).toMatchObject({ total: 1 });
    expect(await page({ folderId: folder.id, state: 'annotated' })).toMatchObject({ total: 0, list: [] });
  });

  it('know the neighbours of a picture', async () => {
    const { folder } = await withPictures(a, names);
    const { list } = await a(api.pictureList, { folderId: folder.id });
    for (const [i, one] of list.entries()) {
      const near = await a(api.pictureNeighbours, { id: one.id });
      expect(near.previous?.name).toBe(sorted[i - 1]);
      expect(near.next?.name).toBe(sorted[i + 1]);
      expect([near.position, near.total]).toEqual([i + 1, sorted.length]);
    }
  });

  it('keep brightness and contrast', async () => {
    const { added } = await withPictures(a, ['v.png']);
    await a(api.pictureView, { id: added[0]!.id, brightness: -20, contrast: 35 });
    expect(await a(api.pictureInfo, { id: added[0]!.id })).toMatchObject({ brightness: -20, contrast: 35 });
  });
});

describe('deletion', () => {
  it('of a folder takes its pictures, and a folder’s name is free again', async () => {
    const { folder, added } = await withPictures(a, ['d.png', 'e.png']);
    expect(await a(api.folderDeletePreview, { id: folder.id })).toMatchObject({ folders: 1, pictures: 2 });
    await a(api.folderDelete, { id: folder.id });
    expect((await refusal(a(api.pictureInfo, { id: added[0]!.id }))).code).toBe(404);
    await a(api.folderAdd, { datasetId: folder.datasetId, name: folder.name });
    const twin = await refusal(a(api.folderAdd, { datasetId: folder.datasetId, name: folder.name.toUpperCase() }));
    expect(twin.text).toBe('the folder name already exists');
  });

  it('of pictures is all or none', async () => {
    const mine = await withPictures(a, ['m.png']);
    const theirs = await withPictures(b, ['t.png']);
    const ids = [mine.added[0]!.id, theirs.added[0]!.id];
    expect((await refusal(a(api.pictureDelete, { ids }))).code).toBe(404);
    expect(await a(api.pictureInfo, { id: ids[0]! })).toMatchObject({ name: 'm.png' });
  });

  it('waits for pre-labelling', async () => {
    const { folder, added } = await withPictures(a, ['p.png']);
    const { db } = server.database;
    await db.update(folderTable).set({ state: 'preLabeling' }).where(eq(folderTable.id, folder.id));
    const attempts = [
      a(api.pictureDelete, { ids: [added[0]!.id] }),
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
  const { added } = await upload(a, folder.id, [file('own.png', await png())]);
  const label = set.labels[0]!;
  const id = added[0]!.id;
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
    b(api.pictureList, { folderId: folder.id }),
    b(api.pictureInfo, { id }),
    b(api.pictureNeighbours, { id }),
    b(api.pictureView, { id, brightness: 1, contrast: 1 }),
    b(api.pictureDelete, { ids: [id] }),
    upload(b, folder.id, [file('y.png', await png())]),
    b(api.pictureShapes, { imageId: id }),
    b(api.pictureOpsAfter, { imageId: id, seq: 0 }),
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
