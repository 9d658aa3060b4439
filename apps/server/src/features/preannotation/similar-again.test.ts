/** Find similar again: what an earlier search found and learned, what people decided on, and what stays of it. */
import { api, type Call, type Proposal } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inference } from '../../inference/index.ts';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { preannotationImage } from '../../tables/preannotation.ts';
import { attempt, task } from '../../tables/tasks.ts';
import type { RunnerServer } from '../../testing/runner-server.ts';
import { accepted, never, openSimilar } from '../../testing/similar-place.ts';
import { preannotateKind } from './run.ts';

let server: RunnerServer;
let call: Call;
let inference: Inference;
let on: Awaited<ReturnType<typeof openSimilar>>;

beforeAll(async () => {
  on = await openSimilar();
  ({ server, call, inference } = on);
});
afterAll(() => on.close());

const db = () => server.services.db;

it('searches again with what was accepted and turned down, and does not bring back what was turned down', async () => {
  const { imageIds, asked } = await on.place(2);
  await on.finish((await call(api.similarAdd, asked)).id);
  const [first, second] = imageIds as [number, number];
  const [mine] = (await on.seen(first)).proposals[0]!.items as [Proposal];
  const others = (await on.seen(second)).proposals[0]!.items;
  await on.send(first, [accepted(mine)]);
  await on.send(
    second,
    others.map(({ id }) => ({ kind: 'reject' as const, shapeId: id, base: null, shape: null })),
  );
  const again = { ...asked, scope: 'all' as const, refine: true };
  expect(await call(api.similarCheck, again)).toMatchObject({ accepted: 1, rejected: Math.min(20, others.length) });
  const { id, params } = await call(api.similarAdd, again);
  const labels = (params['similar'] as { examples: { labelId: number | null }[] }).examples.map((one) => one.labelId);
  expect([labels.filter((one) => one !== null).length, labels.includes(null)]).toEqual([3, true]);
  await on.finish(id);
  const [proposals] = (await on.seen(second)).proposals;
  expect(proposals!.rejected).toEqual(expect.arrayContaining(others.map((one) => one.id)));
  for (const item of proposals!.items.filter((one) => !proposals!.rejected.includes(one.id)))
    for (const no of others) expect(boxIou(boundsOf(item.points), boundsOf(no.points))).toBeLessThanOrEqual(0.5);
  // what is drawn already is not proposed again
  const drawn = await on.seen(first);
  for (const item of drawn.proposals[0]!.items)
    expect(boxIou(boundsOf(item.points), boundsOf(mine.points))).toBeLessThan(0.7);
});

it('keeps what it learned: another attempt goes on with it, and the next search knows how long learning takes', async () => {
  const { asked, examples, imageIds } = await on.place(3);
  const { id } = await call(api.similarAdd, asked);
  await on.runHere(id);
  const [{ learned }] = (await db().select({ learned: task.result }).from(task).where(eq(task.id, id))) as [
    { learned: { learned: { looks: number; seconds: number } } },
  ];
  expect(learned.learned.looks).toBe(2 + 2 * 3);
  const first = (await on.seen(imageIds[0]!)).proposals[0]!.items.map(({ points, score }) => ({ points, score }));
  // what it learned from cannot be read any more: who learns again has no examples
  for (const { imageId } of examples) await on.replaceFile(imageId, Buffer.from('not an image')); // oxlint-disable-line no-await-in-loop
  await db().update(preannotationImage).set({ status: 'waiting' }).where(eq(preannotationImage.taskId, id));
  await on.runHere(id, never, 2);
  const again = (await on.seen(imageIds[0]!)).proposals[0]!.items.map(({ points, score }) => ({ points, score }));
  expect(again).toEqual(first);
  // 10 seconds of learning for 8 looks, and 2 for each of 3 images
  const begun = new Date(Date.now() - 60_000);
  await db()
    .insert(attempt)
    .values({
      taskId: id,
      n: 1,
      executor: 'worker',
      leaseUntil: new Date(begun.getTime() + 16_000),
      endedAs: 'completed',
      createdAt: begun,
    });
  const kept = { learned: { ...learned.learned, seconds: 10 } };
  await db().update(task).set({ state: 'completed', result: kept, endedAt: new Date() }).where(eq(task.id, id));
  await db().update(image).set({ state: 'unannotated' }).where(inArray(image.id, imageIds));
  expect((await call(api.similarCheck, asked)).seconds).toBeCloseTo(16, 3);
  const one = { ...asked, selection: { ids: [imageIds[0]!] } };
  // four looks: two examples, and the only image twice
  expect((await call(api.similarCheck, one)).seconds).toBeCloseTo(5 + 2, 3);
  // what was accepted before is learned from as well where that is asked for
  const [mine] = (await on.seen(imageIds[0]!)).proposals[0]!.items as [Proposal];
  await on.send(imageIds[0]!, [accepted(mine)]);
  const seconds = async (refine: boolean) =>
    (await call(api.similarCheck, { ...asked, scope: 'all', refine })).seconds!;
  expect(await seconds(true)).toBeGreaterThan(await seconds(false));
  // another data set has had no search: by this one, with images that are four times as large
  const other = await on.place(3);
  const alike = (await call(api.similarCheck, other.asked)).seconds!;
  expect(alike).toBeGreaterThan(0);
  await db().update(image).set({ width: 320, height: 320 }).where(inArray(image.id, other.imageIds));
  expect((await call(api.similarCheck, other.asked)).seconds).toBeCloseTo(4 * alike, 3);
});

it('keeps what it learned also where it failed and is tried again, and nothing else of the failed one', async () => {
  const { asked } = await on.place(1);
  const { id } = await call(api.similarAdd, asked);
  await on.runHere(id);
  const resultOf = async () => (await db().select().from(task).where(eq(task.id, id)))[0]!.result as object;
  const { learned } = (await resultOf()) as { learned: object };
  expect(learned).toBeDefined();
  const [cause, result] = [
    { code: 'inference.failed', args: { file: '', why: '' } },
    { learned, other: 1 },
  ];
  await db().update(task).set({ state: 'failed', cause, result, endedAt: new Date() }).where(eq(task.id, id));
  await call(api.taskAct, { id, action: 'retry' });
  expect(await resultOf()).toEqual({ learned });
  await call(api.taskAct, { id, action: 'cancel' });
});

it('says how far the learning is before the first image is searched', async () => {
  const { asked } = await on.place(3);
  const { id } = await call(api.similarAdd, asked);
  const [row] = await db().select().from(task).where(eq(task.id, id));
  const phases: (string | null)[] = [];
  const publish: typeof server.services.publish = async (to, event, how) => {
    if (event.type === 'task' && event.progress) phases.push(event.progress.phase);
    return server.services.publish(to, event, how);
  };
  const told = { ...server.services, publish };
  await preannotateKind(inference).run(told, row!, { signal: never, attempt: 1, fence: async () => undefined });
  expect(phases).toContain('learn');
  expect(phases.lastIndexOf('learn')).toBeLessThan(phases.indexOf('predict'));
  await call(api.taskAct, { id, action: 'cancel' });
});

describe('undecided candidates of an earlier search', () => {
  it('stay where another label is searched for, and where the same is, each object is proposed once, with the id it had', async () => {
    const { material, imageIds, asked, examples } = await on.place(1);
    const [imageId] = imageIds as [number];
    const other = material.labelIds[1]!;
    await on.finish((await call(api.similarAdd, asked)).id);
    const before = (await on.seen(imageId)).proposals[0]!.items;
    const [turnedDown, ...open] = before.map(({ id }) => id);
    await on.send(imageId, [{ kind: 'reject', shapeId: turnedDown!, base: null, shape: null }]);
    const again = { ...asked, scope: 'all' as const };
    await db()
      .update(shape)
      .set({ labelId: other })
      .where(
        inArray(
          shape.id,
          examples.map(({ shapeId }) => shapeId),
        ),
      );
    expect(await call(api.similarCheck, again)).toMatchObject({ images: 1 });
    await on.finish((await call(api.similarAdd, again)).id);
    const both = (await on.seen(imageId)).proposals[0]!;
    expect(both.rejected).toEqual([turnedDown]);
    expect(both.items.map(({ id }) => id)).toEqual(expect.arrayContaining([turnedDown, ...open]));
    const found = both.items.filter(({ labelId }) => labelId === other);
    expect(found.length).toBeGreaterThan(0);
    // and the label of the second search once more: it finds the same again
    await on.finish((await call(api.similarAdd, again)).id);
    const third = (await on.seen(imageId)).proposals[0]!.items;
    expect(third.map(({ id }) => id)).toEqual(expect.arrayContaining([turnedDown, ...open]));
    const foundAgain = third.filter(({ labelId }) => labelId === other);
    expect(foundAgain.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
  });
});
