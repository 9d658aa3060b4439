/** A data set whose type was changed after a run: what it takes no shapes of is not offered any more. */
import { api } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('does not offer rectangles where only polygons are taken by now', async () => {
  const call = server.as(server.a);
  const { db } = server.services;
  const place = await addMaterial(server.services, server.a, { images: 1 });
  const versionId = await addReadyVersion(server.services, server.a, place);
  const [imageId] = place.imageIds as [number];
  await db.delete(shape).where(eq(shape.imageId, imageId));
  await db.update(image).set({ state: 'unannotated', nShapes: 0 }).where(eq(image.id, imageId));
  await call(api.imagePropose, { imageId, versionId });
  const seen = () => call(api.imageShapes, { imageId });
  expect(await seen()).toMatchObject({ proposals: [{ items: [{ kind: 'rect' }, { kind: 'rect' }] }] });
  const { dataType } = await call(api.datasetInfo, { id: place.datasetId });
  await call(api.datasetUpdate, { id: place.datasetId, name: 'outlines', dataType, setType: 'segmentation' });
  expect(await seen()).toMatchObject({ proposals: [{ items: [] }] });
});
