/** More folders than a page of a list holds: each is found, chosen and trained on. */
import { api, limits, type Call, type CallError } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { folder } from '../../tables/datasets.ts';
import { eq } from 'drizzle-orm';

const many = 205;
let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  const { db } = server.services;
  material = await addMaterial(server.services, server.a, { images: 4 });
  const { projectId, datasetId, folderId } = material;
  // by name the one with images stands behind all others
  await db.update(folder).set({ name: 'z_last' }).where(eq(folder.id, folderId));
  await db
    .insert(folder)
    .values(
      Array.from({ length: many }, (_, i) => ({ projectId, datasetId, name: `x_${String(i).padStart(3, '0')}` })),
    );
});
afterAll(() => server.close());

it('2.62 of 206 folders the one with images is found at once, and trained on', async () => {
  const { projectId, folderId, modelId } = material;
  const filled = await a(api.folderList, { projectId, filled: true, sort: 'dataset', pageSize: 50 });
  expect(filled).toMatchObject({ total: 1, list: [{ id: folderId, images: 4 }] });
  expect(filled.list[0]!.datasetName).toMatch(/^material_/);
  expect(await a(api.folderChoice, { projectId })).toMatchObject({ total: 1, list: [{ id: folderId, images: 4 }] });
  const check = await a(api.trainCheck, { modelId, folderIds: [folderId], params: {} });
  expect(check.train + check.val).toBe(4);
});

it('2.62 all are all, of any number; a search narrows them on the server; another person has none', async () => {
  const { projectId, datasetId, modelId, folderId } = material;
  await server.services.db.update(folder).set({ nImages: 1 }).where(eq(folder.projectId, projectId));
  const all = await a(api.folderChoice, { projectId });
  expect([all.total, all.list.length, new Set(all.list.map(({ id }) => id)).size]).toEqual([206, 206, 206]);
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((pageNum) =>
      a(api.folderList, { projectId, filled: true, sort: 'dataset', pageNum, pageSize: 50 }),
    ),
  );
  expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(all.list.map(({ id }) => id));
  expect((await a(api.folderChoice, { datasetId, name: 'X_20' })).total).toBe(5);
  expect((await a(api.folderList, { projectId, name: 'x_204', filled: true })).total).toBe(1);
  expect((await a(api.folderChoice, { modelId })).total).toBe(0);
  const folderIds = all.list.map(({ id }) => id);
  const refusal = await a(api.trainCheck, { modelId, folderIds, params: {} }).catch((error: CallError) => error);
  // the other folders have no image in truth: what is trained on is what there is
  expect(refusal).toMatchObject({ train: 3, val: 1 });
  expect(folderIds).toContain(folderId);
  const b = server.as(server.b);
  expect(await b(api.folderChoice, { projectId }).catch((error: CallError) => error.code)).toBe(404);
  expect(await b(api.folderChoice, { modelId })).toEqual({ list: [], total: 0 });
  expect(all.list.length).toBeLessThan(limits.taskFolders);
});

it('2.62 versions are found by the name of their model and by their number', async () => {
  await addReadyVersion(server.services, server.a, material);
  const found = async (name: string) => (await a(api.versionList, { name })).total;
  const { planName } = await a(api.modelInfo, { id: material.modelId });
  expect(await Promise.all([planName.toUpperCase(), 'find', 'v1', '1', 'v7', '%', 'nothing'].map(found))).toEqual([
    1, 1, 1, 1, 0, 0, 0,
  ]);
});

it('folders of data sets of one type alone are listed and chosen, where a model type asks for it', async () => {
  const { projectId } = material;
  const of = async (setType: 'detection' | 'segmentation') => {
    const listed = await a(api.folderList, { projectId, setType, filled: true });
    const { total } = await a(api.folderChoice, { projectId, setType });
    return [listed.total, total];
  };
  expect([await of('detection'), await of('segmentation')]).toEqual([
    [206, 206],
    [0, 0],
  ]);
});
