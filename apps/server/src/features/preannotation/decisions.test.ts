/** What persons have decided, while the same source runs again, and when another version comes. */
import { api, newShape, type Call, type Proposal } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../core/transaction.ts';
import { dataset, image } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { project } from '../../tables/projects.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import type { RunnerServer } from '../../testing/runner-server.ts';
import { accepted, openSimilar } from '../../testing/similar-place.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';
import { storedIn, type StoredProposal } from '../annotation/index.ts';
import { writeProposals } from './store.ts';

let server: RunnerServer;
let call: Call;
let on: Awaited<ReturnType<typeof openSimilar>>;
let place: Awaited<ReturnType<typeof on.place>>;
let versionId: number;
let imageId: number;

beforeAll(async () => {
  on = await openSimilar();
  ({ server, call } = on);
});
afterAll(() => on.close());
beforeEach(async () => {
  place = await on.place(1);
  imageId = place.imageIds[0]!;
  versionId = await addReadyVersion(server.services, server.a, place.material);
});

const db = () => server.services.db;
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const rejection = ({ id }: Proposal) => ({ kind: 'reject' as const, shapeId: id, base: null, shape: null });
const takenBack = (one: Proposal) => ({ ...rejection(one), kind: 'unreject' as const });
const acceptance = (one: Proposal) => {
  const { shape, ...op } = accepted(one);
  return { ...op, shape: newShape({ ...shape, versionId }) };
};
const set = async () => (await on.seen(imageId)).proposals.find((one) => one.versionId === versionId)!;

/** Something waits for a lock that another transaction has. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await server.database.pool.query(
    `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
  );
  return rows.length > 0;
}

/** Runs a version that has found this; `meanwhile`: before the run lets the image go. */
async function runOf(id: number, items: readonly StoredProposal[], meanwhile = async () => {}): Promise<void> {
  const [row] = await db()
    .select({ dataset, project })
    .from(image)
    .innerJoin(dataset, eq(dataset.id, image.datasetId))
    .innerJoin(project, eq(project.id, image.projectId))
    .where(eq(image.id, imageId));
  const { from } = await set();
  await inTransaction(db(), async (tx) => {
    const write = { place: row!, taskId: null, versionId: id, createdBy: server.a.id, onlyOpen: false };
    await writeProposals(tx, [{ imageId, made: { items: [...items], leftOut: [], from, uncertainty: 0 } }], write);
    await meanwhile();
  });
}

/** The run holds the image until the edit waits for it. */
async function runWhile(items: readonly StoredProposal[], edit: () => Promise<unknown>): Promise<void> {
  let editing: Promise<unknown> | undefined;
  await runOf(versionId, items, async () => {
    editing = edit();
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  });
  await editing;
}

/** What the version has said before, as another run says it: the same objects with ids of its own. */
async function saidAgain(): Promise<StoredProposal[]> {
  const [row] = await db().select().from(proposal).where(eq(proposal.imageId, imageId));
  return (await storedIn(row!.body)).map((one) => ({ ...one, id: newId() }));
}

it('a rejection that waits for a run leaves the image waiting where the run has found something else', async () => {
  const { items } = await call(api.imagePropose, { imageId, versionId });
  const [first] = await saidAgain();
  const elsewhere = { ...first!, points: [1, 1, 9, 9] };
  await runWhile([elsewhere], () => on.send(imageId, items.map(rejection)));
  expect(idsOf((await set()).items)).toEqual([elsewhere.id]);
  expect((await on.seen(imageId)).image.state).toBe('preLabeled');
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('what is proposed again keeps its id, so that decisions made meanwhile are not asked for twice', async () => {
  const { items } = await call(api.imagePropose, { imageId, versionId });
  const [yes, ...no] = items as [Proposal, ...Proposal[]];
  expect(no.length).toBeGreaterThan(0);
  await runWhile(await saidAgain(), () => on.send(imageId, [acceptance(yes), ...no.map(rejection)]));
  const { items: now, rejected } = await set();
  expect([idsOf(now).toSorted(), rejected.toSorted()]).toEqual([idsOf(items).toSorted(), idsOf(no).toSorted()]);
  expect(idsOf((await on.seen(imageId)).shapes)).toEqual([yes.id]);
  // and one that comes when the run is long over
  const [late] = no;
  await on.send(imageId, [{ kind: 'unreject', shapeId: late!.id, base: null, shape: null }]);
  await call(api.imagePropose, { imageId, versionId });
  await on.send(imageId, [rejection(late!)]);
  expect((await set()).rejected).toContain(late!.id);
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('another version proposes a box that fits better than one that was turned down, or another label, and not the same again', async () => {
  const { items } = await call(api.imagePropose, { imageId, versionId });
  const [no, ...rest] = items as [Proposal, ...Proposal[]];
  await on.send(imageId, [no, ...rest].map(rejection));
  const [like] = await saidAgain();
  const [left, top, right, bottom] = no.points as [number, number, number, number];
  // three fifths of it: the version that was turned down would not say it again
  const better = { ...like!, id: newId(), points: [left, top, right, top + 0.6 * (bottom - top)] };
  const other = { ...like!, id: newId(), labelId: place.material.labelIds.find((one) => one !== no.labelId)! };
  const next = await addReadyVersion(server.services, server.a, place.material);
  await runOf(next, [like!, better, other]);
  const now = (await on.seen(imageId)).proposals.find((one) => one.versionId === next)!;
  expect(idsOf(now.items)).toEqual([better.id, other.id]);
  await runOf(versionId, [like!, better]);
  expect((await set()).items.filter(({ id }) => !items.some((one) => one.id === id))).toEqual([]);
});

it('turning down what is not proposed any more, or never was, is no line of the history', async () => {
  const { items } = await call(api.imagePropose, { imageId, versionId });
  const [gone] = items as [Proposal, ...Proposal[]];
  const [other] = await saidAgain();
  await runOf(versionId, [{ ...other!, points: [1, 1, 9, 9] }]);
  const lines = async () => (await call(api.imageHistory, { imageId, before: null })).changes.length;
  const before = await lines();
  await on.send(imageId, [rejection(gone), rejection({ ...gone, id: newId() })]);
  expect(await lines()).toBe(before);
  expect((await set()).rejected).toEqual([]);
});

it('turning down twice, or taking back what was not turned down, is no line of the history', async () => {
  const { items } = await call(api.imagePropose, { imageId, versionId });
  const [one] = items as [Proposal, ...Proposal[]];
  const lines = async () => (await call(api.imageHistory, { imageId, before: null })).changes.length;
  const before = await lines();
  await on.send(imageId, [rejection(one)]);
  await on.send(imageId, [rejection(one)]);
  expect(await lines()).toBe(before + 1);
  expect((await set()).rejected).toEqual([one.id]);
  await on.send(imageId, [takenBack(one)]);
  await on.send(imageId, [takenBack(one)]);
  expect(await lines()).toBe(before + 2);
  expect((await set()).rejected).toEqual([]);
});

it('counts what a run has found apart from what is proposed of it', async () => {
  const { items, found } = await call(api.imagePropose, { imageId, versionId });
  expect([found, items.length]).toEqual([2, 2]);
  await on.send(imageId, items.map(acceptance));
  expect(await call(api.imagePropose, { imageId, versionId })).toMatchObject({ items: [], found: 2 });
  expect(await set()).toMatchObject({ items: [], found: 2 });
  await runOf(versionId, []);
  expect(await set()).toMatchObject({ items: [], found: 0 });
});
