/** A folder is not deleted under an import that fills it; one that waits for its classes goes with it, and comes back. */
import { api, type Call, type CallError, type Upload } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { emptyBin } from '../../../testing/bin.ts';
import { addGoodBadModel } from '../../../testing/good-bad.ts';
import { drawPng } from '../../../testing/images.ts';
import { archiveOfClasses, sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
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

/** It has added some, but not all, until it is asked to stop: however fast or slow the machine is. */
const heldKind: WorkerKind = {
  ...importKind,
  run: (services, row, control) => {
    const { blobs } = services;
    let free = 200;
    const stopped = new Promise<unknown>((resolve) => control.signal.addEventListener('abort', resolve));
    const adopt: typeof blobs.adopt = async (...args) => {
      if (free-- <= 0) await stopped;
      return blobs.adopt(...args);
    };
    const held: typeof blobs = { ...blobs, adopt };
    return importKind.run({ ...services, blobs: held }, row, control);
  },
};

it.each(['one', 'keep'] as const)('nobody deletes what an import still fills (%s)', async (folders) => {
  const { folderId, datasetId } = await makeFolder();
  const images = Array.from({ length: 300 }, async (_, i) => ({
    name: `${i % 2 === 0 ? 'ok' : 'ng'}/p_${i}.png`,
    data: await drawPng(),
  }));
  const id = await sendArchive(server, server.a, { folderId, bytes: zipOf(await Promise.all(images)), folders });
  // as in a worker, which hears at once of a cancellation
  const runner = await startRunner(server.services, server.database.pool, { import: heldKind });
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
  const { binId: again } = await a(api.folderDelete, { id: folderId });
  await sweepArchives(server.services);
  // as if it had been confirmed at the same moment
  await server.database.pool.query(`update public.task set state = 'queued', bin_id = null where id = $1`, [taskId]);
  await runImport();
  const [ended] = await db.select().from(task).where(eq(task.id, taskId!));
  expect(ended).toMatchObject({ state: 'failed', cause: { code: 'import.gone' } });
  expect(await db.$count(image, eq(image.folderId, folderId))).toBe(0);
  // with its folder it can be tried again
  await a(api.binRestore, { id: again });
  expect(await a(api.uploadInfo, { id })).toMatchObject({ state: 'failed', canRetry: true });
  await a(api.uploadRetry, { id });
  await runImport();
  expect((await a(api.uploadInfo, { id })).state).toBe('waiting');
});

const tasksOf = async (projectId: number): Promise<unknown[]> => {
  const { rows } = await server.database.pool.query('select state from public.task where project_id = $1', [projectId]);
  return rows;
};

it.each(['folder', 'dataset'] as const)(
  'one that waits holds up nothing once its %s is in the bin, nor after it',
  async (of) => {
    const { projectId, datasetId, folderId } = await makeFolder();
    const id = await sendArchive(server, server.a, { folderId, bytes: await archiveOfClasses(['dent']) });
    await runImport();
    const remove = () =>
      of === 'folder' ? a(api.folderDelete, { id: folderId }) : a(api.datasetDelete, { id: datasetId });
    await remove();
    const { binId } = await a(api.projectDelete, { id: projectId });
    await a(api.binRestore, { id: binId });
    expect(await tasksOf(projectId)).toHaveLength(1);
    await emptyBin(server);
    await sweepArchives(server.services);
    expect(await tasksOf(projectId)).toEqual([]);
    expect(existsSync(archivePath(server.services.config.data, id))).toBe(false);
  },
);

it('one that an earlier version left behind is ended', async () => {
  const { projectId, folderId } = await makeFolder();
  const id = await sendArchive(server, server.a, { folderId, bytes: await archiveOfClasses(['dent']) });
  await runImport();
  await server.database.pool.query('delete from upload where id = $1', [id]);
  expect(await answerOf(a(api.projectDelete, { id: projectId }))).toMatch(/^610 /);
  await sweepArchives(server.services);
  expect(await tasksOf(projectId)).toEqual([{ state: 'stopped' }]);
  await a(api.projectDelete, { id: projectId });
});

it('one whose archive is not here, as after a restore, is ended instead of asking for its classes', async () => {
  const { folderId } = await makeFolder();
  const sent = { folderId, bytes: await archiveOfClasses(['dent']) };
  const [gone, kept] = [await sendArchive(server, server.a, sent), await sendArchive(server, server.a, sent)];
  await runImport();
  await runImport();
  rmSync(archivePath(server.services.config.data, gone));
  await sweepArchives(server.services);
  expect((await a(api.uploadInfo, { id: gone })).state).toBe('canceled');
  expect((await a(api.uploadInfo, { id: kept })).state).toBe('waiting');
});

it('a model is not deleted under an import into its images', async () => {
  const { modelId, ok } = await addGoodBadModel(a);
  const bytes = zipOf([{ name: 'a.png', data: await drawPng() }]);
  const id = await sendArchive(server, server.a, { folderId: ok.folderId, bytes });
  expect(await answerOf(a(api.modelDelete, { id: modelId }))).toMatch(/^610 “lot.zip” is being imported here/);
  await runImport();
  expect((await a(api.uploadInfo, { id })).state).toBe('completed');
  await a(api.modelDelete, { id: modelId });
});
