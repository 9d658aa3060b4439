/** What is asked of an image and of who accepts it: nothing undone, nothing in dispute, and nothing by the word of a page. */
import { api, type Call, type ShapeOp, type StoredShape } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { role, user } from '../../tables/account.ts';
import { dataset } from '../../tables/datasets.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMember, type TestPerson } from '../../testing/people.ts';

let server: TestServer;
let material: Material;
let annotator: Call;
let editor: TestPerson;
let reviewer: Call;
let imageId: number;
let people = 0;
const page = { annotator: uuid(), reviewer: uuid() };

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.services;
  material = await addMaterial(server.services, server.a, { images: 1 });
  annotator = server.as(await addMember(db, material.projectId, 'annotator', `draws_${++people}`));
  editor = await addMember(db, material.projectId, 'editor', `reviews_${people}`);
  reviewer = server.as(editor);
  imageId = material.imageIds[0]!;
  await db.update(dataset).set({ review: true }).where(eq(dataset.id, material.datasetId));
  await submit();
});

const open = () => annotator(api.imageShapes, { imageId });
const submit = (call = annotator) => call(api.imageSubmit, { imageId, clientId: page.annotator });
const sendBack = async () => {
  const { revision } = await open();
  return reviewer(api.imageReturn, { imageId, clientId: page.reviewer, revision, remark: 'again' });
};
const accept = async (call = reviewer, said: { clientId?: string; revision?: number } = {}) => {
  const { revision } = await open();
  return call(api.imageAccept, { imageId, clientId: page.reviewer, revision, ...said });
};
const refused = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: { enMsg: string }) => error.enMsg,
  );
const edit = (call: Call, clientId: string, fields: Omit<ShapeOp, 'opId'>) =>
  call(api.imageOps, { imageId, clientId, ops: [{ opId: newId(), ...fields }] });
const moved = ({ rev, author: _, authorId: _by, conflictOf: _of, ...shape }: StoredShape, by: number) => ({
  kind: 'put' as const,
  shapeId: shape.id,
  base: rev,
  shape: { ...shape, points: shape.points.map((value) => value + by) },
});

it('accepts nothing that is not annotated any more', async () => {
  for (const { id, rev } of (await open()).shapes)
    // oxlint-disable-next-line no-await-in-loop
    await edit(annotator, page.annotator, { kind: 'delete', shapeId: id, base: rev, shape: null });
  expect(await refused(accept())).toContain('so it cannot be accepted');
  expect(await sendBack()).toMatchObject({ state: 'returned' });
});

it('waits until shapes in conflict are decided on', async () => {
  const [first] = (await open()).shapes as [StoredShape];
  await edit(annotator, page.annotator, moved(first, 1));
  await edit(reviewer, page.reviewer, moved(first, 2));
  expect(await refused(accept())).toContain('Shapes of this image are in conflict');
  await sendBack();
  expect(await refused(submit())).toContain('Shapes of this image are in conflict');
  const many = { selection: { ids: [imageId] }, clientId: page.annotator };
  expect(await annotator(api.imagesSubmit, many)).toMatchObject({ submitted: 0, leftOut: 1 });
});

it('accepts nothing that somebody else returned with a remark meanwhile, and that was submitted again as it was', async () => {
  const stale = { revision: (await open()).revision };
  const owner = server.as(server.a);
  await owner(api.imageReturn, { imageId, clientId: uuid(), ...stale, remark: 'left edge' });
  await submit();
  expect(await refused(accept(reviewer, stale))).toContain('Someone else has reviewed');
  expect(await accept()).toMatchObject({ state: 'accepted' });
});

it('lets people accept their own where the roles of all others do not let them', async () => {
  const { db } = server.services;
  const owner = server.as(server.a);
  await sendBack();
  await submit(owner);
  expect(await refused(accept(owner))).toContain('You submitted this image yourself');
  const [mere] = await db
    .insert(role)
    .values({ name: `mere_${people}` })
    .returning();
  await db.update(user).set({ roleId: mere!.id }).where(eq(user.id, editor.id));
  expect(await accept(owner)).toMatchObject({ state: 'accepted' });
});

it('does not believe a page that speaks as another one, or has seen what is not there yet', async () => {
  const { revision, shapes } = await open();
  await edit(annotator, page.annotator, moved(shapes[0]!, 1));
  const changed = 'Someone else has changed this image';
  expect(await refused(accept(reviewer, { clientId: page.annotator, revision }))).toContain(changed);
  expect(await refused(accept(reviewer, { revision: revision + 1000 }))).toContain(changed);
  expect(await accept()).toMatchObject({ state: 'accepted' });
});

it('is not sent with an image while the data set does not ask for it, and is there again afterwards', async () => {
  const setReview = (review: boolean) =>
    server.services.db.update(dataset).set({ review }).where(eq(dataset.id, material.datasetId));
  const sent = async () => {
    const { list } = await annotator(api.imageList, { folderId: material.folderId });
    const [{ image }, info] = [await open(), await annotator(api.imageInfo, { id: imageId })];
    return [image.review, info.review, list[0]!.review];
  };
  expect(await sent()).toEqual(['submitted', 'submitted', 'submitted']);
  await setReview(false);
  expect(await sent()).toEqual([null, null, null]);
  await setReview(true);
  expect(await sent()).toEqual(['submitted', 'submitted', 'submitted']);
});

it('keeps nothing in a remark that nobody sees', async () => {
  const { revision } = await open();
  const remark = 'left\u001b[31m edge\u202e\nis cut\u0007';
  await reviewer(api.imageReturn, { imageId, clientId: page.reviewer, revision, remark });
  expect((await open()).review?.remark).toBe('left[31m edge\nis cut');
});
