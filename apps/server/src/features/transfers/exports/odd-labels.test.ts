/** Labels that are called as what is ignored, as the directory of the images, or as no directory can be: masks bring them back under their own names. */
import { api, type Call } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { exportArchive } from '../../../testing/export-archive.ts';
import { importAnnotated } from '../../../testing/import-archive.ts';
import { addMaterial, type Material } from '../../../testing/material.ts';

let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 2 });
});
afterAll(() => server.close());

it.each([
  ['maskIndex', 'void', 'CON'],
  ['maskPerLabel', 'void', 'CON'],
  ['maskIndex', 'images', '_images'],
  ['maskPerLabel', 'images', '_images'],
] as const)('%s: %s, %s', async (format, ...odd) => {
  const own = (await a(api.datasetInfo, { id: material.datasetId })).labels;
  for (const [i, { id, color }] of own.entries()) await a(api.labelUpdate, { id, name: odd[i]!, color }); // oxlint-disable-line no-await-in-loop
  const bytes = await exportArchive(server, server.a, { datasetId: material.datasetId, format });
  const name = `back_${format}_${odd[0]}`;
  const set = await a(api.datasetAdd, { projectId: material.projectId, name, setType: 'segmentation' });
  const target = await a(api.folderAdd, { datasetId: set.id, name: 'target' });
  const { report } = await importAnnotated(server, server.a, { folderId: target.id, bytes });
  expect(report).toMatchObject({ images: 2, shapes: 2, problems: [] });
  const { labels } = await a(api.datasetInfo, { id: set.id });
  expect(labels.map((one) => [one.name, one.shapes]).sort()).toEqual(odd.map((one) => [one, 1]).sort());
});
