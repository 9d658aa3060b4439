/** Whose turn it is in a review: on the dashboard of who may accept, and of whom it was returned to. */
import { api, type Call } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dataset } from '../../tables/datasets.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMember } from '../../testing/people.ts';

let server: TestServer;
let material: Material;
let annotator: Call;
let reviewer: Call;
let viewer: Call;
let people = 0;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  material = await addMaterial(server.services, server.a, { images: 3 });
  const { db } = server.services;
  const { projectId } = material;
  annotator = server.as(await addMember(db, projectId, 'annotator', `draws_${++people}`));
  reviewer = server.as(await addMember(db, projectId, 'editor', `reviews_${people}`));
  viewer = server.as(await addMember(db, projectId, 'viewer', `looks_${people}`));
  await setReview(true);
});
const setReview = (review: boolean) =>
  server.services.db.update(dataset).set({ review }).where(eq(dataset.id, material.datasetId));
const clientId = uuid();
const submit = (call: Call, imageId: number) => call(api.imageSubmit, { imageId, clientId });
const waiting = async (call: Call) => {
  const { reviews, moreReviews } = await call(api.dashboardInfo, {});
  expect(moreReviews).toBe(0);
  return reviews.map(({ folderId, toReview, returnedToMe }) => [folderId, toReview, returnedToMe]);
};

it('counts what a person may accept, and what was returned to them', async () => {
  const [first, second, third] = material.imageIds as [number, number, number];
  await submit(annotator, first);
  await submit(reviewer, second);
  const { folderId } = material;
  expect(await waiting(reviewer)).toEqual([[folderId, 1, 0]]);
  expect(await waiting(server.as(server.a))).toEqual([[folderId, 2, 0]]);
  expect([await waiting(annotator), await waiting(viewer)]).toEqual([[], []]);
  await submit(annotator, third);
  const { revision } = await reviewer(api.imageShapes, { imageId: first });
  await reviewer(api.imageReturn, { imageId: first, clientId, revision, remark: 'no' });
  expect([await waiting(reviewer), await waiting(annotator)]).toEqual([[[folderId, 1, 0]], [[folderId, 0, 1]]]);
});

it('says nothing where images are not reviewed, and nothing to others', async () => {
  await submit(annotator, material.imageIds[0]!);
  expect(await waiting(server.as(server.b))).toEqual([]);
  await setReview(false);
  expect(await waiting(reviewer)).toEqual([]);
});
