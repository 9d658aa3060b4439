/** An acceptance that an edit took away comes back with its undo: where every shape is as it was accepted, and nowhere else. */
import { api, type Call, type ShapeOp, type StoredShape } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dataset } from '../../tables/datasets.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMember } from '../../testing/people.ts';
import { shapeOp } from '../../testing/ops.ts';
import { drawnRect } from '../../testing/shapes.ts';

let server: TestServer;
let material: Material;
let annotator: Call;
let reviewer: Call;
let imageId: number;
let people = 0;
const page = { annotator: uuid(), reviewer: uuid() };

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  material = await addMaterial(server.services, server.a, { images: 1 });
  const { db } = server.services;
  annotator = server.as(await addMember(db, material.projectId, 'annotator', `draws_${++people}`));
  reviewer = server.as(await addMember(db, material.projectId, 'editor', `reviews_${people}`));
  imageId = material.imageIds[0]!;
  await db.update(dataset).set({ review: true }).where(eq(dataset.id, material.datasetId));
});

const open = () => annotator(api.imageShapes, { imageId });
const edit = (ops: readonly ShapeOp[], call = annotator) =>
  call(api.imageOps, { imageId, clientId: page.annotator, ops: [...ops] }).then(({ results }) => {
    expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'));
    return results;
  });
const put = ({ rev, author: _, authorId: _by, conflictOf: _of, ...shape }: StoredShape, change: object = {}) =>
  shapeOp('put', { shapeId: shape.id, base: rev, shape: { ...shape, ...change } });
const shapeNow = async (id: string) => (await open()).shapes.find((one) => one.id === id)!;
const acceptNow = async () => {
  await annotator(api.imageSubmit, { imageId, clientId: page.annotator });
  const { revision } = await open();
  return reviewer(api.imageAccept, { imageId, clientId: page.reviewer, revision });
};
const lastWords = async () =>
  (await annotator(api.imageHistory, { imageId, before: null })).changes.map(({ what }) => what);
const folderOf = async () => (await annotator(api.folderInfo, { id: material.folderId })).review;

it('comes back as it was: whose it is, and when they said it', async () => {
  const given = await acceptNow();
  const [first] = (await open()).shapes as [StoredShape];
  await edit([put(first, { points: first.points.map((one) => one + 1) })]);
  expect((await open()).review).toMatchObject({ state: 'submitted', by: `draws_${people}`, isReopened: true });
  await edit([put(await shapeNow(first.id), { points: first.points })]);
  expect((await open()).review).toEqual({ ...given, bySelf: false });
  expect((await lastWords()).slice(0, 4)).toEqual(['acceptedAgain', 'moved', 'reopened', 'moved']);
  expect(await folderOf()).toMatchObject({ submitted: 0, accepted: 1 });
});

it('takes all of the edits to be undone, whoever made them and in whatever order', async () => {
  await acceptNow();
  const [first] = (await open()).shapes as [StoredShape];
  const drawn = drawnRect(material.labelIds[0]!);
  await edit([shapeOp('put', { shapeId: drawn.id, shape: drawn })]);
  await edit([put(first, { text: 'x' })], reviewer);
  await edit([put(await shapeNow(first.id), { text: first.text })]);
  expect((await open()).review?.state).toBe('submitted');
  await edit([shapeOp('delete', { shapeId: drawn.id, base: (await shapeNow(drawn.id)).rev })], reviewer);
  expect((await open()).review?.state).toBe('accepted');
});

it('is not taken away where one call brings an edit and its undo', async () => {
  await acceptNow();
  const drawn = drawnRect(material.labelIds[0]!);
  const made = shapeOp('put', { shapeId: drawn.id, shape: drawn });
  await edit([made, shapeOp('delete', { shapeId: drawn.id, base: made.opId })]);
  expect((await open()).review?.state).toBe('accepted');
  expect(await lastWords()).not.toContain('reopened');
});

it('does not come with anything else than what was accepted', async () => {
  await acceptNow();
  const [first] = (await open()).shapes as [StoredShape];
  await edit([shapeOp('delete', { shapeId: first.id, base: first.rev })]);
  const other = { ...drawnRect(material.labelIds[0]!), points: first.points };
  await edit([shapeOp('put', { shapeId: other.id, shape: other })]);
  expect((await open()).review?.state).toBe('submitted');
});

it('does not come after another word: who submitted it again has asked for another look', async () => {
  await acceptNow();
  const [first] = (await open()).shapes as [StoredShape];
  await edit([put(first, { text: 'x' })]);
  const { revision } = await open();
  await reviewer(api.imageReturn, { imageId, clientId: page.reviewer, revision, remark: 'no' });
  await annotator(api.imageSubmit, { imageId, clientId: page.annotator });
  await edit([put(await shapeNow(first.id), { text: first.text })]);
  expect((await open()).review).toMatchObject({ state: 'submitted', isReopened: false });
});

it('of an image without shapes it takes the mark that it was checked', async () => {
  const { shapes } = await open();
  await edit(shapes.map(({ id, rev }) => shapeOp('delete', { shapeId: id, base: rev })));
  await edit([shapeOp('checkEmpty')]);
  await acceptNow();
  const drawn = drawnRect(material.labelIds[0]!);
  await edit([shapeOp('put', { shapeId: drawn.id, shape: drawn })]);
  await edit([shapeOp('delete', { shapeId: drawn.id, base: (await shapeNow(drawn.id)).rev })]);
  expect((await open()).review?.state).toBe('submitted');
  await edit([shapeOp('checkEmpty')]);
  expect((await open()).review?.state).toBe('accepted');
});
