/** The history of an image: each change in the kind that it was, page by page, and the image as it was at any revision. */
import { api, historyPage, newShape, type Call, type Shape, type ShapeOp } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { shapeOp } from '../../testing/ops.ts';
import { drawnRect } from '../../testing/shapes.ts';

let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 3 });
});
afterAll(() => server.close());

const clientId = newId();
const send = (imageId: number, ...ops: ShapeOp[]) => a(api.imageOps, { imageId, clientId, ops });
const op = (kind: ShapeOp['kind'], shape: Shape | null, fields: Partial<ShapeOp> = {}): ShapeOp =>
  shapeOp(kind, {
    shapeId: shape?.id ?? null,
    shape: kind === 'put' || kind === 'restore' ? shape : null,
    ...fields,
  });
const shapesOf = async (imageId: number, seq: number) => (await a(api.imageAt, { imageId, seq })).shapes;
const live = async (imageId: number) => (await a(api.imageShapes, { imageId })).shapes;
const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((x, y) => (x.id < y.id ? -1 : 1));

it('says of each change what it was, who made it, and leaves out what had no effect', async () => {
  const imageId = material.imageIds[0]!;
  const [scratch] = material.labelIds;
  const dent = (await a(api.labelAdd, { datasetId: material.datasetId, name: 'bent', color: '#00aaff' })).id;
  const { revision } = await a(api.imageShapes, { imageId });
  const first = drawnRect(scratch!);
  const chain = (...ops: ShapeOp[]): ShapeOp[] =>
    ops.map((one, i) => (i === 0 ? one : { ...one, base: ops[i - 1]!.opId }));
  const moved = { ...first, points: [5, 5, 40, 40] };
  await send(
    imageId,
    ...chain(
      op('put', first),
      op('put', moved),
      op('put', { ...moved, labelId: dent }),
      op('put', { ...moved, labelId: dent, text: 'A7' }),
      op('put', { ...moved, labelId: dent, text: 'A7', ignore: true }),
      op('delete', first),
      op('restore', { ...moved, labelId: dent }),
    ),
  );
  // somebody who saw it as it was at first: a copy; and a delete that loses
  await send(imageId, op('put', { ...first, points: [9, 9, 30, 30] }, { base: revision + 1 }));
  await send(imageId, op('delete', first, { base: revision + 1 }));
  const { changes, hasMore } = await a(api.imageHistory, { imageId, before: null });
  expect(hasMore).toBe(false);
  expect(changes.map(({ what }) => what).slice(0, 8)).toEqual([
    'copied',
    'restored',
    'removed',
    'changed',
    'typed',
    'relabelled',
    'moved',
    'added',
  ]);
  const [, , removed, , , relabelled] = changes;
  expect(relabelled).toMatchObject({ labelId: dent, fromLabelId: scratch, shapeKind: 'rect', clientId });
  expect(removed).toMatchObject({ labelId: dent, fromLabelId: null, actorId: server.a.id });
  expect(typeof removed!.actor).toBe('string');
});

it('has the image as it was after each change, also as checked and empty, and before all', async () => {
  const imageId = material.imageIds[1]!;
  const at = async () => ({ seq: (await a(api.imageShapes, { imageId })).revision, shapes: await live(imageId) });
  const moments = [await at()];
  const [old] = moments[0]!.shapes;
  const one = drawnRect(material.labelIds[0]!);
  const two = newShape({ ...one, id: newId(), kind: 'polygon', points: [1, 1, 30, 4, 20, 30] });
  for (const ops of [[op('put', one), op('put', two)], [op('delete', old!, { base: old!.rev })]]) {
    // oxlint-disable-next-line no-await-in-loop
    await send(imageId, ...ops);
    // oxlint-disable-next-line no-await-in-loop
    moments.push(await at());
  }
  const drawn = await live(imageId);
  await send(imageId, ...drawn.map((shape) => op('delete', shape, { base: shape.rev })));
  moments.push(await at());
  await send(imageId, op('checkEmpty', null));
  const { revision } = await a(api.imageShapes, { imageId });
  await send(imageId, op('put', drawnRect(material.labelIds[0]!)));
  for (const { seq, shapes } of moments) {
    // oxlint-disable-next-line no-await-in-loop
    expect(byId(await shapesOf(imageId, seq))).toEqual(byId(shapes));
  }
  expect(await a(api.imageAt, { imageId, seq: revision })).toEqual({
    shapes: [],
    isCheckedEmpty: true,
    decisions: [],
  });
  expect(await a(api.imageAt, { imageId, seq: revision - 1 })).toEqual({
    shapes: [],
    isCheckedEmpty: false,
    decisions: [],
  });
});

it('is read page by page at 10,000 changes, each of them once', async () => {
  const imageId = material.imageIds[2]!;
  const shape = drawnRect(material.labelIds[0]!);
  await send(imageId, op('put', shape));
  const { db } = server.services;
  // the same change again and again, as rows
  await db.execute(sql`
    insert into op (image_id, seq, op_id, client_id, actor_id, kind, shape_id, asked_shape_id, base, status, before, after)
    select image_id, seq + n, gen_random_uuid(), client_id, actor_id, kind, shape_id, asked_shape_id, base, status, after, after
    from op, generate_series(1, 10000) n where image_id = ${imageId} and shape_id = ${shape.id}`);
  const seen: number[] = [];
  let before: number | null = null;
  for (let more = true; more;) {
    // oxlint-disable-next-line no-await-in-loop
    const page: { changes: { seq: number }[]; hasMore: boolean } = await a(api.imageHistory, { imageId, before });
    expect(page.changes.length).toBeLessThanOrEqual(historyPage);
    seen.push(...page.changes.map(({ seq }) => seq));
    before = seen.at(-1)!;
    more = page.hasMore;
  }
  expect(seen.length).toBeGreaterThan(10_000);
  expect(seen).toEqual(seen.toSorted((x, y) => y - x));
  expect(new Set(seen).size).toBe(seen.length);
  expect((await shapesOf(imageId, before!)).map(({ id }) => id)).toContain(shape.id);
});
