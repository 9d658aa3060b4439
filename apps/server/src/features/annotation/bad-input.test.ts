/** What a program or a fault may send, through a real outbox to the real server: it alone is refused, in words, and the rest is saved. */
import 'fake-indexeddb/auto';
import { api, limits, type Call, type OpResult, type Shape, type ShapeOp } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v4 as uuid, v7 as newId } from 'uuid';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOutbox } from '../../../../web/src/features/annotation/outbox/index.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { drawnRect } from '../../testing/shapes.ts';

let server: TestServer;
let a: Call;
let [projectId, folderId, labelId, imageId] = [0, 0, 0, 0];
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  projectId = (await a(api.projectAdd, { family: 'detection', name: 'p' })).id;
  const labels = [{ name: 'open', color: '#f2545b' }];
  const set = await a(api.datasetAdd, { projectId, name: 's', setType: 'segmentation', labels });
  labelId = set.labels[0]!.id;
  folderId = (await a(api.folderAdd, { datasetId: set.id, name: 'f' })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = [{ name: `${uuid()}.png`, data: new Blob([bytes as never]) }];
  imageId = (await a(api.imageUpload, { folderId }, { files })).added[0]!.id;
});

const polygon = (points: number[], fields: Partial<Shape> = {}): Shape =>
  drawnRect(labelId, { id: newId(), kind: 'polygon', points, ...fields });
const square = (at: number, fields: Partial<Shape> = {}) => polygon([at, 10, at + 20, 10, at + 20, 30, at, 30], fields);
const put = (shape: Shape, base: ShapeOp['base'] = null): ShapeOp => ({
  opId: newId(),
  kind: 'put',
  shapeId: shape.id,
  base,
  shape,
});
const circle = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((angle) => [
    200 + 100 * Math.cos(angle),
    150 + 100 * Math.sin(angle),
  ]);

/** An outbox that sends to the server until nothing waits, or until it was told that the image is not free so often. */
async function sendAll(ops: readonly ShapeOp[]) {
  const results = new Map<string, OpResult>();
  let tries = 0;
  const outbox = createOutbox({
    userId: 1,
    name: uuid(),
    send: (input) => a(api.imageOps, input),
    onResult: ({ opId, result }) => results.set(opId, result),
    wait: (_, signal) => {
      tries++;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  await outbox.add(imageId, ops);
  const settled = async () => {
    const before = tries;
    while (outbox.state().pending > 0 && tries === before) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await settled();
  return { outbox, results, settled };
}
const stored = async () => (await a(api.imageShapes, { imageId })).shapes.map(({ id }) => id).sort();

const other = newId();
const bad: [string, () => Shape, RegExp, RegExp][] = [
  ['not a number', () => square(10, { points: [10, 10, Number.NaN, 10, 30, 30] }), /图形.*数字/, /shape.*number/i],
  ['two points', () => polygon([10, 10, 30, 30]), /点/, /points/],
  ['no area', () => polygon([10, 10, 30, 10, 50, 10]), /面积/, /area/],
  ['outside', () => square(390), /图片|图像/, /image/],
  ['an unknown label', () => square(10, { labelId: 10 ** 9 }), /标签/, /label/],
  ['more points than a shape may have', () => polygon(circle(limits.pointsPerShape + 1)), /20,?000/, /20,?000/],
  ['a million points', () => polygon(circle(1_000_000)), /20,?000/, /20,?000/],
  ['an id that is none', () => square(10, { id: `${other.slice(0, -1)}z` }), /./, /./],
];

it.each(bad)('%s: the shape is refused in words, and its neighbours are saved', async (_, make, zh, en) => {
  const [before, after] = [put(square(50)), put(square(100))];
  const wrong = put(make());
  const { outbox, results } = await sendAll([before, wrong, after]);
  expect(outbox.state()).toMatchObject({ pending: 0, rejected: 1 });
  const [refused] = await outbox.rejected();
  expect(refused!.op.opId).toBe(wrong.opId);
  expect(results.get(wrong.opId)).toMatchObject({ status: 'refused' });
  expect(refused!.msg).toMatch(zh);
  expect(refused!.en_msg).toMatch(en);
  expect(await stored()).toEqual([before.shapeId, after.shapeId].sort());
  await outbox.close();
});

it('an old revision: both are kept, and the rest is saved', async () => {
  const mine = square(10);
  const { outbox } = await sendAll([put(mine)]);
  await outbox.close();
  const [now] = (await a(api.imageShapes, { imageId })).shapes;
  await a(api.imageOps, { imageId, clientId: uuid(), ops: [put(square(60, { id: mine.id }), now!.rev)] });
  const [stale, rest] = [put(square(120, { id: mine.id }), now!.rev), put(square(200))];
  const late = await sendAll([stale, rest]);
  expect(late.results.get(stale.opId)).toMatchObject({ status: 'conflict' });
  expect(late.results.get(rest.opId)).toMatchObject({ status: 'applied' });
  const { shapes } = await a(api.imageShapes, { imageId });
  expect(shapes.map(({ points: [x], conflictOf }) => [x, conflictOf]).sort()).toEqual(
    [
      [60, null],
      [120, mine.id],
      [200, null],
    ].sort(),
  );
  await late.outbox.close();
});

it('an image that waits for its pre-annotation: nothing is refused, and all is saved when it is free', async () => {
  const { db } = server.database;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into task (kind, project_id, created_by, state, params)
    values ('preannotate', ${projectId}, ${server.a.id}, 'queued', '{}') returning id`);
  await db.execute(sql`insert into preannotation_image (task_id, image_id) values (${rows[0]!.id}, ${imageId})`);
  const ops = [put(square(10)), put(square(60))];
  await expect(a(api.imageOps, { imageId, clientId: uuid(), ops })).rejects.toMatchObject({
    msg: expect.stringMatching(/预标注/) as string,
    enMsg: expect.stringMatching(/pre-?annotat|prelabel/i) as string,
  });
  const { outbox, settled } = await sendAll(ops);
  expect(outbox.state()).toMatchObject({ kind: 'offline', pending: 2, rejected: 0 });
  expect(await stored()).toEqual([]);
  await db.execute(sql`delete from task where id = ${rows[0]!.id}`);
  outbox.retryNow();
  await settled();
  expect(outbox.state()).toMatchObject({ pending: 0, rejected: 0 });
  expect(await stored()).toEqual(ops.map(({ shapeId }) => shapeId!).sort());
  await outbox.close();
});
