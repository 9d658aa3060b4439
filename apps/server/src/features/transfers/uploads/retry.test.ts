/** A failed import is tried again while its archive is kept: from where it stopped, and nothing twice. */
import { api, type Call, type CallError, type ClassTarget } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { archiveOfClasses, sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import { image } from '../../../tables/datasets.ts';
import { importKind } from '../imports/index.ts';
import { archivePath } from './files.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const run = (kind: WorkerKind = importKind) => runNext(server.services, 'import', kind);
const refusalOf = (promise: Promise<unknown>) => promise.catch((error: CallError) => error);
const refused = { code: 610, enMsg: expect.stringContaining('cannot be tried again. Upload the file again') };

/** The disk is full once so many files have been stored. */
function fullAfter(files: number): WorkerKind {
  let left = files;
  return {
    ...importKind,
    run: (services, row, control) => {
      const { blobs } = services;
      const adopt: typeof blobs.adopt = (...args) => {
        if (left-- <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
        return blobs.adopt(...args);
      };
      const full: typeof blobs = { ...blobs, adopt };
      return importKind.run({ ...services, blobs: full }, row, control);
    },
  };
}

async function sendImages(count: number) {
  const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
  const images = Array.from({ length: count }, async (_, i) => ({ name: `p_${i}.png`, data: await drawPng() }));
  const bytes = zipOf([...(await Promise.all(images)), { name: 'bad.png', data: 'no image' }]);
  return { folderId, id: await sendArchive(server, server.a, { folderId, bytes }) };
}

it('goes on after a full disk where it stopped', async () => {
  const { folderId, id } = await sendImages(200);
  expect(await a(api.uploadRetry, { id })).toMatchObject({ state: 'inspecting', canRetry: false });
  await run(fullAfter(150));
  const failed = await a(api.uploadInfo, { id });
  expect(failed).toMatchObject({
    state: 'failed',
    canRetry: true,
    cause: { en: expect.stringContaining('Free some space and try again') },
  });
  expect(failed.added).toBeGreaterThan(0);
  expect(await refusalOf(server.as(server.b)(api.uploadRetry, { id }))).toMatchObject({ code: 404 });
  expect(await a(api.uploadRetry, { id })).toMatchObject({ cause: null, canRetry: false, endedAt: null });
  // asked twice: once is enough
  await a(api.uploadRetry, { id });
  await run();
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'completed', added: 200, refused: 1, duplicates: 0 });
  const { db } = server.database;
  expect(await db.$count(image, eq(image.folderId, folderId))).toBe(200);
  expect((await a(api.uploadReport, { id })).problems.map(({ file }) => file)).toEqual(['bad.png']);
  expect(await refusalOf(a(api.uploadRetry, { id }))).toMatchObject(refused);
});

it('has its classes confirmed again where a label went meanwhile', async () => {
  const { folderId, datasetId } = await addMaterial(server.services, server.a, { images: 0 });
  const id = await sendArchive(server, server.a, { folderId, bytes: await archiveOfClasses(['dent']) });
  await run();
  const { id: labelId } = await a(api.labelAdd, { datasetId, name: 'gone', color: '#ff0000' });
  await a(api.uploadImport, { id, mapping: [{ name: 'dent', target: { to: 'label', labelId } }] });
  await a(api.labelDelete, { id: labelId });
  await run();
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'failed', canRetry: true });
  // it asks with the labels of now
  expect(await a(api.uploadRetry, { id })).toMatchObject({ state: 'inspecting' });
  await a(api.labelAdd, { datasetId, name: 'dust', color: '#ff0000' });
  await run();
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'waiting', cause: null });
  await a(api.uploadImport, { id, mapping: [{ name: 'dent', target: { to: 'new', name: 'fresh' } }] });
  await run();
  expect(await a(api.uploadReport, { id })).toMatchObject({ images: 1, shapes: 1, labelsAdded: 1 });
});

it('puts no shape under a label that was deleted since the import began', async () => {
  const { folderId, datasetId } = await addMaterial(server.services, server.a, { images: 0 });
  const coco = {
    images: [{ id: 1, file_name: 'a.png' }],
    categories: ['rust', 'dust'].map((name, i) => ({ id: i + 1, name })),
    annotations: [1, 2].map((n) => ({ id: n, image_id: 1, category_id: n, bbox: [1, 1, 5, 5] })),
  };
  const bytes = zipOf([
    { name: 'a.png', data: await drawPng() },
    { name: 'coco.json', data: JSON.stringify(coco) },
    { name: 'notes.txt', data: 'no annotations' },
  ]);
  const id = await sendArchive(server, server.a, { folderId, bytes });
  await run();
  const { id: labelId } = await a(api.labelAdd, { datasetId, name: 'stain', color: '#ff0000' });
  const confirm = (target: ClassTarget) =>
    a(api.uploadImport, {
      id,
      mapping: [
        { name: 'rust', target },
        { name: 'dust', target: { to: 'new', name: 'speck' } },
      ],
    });
  await confirm({ to: 'label', labelId });
  await run(fullAfter(0));
  await a(api.labelDelete, { id: labelId });
  await a(api.uploadRetry, { id });
  await run();
  const labelsGone = { en: expect.stringContaining('a selected label was deleted') };
  expect(await a(api.uploadInfo, { id })).toMatchObject({
    state: 'failed',
    canRetry: true,
    added: 0,
    cause: labelsGone,
  });
  await a(api.uploadRetry, { id });
  await run();
  const { inspection } = await a(api.uploadInfo, { id });
  expect(inspection!.classes.map((one) => one.labelId)).toEqual([null, null]);
  await confirm({ to: 'new', name: 'rust' });
  await run();
  const report = await a(api.uploadReport, { id });
  expect(report).toMatchObject({ images: 1, shapes: 2, labelsAdded: 2, moreProblems: 0 });
  expect(report.problems.map(({ file }) => file)).toEqual(['notes.txt']);
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  expect(labels.map(({ name, shapes }) => `${name} ${shapes}`)).toEqual(['scratch 0', 'dent 0', 'speck 1', 'rust 1']);
});

it('not without its archive, nor where that is what is wrong', async () => {
  const { id } = await sendImages(2);
  await run(fullAfter(0));
  rmSync(archivePath(server.services.config.data, id));
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'failed', canRetry: false });
  expect(await refusalOf(a(api.uploadRetry, { id }))).toMatchObject(refused);
  const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
  const other = await sendArchive(server, server.a, { folderId, bytes: zipOf([{ name: 'readme.md' }]) });
  await run();
  expect(await a(api.uploadInfo, { id: other })).toMatchObject({ state: 'failed', canRetry: false });
  expect(await refusalOf(a(api.uploadRetry, { id: other }))).toMatchObject(refused);
});
