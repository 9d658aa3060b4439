/** A folder is not deleted under an import that fills it; one that waits for its classes goes with it, and comes back. */
import { api, type Call, type CallError, type Upload } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { emptyBin } from '../../../testing/bin.ts';
import { drawPng } from '../../../testing/images.ts';
import { archiveOfClasses, sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import { startRunner } from '../../../tasks-runner/runner.ts';
import { image } from '../../../tables/datasets.ts';
import { task } from '../../../tables/tasks.ts';
import { importKind } from '../imports/index.ts';
import { archivePath, sweepArchives } from './files.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const makeFolder = () => addMaterial(server.services, server.a, { images: 0 });
const runImport = () => runNext(server.services, 'import', importKind);
const answerOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CallError) => `${error.code} ${error.enMsg}`,
  );
async function until(id: string, isSo: (upload: Upload) => boolean): Promise<void> {
  while (!isSo(await a(api.uploadInfo, { id }))) await new Promise((resolve) => setTimeout(resolve, 10)); // oxlint-disable-line no-await-in-loop
}

it.each(['one', 'keep'] as const)('nobody deletes what an import still fills (%s)', async (folders) => {
  const { folderId, datasetId } = await makeFolder();
  const images = Array.from({ length: 300 }, async (_, i) => ({
    name: `${i % 2 === 0 ? 'ok' : 'ng'}/p_${i}.png`,
    data: await drawPng(),
  }));
  const id = await sendArchive(server, server.a, { folderId, bytes: zipOf(await Promise.all(images)), folders });
  // as in a worker, which hears at once of a cancellation
  const runner = await startRunner(server.services, server.database.pool, { import: importKind });
  await until(id, ({ added }) => added > 0);
  const deletions = [a(api.folderDelete, { id: folderId }), a(api.datasetDelete, { id: datasetId })];
  expect(await Promise.all(deletions.map(answerOf))).toEqual(
    deletions.map(() => expect.stringMatching(/^610 “lot.zip” is being imported here.+Uploads/)),
  );
  // so that it stays in sight and can be canceled
  expect((await a(api.uploadList, { ended: false })).list.map((one) => one.id)).toEqual([id]);
  await a(api.uploadCancel, { id });
  await until(id, ({ state }) => state === 'canceled');
  await runner.stop();
  await a(api.folderDelete, { id: folderId });
  expect(await answerOf(a(api.uploadInfo, { id }))).toMatch(/^404 /);
  await a(api.datasetDelete, { id: datasetId });
  await emptyBin(server);
  expect(await server.database.db.$count(image, eq(image.datasetId, datasetId))).toBe(0);
  await sweepArchives(server.services);
  expect(existsSync(archivePath(server.services.config.data, id))).toBe(false);
});

it('one that waits for its classes goes with its folder, and waits again when that is back', async () => {
  const { db } = server.database;
  const { folderId } = await makeFolder();
  const id = await sendArchive(server, server.a, { folderId, bytes: await archiveOfClasses(['dent']) });
  await runImport();
  const { taskId, state } = await a(api.uploadInfo, { id });
  expect(state).toBe('waiting');
  const { binId } = await a(api.folderDelete, { id: folderId });
  expect(await answerOf(a(api.uploadInfo, { id }))).toMatch(/^404 /);
  await a(api.binRestore, { id: binId });
  expect((await a(api.uploadInfo, { id })).state).toBe('waiting');
  await a(api.folderDelete, { id: folderId });
  // as if it had been confirmed at the same moment
  await db.update(task).set({ state: 'queued' }).where(eq(task.id, taskId!));
  await runImport();
  const [ended] = await db.select().from(task).where(eq(task.id, taskId!));
  expect(ended).toMatchObject({ state: 'failed', cause: { code: 'import.gone' } });
  expect(await db.$count(image, eq(image.folderId, folderId))).toBe(0);
});
