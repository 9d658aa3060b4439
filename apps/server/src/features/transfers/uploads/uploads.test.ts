/** Uploads by tus and their imports, from the first byte to the report; cut, repeated, killed, canceled and stolen. */
import {
  api,
  limits,
  families,
  uploadUrl,
  type Call,
  type CallError,
  type Folder,
  type Upload,
  type UploadFormat,
} from '@loupe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner, type Runner } from '../../../tasks-runner/runner.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { tarOf, zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { image } from '../../../tables/datasets.ts';
import { importKind } from '../imports/index.ts';
import { archivePath, sweepArchives } from './files.ts';

let server: TestServer;
let runner: Runner;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  runner = await startRunner(server.services, server.database.pool, { import: importKind });
});
afterAll(async () => {
  await runner.stop();
  await server.close();
});

let count = 0;
async function makeFolder(): Promise<Folder> {
  const project = await a(api.projectAdd, { family: 'detection', name: `line_${++count}` });
  const set = await a(api.datasetAdd, { projectId: project.id, name: `set_${count}` });
  return a(api.folderAdd, { datasetId: set.id, name: 'one' });
}
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CallError) => `${error.code} ${error.enMsg}`,
  );

const tus = (
  id: string,
  method: 'HEAD' | 'PATCH',
  offset: number | string = 0,
  payload?: Buffer,
  token = server.a.token,
) =>
  server.app.inject({
    method,
    url: uploadUrl(id),
    headers: {
      authorization: token,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      ...(payload ? { 'content-type': 'application/offset+octet-stream' } : {}),
    },
    ...(payload ? { payload } : {}),
  });

async function send(folderId: number, bytes: Buffer, format: UploadFormat = 'zip', folders: 'one' | 'keep' = 'one') {
  const made = await a(api.uploadAdd, { folderId, name: `lot.${format}`, format, bytes: bytes.length, folders });
  expect((await tus(made.id, 'PATCH', 0, bytes)).statusCode).toBe(204);
  return made.id;
}
async function until(id: string, ...states: Upload['state'][]): Promise<Upload> {
  for (;;) {
    const seen = await a(api.uploadInfo, { id }); // oxlint-disable-line no-await-in-loop
    if (states.includes(seen.state)) return seen;
    if (['failed', 'completed', 'canceled'].includes(seen.state)) throw new Error(JSON.stringify(seen));
    await new Promise((resolve) => setTimeout(resolve, 50)); // oxlint-disable-line no-await-in-loop
  }
}
const rowsOf = (folderId: number) =>
  server.database.db
    .select()
    .from(image)
    .where(and(eq(image.folderId, folderId), isNull(image.deletedAt)))
    .orderBy(image.name);
const drawn = async (name: string): Promise<ZipEntry> => ({ name, data: await drawPng(40, 30) });

describe('the bytes', () => {
  it('go on where they were cut, and come in order or not at all', async () => {
    const folder = await makeFolder();
    const bytes = zipOf([await drawn('a.png')]);
    const { id } = await a(api.uploadAdd, { folderId: folder.id, name: 'lot.zip', format: 'zip', bytes: bytes.length });
    expect((await tus(id, 'PATCH', 0, bytes.subarray(0, 50))).headers['upload-offset']).toBe('50');
    expect((await tus(id, 'HEAD')).headers).toMatchObject({
      'upload-offset': '50',
      'upload-length': `${bytes.length}`,
    });
    expect((await tus(id, 'PATCH', 40, bytes.subarray(40))).statusCode).toBe(409);
    for (const odd of ['', ' ', '0x32', '5e1', '+50', '50.0', '-1', 'fifty'])
      expect([odd, (await tus(id, 'PATCH', odd, bytes.subarray(50))).statusCode]).toEqual([odd, 400]); // oxlint-disable-line no-await-in-loop
    expect((await tus(id, 'PATCH', 50, Buffer.alloc(bytes.length))).statusCode).toBe(400);
    const { headers } = await tus(id, 'HEAD');
    expect(headers['upload-offset']).toBe('50');
    expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'uploading', received: 50 });
    expect((await tus(id, 'PATCH', 50, bytes.subarray(50))).statusCode).toBe(204);
    const done = await until(id, 'completed');
    expect(done).toMatchObject({ added: 1, refused: 0, received: bytes.length });
    // it goes once the end is written
    await expect.poll(() => existsSync(archivePath(server.services.config.data, id))).toBe(false);
  });

  it('are the affair of their owner alone, with session and right media type', async () => {
    const folder = await makeFolder();
    const { id } = await a(api.uploadAdd, { folderId: folder.id, name: 'lot.zip', format: 'zip', bytes: 100 });
    for (const { token } of [server.b, server.admin]) {
      expect((await tus(id, 'HEAD', 0, undefined, token)).statusCode).toBe(404); // oxlint-disable-line no-await-in-loop
      expect((await tus(id, 'PATCH', 0, Buffer.alloc(5), token)).statusCode).toBe(404); // oxlint-disable-line no-await-in-loop
    }
    expect((await tus(id, 'HEAD', 0, undefined, 'nobody')).statusCode).toBe(401);
    const json = { method: 'PATCH', url: uploadUrl(id), payload: {} } as const;
    const headers = { authorization: server.a.token, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    expect((await server.app.inject({ ...json, headers })).statusCode).toBe(415);
    expect(await a(api.uploadCancel, { id })).toMatchObject({ state: 'canceled' });
    expect((await tus(id, 'PATCH', 0, Buffer.alloc(5))).statusCode).toBe(404);
  });

  it('are not begun where the disk cannot hold them, or a 7z is too large', async () => {
    const folder = await makeFolder();
    const add = (format: UploadFormat, bytes: number) =>
      keyOf(a(api.uploadAdd, { folderId: folder.id, name: 'x', format, bytes }));
    expect(await add('zip', 1024 ** 4)).toMatch(/^610 Not enough disk space/);
    expect(await add('7z', 600 * 1024 ** 2)).toMatch(/^610 7z files can be at most 512 MiB/);
  });

  it('are not begun as a kind of archive that the family does not take (S91)', async () => {
    const { id: folderId } = await makeFolder();
    const as = (format: UploadFormat) =>
      keyOf(a(api.uploadAdd, { folderId, name: `lot.${format}`, format, bytes: 1000, folders: 'one' }));
    const { archives } = families.detection;
    Object.assign(families.detection, { archives: ['zip'] });
    try {
      expect(await as('7z')).toBe('610 zip only');
      expect([await as('zip'), await as('folder')]).toEqual(['done', 'done']);
      // a tar file that somebody has is no archive of any family
      expect(await as('tar' as UploadFormat)).toMatch(/^400 .*format/);
    } finally {
      Object.assign(families.detection, { archives });
    }
    expect(await as('7z')).toBe('done');
  });

  it('that nobody goes on with goes, but not while the clock may be wrong', async () => {
    const folder = await makeFolder();
    const { id } = await a(api.uploadAdd, { folderId: folder.id, name: 'lot.zip', format: 'zip', bytes: 1000 });
    await server.database.pool.query(`update upload set touched_at = clock_timestamp() - interval '1 year'`);
    const isThere = () => existsSync(archivePath(server.services.config.data, id));
    await sweepArchives(server.services, false);
    expect(isThere()).toBe(true);
    await sweepArchives(server.services);
    expect(isThere()).toBe(false);
  });

  it('that a killed server had not yet made an import of become one at its start', async () => {
    const folder = await makeFolder();
    const bytes = zipOf([await drawn('a.png')]);
    const { id } = await a(api.uploadAdd, { folderId: folder.id, name: 'lot.zip', format: 'zip', bytes: bytes.length });
    const { writeFileSync } = await import('node:fs');
    writeFileSync(archivePath(server.services.config.data, id), bytes);
    await sweepArchives(server.services);
    expect((await until(id, 'completed')).added).toBe(1);
  });
});

describe('an import', () => {
  it('keeps the good, names each bad file in both languages, and adds the same image once', async () => {
    const folder = await makeFolder();
    const good = await Promise.all([1, 2, 3].map((i) => drawn(`lot/good_${i}.png`)));
    const bad = Array.from({ length: 20 }, (_, i) => ({ name: `lot/bad_${i}.jpg`, data: `not an image ${i}` }));
    const twin = { name: 'lot/twin.png', data: good[0]!.data! };
    bad.push({ name: 'notes.txt', data: 'what the parts are' });
    const id = await send(folder.id, zipOf([...good, ...bad, twin, { name: '../out.png' }, { name: '.hidden' }]));
    const done = await until(id, 'completed');
    expect(done).toMatchObject({ added: 3, refused: 22, duplicates: 1 });
    const report = await a(api.uploadReport, { id });
    expect(report).toMatchObject({ images: 3, skipped: 1, moreProblems: 0, moreDuplicates: 0 });
    expect(report.problems.map((one) => one.file).sort()).toEqual(['../out.png', ...bad.map((one) => one.name)].sort());
    expect(report.problems.every((one) => one.msg.includes(one.file) && one.en_msg.includes(one.file))).toBe(true);
    const notes = {
      msg: '「notes.txt」已跳过：不是图片，也未作为标注使用',
      en_msg: expect.stringContaining('not an image'),
    };
    expect(report.problems.find((one) => one.file === 'notes.txt')).toMatchObject(notes);
    expect(report.duplicates).toEqual([{ file: 'lot/twin.png', of: 'good_1.png', folder: 'one', added: false }]);
    const hashes = good.map((one) => createHash('sha256').update(one.data!).digest('hex'));
    expect((await rowsOf(folder.id)).map((row) => row.sha256)).toEqual(hashes);
    expect((await a(api.folderInfo, { id: folder.id })).images).toBe(3);
  });

  it('goes on where a worker gave it back, without losing or doubling an image', async () => {
    const folder = await makeFolder();
    const images = await Promise.all(Array.from({ length: 200 }, (_, i) => drawn(`p_${i}.png`)));
    const id = await send(folder.id, zipOf(images));
    for (let rounds = 0; rounds < 3; rounds++) {
      await until(id, 'importing', 'completed'); // oxlint-disable-line no-await-in-loop
      await runner.stop(); // oxlint-disable-line no-await-in-loop
      runner = await startRunner(server.services, server.database.pool, { import: importKind }); // oxlint-disable-line no-await-in-loop
    }
    expect(await until(id, 'completed')).toMatchObject({ added: 200, refused: 0, duplicates: 0 });
    expect((await rowsOf(folder.id)).length).toBe(200);
  });

  it('keeps the directories as folders, or tells the images of one name apart', async () => {
    const names = ['all/val/1.png', 'all/ng 2/1.png', 'all/ng 2/2.png'];
    const files = await Promise.all(names.map(async (name) => ({ name, data: await drawPng() })));
    const kept = await makeFolder();
    expect(await until(await send(kept.id, await tarOf(files), 'folder', 'keep'), 'completed')).toMatchObject({
      added: 3,
    });
    const folders = await a(api.folderList, { datasetId: kept.datasetId });
    expect(folders.list.map((one) => [one.name, one.images, one.type]).sort()).toEqual([
      ['ng_2', 2, 'general'],
      ['one', 0, 'general'],
      ['val', 1, 'validation'],
    ]);
    const one = await makeFolder();
    await until(await send(one.id, await tarOf(files), 'folder'), 'completed');
    expect((await rowsOf(one.id)).map((row) => row.name)).toEqual(['2.png', 'ng 2_1.png', 'val_1.png']);
  });

  it('without an image, or of what is no archive, fails with a text that says what to do', async () => {
    const folder = await makeFolder();
    const empty = await until(await send(folder.id, zipOf([{ name: 'readme.md' }])), 'failed');
    expect(empty.cause?.en).toMatch(/no jpg, png/);
    const text = await until(await send(folder.id, Buffer.from('this is text')), 'failed');
    expect(text.cause?.zh).toMatch(/重新打包/);
    await a(api.uploadClear, {});
    expect((await a(api.uploadList, { ended: true })).total).toBe(0);
  });
});

describe('annotations', () => {
  const side = { width: 40, height: 30 };
  const coco = {
    images: [
      { id: 1, file_name: 'a.png', ...side },
      { id: 2, file_name: 'b.png', ...side },
      { id: 3, file_name: 'c.png', ...side },
      { id: 4, file_name: 'gone.png', ...side },
    ],
    categories: [
      { id: 1, name: 'scratch' },
      { id: 2, name: 'dent 2' },
      { id: 3, name: 'dust' },
    ],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 10, 10] },
      { id: 2, image_id: 1, category_id: 2, segmentation: [[1, 1, 9, 1, 9, 9]] },
      { id: 3, image_id: 2, category_id: 3, bbox: [1, 1, 5, 5] },
      { id: 4, image_id: 2, category_id: 1, bbox: [500, 1, 5, 5] },
    ],
  };

  it('of COCO wait for the mapping of their classes, then come as shapes', async () => {
    const folder = await makeFolder();
    const label = await a(api.labelAdd, { datasetId: folder.datasetId, name: 'scratch', color: '#ff0000' });
    const files = await Promise.all(['img/a.png', 'img/b.png', 'img/c.png'].map(drawn));
    const id = await send(folder.id, zipOf([...files, { name: 'ann/instances.json', data: JSON.stringify(coco) }]));
    const waiting = await until(id, 'waiting');
    expect(waiting.inspection).toMatchObject({ images: 3, annotations: 'coco', annotationFiles: 1 });
    // the box beyond the image becomes none
    expect(waiting.inspection!.classes).toEqual([
      { name: 'scratch', shapes: 1, labelId: label.id },
      { name: 'dent 2', shapes: 1, labelId: null },
      { name: 'dust', shapes: 1, labelId: null },
    ]);
    const mapping = [
      { name: 'scratch', target: { to: 'label' as const, labelId: label.id } },
      { name: 'dent 2', target: { to: 'new' as const, name: 'dent' } },
      { name: 'dust', target: { to: 'none' as const } },
    ];
    expect(await keyOf(a(api.uploadImport, { id, mapping: mapping.slice(1) }))).toMatch(/^610 .*“scratch”/);
    expect(await keyOf(server.as(server.b)(api.uploadImport, { id, mapping }))).toMatch(/^404/);
    const many = Array.from({ length: limits.labelsPerDataset }, (_, i) => `more${i}`).map((name) => ({
      name,
      target: { to: 'new' as const, name },
    }));
    // still waiting, for one that has room
    expect(await keyOf(a(api.uploadImport, { id, mapping: [...mapping, ...many] }))).toMatch(/^610 .*200 labels/);
    await a(api.uploadImport, { id, mapping });
    await until(id, 'completed');
    const report = await a(api.uploadReport, { id });
    expect(report).toMatchObject({ images: 3, shapes: 2, labelsAdded: 1 });
    expect(report.problems.map((one) => [one.file, one.key])).toEqual([
      ['gone.png', 'coco.unknownImage'],
      ['img/b.png', 'coco.outside'],
    ]);
    const rows = await rowsOf(folder.id);
    expect(rows.map((row) => [row.name, row.state, row.nShapes])).toEqual([
      ['a.png', 'annotated', 2],
      ['b.png', 'unannotated', 0],
      ['c.png', 'empty', 0],
    ]);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 3, annotated: 2 });
  });

  it('of YOLO come as boxes and polygons, with the names of data.yaml', async () => {
    const folder = await makeFolder();
    const images = await Promise.all(['images/train/a.png', 'images/train/b.png', 'images/train/c.png'].map(drawn));
    const texts = [
      { name: 'data.yaml', data: 'train: images/train\nnames:\n  0: crack\n  1: "hole"\n' },
      { name: 'labels/train/a.txt', data: '0 0.5 0.5 0.5 0.5\n1 0.1 0.1 0.9 0.1 0.9 0.9\nnonsense\n' },
      { name: 'labels/train/b.txt', data: '' },
    ];
    const id = await send(folder.id, zipOf([...images, ...texts]));
    const { inspection } = await until(id, 'waiting');
    expect(inspection).toMatchObject({ annotations: 'yolo', annotationFiles: 2 });
    const mapping = inspection!.classes.map(({ name }) => ({ name, target: { to: 'new' as const, name } }));
    await a(api.uploadImport, { id, mapping });
    await until(id, 'completed');
    expect(await a(api.uploadReport, { id })).toMatchObject({
      shapes: 2,
      problems: [{ file: 'images/train/a.png', key: 'yolo.line' }],
    });
    const rows = await rowsOf(folder.id);
    expect(rows.map((row) => [row.name, row.state, row.nShapes])).toEqual([
      ['a.png', 'annotated', 2],
      ['b.png', 'empty', 0],
      ['c.png', 'unannotated', 0],
    ]);
    const { shapes } = await a(api.imageShapes, { imageId: rows[0]!.id });
    expect(new Map(shapes.map((one) => [one.kind, one.points]))).toEqual(
      new Map<string, number[]>([
        ['rect', [10, 7.5, 30, 22.5]],
        ['polygon', [4, 3, 36, 3, 36, 27]],
      ]),
    );
  });

  it('a waiting upload can be canceled, and leaves nothing', async () => {
    const folder = await makeFolder();
    const files = await Promise.all(['a.png', 'b.png', 'c.png'].map(drawn));
    const id = await send(folder.id, zipOf([...files, { name: 'c.json', data: JSON.stringify(coco) }]));
    await until(id, 'waiting');
    expect(await a(api.uploadCancel, { id })).toMatchObject({ state: 'canceled', added: 0 });
    await sweepArchives(server.services);
    expect(existsSync(archivePath(server.services.config.data, id))).toBe(false);
    // whoever asks again has what they want
    expect(await a(api.uploadCancel, { id })).toMatchObject({ state: 'canceled' });
  });

  it('an upload that has ended cannot be canceled', async () => {
    const folder = await makeFolder();
    const id = await send(folder.id, zipOf([await drawn('a.png')]));
    await until(id, 'completed');
    expect(await keyOf(a(api.uploadCancel, { id }))).toMatch(/^610/);
    expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'completed' });
  });
});

it('an image that sharp cannot read whole is named, though its header is right', async () => {
  const folder = await makeFolder();
  const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const id = await send(folder.id, zipOf([{ name: 'cut.jpg', data: jpeg.subarray(0, jpeg.length - 300) }]));
  await until(id, 'completed');
  expect((await a(api.uploadReport, { id })).problems).toMatchObject([{ file: 'cut.jpg', key: 'image.corrupt' }]);
});
