/** A label that no shape has yet, but predictions that wait for a person: it is none that nobody needs. */
import { api } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../../tables/datasets.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { openSimilar } from '../../testing/similar-place.ts';

let on: Awaited<ReturnType<typeof openSimilar>>;
beforeAll(async () => {
  on = await openSimilar();
});
afterAll(() => on.close());

it('says so of labels until all images with predictions are decided on', async () => {
  const { server, call } = on;
  const { material, imageIds } = await on.place(1);
  const versionId = await addReadyVersion(server.services, server.a, material);
  const proposed = async () => {
    const { labels } = await call(api.datasetInfo, { id: material.datasetId });
    return labels.map((one) => one.proposed);
  };
  const none = await proposed();
  expect(none).not.toContain(true);
  await call(api.imagePropose, { imageId: imageIds[0]!, versionId });
  const [seen] = await server.services.db.select().from(image).where(eq(image.id, imageIds[0]!));
  expect(seen!.state).toBe('preLabeled');
  expect(await proposed()).toEqual(none.map(() => true));
  const checked = { opId: newId(), kind: 'checkEmpty' as const, shapeId: null, base: null, shape: null };
  await call(api.imageOps, { imageId: imageIds[0]!, clientId: newId(), ops: [checked] });
  expect(await proposed()).toEqual(none);
});
