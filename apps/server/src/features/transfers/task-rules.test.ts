/** Imports and exports are tasks with rules of their own: what the calls for trainings may do to them. */
import { api, type Call, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../testing/archives.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { importArchive } from '../../testing/import-archive.ts';
import { runNext } from '../../testing/jobs.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addPerson } from '../../testing/people.ts';
import { drawPng } from '../../testing/images.ts';
import { task } from '../../tables/tasks.ts';
import { exportKind } from './exports/index.ts';

let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 2, side: 64 });
});
afterAll(() => server.close());

const refusal = (promise: Promise<unknown>) => promise.catch((error: CallError) => error);

it('W2 task/delete takes neither the report of an import nor the line of an export', async () => {
  const bytes = zipOf([{ name: 'a.png', data: await drawPng() }]);
  const { upload } = await importArchive(server, server.a, { folderId: material.folderId, bytes });
  expect(upload).toMatchObject({ state: 'completed', added: 1 });
  const ended = await a(api.exportAdd, { datasetId: material.datasetId, format: 'coco', withImages: false });
  await runNext(server.services, 'export', exportKind);
  for (const id of [upload.taskId!, ended.id]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusal(a(api.taskDelete, { id }))).toMatchObject({
      code: 610,
      enMsg: 'Imports and exports cannot be deleted here. Clear them under Uploads or Export history',
    });
  }
  expect(await a(api.uploadInfo, { id: upload.id })).toEqual(upload);
  expect((await a(api.uploadReport, { id: upload.id })).images).toBe(1);
  await a(api.exportDelete, { id: ended.id });
  expect(await server.services.db.$count(task, eq(task.id, ended.id))).toBe(0);
});

it('W2 with the key of models alone imports and exports are neither stopped nor deleted', async () => {
  const { id } = await a(api.exportAdd, { datasetId: material.datasetId, format: 'coco', withImages: false });
  const modeller = await addPerson(server.services.db, 'modeller', ['model/pageList', 'allData']);
  const call = server.as(modeller);
  expect((await call(api.taskInfo, { id })).actions).toEqual([]);
  expect(await refusal(call(api.taskAct, { id, action: 'cancel' }))).toMatchObject({ code: 403 });
  expect(await refusal(call(api.taskDelete, { id }))).toMatchObject({ code: 403 });
  expect((await a(api.taskInfo, { id })).actions).toEqual(['cancel']);
  expect(await a(api.taskAct, { id, action: 'cancel' })).toMatchObject({ state: 'canceled' });
});
