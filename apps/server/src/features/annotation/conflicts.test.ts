/** Shapes in conflict, from two people's edits to where they are left out: training, tests, exports, figures. */
import { api, messages, type Call, type Shape, type ShapeOp } from '@loupe/contract';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { frozenOf } from '../../testing/frozen.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { archiveEntries, type Archived } from '../transfers/exports/archive.ts';
import { shapeOp } from '../../testing/ops.ts';

let server: TestServer;
let a: Call;
let b: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  [a, b] = [server.as(server.a), server.as(server.b)];
});
afterAll(() => server.close());
beforeEach(async () => {
  material = await addMaterial(server.services, server.a, { images: 20, groupSize: 2 });
});

const clientId = uuid();
const send = (imageId: number, ...ops: ShapeOp[]) => a(api.imageOps, { imageId, clientId, ops });
const op = (kind: ShapeOp['kind'], shapeId: string, base: ShapeOp['base'], shape: Shape | null = null): ShapeOp =>
  shapeOp(kind, { shapeId, base, shape });
const seen = async (imageId: number) => (await a(api.imageShapes, { imageId })).shapes;
const none = { shapes: 0, images: 0, folders: [] };
const conflicts = () => a(api.datasetConflicts, { id: material.datasetId });

/** The shape that lies on the image, and a copy that somebody's stale edit has made. */
async function dispute(imageId = material.imageIds[0]!) {
  const [there] = await seen(imageId);
  const { rev, authorId: _, author: __, conflictOf: ___, ...shape } = there!;
  const stale = op('put', shape.id, rev + 50, { ...shape, z: shape.z + 1 });
  const { results } = await send(imageId, stale);
  return { imageId, rootId: shape.id, copyId: results[0]!.shapeId!, shape };
}

it('are counted with their images and folders, and hidden from strangers', async () => {
  expect(await conflicts()).toEqual(none);
  await dispute();
  await dispute(material.imageIds[1]);
  expect(await conflicts()).toEqual({
    shapes: 4,
    images: 2,
    folders: [{ id: material.folderId, name: expect.any(String), images: 2 }],
  });
  await expect(b(api.datasetConflicts, { id: material.datasetId })).rejects.toMatchObject({ code: 404 });
});

it('end when all but one are gone, whichever, and begin again when one is brought back', async () => {
  const { imageId, rootId, copyId } = await dispute();
  const gone = op('delete', rootId, (await seen(imageId)).find(({ id }) => id === rootId)!.rev);
  await send(imageId, gone);
  expect(await conflicts()).toEqual(none);
  await send(imageId, op('restore', rootId, gone.opId));
  expect((await conflicts()).shapes).toBe(2);
  await send(imageId, op('delete', copyId, (await seen(imageId)).find(({ id }) => id === copyId)!.rev));
  expect(await conflicts()).toEqual(none);
});

it('end when both are kept, which can be taken back and leaves revisions alone', async () => {
  const { imageId, rootId, copyId } = await dispute();
  const before = await seen(imageId);
  expect((await send(imageId, op('keepBoth', copyId, rootId))).results[0]!.status).toBe('applied');
  expect(await conflicts()).toEqual(none);
  expect(await seen(imageId)).toEqual(before.map((one) => ({ ...one, conflictOf: null })));
  // said twice, and of what is no copy: no effect
  const { results } = await send(imageId, op('keepBoth', copyId, rootId), op('keepBoth', rootId, copyId));
  expect(results.map(({ status }) => status)).toEqual(['lived', 'lived']);
  await send(imageId, op('unkeepBoth', copyId, rootId));
  expect((await conflicts()).shapes).toBe(2);
  const { changes } = await a(api.imageHistory, { imageId, before: null });
  expect(changes.slice(0, 3).map(({ what }) => what)).toEqual(['unkeptBoth', 'keptBoth', 'copied']);
});

it('settled by two people in two ways keep what the first of them kept', async () => {
  const { imageId, rootId, copyId } = await dispute();
  const revOf = async (id: string) => (await seen(imageId)).find((one) => one.id === id)!.rev;
  const first = { ...op('delete', rootId, await revOf(rootId)), keeps: copyId };
  const second = { ...op('delete', copyId, await revOf(copyId)), keeps: rootId };
  expect((await send(imageId, first)).results).toMatchObject([{ status: 'applied' }]);
  expect((await send(imageId, second)).results).toMatchObject([{ status: 'lived' }]);
  expect((await seen(imageId)).map(({ id }) => id)).toEqual([copyId]);
  // where nobody settled it, a delete is what it was
  await send(imageId, op('delete', copyId, await revOf(copyId)));
  expect(await seen(imageId)).toEqual([]);
});

it('end when both sides are undone: one shape is left, also for who asks again because the answer was lost', async () => {
  const { imageId, rootId, copyId, shape } = await dispute();
  const rows = await seen(imageId);
  const revOf = (id: string) => rows.find((one) => one.id === id)!.rev;
  const undone = op('put', copyId, revOf(copyId), { ...shape, id: copyId });
  const { results } = await send(imageId, undone);
  expect(results).toMatchObject([{ status: 'applied', rev: null, shapeId: copyId }]);
  expect((await send(imageId, undone)).results).toEqual(results);
  expect((await seen(imageId)).map(({ id }) => id)).toEqual([rootId]);
  expect(await conflicts()).toEqual(none);
  const { changes } = await a(api.imageHistory, { imageId, before: null });
  expect(changes[0]).toMatchObject({ what: 'removed' });
  // brought back as something else it is a side again, beside what it was beside
  await send(imageId, op('restore', copyId, undone.opId, { ...shape, id: copyId, z: 9 }));
  expect((await seen(imageId)).find(({ id }) => id === copyId)).toMatchObject({ z: 9, conflictOf: rootId });
});

it('are not made of a shape beside which nothing ever lay', async () => {
  const imageId = material.imageIds[0]!;
  const [there] = await seen(imageId);
  const { results } = await send(imageId, op('unkeepBoth', there!.id, uuid()));
  expect(results).toMatchObject([{ status: 'refused', key: 'annotation.noShape' }]);
  expect(await conflicts()).toEqual(none);
});

it('of copies of a copy are one question', async () => {
  const { imageId, rootId, copyId, shape } = await dispute();
  const more = op('put', copyId, 99, { ...shape, id: copyId, z: 7 });
  expect((await send(imageId, more)).results[0]!.status).toBe('conflict');
  expect((await seen(imageId)).map(({ conflictOf }) => conflictOf).filter(Boolean)).toEqual([rootId, rootId]);
  expect((await conflicts()).shapes).toBe(3);
});

it('are neither learned nor counted as ground: the training says so before, and marks them as to be ignored', async () => {
  const ask = { modelId: material.modelId, folderIds: [material.folderId], params: {}, confirmed: true };
  const before = await a(api.trainCheck, ask);
  expect(before.conflicts).toEqual(none);
  const { imageId, rootId, copyId } = await dispute();
  const check = await a(api.trainCheck, ask);
  expect(check.conflicts).toMatchObject({ shapes: 2, images: 1 });
  expect(check.objects).toBe(before.objects - 1);
  const { id } = await a(api.trainAdd, ask);
  const { lines } = await frozenOf(server.services, id);
  expect(lines).toHaveLength(20);
  const ignored = lines.flatMap((line) => line.shapes.filter((one) => one.ignore).map((one) => [line.image, one.id]));
  expect(ignored.toSorted()).toEqual([rootId, copyId].map((one) => [imageId, one]).toSorted());
});

it('keep their image out of an export, which says so before it starts: without them it would be a clean one', async () => {
  const { datasetId } = material;
  const ask = { datasetId, format: 'coco' as const, withImages: false };
  const before = await a(api.exportCheck, ask);
  await dispute();
  const check = await a(api.exportCheck, ask);
  expect([check.images, check.shapes]).toEqual([before.images - 1, before.shapes - 1]);
  expect(check.losses).toMatchObject([{ kind: 'conflicts', count: 1 }]);
  const archived: Archived = { images: 0, shapes: 0, losses: {} };
  const files: string[] = [];
  const input = { datasetId, datasetName: 'x', format: 'yoloDetect', withImages: false } as const;
  for await (const { name } of archiveEntries(server.services, input, archived, () => undefined)) files.push(name);
  expect(archived).toEqual({ images: check.images, shapes: check.shapes, losses: { conflicts: 1 } });
  expect(files.filter((name) => name.startsWith('labels/'))).toHaveLength(check.images);
  for (const id of material.imageIds.slice(1)) await dispute(id); // oxlint-disable-line no-await-in-loop
  const all = await a(api.exportCheck, ask);
  expect([all.images, all.blocked?.en]).toEqual([0, messages['export.onlyConflicts'].en]);
});

it('are found in the image list, alone and with a name', async () => {
  const { imageId } = await dispute(material.imageIds[3]);
  const { folderId } = material;
  const list = (more: object = {}) => a(api.imageList, { folderId, conflict: true, ...more });
  const { list: found, total } = await list();
  expect([found.map(({ id }) => id), total]).toEqual([[imageId], 1]);
  expect((await list({ name: 'nothing like it' })).total).toBe(0);
});
