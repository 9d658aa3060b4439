/** A failed import is tried again while its archive is kept: from where it stopped, and nothing twice. */
import { api, type Call, type CallError } from '@loupe/contract';
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
  await a(api.uploadRetry, { id });
  await run();
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'waiting', cause: null });
  await a(api.uploadImport, { id, mapping: [{ name: 'dent', target: { to: 'new', name: 'fresh' } }] });
  await run();
  expect(await a(api.uploadReport, { id })).toMatchObject({ images: 1, shapes: 1, labelsAdded: 1 });
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
