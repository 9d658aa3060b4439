/** Ops through HTTP and a real database: merge, history, counts, checks, and two people at the same image. */
import { api, type Call, type CallError, type OpResult, type Shape, type ShapeOp } from '@loupe/contract';
import { eq, sql, type SQL } from 'drizzle-orm';
import sharp from 'sharp';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { socketMessage } from '../../tables/account.ts';
import { copyId } from './ops.ts';
import { op as opTable, shape as shapeTable } from '../../tables/annotation.ts';

let server: TestServer;
let a: Call;
let labelId: number;
let folderId: number;
let datasetId: number;
let projectId: number;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  projectId = (await a(api.projectAdd, { family: 'detection', name: 'p' })).id;
  const set = await a(api.datasetAdd, { projectId, name: 's', labels: [{ name: 'open', color: '#f2545b' }] });
  datasetId = set.id;
  labelId = set.labels[0]!.id;
});
afterAll(() => server.close());

let imageId: number;
let n = 0;
beforeEach(async () => {
  folderId = (await a(api.folderAdd, { datasetId, name: `f${++n}` })).id;
  imageId = await addImage();
});
async function addImage(name = 'a.png'): Promise<number> {
  const bytes = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = [{ name, data: new Blob([bytes as never]) }];
  return (await a(api.imageUpload, { folderId }, { files })).added[0]!.id;
}

const shape = (fields: Partial<Shape> = {}): Shape =>
  drawnRect(labelId, { id: newId(), points: [10, 10, 30, 20], ...fields });
const put = (one: Shape, base: ShapeOp['base'] = null): ShapeOp => ({
  opId: newId(),
  kind: 'put',
  shapeId: one.id,
  base,
  shape: one,
});
const remove = (shapeId: string, base: ShapeOp['base']): ShapeOp => ({
  opId: newId(),
  kind: 'delete',
  shapeId,
  base,
  shape: null,
});
const restore = (shapeId: string, base: ShapeOp['base']): ShapeOp => ({
  opId: newId(),
  kind: 'restore',
  shapeId,
  base,
  shape: null,
});
const image = (kind: 'checkEmpty' | 'uncheckEmpty'): ShapeOp => ({
  opId: newId(),
  kind,
  shapeId: null,
  base: null,
  shape: null,
});
const client = uuid();
const send = (...ops: unknown[]) => a(api.imageOps, { imageId, clientId: client, ops });
const sendOne = async (op: unknown): Promise<OpResult> => (await send(op)).results[0]!;
const shapes = async () => (await a(api.imageShapes, { imageId })).shapes;
const folder = () => a(api.folderInfo, { id: folderId });
const state = async () => (await a(api.imageInfo, { id: imageId })).state;

describe('ops', () => {
  it('put, change and delete a shape, with the counts of image and folder', async () => {
    const one = shape({ kind: 'polygon', points: [1, 1, 50.25, 1, 50, 60] });
    const first = await sendOne(put(one));
    expect(first).toMatchObject({ status: 'applied', seq: 1, rev: 1, shapeId: one.id, key: null });
    expect(await shapes()).toEqual([{ ...one, rev: 1, authorId: server.a.id, author: 'anna', conflictOf: null }]);
    expect(await folder()).toMatchObject({ annotated: 1, state: 'annotated' });
    expect(await a(api.imageInfo, { id: imageId })).toMatchObject({ state: 'annotated', shapes: 1, revision: 1 });
    expect(await sendOne(put({ ...one, points: [2, 2, 40, 2, 40, 60] }, 1))).toMatchObject({
      status: 'applied',
      rev: 2,
    });
    expect(await sendOne(remove(one.id, 2))).toMatchObject({ status: 'applied', seq: 3, rev: 3 });
    expect(await shapes()).toEqual([]);
    expect(await folder()).toMatchObject({ annotated: 0, state: 'unannotated' });
    expect(await state()).toBe('unannotated');
    expect(await sendOne(restore(one.id, 3))).toMatchObject({ status: 'applied', rev: 4 });
    expect(await shapes()).toMatchObject([{ id: one.id, points: [2, 2, 40, 2, 40, 60] }]);
  });

  it('answer a repeat as before, also when everything has moved on', async () => {
    const one = shape();
    const ops = [put(one), put({ ...one, z: 1 }, 99), remove(one.id, 99)];
    const before = await send(...ops);
    expect(before.results.map((result) => result.status)).toEqual(['applied', 'conflict', 'lived']);
    await sendOne(remove(one.id, 1));
    const again = await send(...ops, ...ops);
    expect(again.results).toEqual([...before.results, ...before.results]);
    expect(again.revision).toBe(4);
    expect(await shapes()).toHaveLength(1);
  });

  it('that come many times at the same time have one effect and equal answers (F27)', async () => {
    const ops = [put(shape()), image('checkEmpty'), put(shape())];
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(...ops)));
    expect(answers[0]!.results.map(({ seq, key }) => [seq, key])).toEqual([
      [1, null],
      [null, 'annotation.notEmpty'],
      [2, null],
    ]);
    for (const each of answers) expect(each).toEqual(answers[0]);
    expect(await shapes()).toHaveLength(2);
    expect(await folder()).toMatchObject({ images: 1, annotated: 1 });
  });

  it('of a chain made offline are one line, whatever others did: at most one copy', async () => {
    const one = shape();
    await send(put(one));
    await send(put({ ...one, z: 5 }, 1));
    const chain = [put({ ...one, z: 10 }, 1)];
    for (let i = 11; i < 60; i++) chain.push(put({ ...one, z: i }, chain.at(-1)!.opId));
    const { results } = await send(...chain);
    expect(new Set(results.map((result) => result.shapeId))).toEqual(new Set([copyId(chain[0]!.opId)]));
    expect(results.map((result) => result.status)).toEqual([
      'conflict',
      ...Array.from({ length: 49 }, () => 'applied'),
    ]);
    const copy = { id: copyId(chain[0]!.opId), conflictOf: one.id };
    expect(await shapes()).toMatchObject([
      { id: one.id, z: 5 },
      { ...copy, z: 59 },
    ]);
    expect(await sendOne(remove(one.id, chain.at(-1)!.opId))).toMatchObject({ status: 'applied', shapeId: copy.id });
    expect(await shapes()).toMatchObject([{ id: one.id, z: 5 }]);
  });

  it('let an edit win against a delete, in either order', async () => {
    const [one, two] = [shape(), shape()];
    await send(put(one), put(two));
    await send(put({ ...one, z: 3 }, 1));
    expect(await sendOne(remove(one.id, 1))).toMatchObject({ status: 'lived', rev: 3, seq: 4 });
    await send(remove(two.id, 2));
    expect(await sendOne(put({ ...two, z: 4 }, 2))).toMatchObject({ status: 'applied', shapeId: two.id });
    expect((await shapes()).map((each) => each.z)).toEqual([3, 4]);
  });

  it('mark an image as checked, empty, only without shapes', async () => {
    const one = shape();
    expect(await sendOne(image('checkEmpty'))).toMatchObject({ status: 'applied', rev: null, shapeId: null });
    expect(await state()).toBe('empty');
    expect(await folder()).toMatchObject({ annotated: 1, state: 'annotated' });
    await send(put(one));
    expect(await state()).toBe('annotated');
    expect(await sendOne(image('checkEmpty'))).toMatchObject({ status: 'refused', key: 'annotation.notEmpty' });
    await send(remove(one.id, 2), image('checkEmpty'));
    expect(await state()).toBe('empty');
    await send(image('uncheckEmpty'));
    expect(await state()).toBe('unannotated');
    expect(await folder()).toMatchObject({ annotated: 0, state: 'unannotated' });
  });

  it('5.41 mark nothing as empty while the data set has no labels', async () => {
    const bare = await a(api.datasetAdd, { projectId, name: `bare${n}`, labels: [] });
    folderId = (await a(api.folderAdd, { datasetId: bare.id, name: 'f' })).id;
    imageId = await addImage();
    expect(await sendOne(image('checkEmpty'))).toMatchObject({ status: 'refused', key: 'dataset.noLabels' });
    expect(await state()).toBe('unannotated');
    await a(api.labelAdd, { datasetId: bare.id, name: 'open', color: '#f2545b' });
    expect(await sendOne(image('checkEmpty'))).toMatchObject({ status: 'applied' });
  });

  it('that are wrong are refused alone, by id', async () => {
    const foreign = await a(api.datasetAdd, { projectId, name: `o${n}`, labels: [{ name: 'x', color: '#000000' }] });
    const bad: [Partial<Shape> | Record<string, unknown>, string][] = [
      [{ labelId: foreign.labels[0]!.id }, 'annotation.unknownLabel'],
      [{ labelId: null }, 'annotation.unknownLabel'],
      [{ labelId: 10 ** 9 }, 'annotation.unknownLabel'],
      [{ points: [10, 10, 101, 20] }, 'annotation.outside'],
      [{ points: [-3, 10, 50, 20] }, 'annotation.outside'],
      [{ points: [30, 10, 10, 20] }, 'annotation.noArea'],
      [{ points: [10, 10, 10, 20] }, 'annotation.noArea'],
      [{ points: [0, 10, 1e-45, 20] }, 'annotation.noArea'],
      [{ text: 'half a sign \ud800' }, 'annotation.badShape'],
      [{ kind: 'polygon', points: [1, 1, 5, 5] }, 'annotation.fewPoints'],
      [{ kind: 'polygon', points: [1, 1, 5, 5, 9, 9] }, 'annotation.noArea'],
      [{ kind: 'polygon', points: [1, 1, 5, 1, 5, 9, 2] }, 'annotation.badShape'],
      [{ kind: 'polygon', points: [1, 1, 9, 1, 9, 9, 1, 9], parts: [0, 2] }, 'annotation.badShape'],
      [{ kind: 'polygon', points: [1, 1, 9, 1, 9, 9, 1, 9], parts: [1] }, 'annotation.badShape'],
      [{ kind: 'quad', points: [1, 1, 9, 1, 9, 9, 1, 9] }, 'annotation.kind'],
      [{ kind: 'rrect', points: [10, 10, 60, 10, 70, 40, 20, 40] }, 'annotation.notRectangle'],
      [{ points: [1, 1, null, 9] }, 'annotation.badShape'],
      [{ points: 'x' }, 'annotation.badShape'],
      [{ kind: 'circle' }, 'annotation.badShape'],
    ];
    const good = shape();
    const ops = [
      ...bad.map(([fields]) => put({ ...shape(), ...fields } as Shape)),
      put(good),
      { opId: newId(), kind: 'jump' },
    ];
    const { results } = await send(...ops);
    expect(results.map((result) => result.opId)).toEqual(ops.map((one) => one.opId));
    expect(results.map((result) => result.key)).toEqual([...bad.map(([, key]) => key), null, 'annotation.badShape']);
    for (const result of results.filter((one) => one.status === 'refused')) expect(result.en_msg).not.toBe('');
    expect((await shapes()).map((one) => one.id)).toEqual([good.id]);
    await expect(send({ opId: 'no' })).rejects.toThrow(/opId/);
  });

  it('move what is a hair outside to the edge', async () => {
    await send(put(shape({ points: [-0.4, 10, 100.4, 80] })));
    expect(await shapes()).toMatchObject([{ points: [0, 10, 100, 80] }]);
  });

  it('whose predecessor was refused go on from where that one stood', async () => {
    const one = shape();
    await send(put(one));
    const outside = put({ ...one, points: [0, 0, 500, 500] }, 1);
    const { results } = await send(outside, put({ ...one, z: 7 }, outside.opId));
    expect(results.map((result) => result.status)).toEqual(['refused', 'applied']);
    expect(await shapes()).toMatchObject([{ id: one.id, z: 7 }]);
    expect(await sendOne(remove(one.id, newId()))).toMatchObject({ key: 'annotation.baseMissing' });
    expect(await sendOne(remove(newId(), 1))).toMatchObject({ key: 'annotation.noShape' });
  });

  it('hold their label: it cannot be deleted while a shape has it, and a deleted one cannot be used', async () => {
    const label = await a(api.labelAdd, { datasetId, name: `l${n}`, color: '#123456' });
    const one = shape({ labelId: label.id });
    await send(put(one));
    const refusal = await a(api.labelDelete, { id: label.id }).catch((error: CallError) => error.enMsg);
    expect(refusal).toMatch('1 shape uses this label. Delete it or give it another label first');
    await send(remove(one.id, 1));
    await a(api.labelDelete, { id: label.id });
    expect(await sendOne(restore(one.id, 2))).toMatchObject({ key: 'annotation.unknownLabel' });
    expect(await sendOne(put(shape({ labelId: label.id })))).toMatchObject({ key: 'annotation.unknownLabel' });
  });

  it('delete and restore in one go', async () => {
    const one = shape();
    await send(put(one));
    const gone = remove(one.id, 1);
    const { results } = await send(gone, restore(one.id, gone.opId));
    expect(results.map((result) => result.status)).toEqual(['applied', 'applied']);
    expect(await shapes()).toMatchObject([{ id: one.id, points: one.points }]);
  });
});

describe('history', () => {
  it('comes after a number, as the others need it', async () => {
    const one = shape();
    await send(put(one), put({ ...one, z: 2 }, 77), remove(one.id, 1), image('uncheckEmpty'));
    const { revision, ops } = await a(api.imageOpsAfter, { imageId, seq: 1 });
    expect(revision).toBe(4);
    expect(ops.map((each) => [each.seq, each.kind, each.after?.z ?? null, each.clientId])).toEqual([
      [2, 'put', 2, client],
      [3, 'delete', null, client],
      [4, 'uncheckEmpty', null, client],
    ]);
    expect(ops[0]!.after).toMatchObject({ conflictOf: one.id, author: 'anna', rev: 2 });
  });

  it('holds the shape before and after each op', async () => {
    const one = shape();
    await send(put(one), put({ ...one, z: 1 }, 1));
    const rows = await server.database.db
      .select()
      .from(opTable)
      .where(eq(opTable.imageId, imageId))
      .orderBy(opTable.seq);
    expect(rows.map((row) => [row.before === null, row.after === null])).toEqual([
      [true, false],
      [false, false],
    ]);
  });
});

it('tells the others after it is saved, and nobody when nothing changed', async () => {
  const events: unknown[] = [];
  const { publish } = server.services;
  server.services.publish = async (to, event) => void events.push([to, event]);
  try {
    const op = put(shape());
    await send(op);
    await send(op);
    expect(events).toEqual([[{ projectId }, { type: 'image', imageId, seq: 1, clientId: client }]]);
    server.services.publish = () => Promise.reject(new Error('away'));
    expect((await sendOne(put(shape()))).status).toBe('applied');
  } finally {
    server.services.publish = publish;
  }
  expect(await server.database.db.select().from(socketMessage)).toEqual([]);
});

it('keeps every shape and count when many write at once', async () => {
  const others = await Promise.all(['b.png', 'c.png'].map(addImage));
  const all = [imageId, ...others];
  const work = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < 6; i++) {
      const one = shape();
      const target = all[(writer + i) % 3]!;
      const ops = i % 2 ? [put(one), remove(one.id, null)] : [put(one)];
      // each writer one after the other, the writers together
      // oxlint-disable-next-line no-await-in-loop
      await a(api.imageOps, { imageId: target, clientId: uuid(), ops: [image('checkEmpty'), ...ops] });
    }
  });
  await Promise.all(work);
  const images = await Promise.all(all.map((id) => a(api.imageInfo, { id })));
  const stored = await server.database.db.select().from(shapeTable);
  for (const one of images) {
    const live = stored.filter((row) => row.imageId === one.id);
    const ops = await server.database.db.select().from(opTable).where(eq(opTable.imageId, one.id)).orderBy(opTable.seq);
    expect(one.shapes).toBe(live.length);
    expect(ops.map((row) => row.seq)).toEqual(ops.map((_, i) => i + 1));
    expect(one.revision).toBe(ops.length);
  }
  expect(images.reduce((sum, one) => sum + one.shapes, 0)).toBe(48);
  expect(await folder()).toMatchObject({ images: 3, annotated: 3, state: 'annotated' });
});

/** An edit that has read the image, and whose write waits until the changes are committed. */
async function editDuring(changes: readonly SQL[], ops: ShapeOp[]) {
  const { db } = server.database;
  let saved: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    // in the order of the product: the other way round one of the two would be ended for a deadlock
    await tx.execute(sql`select 1 from folder where id = ${folderId} for no key update`);
    await tx.execute(sql`select 1 from image where id = ${imageId} for update`);
    saved = a(api.imageOps, { imageId, clientId: uuid(), ops }).catch((error: CallError) => error.code);
    // other test files save as well, in databases of the same server
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ 'from place'`;
    await expect.poll(async () => (await db.execute(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
    for (const change of changes) await tx.execute(change); // oxlint-disable-line no-await-in-loop
  });
  return saved;
}

describe('what changes between reading and writing', () => {
  it('is seen: a label that goes is not used any more, and the other shapes live', async () => {
    const set = await a(api.datasetAdd, {
      projectId,
      name: `going${n}`,
      labels: ['stays', 'goes'].map((name) => ({ name, color: '#f2545b' })),
    });
    const [stays, goes] = set.labels.map((label) => label.id);
    folderId = (await a(api.folderAdd, { datasetId: set.id, name: 'f' })).id;
    imageId = await addImage();
    const [kept, lost] = [shape({ labelId: stays! }), shape({ labelId: goes! })];
    // as labels are deleted
    const gone = [
      sql`select 1 from label where id = ${goes!} for update`,
      sql`update label set deleted_at = now() where id = ${goes!}`,
    ];
    const { results } = (await editDuring(gone, [put(lost), put(kept)])) as { results: OpResult[] };
    expect(results.map(({ status, key }) => [status, key])).toEqual([
      ['refused', 'annotation.unknownLabel'],
      ['applied', null],
    ]);
    expect((await a(api.imageShapes, { imageId })).shapes.map(({ id }) => id)).toEqual([kept.id]);
    expect(await a(api.imageInfo, { id: imageId })).toMatchObject({ revision: 1, shapes: 1, state: 'annotated' });
  });

  it('is seen: an image that moves counts where it is', async () => {
    const other = await a(api.folderAdd, { datasetId, name: `other${n}` });
    const moved = sql`
      with place as (update folder set n_images = case id when ${other.id} then 1 else 0 end
        where id in (${folderId}, ${other.id}))
      update image set folder_id = ${other.id} where id = ${imageId}`;
    await editDuring([moved], [put(shape())]);
    const [before, after] = await Promise.all([folderId, other.id].map((id) => a(api.folderInfo, { id })));
    expect(before).toMatchObject({ images: 0, annotated: 0 });
    expect(after).toMatchObject({ images: 1, annotated: 1, state: 'annotated' });
  });

  it('is seen: an image that goes takes no edit', async () => {
    const gone = sql`update image set deleted_at = now() where id = ${imageId}`;
    expect(await editDuring([gone], [put(shape())])).toBe(404);
    expect(await server.database.db.select().from(shapeTable).where(eq(shapeTable.imageId, imageId))).toEqual([]);
  });
});

it('refuses ops on an image that went, or that is somebody else’s', async () => {
  const b = server.as(server.b);
  const code = (promise: Promise<unknown>) => promise.catch((error: CallError) => error.code);
  const ops = [put(shape())];
  expect(await code(b(api.imageOps, { imageId, clientId: uuid(), ops }))).toBe(404);
  await a(api.imageDelete, { ids: [imageId] });
  expect(await code(a(api.imageOps, { imageId, clientId: uuid(), ops }))).toBe(404);
});
