/** A TIFF beside a PNG of the same stem: both are exported, and the one that was a PNG keeps its name. */
import { createHash } from 'node:crypto';
import { api, type Call, type ExportFormat } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial, type Material } from '../../../testing/material.ts';
import { unzip } from '../../../testing/unzip.ts';
import { exportKind } from './index.ts';

let server: TestServer;
let a: Call;
let material: Material;
const sha256: Record<string, string> = {};
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  const { db } = server.database;
  material = await addMaterial(server.services, server.a, { images: 4 });
  // the TIFF came first; what is stored is its PNG
  const names = ['part.tif', 'part.png', 'Gear.tiff', 'gear.jpg'];
  for (const [i, name] of names.entries()) {
    const [row] = await db.select().from(image).where(eq(image.id, material.imageIds[i]!)); // oxlint-disable-line no-await-in-loop
    sha256[name] = row!.sha256;
    const original = /tif/.test(name) ? row!.sha256 : null;
    await db.update(image).set({ name, nameKey: name, originalSha256: original }).where(eq(image.id, row!.id)); // oxlint-disable-line no-await-in-loop
  }
});
afterAll(() => server.close());

async function filesOf(format: ExportFormat): Promise<[string, Buffer][]> {
  const { id } = await a(api.exportAdd, { datasetId: material.datasetId, format, withImages: true });
  await runNext(server.services, 'export', exportKind);
  const { url } = await a(api.exportLink, { id });
  const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: server.a.token } });
  return (await unzip(answer.rawPayload)).map(({ entry, bytes }) => [entry.fileName, bytes]);
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const imagesIn = (files: readonly [string, Buffer][]) =>
  Object.fromEntries(
    files
      .filter(([name]) => /\.(?:png|jpg)$/i.test(name))
      .map(([name, bytes]) => [name.split('/').at(-1)!, hash(bytes)]),
  );

it('a PNG keeps its name, and what became PNG gets another one', async () => {
  const files = await filesOf('coco');
  expect(imagesIn(files)).toEqual({
    'part.png': sha256['part.png'],
    'part~2.png': sha256['part.tif'],
    'Gear.png': sha256['Gear.tiff'],
    'gear.jpg': sha256['gear.jpg'],
  });
  const [, json] = files.find(([name]) => name.endsWith('.json'))!;
  const { images } = JSON.parse(json.toString()) as { images: { file_name: string }[] };
  const listed = images.map(({ file_name: name }) => name.split('/').at(-1)!);
  expect(listed.toSorted()).toEqual(Object.keys(imagesIn(files)).toSorted());
});

it('also by its stem, where a text file of that stem stands beside each', async () => {
  const files = await filesOf('yoloDetect');
  expect(imagesIn(files)).toEqual({
    'part.png': sha256['part.png'],
    'part~2.png': sha256['part.tif'],
    'Gear~2.png': sha256['Gear.tiff'],
    'gear.jpg': sha256['gear.jpg'],
  });
});
