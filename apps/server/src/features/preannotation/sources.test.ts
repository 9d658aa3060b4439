/** What a version and a search propose for the same image stands side by side; a run replaces what is open of its own source alone. */
import { api, type Call, type ImageProposals, type Proposal } from '@loupe/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { image } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { version, versionStage } from '../../tables/models.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import type { RunnerServer } from '../../testing/runner-server.ts';
import { accepted, openSimilar } from '../../testing/similar-place.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';
import { noVersion } from '../annotation/index.ts';
import { losing } from './selected.ts';

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
  place = await on.place(2);
  versionId = await addReadyVersion(server.services, server.a, place.material);
});

const db = () => server.services.db;
const imageIds = () => place.imageIds as [number, number];
const search = async () => on.finish((await call(api.similarAdd, { ...place.asked, scope: 'all' })).id);
const runOn = (imageId: number, id = versionId) => call(api.imagePropose, { imageId, versionId: id });
const setOf = async (imageId: number, id: number | null) =>
  (await on.seen(imageId)).proposals.find((one) => one.versionId === id);
const idsOf = (one: ImageProposals | undefined) => one?.items.map(({ id }) => id) ?? [];
const decide = (kind: 'reject' | 'unreject', { id }: Proposal) => ({ kind, shapeId: id, base: null, shape: null });
const reject = (imageId: number, items: readonly Proposal[]) =>
  on.send(
    imageId,
    items.map((one) => decide('reject', one)),
  );
const stateOf = async (imageId: number) => (await on.seen(imageId)).image.state;
const doubtOf = async (imageId: number) => {
  const [row] = await db().select({ doubt: image.uncertainty }).from(image).where(eq(image.id, imageId));
  return row!.doubt;
};

it('neither displaces the other, whichever comes first, and each may come again', async () => {
  const [first, second] = imageIds();
  await runOn(first);
  const ofVersion = idsOf(await setOf(first, versionId));
  await search();
  expect((await on.seen(first)).proposals.map(({ source, version: name }) => [source, name === null])).toEqual([
    ['similar', true],
    ['version', false],
  ]);
  expect(idsOf(await setOf(first, versionId))).toEqual(ofVersion);
  const ofSearch = idsOf(await setOf(first, null));
  expect(ofSearch.length).toBeGreaterThan(0);
  // the version again: the same objects, and the same of the search
  await runOn(first);
  expect(idsOf(await setOf(first, null))).toEqual(ofSearch);
  expect(idsOf(await setOf(first, versionId))).toEqual(ofVersion);
  // where a search came first
  const before = idsOf(await setOf(second, null));
  await runOn(second);
  expect(idsOf(await setOf(second, null))).toEqual(before);
  expect(idsOf(await setOf(second, versionId)).length).toBeGreaterThan(0);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('what is replaced is told of the version alone', async () => {
  await search();
  const where = inArray(image.id, place.imageIds);
  const asked = { versionId, selection: { ids: place.imageIds } };
  expect(await call(api.preannotateCheck, asked)).toMatchObject({ images: 2, replaced: 0 });
  const [first] = imageIds();
  const { items } = await runOn(first);
  expect(await call(api.preannotateCheck, asked)).toMatchObject({ images: 2, replaced: 1 });
  await reject(first, items);
  expect(await db().$count(image, losing(where))).toBe(0);
});

it('an image waits as long as something of any source does, and what was turned down stays so in each', async () => {
  const [first] = imageIds();
  await search();
  const { items } = await runOn(first);
  await reject(first, items);
  // candidates of the search are still open
  expect(await stateOf(first)).toBe('preLabeled');
  const candidates = (await setOf(first, null))!.items;
  await reject(first, candidates);
  expect(await stateOf(first)).toBe('unannotated');
  expect((await setOf(first, versionId))!.rejected).toEqual(items.map(({ id }) => id));
  expect((await setOf(first, null))!.rejected).toEqual(candidates.map(({ id }) => id));
  // the same version finds the same again, and nobody has to turn it down again
  await runOn(first);
  expect(await setOf(first, versionId)).toMatchObject({
    rejected: items.map(({ id }) => id),
    items: items.map(({ id }) => ({ id })),
  });
  expect(await stateOf(first)).toBe('unannotated');
  await on.send(first, [decide('unreject', items[0]!)]);
  expect(await stateOf(first)).toBe('preLabeled');
  expect((await setOf(first, null))!.rejected).toHaveLength(candidates.length);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('another version replaces what is open of the one before, and keeps what was turned down as what that has said', async () => {
  const [first] = imageIds();
  const other = await addReadyVersion(server.services, server.a, place.material);
  const { items } = await runOn(first);
  const [no, ...open] = items as [Proposal, ...Proposal[]];
  await reject(first, [no]);
  await runOn(first, other);
  const left = await setOf(first, versionId);
  expect([idsOf(left), left!.rejected, left!.version?.number]).toEqual([[no.id], [no.id], 1]);
  const now = await setOf(first, other);
  expect(now!.items).toHaveLength(open.length);
  expect(now!.rejected).toEqual([]);
  // taken back and accepted it is still the earlier version's, also where that is gone by now
  await db().delete(versionStage).where(eq(versionStage.versionId, versionId));
  await db().delete(version).where(eq(version.id, versionId));
  await on.send(first, [decide('unreject', no)]);
  const op = accepted(no);
  const { results } = await on.send(first, [{ ...op, shape: { ...op.shape, versionId } }]);
  expect(results).toMatchObject([{ status: 'applied', shapeId: no.id }]);
  const { changes } = await call(api.imageHistory, { imageId: first, before: null });
  expect(changes.map(({ what }) => what)).toEqual(['accepted', 'unrejected', 'rejected']);
  // of the two it is the other that may not have said it
  const [wrong] = now!.items as [Proposal];
  const claim = accepted({ ...wrong, id: newId() });
  expect((await on.send(first, [{ ...claim, shape: { ...claim.shape, versionId: 999_999 } }])).results).toMatchObject([
    { status: 'refused', key: 'annotation.unknownVersion' },
  ]);
});

it('the history says of each which source has proposed it, and what of each was decided at a moment', async () => {
  const [first] = imageIds();
  const { items } = await runOn(first);
  await search();
  const [candidate] = (await setOf(first, null))!.items as [Proposal];
  const [one, two] = items as [Proposal, Proposal];
  await reject(first, [two, candidate]);
  const revision = (await on.seen(first)).revision;
  await on.send(first, [decide('unreject', candidate)]);
  const op = accepted(one);
  await on.send(first, [{ ...op, shape: { ...op.shape, versionId } }, accepted(candidate)]);
  const { changes } = await call(api.imageHistory, { imageId: first, before: null });
  expect(changes.map(({ what }) => what)).toEqual([
    'acceptedSimilar',
    'accepted',
    'unrejected',
    'rejected',
    'rejected',
  ]);
  const { decisions } = await call(api.imageAt, { imageId: first, seq: revision });
  const sets = (await on.seen(first)).proposals;
  const at = (id: number | null) => sets.find((set) => set.versionId === id)!.at;
  expect(decisions).toEqual([
    { versionId, at: at(versionId), rejected: [two.id] },
    { versionId: null, at: at(null), rejected: [candidate.id] },
  ]);
});

it('the doubt of an image is the greatest of its sources, without one on which all is decided', async () => {
  const [first] = imageIds();
  const { items } = await runOn(first);
  await search();
  const where = (id: number) => and(eq(proposal.imageId, first), eq(proposal.versionId, id));
  await db().update(proposal).set({ uncertainty: 0.9 }).where(where(noVersion));
  await db().update(proposal).set({ uncertainty: 0.99 }).where(where(versionId));
  await runOn(first);
  expect(await doubtOf(first)).toBeCloseTo(0.9, 5);
  // the search comes again while all of the version is turned down
  await db().update(proposal).set({ uncertainty: 0.99 }).where(where(versionId));
  await reject(first, (await setOf(first, versionId))!.items);
  await search();
  const [own] = await db().select().from(proposal).where(where(noVersion));
  expect(items.length).toBeGreaterThan(0);
  expect(await doubtOf(first)).toBeCloseTo(own!.uncertainty, 5);
});

it('goes with its image, and not before', async () => {
  const [first] = imageIds();
  await runOn(first);
  await search();
  expect(await db().$count(proposal, eq(proposal.imageId, first))).toBe(2);
  await call(api.imageDelete, { ids: [first] });
  // it lies in the bin, and may come back with all of it
  expect(await db().$count(proposal, eq(proposal.imageId, first))).toBe(2);
  await db().delete(image).where(eq(image.id, first));
  expect(await db().$count(proposal, eq(proposal.imageId, first))).toBe(0);
});

it('edits, a version and a search at the same time: both sources stand, decisions are not lost, counts are right', async () => {
  const [first] = imageIds();
  const { items } = await runOn(first);
  await search();
  const candidates = (await setOf(first, null))!.items;
  await Promise.all([
    reject(first, candidates),
    on.send(
      first,
      items.slice(0, 1).map((one) => ({ ...accepted(one), shape: { ...accepted(one).shape, versionId } })),
    ),
    runOn(first),
    runOn(first),
  ]);
  const { proposals, shapes } = await on.seen(first);
  expect(proposals.map(({ source }) => source).sort()).toEqual(['similar', 'version']);
  expect((await setOf(first, null))!.rejected.toSorted()).toEqual(candidates.map(({ id }) => id).toSorted());
  expect(shapes.map(({ id }) => id)).toEqual([items[0]!.id]);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});
