/** From OK and NG archives to figures: a training by an engine that speaks the protocol, its version, and tests of parts. */
import { gunzipSync } from 'node:zlib';
import path from 'node:path';
import { api, ofType, queryUrl, ScoreTable, type Call, type Task } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../testing/archives.ts';
import { addScoreVersion } from '../../testing/ready-version.ts';
import { addGoodBadModel, drawMask, drawPart, type GoodBadModel } from '../../testing/good-bad.ts';
import { importArchive } from '../../testing/import-archive.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';

const glow = path.resolve(import.meta.dirname, '../../inference/fixtures/glow.onnx');
const spot = { left: 4, top: 4, width: 6, height: 4 };

let server: RunnerServer;
let call: Call;
let model: GoodBadModel;
let trained: Task;
let versionId: number;

/** A bad part whose spot has this brightness, so that its score is a given one. */
const dimmed = async (level: number): Promise<Buffer> => {
  const { width, height, left, top } = spot;
  const background = { r: level, g: level, b: level };
  const input = { create: { width, height, channels: 3 as const, background } };
  return sharp(await drawPart())
    .composite([{ input, left, top }])
    .png()
    .toBuffer();
};

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  model = await addGoodBadModel(call);
  const ok = (part: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => ({ name: `${part}/good/${i}.png`, data: await drawPart() })),
    );
  const files = [
    ...(await ok('train', 20)),
    ...(await ok('test', 6)),
    { name: 'test/bright/a.png', data: await dimmed(255) },
    { name: 'test/bright/b.png', data: await dimmed(200) },
    { name: 'test/faint/c.png', data: await dimmed(110) },
    { name: 'train/bad/d.png', data: await dimmed(220) },
    { name: 'ground_truth/bright/a_mask.png', data: await drawMask([spot]) },
    { name: 'ground_truth/faint/c_mask.png', data: await drawMask([spot]) },
  ];
  await importArchive(server, server.a, { folderId: model.ok.folderId, bytes: zipOf(files) });
  await server.startWorker(fakeEngine(`--onnx=${glow}`));
  const { modelId, ok: okSet, ng } = model;
  const { id } = await call(api.trainAdd, { modelId, folderIds: [okSet.folderId, ng.folderId], params: {} });
  trained = await server.waitFor(call, id, hasEnded);
  versionId = trained.versionId!;
});
afterAll(() => server.close());

const folderIds = () => [model.ok.folderId, model.ng.folderId];
async function tested(part?: 'train' | 'test', thresholds?: { score: number; review?: number }): Promise<number> {
  const more = { ...(part ? { part } : {}), ...(thresholds ? { thresholds } : {}) };
  const { id } = await call(api.testAdd, { versionId, folderIds: folderIds(), ...more });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  return id;
}
let test = 0;
beforeAll(async () => {
  test = await tested('test');
});

it('the report becomes a version with threshold, figures, scores and certificate', async () => {
  expect(trained).toMatchObject({ state: 'completed', versionNumber: 1 });
  const version = await call(api.versionInfo, { id: versionId });
  expect(version).toMatchObject({
    state: 'ready',
    trial: false,
    labels: [{ name: 'defect' }],
    thresholds: { score: 0.5 },
    metrics: { image_auroc: 1, pixel_auroc: null, pro: null, false_reject: 0, true_reject: 1 },
    images: { train: 16, val: 5 },
    stages: [{ recipe: 'anomaly', certificate: { passed: true, cases: 5, compared: 5, prediction: 'scoremap' } }],
  });
  expect((await call(api.taskLines, { id: trained.id })).some(({ text }) => text?.en.includes('parity'))).toBe(false);
  const lower = await call(api.versionThresholds, { id: versionId, thresholds: { score: 0.45, review: 0.3 } });
  expect(lower.thresholds).toEqual({ score: 0.45, review: 0.3 });
  await call(api.versionThresholds, { id: versionId, thresholds: { score: 0.5 } });
});

it('what it found of test defects is kept, told in its assessment, and gone for versions that have none', async () => {
  const { probes } = await call(api.versionProbes, { id: versionId });
  expect(probes).toMatchObject({ images: 4, judged: 4, needed: 45 });
  expect(probes!.cells.map(({ px, found, tried }) => [px, found, tried])).toEqual([
    [3, 4, 10],
    [6, 10, 10],
  ]);
  const { assessment } = await call(api.versionInfo, { id: versionId });
  expect(assessment.why.map(({ en }) => en)).toContain(
    'It finds 14 of 20 test defects drawn on OK images that it has not seen.',
  );
  // 4 of 20 validate, as many as are judged: 49 take 245 images
  expect(assessment.next.map(({ en }) => en)).toContain(
    'Add OK images: the target overkill needs 49 held out for validation (4 so far), about 225 more at this validation share.',
  );
  const older = await addScoreVersion(server.services, server.a, {
    projectId: trained.projectId,
    modelId: model.modelId,
  });
  expect(await call(api.versionProbes, { id: older })).toEqual({ probes: null });
});

it('a test says before it starts which kind of image it has none of', async () => {
  const { ok, ng } = model;
  const lacks = async (ids: number[], part?: 'train' | 'test') =>
    (await call(api.testCheck, { versionId, folderIds: ids, ...(part ? { part } : {}) })).lacks;
  expect(await lacks(folderIds(), 'test')).toBeNull();
  expect(await lacks([ok.folderId], 'test')).toBe('ng');
  expect(await lacks([ng.folderId])).toBe('ok');
  // as where the OK list alone was split: all NG images train
  const kept = await call(api.imageList, { folderId: ng.folderId, part: 'test', pageSize: 50 });
  const ids = kept.list.map(({ id }) => id);
  await call(api.imagePart, { selection: { ids }, part: 'train' });
  expect(await lacks(folderIds(), 'test')).toBe('ng');
  expect(await lacks(folderIds())).toBeNull();
  await call(api.imagePart, { selection: { ids }, part: 'test' });
});

it('a test of a part gives figures that are right to the last place', async () => {
  const summary = ofType(await call(api.testSummary, { taskId: test }), 'scoremap');
  // scores: six good ones below 0.24, bad ones 1, 0.784 and 0.431
  expect(summary).toMatchObject({ images: 9, planned: 9, ok: 6, ng: 3, imageAuroc: 1, thresholds: { score: 0.5 } });
  expect(summary.overkill).toMatchObject({ count: 0, of: 6, share: 0, low: 0 });
  // Clopper–Pearson, 0 of 6: 1 − 0.025^(1/6)
  expect(summary.overkill.high).toBeCloseTo(1 - 0.025 ** (1 / 6), 9);
  expect(summary.escape).toMatchObject({ count: 1, of: 3, share: 1 / 3 });
  expect(summary.review).toMatchObject({ count: 0, of: 9 });
  // two drawn defects that glow on every one of their pixels
  expect(summary.pixelAuroc).toBeCloseTo(1, 9);
  expect(summary.pro).toBeCloseTo(1, 9);
  expect(summary.seconds).toBeGreaterThan(0);
});

const fetchTable = (token = server.a.token) =>
  server.app.inject({ url: queryUrl(api.testTable, { taskId: test }), headers: { authorization: token } });

it('follows other thresholds with figures and lists, worst first', async () => {
  const low = ofType(
    await call(api.testSummary, { taskId: test, thresholds: { score: 0.4, review: 0.1 } }),
    'scoremap',
  );
  expect(low).toMatchObject({ escape: { count: 0 }, review: { count: 6 }, thresholds: { score: 0.4, review: 0.1 } });
  const strict = ofType(await call(api.testSummary, { taskId: test, thresholds: { score: 0.1 } }), 'scoremap');
  expect(strict.overkill).toMatchObject({ count: 6, of: 6, share: 1 });
  // a grey zone never lies above the threshold
  expect(await call(api.testSummary, { taskId: test, thresholds: { score: 0.3, review: 0.9 } })).toMatchObject({
    thresholds: { score: 0.3, review: 0.3 },
  });
  const { list, total } = await call(api.testImages, { taskId: test });
  expect(total).toBe(9);
  expect(list[0]).toMatchObject({
    type: 'scoremap',
    name: 'c.png',
    ng: true,
    verdict: 'OK',
    score: expect.closeTo(110 / 255, 6),
  });
  expect(list.at(-1)).toMatchObject({ name: 'a.png', ng: true, verdict: 'NG', score: 1 });
  const wrong = await call(api.testImages, { taskId: test, wrongOnly: true });
  expect(wrong.list.map(({ name }) => name)).toEqual(['c.png']);
  const zone = { taskId: test, thresholds: { score: 0.9, review: 0.4 } };
  expect((await call(api.testImages, { ...zone, wrongOnly: true })).total).toBe(0);
  const inZone = (await call(api.testImages, zone)).list.map((one) => ofType(one, 'scoremap'));
  expect(inZone.slice(0, 2)).toMatchObject([
    { name: 'c.png', verdict: 'review' },
    { name: 'b.png', verdict: 'review' },
  ]);
  expect(inZone.filter(({ verdict }) => verdict === 'NG').map(({ name }) => name)).toEqual(['a.png']);
});

it('shows an image with its heat, its role and the outline that was drawn', async () => {
  const { list } = await call(api.testImages, { taskId: test, sort: 'name' });
  const at = (name: string) => list.find((one) => one.name === name)!.imageId;
  const bad = await call(api.testImage, { taskId: test, imageId: at('a.png') });
  expect(bad).toMatchObject({ role: 'ng', labels: [{ name: 'defect' }], truthClasses: [0], image: { part: 'test' } });
  expect(bad.truths).toMatchObject([{ kind: 'polygon', points: [10, 4, 10, 8, 4, 8, 4, 4] }]);
  const { heat } = ofType(bad.prediction, 'scoremap');
  expect(heat).toMatchObject({ width: 20, height: 15 });
  const levels = await sharp(Buffer.from(heat.png, 'base64')).greyscale().raw().toBuffer();
  expect([levels[2 * 20 + 2], levels[3 * 20 + 4]]).toEqual([255, 255]);
  const good = await call(api.testImage, { taskId: test, imageId: at('test_good_0.png') });
  expect(good).toMatchObject({ role: 'ok', truths: [] });
  expect((await fetchTable(server.b.token)).json()).toMatchObject({ code: 404 });
});

it('gives all scores at once, with those of the validation', async () => {
  const answer = await fetchTable();
  const { images, validation } = ScoreTable.parse(JSON.parse(gunzipSync(answer.rawPayload).toString()));
  expect(images.map(({ ng, masks }) => `${ng} ${masks}`).sort()).toEqual([
    ...Array<string>(6).fill('false 0'),
    'true 0',
    'true 1',
    'true 1',
  ]);
  expect(images.map(({ imageId }) => imageId)).toEqual(images.map(({ imageId }) => imageId).sort((x, y) => x - y));
  expect(validation).toHaveLength(4);
  expect(validation).toEqual([...validation].sort((x, y) => x - y));
});

it('tests the other part, or all images, at thresholds of its own; an empty part is refused', async () => {
  const thresholds = { score: 0.95 };
  const all = ofType(await call(api.testSummary, { taskId: await tested(undefined, thresholds) }), 'scoremap');
  expect(all).toMatchObject({ images: 30, ok: 26, ng: 4, thresholds, escape: { count: 3, of: 4 } });
  const train = ofType(await call(api.testSummary, { taskId: await tested('train') }), 'scoremap');
  expect(train).toMatchObject({ images: 21, ok: 20, ng: 1, pixelAuroc: null, pro: null });
  await call(api.imageSplit, { datasetId: model.ok.datasetId, testPercent: 0 });
  const none = call(api.testAdd, { versionId, folderIds: [model.ok.folderId], part: 'test' });
  await expect(none).rejects.toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('Split them into training and test'),
  });
});
