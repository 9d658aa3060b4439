/** Pre-annotation from the queue to accepted shapes: states, labels, races of people, and images that cannot be predicted. */
import { mkdir, writeFile } from 'node:fs/promises';
import { api, newShape, type Call, type Proposal, type ShapeOp } from '@loupe/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Inference } from '../../inference/index.ts';
import { op, shape } from '../../tables/annotation.ts';
import { blob, folder, image, label } from '../../tables/datasets.ts';
import { version } from '../../tables/models.ts';
import { preannotationImage, proposal } from '../../tables/preannotation.ts';
import { audit } from '../../tables/account.ts';
import { task } from '../../tables/tasks.ts';
import { moveTask } from '../../tasks-runner/state.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';
import { preannotateKind } from './run.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
let versionId: number;
let inference: Inference;

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a);
  versionId = await addReadyVersion(server.services, server.a, material);
  inference = createPool({ seconds: 6, memoryMb: 2048, processes: 2, threads: 1 });
});
afterAll(async () => {
  await inference.close();
  await server.close();
});

const db = () => server.services.db;
/** A folder of images that nobody has annotated. */
async function bareFolder(images = 3, place: Material = material) {
  const made = await addFolder(server.services, place, { images });
  await db().delete(shape).where(inArray(shape.imageId, made.imageIds));
  await db().update(image).set({ state: 'unannotated', nShapes: 0 }).where(inArray(image.id, made.imageIds));
  await db().update(folder).set({ state: 'unannotated', nAnnotated: 0 }).where(eq(folder.id, made.folderId));
  return made;
}
const add = (folderId: number, more: object = {}) =>
  call(api.preannotateAdd, { versionId, selection: { filter: { folderId } }, ...more });
const never = new AbortController().signal;
/** Runs what is queued here, without a worker, as far as it goes. */
async function runHere(id: number, signal = never, attempt = 1) {
  const [row] = await db().select().from(task).where(eq(task.id, id));
  const kind = preannotateKind(inference);
  await kind.run(server.services, row!, { signal, attempt, fence: async () => undefined });
}
/** Past its end, as the runner does it. */
async function finish(id: number) {
  await runHere(id);
  await call(api.taskAct, { id, action: 'cancel' });
}
const statuses = async (taskId: number) => {
  const rows = await db().select().from(preannotationImage).where(eq(preannotationImage.taskId, taskId));
  return Object.fromEntries(rows.map(({ imageId, status }) => [imageId, status]));
};
const folderNow = (id: number) => call(api.folderInfo, { id });
const seen = (imageId: number) => call(api.imageShapes, { imageId });
const itemsOf = async (imageId: number) => (await seen(imageId)).proposals[0]!.items;
const send = (imageId: number, ops: Omit<ShapeOp, 'opId'>[], by = call) =>
  by(api.imageOps, { imageId, clientId: newId(), ops: ops.map((one) => ({ opId: newId(), ...one })) });
const accepted = ({ id, labelId, kind, points, parts, score }: Proposal) => ({
  kind: 'put' as const,
  shapeId: id,
  base: null,
  shape: newShape({ id, labelId, kind, points, parts, score, versionId }),
});
const decide = (kind: 'reject' | 'unreject', { id }: Proposal) => ({ kind, shapeId: id, base: null, shape: null });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { enMsg: string }) => error.enMsg,
  );
const linesOf = async (id: number) =>
  (await call(api.taskLines, { id })).filter(({ kind }) => kind === 'warning').map(({ text }) => text!.en);

it('goes through the worker: pre-labelling, pre-labelled, and nothing of it is truth until a person accepts it', async () => {
  const { folderId, imageIds } = await bareFolder();
  const [first, second, third] = imageIds as [number, number, number];
  const queued = await add(folderId);
  expect(queued).toMatchObject({ kind: 'preannotate', state: 'queued', versionId, actions: ['cancel'] });
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeling' });
  // deleting and editing wait; nothing of an edit is lost, for its sender asks again
  expect(await refusal(call(api.imageDelete, { ids: [first] }))).toBe('delete only after pre-annotation');
  expect(await refusal(call(api.folderDelete, { id: folderId }))).toBe('delete only after pre-annotation');
  const drawn = drawnRect(material.labelIds[0]!);
  const edit = { kind: 'put' as const, shapeId: drawn.id, base: null, shape: drawn };
  expect(await refusal(send(first, [edit]))).toBe('prelabeling in progress, please wait');
  expect(await seen(first)).toMatchObject({ isPreLabeling: true, proposals: [] });
  expect(await refusal(add(folderId))).toBe(
    'Some of the chosen images are being pre-annotated already. Wait until that is done',
  );

  await server.startWorker(fakeEngine());
  const done = await server.waitFor(call, queued.id, hasEnded);
  await server.killWorkers();
  expect(done).toMatchObject({ state: 'completed', progress: { done: 3, total: 3 } });
  const counts = await Promise.all(imageIds.map(async (id) => (await itemsOf(id)).length));
  expect(counts[0]).toBeGreaterThan(0);
  expect(done.progress!.proposals).toBe(counts.reduce((sum, n) => sum + n, 0));
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeled', annotated: 0 });
  const { image: row, shapes, proposals: all, isPreLabeling } = await seen(first);
  const [proposals, ...others] = all;
  expect([row.state, shapes, others, isPreLabeling]).toEqual(['preLabeled', [], [], false]);
  expect(proposals).toMatchObject({ source: 'version', versionId, rejected: [], leftOut: [], from: { common: 0.25 } });
  expect(proposals!.items[0]).toMatchObject({ kind: 'rect', labelId: material.labelIds[1] });
  const training = { modelId: material.modelId, folderIds: [folderId], params: {} };
  expect(await refusal(call(api.trainCheck, training))).toBe(
    'The selected folders have no annotated images. Annotate some first',
  );

  const [one] = proposals!.items as [Proposal];
  expect((await send(first, [accepted(one)])).results).toMatchObject([{ status: 'applied', shapeId: one.id }]);
  expect(await seen(first)).toMatchObject({
    image: { state: 'annotated' },
    shapes: [{ id: one.id, versionId, score: expect.closeTo(one.score, 5), author: server.a.account }],
  });
  // what was proposed and who took it is in the history
  const [logged] = await db()
    .select()
    .from(op)
    .where(and(eq(op.imageId, first), eq(op.shapeId, one.id)));
  expect(logged).toMatchObject({ kind: 'put', actorId: server.a.id, before: null });

  // all turned down: nobody has annotated it, and nobody needs to decide; taken back, it is open again
  const items = await itemsOf(second);
  await send(
    second,
    items.map((item) => decide('reject', item)),
  );
  const { image: now, proposals: sets } = await seen(second);
  expect([now.state, sets[0]!.rejected]).toEqual(['unannotated', items.map(({ id }) => id)]);
  await send(second, [decide('unreject', items[0]!)]);
  expect((await seen(second)).image.state).toBe('preLabeled');
  // a shape that goes again leaves its proposal open
  const [other] = await itemsOf(third);
  const { results } = await send(third, [accepted(other!)]);
  await send(third, [{ kind: 'delete', shapeId: other!.id, base: results[0]!.rev, shape: null }]);
  expect((await seen(third)).image.state).toBe('preLabeled');
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
  const [line] = await db()
    .select()
    .from(audit)
    .where(eq(audit.object, `task/${queued.id}`));
  expect(line).toMatchObject({ action: 'preannotate.add' });
});

describe('people at the same time', () => {
  it('two who accept one proposal make one shape, and an edit of the other stays', async () => {
    const { folderId, imageIds } = await bareFolder(1);
    await finish((await add(folderId)).id);
    const [imageId] = imageIds as [number];
    const [one] = (await itemsOf(imageId)) as [Proposal];
    const mine = await send(imageId, [accepted(one)]);
    const edited = newShape({ ...accepted(one).shape, points: [1, 1, 30, 30] });
    const { rev } = mine.results[0]!;
    await send(imageId, [{ kind: 'put', shapeId: one.id, base: rev, shape: edited }]);
    const theirs = await send(imageId, [accepted(one)], server.as(server.admin));
    expect(theirs.results).toMatchObject([{ status: 'lived', shapeId: one.id }]);
    expect((await seen(imageId)).shapes).toMatchObject([{ id: one.id, points: [1, 1, 30, 30], conflictOf: null }]);
  });

  it('any order of accepting, rejecting, drawing and pre-annotating again keeps what people drew, and counts', async () => {
    const { folderId, imageIds } = await bareFolder(2);
    await finish((await add(folderId)).id);
    const [first, second] = imageIds as [number, number];
    const [items, others] = [await itemsOf(first), await itemsOf(second)];
    const drawn = drawnRect(material.labelIds[1]!);
    const put = { kind: 'put' as const, shapeId: drawn.id, base: null, shape: drawn };
    await Promise.all([
      send(first, items.map(accepted)),
      send(
        first,
        items.map((item) => decide('reject', item)),
        server.as(server.admin),
      ),
      send(first, [put]),
      send(
        second,
        others.map((item) => decide('reject', item)),
      ),
      call(api.imagePropose, { imageId: first, versionId }),
      call(api.imagePropose, { imageId: second, versionId }),
    ]);
    const { shapes } = await seen(first);
    expect(shapes.map(({ id }) => id)).toEqual(expect.arrayContaining([drawn.id, ...items.map(({ id }) => id)]));
    expect((await seen(second)).shapes).toEqual([]);
    expect(await wrongCounts(server)).toEqual([0, 0, 0]);
  });
});

describe('labels', () => {
  it('that the data set lacks are told before, and then created or left out', async () => {
    const place = await addMaterial(server.services, server.a, { images: 1 });
    const own = await addReadyVersion(server.services, server.a, place);
    await db()
      .update(version)
      .set({
        labels: [
          { name: 'DENT', color: '#ff0000' },
          { name: 'Burr', color: '#00ff00' },
        ],
      })
      .where(eq(version.id, own));
    const { folderId, imageIds } = await bareFolder(1, place);
    const asked = { versionId: own, selection: { filter: { folderId } } };
    expect(await call(api.preannotateCheck, asked)).toEqual({
      images: 1,
      annotated: 0,
      replaced: 0,
      labels: [
        { name: 'DENT', color: '#ff0000', labelId: place.labelIds[1] },
        { name: 'Burr', color: '#00ff00', labelId: null },
      ],
      seconds: null,
    });
    await finish((await call(api.preannotateAdd, asked)).id);
    expect(await seen(imageIds[0]!)).toMatchObject({
      proposals: [{ items: [{ labelId: place.labelIds[1] }], leftOut: ['Burr'] }],
    });
    expect(await call(api.preannotateCheck, asked)).toMatchObject({ replaced: 1 });
    await finish((await call(api.preannotateAdd, { ...asked, missingLabels: 'create' })).id);
    const { labels, proposals } = await seen(imageIds[0]!);
    const burr = labels.find(({ name }) => name === 'Burr')!;
    expect(proposals).toMatchObject([{ leftOut: [], items: [{ labelId: burr.id }, {}] }]);
    // another name means the same label; one that is gone is left out and named
    await call(api.labelUpdate, { id: burr.id, name: 'flash', color: '#00ff00' });
    expect((await seen(imageIds[0]!)).proposals[0]!.items).toHaveLength(2);
    await db().update(label).set({ deletedAt: new Date() }).where(eq(label.id, burr.id));
    expect((await seen(imageIds[0]!)).proposals).toMatchObject([{ items: [{}], leftOut: ['Burr'] }]);
  });

  it('that are deleted while it waits are left out, and the task says so', async () => {
    const place = await addMaterial(server.services, server.a, { images: 1 });
    const own = await addReadyVersion(server.services, server.a, place);
    const { folderId, imageIds } = await bareFolder(1, place);
    const { id } = await call(api.preannotateAdd, { versionId: own, selection: { filter: { folderId } } });
    await db().update(label).set({ deletedAt: new Date() }).where(eq(label.id, place.labelIds[1]!));
    await finish(id);
    expect((await seen(imageIds[0]!)).proposals[0]!.items).toMatchObject([{ labelId: place.labelIds[0] }]);
    expect(await linesOf(id)).toEqual(['The labels dent were deleted meanwhile. Their predictions were left out']);
  });
});

it('names a damaged file, a lost one, an annotated and a deleted image, and does the others', async () => {
  const { folderId, imageIds } = await bareFolder(5);
  const [damaged, lost, annotated, deleted, good] = imageIds as [number, number, number, number, number];
  const { id } = await add(folderId);
  // a pause gives the folder back
  await db().update(task).set({ state: 'running' }).where(eq(task.id, id));
  await call(api.taskAct, { id, action: 'pause' });
  await db().transaction(async (tx) => {
    await moveTask(tx, { id, state: 'pausing' }, 'paused');
  });
  expect(await folderNow(folderId)).toMatchObject({ state: 'unannotated' });
  const drawn = drawnRect(material.labelIds[0]!);
  await send(annotated, [{ kind: 'put', shapeId: drawn.id, base: null, shape: drawn }]);
  await call(api.imageDelete, { ids: [deleted] });
  for (const [imageId, bytes] of [
    [damaged, 'not an image'],
    [lost, null],
  ] as const) {
    const sha256 = `${imageId}`.padStart(64, '0');
    await db().insert(blob).values({ sha256, bytes: 12, mime: 'image/png' });
    await db().update(image).set({ sha256 }).where(eq(image.id, imageId));
    if (bytes !== null) {
      const file = server.services.blobs.path(sha256);
      await mkdir(file.slice(0, file.lastIndexOf('/')), { recursive: true });
      await writeFile(file, bytes);
    }
  }
  await call(api.taskAct, { id, action: 'resume' });
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeling' });
  await finish(id);
  expect(await statuses(id)).toEqual({
    [damaged]: 'failed',
    [lost]: 'failed',
    [annotated]: 'edited',
    [deleted]: 'gone',
    [good]: 'done',
  });
  const names = await db().select({ id: image.id, name: image.name }).from(image).where(inArray(image.id, imageIds));
  const nameOf = (imageId: number) => names.find((one) => one.id === imageId)!.name;
  const lines = (await linesOf(id)).join('\n');
  for (const one of [damaged, lost, annotated]) expect(lines).toContain(nameOf(one));
  expect(lines).toContain('1 image was deleted meanwhile');
  expect((await seen(annotated)).shapes).toHaveLength(1);
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeled', images: 4, annotated: 1 });
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('goes on where it was, gives the folder back however it ends, and fails for a version without its file', async () => {
  const { folderId, imageIds } = await bareFolder(4);
  const { id } = await add(folderId);
  const [first] = imageIds as [number];
  await db()
    .update(preannotationImage)
    .set({ status: 'done' })
    .where(and(eq(preannotationImage.taskId, id), eq(preannotationImage.imageId, first)));
  await runHere(id);
  // it was done before: not again
  expect(await db().$count(proposal, eq(proposal.imageId, first))).toBe(0);
  expect(await db().$count(proposal, inArray(proposal.imageId, imageIds))).toBe(3);
  await call(api.taskAct, { id, action: 'cancel' });
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeled' });

  const other = await addMaterial(server.services, server.a, { images: 1 });
  const own = await addReadyVersion(server.services, server.a, other);
  const bare = await bareFolder(1, other);
  const asked = await call(api.preannotateAdd, { versionId: own, selection: { ids: bare.imageIds } });
  await db().update(task).set({ versionId: null }).where(eq(task.id, asked.id));
  await server.startWorker(fakeEngine());
  const failed = await server.waitFor(call, asked.id, hasEnded);
  await server.killWorkers();
  expect(failed).toMatchObject({ state: 'failed', cause: { code: 'version.damaged' }, actions: ['retry'] });
  expect(await folderNow(bare.folderId)).toMatchObject({ state: 'unannotated' });
  await call(api.taskAct, { id: asked.id, action: 'retry' });
  expect(await folderNow(bare.folderId)).toMatchObject({ state: 'preLabeling' });
  await call(api.taskAct, { id: asked.id, action: 'cancel' });
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('runs on one image at once, and leads from the least certain image to the next', async () => {
  const { folderId, imageIds } = await bareFolder(4);
  const [first, second, third, fourth] = imageIds as [number, number, number, number];
  expect(await call(api.imageUncertain, { imageId: first })).toEqual({ id: null });
  const got = await call(api.imagePropose, { imageId: first, versionId });
  expect(got).toMatchObject({ versionId, items: [{ kind: 'rect' }, { kind: 'rect' }] });
  expect(got.version).toEqual({ model: expect.stringMatching(/ \/ find$/), number: 1 });
  expect(await folderNow(folderId)).toMatchObject({ state: 'preLabeled' });
  for (const imageId of [second, third]) await call(api.imagePropose, { imageId, versionId }); // oxlint-disable-line no-await-in-loop
  for (const [imageId, uncertainty] of [
    [first, 0.2],
    [second, 0.9],
    [third, 0.5],
  ] as const)
    await db().update(image).set({ uncertainty }).where(eq(image.id, imageId)); // oxlint-disable-line no-await-in-loop
  const next = async (imageId: number) => (await call(api.imageUncertain, { imageId })).id;
  expect([await next(fourth), await next(second), await next(third), await next(first)]).toEqual([
    second,
    third,
    first,
    second,
  ]);
  // an annotated image keeps its shapes and its state
  const [drawn] = material.imageIds as [number];
  await call(api.imagePropose, { imageId: drawn, versionId });
  expect(await seen(drawn)).toMatchObject({ image: { state: 'annotated' }, shapes: [{}], proposals: [{ versionId }] });
});

it('proposals can be accepted and turned down also where their version was deleted meanwhile', async () => {
  const place = await addMaterial(server.services, server.a, { images: 1 });
  const own = await addReadyVersion(server.services, server.a, place);
  const { imageIds } = await bareFolder(1, place);
  const [imageId] = imageIds as [number];
  const { items } = await call(api.imagePropose, { imageId, versionId: own });
  await call(api.modelDelete, { id: place.modelId });
  expect(await seen(imageId)).toMatchObject({ proposals: [{ version: null, items: [{}, {}] }] });
  const take = (one: Proposal) => {
    const op = accepted(one);
    return { ...op, shape: { ...op.shape, versionId: own } };
  };
  expect((await send(imageId, [take(items[0]!)])).results).toMatchObject([{ status: 'applied' }]);
  // of anything else a version has to be there
  const other = { ...items[1]!, id: newId() };
  expect((await send(imageId, [take(other)])).results).toMatchObject([
    { status: 'refused', key: 'annotation.unknownVersion' },
  ]);
  await send(imageId, [decide('reject', items[1]!)]);
  const after = await seen(imageId);
  expect([after.shapes[0]!.versionId, after.proposals[0]!.rejected]).toEqual([own, [items[1]!.id]]);
});

it('refuses what cannot be: nothing to do, a version of another kind or not ready, a level that does not suffice', async () => {
  const { folderId } = await bareFolder(1);
  expect(await refusal(add(material.folderId))).toContain('No images to pre-annotate');
  const annotated = { versionId, selection: { filter: { folderId: material.folderId } } };
  expect(await call(api.preannotateCheck, annotated)).toMatchObject({ images: 0, annotated: 8 });
  const open = await addReadyVersion(server.services, server.a, material, { state: 'uncertified' });
  expect(await refusal(add(folderId, { versionId: open }))).toContain('parity check');
  const stranger = await addMaterial(server.services, server.a, { images: 1 });
  const far = await addReadyVersion(server.services, server.a, stranger);
  expect(await refusal(add(folderId, { versionId: far }))).toContain('Choose another version');
  const offered = await call(api.preannotateVersions, { datasetId: material.datasetId });
  expect(offered.map(({ id }) => id)).toContain(versionId);
  // how good it is by the same rule as in the list of versions
  const { assessment } = await call(api.versionInfo, { id: versionId });
  expect(offered.find(({ id }) => id === versionId)!.level).toBe(assessment.level);
  for (const not of [open, far]) expect(offered.map(({ id }) => id)).not.toContain(not);
});
