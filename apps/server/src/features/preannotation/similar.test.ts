/** Find similar from the queue to accepted shapes: candidates are predictions, and what goes missing meanwhile is said. */
import { api, type Call, type Proposal } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { and, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../tables/account.ts';
import { shape } from '../../tables/annotation.ts';
import { image, label } from '../../tables/datasets.ts';
import { preannotationImage, proposal } from '../../tables/preannotation.ts';
import { accepted, never, openSimilar } from '../../testing/similar-place.ts';
import { fakeEngine, hasEnded, type RunnerServer } from '../../testing/runner-server.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';
import { unpackPoints } from '../annotation/index.ts';
import { standsOut } from './similar/model.ts';

let server: RunnerServer;
let call: Call;
let on: Awaited<ReturnType<typeof openSimilar>>;

beforeAll(async () => {
  on = await openSimilar();
  ({ server, call } = on);
});
afterAll(() => on.close());

const db = () => server.services.db;
const black = { width: 160, height: 160 };
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { enMsg: string }) => error.enMsg,
  );
const linesOf = async (id: number) =>
  (await call(api.taskLines, { id })).filter(({ kind }) => kind === 'warning').map(({ text }) => text!.en);
const statuses = async (taskId: number) => {
  const rows = await db().select().from(preannotationImage).where(eq(preannotationImage.taskId, taskId));
  return Object.fromEntries(rows.map(({ imageId, status }) => [imageId, status]));
};

it('goes through the worker: what is like the examples is predicted, and a person makes shapes of it', async () => {
  const { folderId, imageIds, truth, asked, material } = await on.place();
  const check = await call(api.similarCheck, asked);
  expect(check).toEqual({ images: 3, annotated: 0, tooSmall: 0, accepted: 0, rejected: 0, seconds: null });
  const queued = await call(api.similarAdd, asked);
  expect(queued).toMatchObject({ kind: 'preannotate', state: 'queued', versionId: null, modelId: null });
  // said by the form too, before anybody starts
  expect(await refusal(call(api.similarAdd, asked))).toContain('being pre-annotated already');
  expect(await refusal(call(api.similarCheck, asked))).toContain('being pre-annotated already');
  await server.startWorker(fakeEngine());
  const done = await server.waitFor(call, queued.id, hasEnded);
  await server.killWorkers();
  expect(done).toMatchObject({ state: 'completed', progress: { done: 3, total: 3 } });
  expect(await call(api.folderInfo, { id: folderId })).toMatchObject({ state: 'preLabeled', annotated: 0 });
  for (const imageId of imageIds) {
    const { shapes, proposals: all } = await on.seen(imageId); // oxlint-disable-line no-await-in-loop
    const [proposals] = all;
    expect([shapes, all.length, proposals!.source, proposals!.versionId, proposals!.version]).toEqual([
      [],
      1,
      'similar',
      null,
      null,
    ]);
    expect(proposals!.from.common).toBe(0.5);
    const [best] = proposals!.items;
    expect(best).toMatchObject({ kind: 'rect', labelId: material.labelIds[0] });
    expect(boxIou(boundsOf(best!.points), truth.get(imageId)!)).toBeGreaterThan(0.3);
  }
  const [first] = imageIds as [number];
  const [one] = (await on.seen(first)).proposals[0]!.items as [Proposal];
  expect((await on.send(first, [accepted(one)])).results).toMatchObject([{ status: 'applied', shapeId: one.id }]);
  expect(await on.seen(first)).toMatchObject({
    image: { state: 'annotated' },
    shapes: [{ id: one.id, versionId: null, score: expect.closeTo(one.score, 5), author: server.a.account }],
  });
  const { changes } = await call(api.imageHistory, { imageId: first, before: null });
  expect(changes[0]).toMatchObject({ what: 'acceptedSimilar', actorId: server.a.id });
  const [line] = await db()
    .select()
    .from(audit)
    .where(eq(audit.object, `task/${queued.id}`));
  expect(line).toMatchObject({ action: 'similar.add' });
  expect(await wrongCounts(server)).toEqual([0, 0, 0]);
});

it('goes on after a kill and after a pause, over the whole data set, without doing an image twice', async () => {
  const { material, imageIds, examples } = await on.place(3);
  const { id } = await call(api.similarAdd, { examples, selection: null });
  const [done] = imageIds as [number];
  await db()
    .update(preannotationImage)
    .set({ status: 'done' })
    .where(and(eq(preannotationImage.taskId, id), eq(preannotationImage.imageId, done)));
  const stop = new AbortController();
  stop.abort();
  await expect(on.runHere(id, stop.signal)).rejects.toThrow();
  expect(await db().$count(proposal, inArray(proposal.imageId, imageIds))).toBe(0);
  await on.runHere(id, never, 2);
  expect(await db().$count(proposal, inArray(proposal.imageId, imageIds))).toBe(2);
  expect(await db().$count(proposal, eq(proposal.imageId, done))).toBe(0);
  // annotated images of the data set were left alone
  expect(await db().$count(proposal, inArray(proposal.imageId, material.imageIds))).toBe(0);
  await call(api.taskAct, { id, action: 'cancel' });
});

describe('what goes missing meanwhile', () => {
  it('examples, images, files and labels are named, and the rest is done', async () => {
    const { imageIds, asked, examples } = await on.place(4);
    const [gone, damaged, ...good] = imageIds as [number, number, ...number[]];
    const { id } = await call(api.similarAdd, asked);
    await db()
      .update(image)
      .set({ deletedAt: new Date() })
      .where(inArray(image.id, [gone, examples[0]!.imageId]));
    await on.replaceFile(damaged, Buffer.from('not an image'));
    await on.runHere(id);
    expect(await statuses(id)).toEqual({
      [gone]: 'gone',
      [damaged]: 'failed',
      ...Object.fromEntries(good.map((one) => [one, 'done'])),
    });
    const lines = (await linesOf(id)).join('\n');
    expect(lines).toContain('1 example was left out because its image was deleted meanwhile');
    expect(lines).toContain('1 image was deleted meanwhile');
    expect(lines).toContain('is damaged');
    await call(api.taskAct, { id, action: 'cancel' });
  });

  it('without any example left it fails in words', async () => {
    const { asked, examples, folderId } = await on.place(1);
    const { id } = await call(api.similarAdd, asked);
    const ids = examples.map(({ imageId }) => imageId);
    await db().update(image).set({ deletedAt: new Date() }).where(inArray(image.id, ids));
    await server.startWorker(fakeEngine());
    const failed = await server.waitFor(call, id, hasEnded);
    await server.killWorkers();
    expect(failed).toMatchObject({ state: 'failed', cause: { code: 'data.noExamples' }, actions: ['retry'] });
    expect(failed.causeText!.en).toContain('There are no usable examples');
    expect(await call(api.folderInfo, { id: folderId })).toMatchObject({ state: 'unannotated' });
  });

  it('candidates of a label that is deleted meanwhile are left out, and the task says so', async () => {
    const { material, imageIds, asked } = await on.place(1);
    const { id } = await call(api.similarAdd, asked);
    await db().update(label).set({ deletedAt: new Date() }).where(eq(label.id, material.labelIds[0]!));
    await on.finish(id);
    expect((await on.seen(imageIds[0]!)).proposals[0]!.items).toEqual([]);
    expect((await linesOf(id)).join()).toContain('were deleted meanwhile. Their predictions were left out');
  });
});

describe('examples', () => {
  it('that are outlines propose outlines, and one that is too small is said in words', async () => {
    const { material, imageIds, asked } = await on.place(1);
    const [imageId, other] = material.imageIds as [number, number];
    const [first] = await db().select().from(shape).where(eq(shape.imageId, imageId));
    const [x1, y1, x2, y2] = boundsOf(unpackPoints(first!.points));
    const points = [x1, y1, x2, y1, x2, y2, x1, y2];
    const bytes = Buffer.from(new Float32Array(points).buffer);
    await db().update(shape).set({ kind: 'polygon', points: bytes }).where(eq(shape.id, first!.id));
    const [speck] = await db().select().from(shape).where(eq(shape.imageId, other));
    await db()
      .update(shape)
      .set({ points: Buffer.from(new Float32Array([5, 5, 7, 7]).buffer) })
      .where(eq(shape.id, speck!.id));
    const small = { imageId: other, shapeId: speck!.id };
    const both = { ...asked, examples: [{ imageId, shapeId: first!.id }, small] };
    expect(await call(api.similarCheck, both)).toMatchObject({ tooSmall: 1 });
    expect(await refusal(call(api.similarAdd, { ...asked, examples: [small] }))).toContain('smaller than 4 pixels');
    const { id } = await call(api.similarAdd, both);
    await on.finish(id);
    expect((await linesOf(id)).join()).toContain('is smaller than 4 pixels and was left out');
    const [best] = (await on.seen(imageIds[0]!)).proposals[0]!.items;
    expect(best).toMatchObject({ kind: 'polygon', parts: [0] });
    expect(best!.points).toHaveLength(8);
  });

  it('that do not stand out from anything are told from those that do', () => {
    const head = { example: 0, labelId: 1, weights: new Float64Array(), shift: 0, width: 10, height: 10 };
    const known = [
      [5.4, 0.07],
      [0.4, 0.39],
      [0.3, 0.4],
      [-0.1, -0.3],
    ] as const;
    expect(known.map(([own, ground]) => standsOut({ ...head, own, ground }))).toEqual([true, false, false, false]);
  });

  it('that show nothing are left out among others, wherever they were drawn', async () => {
    const { imageIds, truth, asked, material } = await on.place(1);
    const dark = material.imageIds.find((own) => asked.examples.every(({ imageId }) => imageId !== own))!;
    await on.replaceFile(
      dark,
      await sharp({ create: { ...black, channels: 3, background: 'black' } })
        .png()
        .toBuffer(),
    );
    const [drawn] = await db().select().from(shape).where(eq(shape.imageId, dark));
    const label = material.labelIds[0]!;
    // its surroundings end with the image there, and a network sees the border
    const points = Buffer.from(new Float32Array([2, 2, 52, 42]).buffer);
    await db().update(shape).set({ points, kind: 'rect', labelId: label }).where(eq(shape.id, drawn!.id));
    const { id } = await call(api.similarAdd, {
      ...asked,
      examples: [...asked.examples, { imageId: dark, shapeId: drawn!.id }],
    });
    await on.finish(id);
    expect(await linesOf(id)).toEqual([expect.stringContaining('does not stand out from its surroundings')]);
    const [best] = (await on.seen(imageIds[0]!)).proposals[0]!.items;
    expect(boxIou(boundsOf(best!.points), truth.get(imageIds[0]!)!)).toBeGreaterThan(0.3);
  });

  it('are offered beside those that are chosen: of their labels, newest first, with what they look like', async () => {
    const { material, asked } = await on.place(1);
    const { labelIds, imageIds: own } = material;
    const all = await db().select().from(shape).where(inArray(shape.imageId, own));
    const [chosen] = asked.examples as [(typeof asked.examples)[0]];
    const alike = all.filter(({ labelId, id }) => labelId === labelIds[0] && id !== chosen.shapeId);
    const offered = await call(api.similarExamples, { examples: [chosen] });
    expect(offered[0]).toMatchObject({ ...chosen, isChosen: true, labelId: labelIds[0] });
    expect(
      offered
        .slice(1)
        .map(({ shapeId }) => shapeId)
        .toSorted(),
    ).toEqual(alike.map(({ id }) => id).toSorted());
    expect(offered.slice(1).every(({ isChosen, labelId }) => !isChosen && labelId === labelIds[0])).toBe(true);
    const bytes = Buffer.from(offered[0]!.crop!.split(',')[1]!, 'base64');
    const { width, height, format } = await sharp(bytes).metadata();
    expect([format, Math.max(width, height)]).toEqual(['webp', 128]);
    // the box is bright, and it is in the middle
    const [left, top] = [Math.floor(width / 2), Math.floor(height / 2)];
    const [red] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
    expect(red).toBeGreaterThan(180);
    // an image that cannot be read has no crop; ignored regions are no examples
    await on.replaceFile(chosen.imageId, Buffer.from('not an image'));
    await db().update(shape).set({ ignore: true }).where(eq(shape.id, alike[0]!.id));
    const again = await call(api.similarExamples, { examples: [chosen] });
    expect(again[0]!.crop).toBeNull();
    expect(again.map(({ shapeId }) => shapeId)).not.toContain(alike[0]!.id);
  });

  it('that are not saved, of another data set, or of another person are refused', async () => {
    const { asked, examples } = await on.place(1);
    const unsaved = { ...asked, examples: [{ imageId: examples[0]!.imageId, shapeId: newId() }] };
    expect(await refusal(call(api.similarAdd, unsaved))).toContain('not saved yet');
    const { examples: others } = await on.place(1);
    expect(await refusal(call(api.similarAdd, { ...asked, examples: [examples[0]!, others[0]!] }))).toBe(
      'Choose images of one data set',
    );
    expect(await refusal(call(api.similarCheck, { ...asked, examples: others }))).toBe('Choose images of one data set');
    expect(await refusal(server.as(server.b)(api.similarAdd, asked))).toMatch(/not found|does not exist/i);
  });
});
