/** Exports from the question to the file: rules, formats, history, links, restarts, and one instant among writers. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { api, limits, type Call, type CallError, type ExportRecord, type Input, type Shape } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPoints } from '../../annotation/index.ts';
import { shape } from '../../../tables/annotation.ts';
import { folder, image } from '../../../tables/datasets.ts';
import { task } from '../../../tables/tasks.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addFolder, addMaterial, type Material } from '../../../testing/material.ts';
import type { TestPerson } from '../../../testing/people.ts';
import { unzip } from '../../../testing/unzip.ts';
import { exportPath, exportsFolder } from './params.ts';
import { exportKind, sweepExports } from './index.ts';
import { exportLink } from '../../../tables/exports.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

type Ask = Input<typeof api.exportAdd>;
const text = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CallError) => error.enMsg,
  );
const runOne = () => runNext(server.services, 'export', exportKind);
const get = async (id: number) => (await a(api.exportList, {})).list.find((one) => one.id === id)!;
const addTo = (imageId: number, kind: string, points: number[], more: Partial<typeof shape.$inferInsert> = {}) =>
  server.database.db.insert(shape).values({
    imageId,
    id: randomUUID(),
    rev: 1,
    kind,
    points: packPoints(points),
    parts: [0],
    source: 'person',
    ...more,
  });

async function done(ask: Ask): Promise<ExportRecord> {
  const { id } = await a(api.exportAdd, ask);
  await runOne();
  const record = await get(id);
  expect([record.state, record.causeText]).toEqual(['completed', null]);
  return record;
}
const fetchFile = (url: string, person: TestPerson = server.a) =>
  server.app.inject({ method: 'GET', url, headers: { authorization: person.token } });
async function zipOf({ id }: ExportRecord): Promise<Map<string, Buffer>> {
  const { url } = await a(api.exportLink, { id });
  const answer = await fetchFile(url);
  expect(answer.statusCode).toBe(200);
  return new Map((await unzip(answer.rawPayload)).map(({ entry, bytes }) => [entry.fileName, bytes]));
}

interface CocoFile {
  images: { id: number; file_name: string; width: number; height: number }[];
  categories: { id: number; name: string }[];
  annotations: { id: number; image_id: number; category_id: number; bbox: number[]; iscrowd: number }[];
}
const cocoOf = (zip: Map<string, Buffer>): CocoFile =>
  JSON.parse(zip.get('annotations/instances.json')!.toString()) as CocoFile;

describe('what may be exported', () => {
  it('nothing without images, and nothing that is not marked', async () => {
    const material = await addMaterial(server.services, server.a, { images: 2 });
    const { datasetId, projectId } = material;
    const empty = await a(api.datasetAdd, { projectId, name: `empty_${datasetId}` });
    const noImages = 'There are no images to export. Upload some first';
    const ask = (more: Partial<Ask>): Ask => ({ datasetId, format: 'coco', withImages: false, ...more });
    expect(await text(a(api.exportAdd, ask({ datasetId: empty.id })))).toBe(noImages);
    expect((await a(api.exportCheck, ask({ datasetId: empty.id }))).blocked?.en).toBe(noImages);

    const { db } = server.database;
    const bare = await addFolder(server.services, material, { images: 3 });
    await db.update(image).set({ state: 'unannotated' }).where(eq(image.folderId, bare.folderId));
    await db.update(folder).set({ nAnnotated: 0, state: 'unannotated' }).where(eq(folder.id, bare.folderId));
    const folders = [material.folderId, bare.folderId];
    const refused = await text(a(api.exportAdd, ask({ folderIds: folders })));
    expect(refused).toMatch(/^the folder is not marked, mark it first: “folder_[^”]+”$/);
    expect(await a(api.exportCheck, ask({}))).toMatchObject({
      images: 2,
      folders: 1,
      blocked: null,
      unmarkedFolders: [expect.stringMatching(/^folder_/)],
      losses: [{ kind: 'unannotated', count: 3 }],
    });
    await db.update(folder).set({ state: 'preLabeling' }).where(eq(folder.id, material.folderId));
    expect(await text(a(api.exportAdd, ask({})))).toBe('prelabeling in progress, please wait');
    await db.update(folder).set({ state: 'annotated', nAnnotated: 0 }).where(eq(folder.id, material.folderId));
    expect(await text(a(api.exportAdd, ask({})))).toMatch(/^the folders are not marked, mark them first: “[^”]+”, “/);
    const other = await addMaterial(server.services, server.a, { images: 1 });
    expect(await text(a(api.exportAdd, ask({ folderIds: [other.folderId] })))).toMatch(/Not found/);
  });
});

describe('a COCO export', () => {
  it('comes back through the import with equal shapes', async () => {
    const material = await addMaterial(server.services, server.a, { images: 3 });
    const [first, second, third] = material.imageIds as [number, number, number];
    const labelId = material.labelIds[1]!;
    await addTo(first, 'polygon', [1.1, 2.2, 50.3, 7.7, 31.9, 90.01], { labelId, ignore: true });
    await addTo(first, 'polygon', [5, 5, 90, 5, 90, 90, 10, 10, 20, 10, 20, 20], { labelId, parts: [0, 3] });
    await addTo(first, 'rect', [3.3, 4.4, 9.9, 8.8]);
    await server.database.db.delete(shape).where(eq(shape.imageId, third));
    await server.database.db.update(image).set({ state: 'empty' }).where(eq(image.id, third));

    const record = await done({ datasetId: material.datasetId, format: 'coco', withImages: true });
    expect(record).toMatchObject({
      images: 3,
      shapes: 4,
      losses: [
        { kind: 'unlabelled', count: 1 },
        { kind: 'holes', count: 1 },
      ],
      createdBy: 'anna',
      fileName: expect.stringMatching(/^material_\d+_coco_\d{8}\.zip$/),
    });
    const zip = await zipOf(record);
    const coco = cocoOf(zip);
    expect([...zip.keys()].filter((name) => name.startsWith('images/'))).toEqual(
      coco.images.map((one) => `images/${one.file_name}`),
    );
    expect(coco.annotations.map(({ id }) => id)).toEqual([1, 2, 3, 4]);

    const shapesIn = async (call: Call, imageId: number) => {
      const { shapes, labels } = await call(api.imageShapes, { imageId });
      const nameOf = new Map(labels.map((one) => [one.id, one.name]));
      const plain = ({ kind, points, parts, ignore, labelId: id }: Shape) =>
        JSON.stringify([kind, points, parts, ignore, nameOf.get(id ?? 0)]);
      return shapes
        .filter((one) => one.labelId !== null)
        .map(plain)
        .sort();
    };
    const set = await a(api.datasetAdd, { projectId: material.projectId, name: `back_${material.datasetId}` });
    const target = await a(api.folderAdd, { datasetId: set.id, name: 'back' });
    const files = coco.images.map(({ file_name: name }) => ({
      name: name.split('/')[1]!,
      data: new Blob([zip.get(`images/${name}`)! as Uint8Array<ArrayBuffer>]),
    }));
    const { added } = await a(api.imageUpload, { folderId: target.id }, { files });
    expect(await a(api.cocoImport, { folderId: target.id, coco })).toMatchObject({ images: 3, problems: [] });
    for (const [index, imageId] of [first, second].entries()) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await shapesIn(a, added[index]!.id)).toEqual(await shapesIn(a, imageId));
    }
    expect(await a(api.imageInfo, { id: added[2]!.id })).toMatchObject({ state: 'empty', shapes: 0 });
  });
});

it('a YOLO export has a label file beside each image', async () => {
  const material = await addMaterial(server.services, server.a, { images: 2, side: 128 });
  await addTo(material.imageIds[0]!, 'polygon', [0, 0, 64, 0, 64, 32], { labelId: material.labelIds[1]! });
  const ask = { datasetId: material.datasetId, withImages: true } as const;
  const check = await a(api.exportCheck, { ...ask, format: 'yoloDetect' });
  expect(check).toMatchObject({ images: 2, shapes: 3, losses: [{ kind: 'polygonsToBoxes', count: 1 }] });
  const detect = await done({ ...ask, format: 'yoloDetect' });
  expect(detect).toMatchObject({ images: 2, shapes: 3, losses: check.losses });
  const zip = await zipOf(detect);
  const labels = [...zip.keys()].filter((name) => name.startsWith('labels/'));
  expect(labels).toHaveLength(2);
  expect(zip.get(labels[0]!)!.toString().split('\n').sort()).toContain('1 0.25 0.125 0.5 0.25');
  expect(
    [...zip.keys()].filter((name) => name.startsWith('images/')).map((name) => name.replace('.png', '.txt')),
  ).toEqual(labels.map((name) => name.replace('labels/', 'images/')));
  expect(zip.get('data.yaml')!.toString()).toContain('0: "scratch"');
  const segment = await zipOf(await done({ ...ask, format: 'yoloSegment', withImages: false }));
  expect(segment.get(labels[0]!)!.toString().split('\n')).toContain('1 0 0 0.5 0 0.5 0.25');
});

it('what folders are for is in YOLO and Pascal VOC, and counted among what others lose', async () => {
  const material = await addMaterial(server.services, server.a, { images: 3 });
  const { datasetId } = material;
  await a(api.folderUpdate, { id: material.folderId, name: 'held', type: 'validation' });
  await addFolder(server.services, material, { images: 1 });
  const ask = { datasetId, withImages: false } as const;
  const lossesOf = async (format: Ask['format']) => {
    const { losses } = await a(api.exportCheck, { ...ask, format });
    expect((await done({ ...ask, format })).losses).toEqual(losses);
    return losses.map(({ kind, count, en }) => [kind, count, en]);
  };
  const purposes = ['folderTypes', 3, expect.stringContaining('purpose of folders')];
  expect(await lossesOf('coco')).toEqual([purposes]);
  expect(await lossesOf('cvat')).toEqual([purposes]);
  expect(await lossesOf('yoloDetect')).toEqual([]);
  expect(await lossesOf('voc')).toEqual([]);
});

describe('the history', () => {
  let material: Material;
  beforeAll(async () => {
    material = await addMaterial(server.services, server.a, { images: 2 });
  });
  const ask = (): Ask => ({ datasetId: material.datasetId, format: 'coco', withImages: true });

  it('lists by data set, state and name, cancels what waits, and deletes with the file', async () => {
    const { id } = await a(api.exportAdd, ask());
    const { datasetId } = material;
    expect(await a(api.exportList, { datasetId, state: 'processing' })).toMatchObject({ total: 1, list: [{ id }] });
    expect(await text(a(api.exportDelete, { id }))).toBe('ongoing tasks cannot delete');
    expect(await a(api.exportCancel, { id })).toMatchObject({ state: 'canceled', images: 0, fileName: null });
    expect(await a(api.exportCancel, { id })).toMatchObject({ state: 'canceled' });
    const record = await done(ask());
    expect(await text(a(api.exportCancel, { id: record.id }))).toMatch(/has already finished/);
    const { list } = await a(api.exportList, { datasetId, name: record.datasetName });
    expect(list.map((one) => one.state)).toEqual(['completed', 'canceled']);
    expect((await a(api.exportList, { datasetId, name: '%' })).total).toBe(0);
    const path = exportPath(server.services.config.data, record.id);
    expect(existsSync(path)).toBe(true);
    await a(api.exportDelete, { id: record.id });
    expect([existsSync(path), (await a(api.exportList, { datasetId })).total]).toEqual([false, 1]);
  });

  it('takes several cancels of one at once', async () => {
    const { id } = await a(api.exportAdd, ask());
    const ends = await Promise.all([1, 2, 3].map(() => a(api.exportCancel, { id })));
    expect(ends.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled']);
    await a(api.exportDelete, { id });
  });

  it('stops what runs at its next step, and leaves no file', async () => {
    const { id } = await a(api.exportAdd, ask());
    const run: WorkerKind['run'] = async (services, row, control) => {
      expect(await a(api.exportCancel, { id })).toMatchObject({ state: 'processing' });
      expect(await a(api.taskAct, { id, action: 'stop' })).toMatchObject({ state: 'stopping' });
      await new Promise((resolve) => control.signal.addEventListener('abort', resolve));
      return exportKind.run(services, row, control);
    };
    await runNext(server.services, 'export', { ...exportKind, run });
    expect(await get(id)).toMatchObject({ state: 'canceled', images: 0, fileName: null });
    expect(readdirSync(exportsFolder(server.services.config.data)).filter((name) => name.startsWith(`${id}.`))).toEqual(
      [],
    );
  });

  it('tells the person when the file is there, in both languages', async () => {
    const { id } = await a(api.exportAdd, ask());
    const before = (await a(api.socketMissed, { afterSeq: 0 })).lastSeq;
    await runOne();
    const { frames } = await a(api.socketMissed, { afterSeq: before });
    const messages = frames.flatMap(({ event }) => (event.type === 'message' ? [[event.cn, event.en]] : []));
    expect(messages).toEqual([['导出成功，请前往导出记录查看', 'export successful, go to export history']]);
    expect((await get(id)).state).toBe('completed');
  });

  it('says why there is nothing, also when the images went meanwhile', async () => {
    const { id } = await a(api.exportAdd, { ...ask(), folderIds: [material.folderId] });
    const { db } = server.database;
    await db.update(folder).set({ nAnnotated: 0 }).where(eq(folder.id, material.folderId));
    await runOne();
    await db.update(folder).set({ nAnnotated: 2 }).where(eq(folder.id, material.folderId));
    expect(await get(id)).toMatchObject({
      state: 'failed',
      causeText: { en: expect.stringMatching(/Nothing to export/) },
    });
    const [lost] = await db.select().from(image).where(eq(image.id, material.imageIds[1]!));
    const { sha256 } = lost!;
    const { blobs } = server.services;
    const bytes = readFileSync(blobs.path(sha256));
    await blobs.remove(sha256);
    const missing = await a(api.exportAdd, ask());
    await runOne();
    await blobs.put([bytes]);
    expect((await get(missing.id)).causeText?.en).toMatch(/image_1\.png” is missing from storage/);
    expect(readdirSync(exportsFolder(server.services.config.data)).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    );
  });
});

describe('a link', () => {
  it('is for its person, while the session lasts and for some minutes (S54)', async () => {
    const material = await addMaterial(server.services, server.a, { images: 1 });
    const record = await done({ datasetId: material.datasetId, format: 'coco', withImages: true });
    const { url, validUntil } = await a(api.exportLink, { id: record.id });
    const minutes = (Date.parse(validUntil) - Date.now()) / 60_000;
    expect(minutes > 0 && minutes <= limits.exportLinkMinutes + 1).toBe(true);
    const token = new URL(url, 'http://x').searchParams.get('token')!;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const good = await fetchFile(url);
    expect(good.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(record.bytes),
      'content-disposition': expect.stringMatching(/^attachment; filename="material_\d+_coco/),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(good.rawPayload).toHaveLength(record.bytes);
    expect((await fetchFile(url, server.b)).statusCode).toBe(404);
    expect((await fetchFile(url, server.admin)).statusCode).toBe(404);
    const stranger = await server.app.inject({ method: 'GET', url });
    expect(stranger.json().code).toBe(10010);
    expect(server.printed.join('')).not.toContain(token);

    const { db } = server.database;
    await db
      .update(exportLink)
      .set({ validUntil: sql`clock_timestamp()` })
      .where(eq(exportLink.taskId, record.id));
    const late = await fetchFile(url);
    expect([late.statusCode, late.json().code]).toEqual([410, 410]);
    expect(late.json().en_msg).toMatch(/link has expired/);
  });

  it('never gives a cut-off or swept file (F38)', async () => {
    const material = await addMaterial(server.services, server.a, { images: 1 });
    const record = await done({ datasetId: material.datasetId, format: 'coco', withImages: true });
    const { url } = await a(api.exportLink, { id: record.id });
    const path = exportPath(server.services.config.data, record.id);
    truncateSync(path, record.bytes - 1);
    expect((await fetchFile(url)).statusCode).toBe(410);
    expect(await text(a(api.exportLink, { id: record.id }))).toMatch(/Export again/);
  });

  it('and its file are swept after their days; files of nobody and parts at once', async () => {
    const material = await addMaterial(server.services, server.a, { images: 1 });
    const keep = await done({ datasetId: material.datasetId, format: 'coco', withImages: false });
    const old = await done({ datasetId: material.datasetId, format: 'coco', withImages: false });
    const { url } = await a(api.exportLink, { id: old.id });
    const { db } = server.database;
    const long = new Date(Date.now() - (limits.exportDays * 86_400 + 60) * 1000);
    await db.update(task).set({ endedAt: long }).where(eq(task.id, old.id));
    expect((await get(old.id)).fileName).toBeNull();
    expect((await fetchFile(url)).statusCode).toBe(410);
    const { data } = server.services.config;
    for (const name of ['8000000.zip', `${keep.id}.1.part`, 'notes.txt'])
      writeFileSync(`${exportsFolder(data)}/${name}`, '');
    await sweepExports(server.services);
    const left = readdirSync(exportsFolder(data));
    expect(left).toContain(`${keep.id}.zip`);
    expect(left).toContain('notes.txt');
    for (const gone of [`${old.id}.zip`, '8000000.zip', `${keep.id}.1.part`]) expect(left).not.toContain(gone);
  });
});
