/** Decisions on the predictions of many images at once. */
import { api, type Call, type Input, type Proposal } from '@loupe/contract';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addReadyVersion } from '../../testing/ready-version.ts';
import type { RunnerServer } from '../../testing/runner-server.ts';
import { openSimilar } from '../../testing/similar-place.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';

let server: RunnerServer;
let call: Call;
let on: Awaited<ReturnType<typeof openSimilar>>;
let place: Awaited<ReturnType<typeof on.place>>;
let versionId: number;

beforeAll(async () => {
  on = await openSimilar();
  ({ server, call } = on);
});
afterAll(() => on.close());
beforeEach(async () => {
  place = await on.place(3);
  versionId = await addReadyVersion(server.services, server.a, place.material);
});

type Asked = Partial<Input<(typeof api)['imagesDecide']>>;
const decide = (asked: Asked) =>
  call(api.imagesDecide, {
    selection: { filter: { folderId: place.folderId } },
    clientId: newId(),
    decision: 'accept',
    ...asked,
  });
/** The version says two of each image. */
const propose = async (imageIds: readonly number[]) => {
  for (const imageId of imageIds) await call(api.imagePropose, { imageId, versionId });
};
const states = async () => {
  const seen = await Promise.all(place.imageIds.map((id) => on.seen(id)));
  return seen.map(({ image }) => image.state);
};

it('accepts what the version reports on all images of a folder, as annotations with its name, and again finds nothing to do', async () => {
  const [first, , third] = place.imageIds as [number, number, number];
  await propose(place.imageIds);
  const { proposals } = await on.seen(first);
  const items = proposals[0]!.items;
  const [sure] = items as [Proposal];
  const accepted = { images: 3, changed: 3, accepted: 3, rejected: 0, markedEmpty: 0 };
  expect(await decide({})).toEqual({ ...accepted, left: 3, next: null });
  const { shapes } = await on.seen(first);
  expect(shapes.map(({ id }) => id)).toEqual([sure.id]);
  expect(shapes[0]).toMatchObject({ versionId, source: 'person', authorId: server.a.id });
  expect(shapes[0]!.score).toBeGreaterThan(0);
  expect(await states()).toEqual(['annotated', 'annotated', 'annotated']);
  const { changes } = await call(api.imageHistory, { imageId: third, before: null });
  expect(changes.map(({ what }) => what)).toEqual(['accepted']);
  expect(await decide({})).toMatchObject({ images: 3, changed: 0, accepted: 0, left: 3 });
  expect(await decide({ from: 0 })).toEqual({ ...accepted, left: 0, next: null });
  expect((await on.seen(first)).shapes).toHaveLength(items.length);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('takes those from a score on; the rest waits, or is turned down and the image is marked as empty', async () => {
  await propose(place.imageIds);
  const items = (await on.seen(place.imageIds[0]!)).proposals[0]!.items;
  const most = Math.max(...items.map(({ score }) => score));
  expect(most).toBeLessThan(1);
  expect(await decide({ from: 1, markEmpty: true })).toMatchObject({
    changed: 0,
    accepted: 0,
    markedEmpty: 0,
    left: 6,
  });
  expect(await states()).toEqual(['preLabeled', 'preLabeled', 'preLabeled']);
  const done = await decide({ from: 1, rejectRest: true, markEmpty: true });
  expect(done).toMatchObject({ changed: 3, accepted: 0, rejected: 6, markedEmpty: 3, left: 0 });
  expect(await states()).toEqual(['empty', 'empty', 'empty']);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('rejects what nobody has decided on, and leaves alone what people drew, accepted or have not been shown', async () => {
  const [drawn, bare, other] = place.imageIds as [number, number, number];
  await propose([drawn, bare]);
  const own = drawnRect(place.material.labelIds[0]!);
  await on.send(drawn, [{ kind: 'put', shapeId: own.id, base: null, shape: own }]);
  expect(await decide({ decision: 'reject', markEmpty: true })).toMatchObject({
    images: 3,
    changed: 2,
    rejected: 4,
    markedEmpty: 1,
  });
  expect((await on.seen(drawn)).shapes.map(({ id }) => id)).toEqual([own.id]);
  expect((await on.seen(bare)).proposals[0]!.rejected).toHaveLength(2);
  expect(await states()).toEqual(['annotated', 'empty', 'unannotated']);
  expect((await on.seen(other)).proposals).toEqual([]);
  // what was turned down stays so
  expect(await decide({ selection: { ids: place.imageIds } })).toMatchObject({ changed: 0, accepted: 0, left: 0 });
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});
