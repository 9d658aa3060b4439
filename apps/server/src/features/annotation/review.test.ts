/** Review of images, every rule of it: who may say what, in which state, and what an edit makes of it afterwards. */
import { api, type Call, type ReviewState, type ShapeOp } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataset } from '../../tables/datasets.ts';
import { user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMember, engineerKeys, type TestPerson } from '../../testing/people.ts';
import { shapeOp } from '../../testing/ops.ts';
import { drawnRect } from '../../testing/shapes.ts';

let server: TestServer;
let material: Material;
let owner: Call;
let annotator: Call;
let editor: TestPerson;
let reviewer: Call;
let imageId: number;
let people = 0;
const pageOf = { annotator: uuid(), reviewer: uuid(), owner: uuid() };

beforeAll(async () => {
  server = await testServer();
  owner = server.as(server.a);
});
afterAll(() => server.close());
beforeEach(async () => {
  material = await addMaterial(server.services, server.a, { images: 4 });
  const { db } = server.services;
  annotator = server.as(await addMember(db, material.projectId, 'annotator', `draws_${++people}`));
  editor = await addMember(db, material.projectId, 'editor', `reviews_${people}`);
  reviewer = server.as(editor);
  imageId = material.imageIds[0]!;
  await setReview(true);
});

const setReview = (review: boolean) =>
  server.services.db.update(dataset).set({ review }).where(eq(dataset.id, material.datasetId));
const refused = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: { code: number; enMsg: string }) => `${error.code} ${error.enMsg}`,
  );
const submit = (call = annotator, id = imageId) => call(api.imageSubmit, { imageId: id, clientId: pageOf.annotator });
const seen = async (call = reviewer, id = imageId) => (await call(api.imageShapes, { imageId: id })).revision;
const accept = async (call = reviewer, id = imageId) =>
  call(api.imageAccept, { imageId: id, clientId: pageOf.reviewer, revision: await seen(call, id) });
const sendBack = async (remark = 'The left edge is cut off') =>
  reviewer(api.imageReturn, { imageId, clientId: pageOf.reviewer, revision: await seen(), remark });
const reviewSeen = async (call = annotator) => (await call(api.imageShapes, { imageId })).review;
const stateSeen = async () => (await reviewSeen())?.state;
const draw = (call: Call, clientId: string) => {
  const shape = drawnRect(material.labelIds[0]!);
  return call(api.imageOps, { imageId, clientId, ops: [shapeOp('put', { shapeId: shape.id, shape })] });
};
const history = async () => (await owner(api.imageHistory, { imageId, before: null })).changes;

describe('a review', () => {
  it('goes from submitted over returned to accepted, and the history says who said what', async () => {
    expect(await reviewSeen()).toEqual({
      state: null,
      by: null,
      at: null,
      remark: '',
      isOwn: false,
      bySelf: false,
      isReopened: false,
    });
    expect(await submit()).toMatchObject({ state: 'submitted', by: `draws_${people}`, isOwn: true, bySelf: true });
    expect(await reviewSeen(reviewer)).toMatchObject({ state: 'submitted', isOwn: false, bySelf: false });
    expect(await sendBack()).toMatchObject({ state: 'returned', by: editor.account, bySelf: true });
    expect(await reviewSeen()).toMatchObject({ state: 'returned', remark: 'The left edge is cut off' });
    await draw(annotator, pageOf.annotator);
    expect(await stateSeen()).toBe('returned');
    expect(await submit()).toMatchObject({ state: 'submitted', remark: '' });
    expect(await accept()).toMatchObject({ state: 'accepted', by: editor.account });
    expect((await history()).slice(0, 5).map(({ what, actor, remark }) => [what, actor, remark])).toEqual([
      ['reviewAccepted', editor.account, null],
      ['submitted', `draws_${people}`, null],
      ['added', `draws_${people}`, null],
      ['returned', editor.account, 'The left edge is cut off'],
      ['submitted', `draws_${people}`, null],
    ]);
  });

  it('is said in the order of states alone', async () => {
    const wrong = '610 Someone else has reviewed';
    expect(await refused(accept())).toContain(wrong);
    expect(await refused(sendBack())).toContain(wrong);
    await submit();
    expect(await refused(submit())).toContain(wrong);
    await accept();
    expect(await refused(submit())).toContain(wrong);
    expect(await refused(accept())).toContain(wrong);
    // second thoughts
    expect(await sendBack()).toMatchObject({ state: 'returned' });
    expect(await refused(accept())).toContain(wrong);
  });

  it('is not there where the data set does not ask for it', async () => {
    await setReview(false);
    expect(await reviewSeen()).toBeNull();
    expect(await refused(submit())).toContain('610 Images of this data set are not reviewed');
    expect(await owner(api.datasetInfo, { id: material.datasetId })).toMatchObject({ review: null });
    expect(await owner(api.folderInfo, { id: material.folderId })).toMatchObject({ review: null });
  });

  it('needs an image that somebody has looked at', async () => {
    const { shapes } = await annotator(api.imageShapes, { imageId });
    const gone = shapes.map(({ id, rev }) => shapeOp('delete', { shapeId: id, base: rev }));
    await annotator(api.imageOps, { imageId, clientId: pageOf.annotator, ops: gone });
    expect(await refused(submit())).toContain('610 The image is not annotated yet');
    await annotator(api.imageOps, { imageId, clientId: pageOf.annotator, ops: [shapeOp('checkEmpty')] });
    expect(await submit()).toMatchObject({ state: 'submitted' });
  });

  it('is returned with words of a bounded length alone', async () => {
    await submit();
    for (const remark of ['', '   ', 'x'.repeat(501)])
      // oxlint-disable-next-line no-await-in-loop
      expect(await refused(sendBack(remark))).toContain('400');
    expect(await sendBack(`  ${'x'.repeat(500)} `)).toMatchObject({ remark: 'x'.repeat(500) });
  });
});

describe('who may', () => {
  it('submit: annotators; accept and return: editors', async () => {
    const viewer = server.as(await addMember(server.services.db, material.projectId, 'viewer', `looks_${people}`));
    expect(await refused(submit(viewer))).toContain('403');
    await submit();
    expect(await refused(accept(annotator))).toContain('403');
    expect(await refused(accept(server.as(server.b)))).toContain('404');
    expect(await stateSeen()).toBe('submitted');
  });

  it('nobody accept what they submitted themselves while somebody else could', async () => {
    expect(await submit(reviewer)).toMatchObject({ isOwn: true });
    expect(await refused(accept())).toContain('610 You submitted this image yourself');
    expect(await accept(owner)).toMatchObject({ state: 'accepted' });
  });

  it('accept their own where nobody else can, or where they see all data', async () => {
    await server.services.db.update(user).set({ enabled: false }).where(eq(user.id, editor.id));
    expect(await submit(owner)).toMatchObject({ isOwn: false });
    expect(await accept(owner)).toMatchObject({ state: 'accepted' });
    const [, other] = material.imageIds;
    const chief = server.as(server.admin);
    await submit(chief, other);
    expect(await accept(chief, other)).toMatchObject({ state: 'accepted' });
  });
});

describe('what was not seen', () => {
  it('is not accepted: somebody else edited the image meanwhile', async () => {
    await submit();
    const revision = await seen();
    await draw(annotator, pageOf.annotator);
    const stale = { imageId, clientId: pageOf.reviewer, revision };
    expect(await refused(reviewer(api.imageAccept, stale))).toContain('610 Someone else has changed this image');
    expect(await refused(reviewer(api.imageReturn, { ...stale, remark: 'no' }))).toContain('610');
    expect(await accept()).toMatchObject({ state: 'accepted' });
  });

  it('is nothing of what the reviewer changed on the same page', async () => {
    await submit();
    const revision = await seen();
    await draw(reviewer, pageOf.reviewer);
    const decided = await reviewer(api.imageAccept, { imageId, clientId: pageOf.reviewer, revision });
    expect(decided.state).toBe('accepted');
  });
});

describe('an edit of an accepted image', () => {
  beforeEach(async () => {
    await submit();
    await accept();
  });

  it('submits it again, for whoever edited it, and says so in the history', async () => {
    await draw(annotator, pageOf.annotator);
    expect(await reviewSeen()).toMatchObject({ state: 'submitted', by: `draws_${people}`, remark: '' });
    expect((await history()).slice(0, 2).map(({ what, actor }) => [what, actor])).toEqual([
      ['reopened', `draws_${people}`],
      ['added', `draws_${people}`],
    ]);
    const { revision } = await annotator(api.imageShapes, { imageId });
    const { ops } = await annotator(api.imageOpsAfter, { imageId, seq: revision - 2 });
    expect(ops.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['put', revision - 1],
      ['reopen', revision],
    ]);
  });

  it('leaves it accepted where it had no effect, or came twice', async () => {
    const { shapes } = await annotator(api.imageShapes, { imageId });
    const send = (one: ShapeOp) =>
      annotator(api.imageOps, { imageId, clientId: pageOf.annotator, ops: [one] }).then(({ results }) => results[0]!);
    expect(await send(shapeOp('delete', { shapeId: shapes[0]!.id, base: 90 }))).toMatchObject({ status: 'lived' });
    expect(await send(shapeOp('put', { shapeId: newId() }))).toMatchObject({ status: 'refused' });
    expect(await stateSeen()).toBe('accepted');
    const shape = drawnRect(material.labelIds[0]!);
    const put = shapeOp('put', { shapeId: shape.id, shape });
    await send(put);
    await accept(owner);
    await send(put);
    expect(await stateSeen()).toBe('accepted');
  });

  it('counts while review is switched off, so that what was accepted is what was seen', async () => {
    await setReview(false);
    await draw(annotator, pageOf.annotator);
    await setReview(true);
    expect(await stateSeen()).toBe('submitted');
  });

  it('may come from a COCO file as well', async () => {
    const { image } = await owner(api.imageShapes, { imageId });
    const coco = {
      images: [{ id: 1, file_name: image.name, width: image.width, height: image.height }],
      categories: [{ id: 1, name: 'new' }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 9, 9] }],
    };
    const list = () => owner(api.imageList, { folderId: material.folderId, review: 'submitted' });
    expect((await list()).total).toBe(0);
    await owner(api.cocoImport, { folderId: material.folderId, coco });
    expect(await reviewSeen()).toMatchObject({ state: 'submitted', by: server.a.account });
    expect((await history())[0]).toMatchObject({ what: 'reopened' });
    expect((await list()).total).toBe(1);
  });
});

const none = { submitted: 0, accepted: 0, returned: 0, unsubmitted: 0, toReview: 0, returnedToMe: 0 };

describe('lists', () => {
  const counted = async () => {
    const [set, place] = await Promise.all([
      owner(api.datasetInfo, { id: material.datasetId }),
      owner(api.folderInfo, { id: material.folderId }),
    ]);
    expect(place.review).toEqual(set.review);
    return set.review;
  };
  const ids = async (review: ReviewState | 'unsubmitted') => {
    const { list, total } = await owner(api.imageList, { folderId: material.folderId, review });
    expect(list.map((one) => one.review)).toEqual(list.map(() => (review === 'unsubmitted' ? null : review)));
    expect(total).toBe(list.length);
    return list.map(({ id }) => id);
  };

  it('count and find images by their state, at once', async () => {
    const [first, second, third] = material.imageIds as [number, number, number];
    expect(await counted()).toEqual({ ...none, unsubmitted: 4 });
    expect(await ids('submitted')).toEqual([]);
    await submit(annotator, first);
    await submit(annotator, second);
    await submit(annotator, third);
    expect(await ids('submitted')).toEqual([first, second, third]);
    await accept(reviewer, second);
    await sendBack();
    expect(await counted()).toEqual({ ...none, submitted: 1, accepted: 1, returned: 1, unsubmitted: 1, toReview: 1 });
    expect([await ids('submitted'), await ids('accepted'), await ids('returned')]).toEqual([
      [third],
      [second],
      [first],
    ]);
    await draw(annotator, pageOf.annotator);
    await submit();
    await accept();
    await draw(annotator, pageOf.annotator);
    expect(await ids('submitted')).toEqual([first, third]);
    await owner(api.imageDelete, { ids: [first] });
    expect(await counted()).toEqual({ ...none, submitted: 1, accepted: 1, unsubmitted: 1, toReview: 1 });
  });

  it('lead to the next image that waits', async () => {
    const [first, , third] = material.imageIds as [number, number, number];
    await submit(annotator, third);
    const near = await reviewer(api.imageNeighbours, { id: first, filter: { review: 'submitted' } });
    expect(near.next?.id).toBe(third);
  });

  it('lead a reviewer past what they submitted themselves, and tell whom an image was returned to', async () => {
    const [first, second, third] = material.imageIds as [number, number, number];
    await submit(reviewer, second);
    await submit(annotator, third);
    const toReview = async (call: Call) => {
      const filter = { review: 'toReview' as const };
      const { list } = await call(api.imageList, { folderId: material.folderId, ...filter });
      const { next } = await call(api.imageNeighbours, { id: first, filter });
      const counts = (await call(api.folderInfo, { id: material.folderId })).review;
      expect([next?.id, counts?.toReview]).toEqual([list.find(({ id }) => id !== first)?.id, list.length]);
      return list.map(({ id }) => id);
    };
    expect(await toReview(reviewer)).toEqual([third]);
    expect(await toReview(owner)).toEqual([second, third]);
    const { db } = server.services;
    const viewer = await addMember(db, material.projectId, 'viewer', `views_${people}`);
    const keys = engineerKeys.filter((key) => key !== api.imageAccept.permission);
    const other = await addMember(db, material.projectId, 'editor', `sees_${people}`, keys);
    // by their level, or by their role, they may accept nothing
    for (const one of [server.as(viewer), annotator, server.as(other)]) {
      expect(await toReview(one)).toEqual([]); // oxlint-disable-line no-await-in-loop
    }
    // nobody else is there to accept it
    await server.services.db.update(user).set({ enabled: false }).where(eq(user.id, editor.id));
    await submit(owner, first);
    expect(await toReview(owner)).toEqual([first, second, third]);
    await owner(api.imageReturn, {
      imageId: third,
      clientId: pageOf.owner,
      revision: await seen(owner, third),
      remark: 'no',
    });
    const returned = async (call: Call) => {
      const { list } = await call(api.imageList, { folderId: material.folderId, review: 'returnedToMe' });
      const counts = (await call(api.datasetInfo, { id: material.datasetId })).review;
      expect(counts?.returnedToMe).toBe(list.length);
      return list.map(({ id }) => id);
    };
    expect([await returned(annotator), await returned(owner)]).toEqual([[third], []]);
  });

  it('find what is annotated or checked and nobody has submitted, which can be submitted as it is listed', async () => {
    const [first, second, third, fourth] = material.imageIds as [number, number, number, number];
    await submit(annotator, second);
    const { shapes } = await annotator(api.imageShapes, { imageId: third });
    const gone = shapes.map(({ id, rev }) => shapeOp('delete', { shapeId: id, base: rev }));
    await annotator(api.imageOps, { imageId: third, clientId: pageOf.annotator, ops: gone });
    const open = () => ids('unsubmitted');
    expect([await open(), (await counted())?.unsubmitted]).toEqual([[first, fourth], 2]);
    await annotator(api.imageOps, { imageId: third, clientId: pageOf.annotator, ops: [shapeOp('checkEmpty')] });
    expect([await open(), (await counted())?.unsubmitted]).toEqual([[first, third, fourth], 3]);
    const selection = { filter: { folderId: material.folderId, review: 'unsubmitted' as const } };
    expect(await annotator(api.imagesSubmit, { selection, clientId: pageOf.annotator })).toMatchObject({
      submitted: 3,
      leftOut: 0,
    });
    expect([await open(), (await counted())?.unsubmitted]).toEqual([[], 0]);
  });
});

describe('many at once', () => {
  const submitAll = (fields: object = {}) =>
    annotator(api.imagesSubmit, {
      selection: { filter: { folderId: material.folderId, ...fields } },
      clientId: pageOf.annotator,
    });

  it('are submitted as far as they can be, each with its line in the history', async () => {
    const [first, second, third] = material.imageIds as [number, number, number];
    await submit();
    await sendBack();
    await submit(annotator, second);
    await accept(reviewer, second);
    const { shapes } = await annotator(api.imageShapes, { imageId: third });
    const gone = shapes.map(({ id, rev }) => shapeOp('delete', { shapeId: id, base: rev }));
    await annotator(api.imageOps, { imageId: third, clientId: pageOf.annotator, ops: gone });
    expect(await submitAll()).toEqual({ submitted: 2, leftOut: 2, next: null });
    const { list } = await owner(api.imageList, { folderId: material.folderId });
    expect(list.map(({ review }) => review)).toEqual(['submitted', 'accepted', null, 'submitted']);
    expect(await reviewSeen()).toMatchObject({ by: `draws_${people}`, remark: '', isOwn: true });
    const before = await annotator(api.imageShapes, { imageId: first });
    expect((await history())[0]).toMatchObject({ what: 'submitted', seq: before.revision });
    expect((await owner(api.imageList, { folderId: material.folderId, review: 'submitted' })).total).toBe(2);
    expect(await submitAll({ review: 'submitted' })).toEqual({ submitted: 0, leftOut: 2, next: null });
  });

  it('are not submitted where images are not reviewed, nor by those who only look', async () => {
    const viewer = server.as(await addMember(server.services.db, material.projectId, 'viewer', `sees_${people}`));
    const selection = { ids: material.imageIds };
    expect(await refused(viewer(api.imagesSubmit, { selection, clientId: pageOf.annotator }))).toContain('403');
    await setReview(false);
    expect(await refused(submitAll())).toContain('610 Images of this data set are not reviewed');
  });
});

describe('the switch', () => {
  const set = (more: object = {}) =>
    owner(api.datasetUpdate, {
      id: material.datasetId,
      name: `set_${people}`,
      dataType: 'image',
      setType: 'detection',
      ...more,
    });

  it('is off for a new data set, stays as it is where it is not named, and keeps what was said', async () => {
    const { projectId } = material;
    expect((await owner(api.datasetAdd, { projectId, name: `plain_${people}` })).review).toBeNull();
    expect((await owner(api.datasetAdd, { projectId, name: `seen_${people}`, review: true })).review).not.toBeNull();
    await submit();
    expect((await set()).review).toMatchObject({ submitted: 1, accepted: 0, returned: 0 });
    expect((await set({ review: false })).review).toBeNull();
    expect((await set({ review: true })).review).toMatchObject({ submitted: 1, accepted: 0, returned: 0 });
  });
});
