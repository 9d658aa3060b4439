/**
 * The proof of the seam (decision 0028): a family with a model type of two stages and a third prediction type, registered from
 * test folders alone, goes through the whole product: data, training, certificates, test, results, online, export, bin.
 */
import './register.ts';
import { api, queryUrl, type Call, type Task, type Version } from '@loupe/contract';
import { dummy, type LevelPrediction } from '@loupe/contract/testing/dummy';
import { and, eq } from 'drizzle-orm';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blob } from '../../tables/datasets.ts';
import { versionStage } from '../../tables/models.ts';
import { attempt, taskEvent } from '../../tables/tasks.ts';
import { evaluateTest, type EvaluateInput } from '../../predictions/index.ts';
import { runFolder } from '../../tasks-runner/run-folder.ts';
import { addFolder } from '../material.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../runner-server.ts';

let server: RunnerServer;
let call: Call;
let modelId: number;
let projectId: number;
let datasetId: number;
let folderId: number;
let imageIds: number[];
let trained: Task;
let version: Version;
let testId: number;

const recipes = `--recipes=${new URL('recipes.ts', import.meta.url).href}`;
beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  await server.startWorker(fakeEngine(recipes), 'dummy/worker.ts');
});
afterAll(() => server.close());

it('has projects, models and a data set of its own role, with its labels', async () => {
  const project = await call(api.projectAdd, { family: dummy.family, name: 'lamps' });
  projectId = project.id;
  const model = await call(api.modelAdd, { projectId, planName: 'plan', functionName: 'find' });
  expect(model).toMatchObject({ type: 'findAndMeasure', datasets: [{ role: 'sample', images: 0 }] });
  modelId = model.id;
  datasetId = model.datasets[0]!.id;
  const set = await call(api.datasetInfo, { id: datasetId });
  expect(set).toMatchObject({ family: 'dummy', role: 'sample', modelId, labels: [{ name: 'mark' }] });
  await expect(call(api.datasetAdd, { projectId, name: 'pool' })).rejects.toMatchObject({ code: 610 });
  ({ folderId, imageIds } = await addFolder(
    server.services,
    { projectId, datasetId, labelIds: set.labels.map(({ id }) => id) },
    { images: 12 },
  ));
  expect((await call(api.projectList, { family: dummy.family })).list).toMatchObject([{ id: projectId, models: 1 }]);
});

it('refuses parameters that a stage does not have, whichever stage', async () => {
  const ask = (more: object) => call(api.trainCheck, { modelId, folderIds: [folderId], params: {}, ...more });
  expect(await ask({})).toMatchObject({ train: 9, val: 3, warnings: [] });
  await expect(ask({ params: { margin: 3 } })).rejects.toMatchObject({ code: 400 });
  await expect(ask({ laterParams: [{ margin: 51 }] })).rejects.toMatchObject({ code: 400 });
  // for a stage that the model type does not have
  await expect(ask({ laterParams: [{ margin: 6 }, {}] })).rejects.toMatchObject({ code: 400 });
});

it('trains stage after stage, each with its own parameters and the graphs before it', async () => {
  const queued = await call(api.trainAdd, {
    modelId,
    folderIds: [folderId],
    params: { epochs: 2 },
    laterParams: [{ margin: 6 }],
  });
  trained = await server.waitFor(call, queued.id, hasEnded);
  expect(trained).toMatchObject({ state: 'completed', versionNumber: 1, modelType: 'findAndMeasure' });
  const jobs = await Promise.all(
    [1, 2].map(async (n) => {
      const folder = runFolder(server.services.config.data, trained.id, n);
      return JSON.parse(await readFile(path.join(folder, 'job.json'), 'utf8')) as Record<string, unknown>;
    }),
  );
  expect(jobs).toMatchObject([
    { recipe: 'spot', stage: { index: 0, count: 2 }, params: { epochs: 2 }, earlier: [], resume: null },
    {
      recipe: 'shade',
      stage: { index: 1, count: 2 },
      params: { epochs: 2, margin: 6 },
      earlier: [{ recipe: 'spot', params: { epochs: 2 } }],
      resume: null,
    },
  ]);
});

it('has a version with a row and a certificate for each stage, and one of the whole', async () => {
  version = await call(api.versionInfo, { id: trained.versionId! });
  expect(version).toMatchObject({
    state: 'ready',
    thresholds: { least: 0.3 },
    labels: [{ name: 'mark' }],
    certificate: { passed: true, prediction: 'level', cases: 3, compared: 3, deltas: [{ name: 'level' }] },
    stages: [
      { ordinal: 0, recipe: 'spot', certificate: { passed: true, prediction: 'boxes', compared: 3 } },
      { ordinal: 1, recipe: 'shade', params: { margin: 6 }, certificate: { passed: true, prediction: 'level' } },
    ],
  });
  expect(version.certificate!.failures).toEqual([]);
  expect(Object.keys(version.metrics)).toEqual(['mean']);
});

it('has no version to use where the stages agree and their chain does not', async () => {
  const laterParams = [{ margin: 6, epochs: 9 }];
  const { id } = await call(api.trainAdd, { modelId, folderIds: [folderId], params: {}, laterParams });
  const ended = await server.waitFor(call, id, hasEnded);
  const second = await call(api.versionInfo, { id: ended.versionId! });
  expect(second).toMatchObject({
    state: 'uncertified',
    certificate: { passed: false },
    stages: [{ certificate: { passed: true } }, { certificate: { passed: true } }],
  });
  expect(second.certificate!.failures[0]).toMatch(/level .* here, .* in the engine/);
});

it('trains a stage again whose graph is gone (tidied, or not in the backup) before the stages after it', async () => {
  const { db, config } = server.services;
  await server.killWorkers();
  const { id } = await call(api.trainAdd, { modelId, folderIds: [folderId], params: {} });
  const ended = { taskId: id, executor: 'local', leaseUntil: new Date() } as const;
  const checkpoint = [{ step: 1, path: 'step-1.pt', sha256: 'a'.repeat(64) }];
  await db.insert(attempt).values([
    { ...ended, n: 1, endedAs: 'completed' },
    { ...ended, n: 2, endedAs: 'failed', checkpoint },
  ]);
  await mkdir(runFolder(config.data, id, 2), { recursive: true });
  await writeFile(path.join(runFolder(config.data, id, 2), 'step-1.pt'), 'of the stage after it');
  const told = { role: 'onnx', path: 'model.onnx', bytes: 7, sha256: 'b'.repeat(64) };
  await db.insert(taskEvent).values({ taskId: id, attempt: 1, seq: 1, at: new Date(), kind: 'artefact', body: told });
  await server.startWorker(fakeEngine(recipes), 'dummy/worker.ts');
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed', cause: null });
  const jobs = await Promise.all(
    [3, 4].map(
      async (n) => JSON.parse(await readFile(path.join(runFolder(config.data, id, n), 'job.json'), 'utf8')) as unknown,
    ),
  );
  expect(jobs).toMatchObject([
    { recipe: 'spot', stage: { index: 0 }, earlier: [], resume: null },
    { recipe: 'shade', stage: { index: 1 }, earlier: [{ recipe: 'spot' }], resume: null },
  ]);
});

it('is tested, with figures at any threshold, and shows each image', async () => {
  const { id } = await call(api.testAdd, { versionId: version.id, folderIds: [folderId] });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  testId = id;
  const summary = await call(api.testSummary, { taskId: id });
  expect(summary).toMatchObject({ type: 'level', images: 12, right: 12, thresholds: { least: 0.3 } });
  const strict = await call(api.testSummary, { taskId: id, thresholds: { least: 1 } });
  expect(strict).toMatchObject({ right: 0, thresholds: { least: 1 } });
  const wrong = await call(api.testImages, { taskId: id, thresholds: { least: 1 }, wrongOnly: true });
  expect(wrong).toMatchObject({ total: 12, list: expect.arrayContaining([]) as unknown[] });
  expect(wrong.list[0]).toMatchObject({ type: 'level', ng: true });
  const detail = await call(api.testImage, { taskId: id, imageId: imageIds[0]! });
  expect(detail).toMatchObject({ role: 'sample', truths: [{ kind: 'rect' }], prediction: { type: 'level', found: 1 } });
  const { level } = detail.prediction as unknown as LevelPrediction;
  // the crop, not the whole image: bright part with a margin of 6
  expect(level).toBeGreaterThan(0.3);
  const table = await server.app.inject({
    url: queryUrl(api.testTable, { taskId: id }),
    headers: { authorization: server.a.token },
  });
  expect(JSON.parse(gunzipSync(table.rawPayload).toString())).toHaveLength(12);
});

it('has its figures from a thread too, as a large test does', async () => {
  const prediction = { type: 'level', level: 0.4, found: 1 };
  const rows = { labels: [], images: [{ imageId: 1, truth: { ng: true }, prediction }] };
  const input = { type: 'level', rows, thresholds: { least: 0.3 } } as unknown as EvaluateInput;
  expect(await evaluateTest(input, -1)).toMatchObject({ summary: { right: 1, mean: 0.4 }, images: [{ imageId: 1 }] });
});

it('judges online, also where the first stage finds nothing', async () => {
  const entry = await call(api.onlineAdd, { name: 'line', versionId: version.id });
  const detect = async (spot: boolean) => {
    const ground = sharp({ create: { width: 60, height: 40, channels: 3, background: '#101010' } });
    const part = { create: { width: 20, height: 10, channels: 3, background: '#f0f0f0' } } as const;
    const png = await (spot ? ground.composite([{ input: part, left: 30, top: 20 }]) : ground).png().toBuffer();
    const data = new Blob([new Uint8Array(png)]);
    return call(api.onlineDetect, { entryId: entry.id }, { files: [{ name: 'lamp.png', data }] });
  };
  const bright = await detect(true);
  expect(bright).toMatchObject({ verdict: 'NG', width: 60, height: 40, prediction: { type: 'level', found: 1 } });
  expect(await detect(false)).toMatchObject({ verdict: 'OK', prediction: { type: 'level', level: 0, found: 0 } });
  expect(await call(api.onlineRecord, { id: bright.recordId })).toEqual(bright);
  const { list } = await call(api.onlineRecords, { entryId: entry.id });
  expect(list.map(({ verdict, detections }) => [verdict, detections])).toEqual([
    ['OK', 0],
    ['NG', 1],
  ]);
});

it('gives no verdict where a stage is missing, and is no version to begin with', async () => {
  const { list } = await call(api.onlineList, { pageNum: 1, pageSize: 10 });
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer();
  const files = [{ name: 'lamp.png', data: new Blob([new Uint8Array(png)]) }];
  const detect = () => call(api.onlineDetect, { entryId: list[0]!.id }, { files }).catch((error: unknown) => error);
  const test = async () => {
    const { id } = await call(api.testAdd, { versionId: version.id, folderIds: [folderId] });
    return server.waitFor(call, id, hasEnded);
  };
  const { db } = server.services;
  const rows = await db.select().from(versionStage).where(eq(versionStage.versionId, version.id));
  for (const missing of rows) {
    const isIt = and(eq(versionStage.versionId, version.id), eq(versionStage.ordinal, missing.ordinal));
    /* oxlint-disable no-await-in-loop -- one after the other */
    await db.delete(versionStage).where(isIt);
    expect(await detect()).toMatchObject({
      code: 610,
      msg: expect.stringContaining(`缺少第 ${missing.ordinal + 1} 阶段的模型`),
      enMsg: expect.stringContaining(`no model for its stage ${missing.ordinal + 1}.`),
    });
    expect(await test()).toMatchObject({
      state: 'failed',
      cause: { code: 'version.stageMissing', file: null },
      causeText: { en: expect.stringContaining(`no model for its stage ${missing.ordinal + 1}.`) },
    });
    const again = { modelId, folderIds: [folderId], params: {}, startVersionId: version.id };
    await expect(call(api.trainCheck, again)).rejects.toMatchObject({ data: { field: 'startVersionId' } });
    await db.insert(versionStage).values(missing);
    /* oxlint-enable no-await-in-loop */
  }
  expect(await detect()).toMatchObject({ verdict: 'NG' });
});

it('names the stage and the file that is gone, where the file of a stage is', async () => {
  const { list } = await call(api.onlineList, { pageNum: 1, pageSize: 10 });
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer();
  const files = [{ name: 'lamp.png', data: new Blob([new Uint8Array(png)]) }];
  const detect = () => call(api.onlineDetect, { entryId: list[0]!.id }, { files }).catch((error: unknown) => error);
  const { db } = server.services;
  // stored under another hash, so that no process has it in its memory
  const gone = 'c'.repeat(64);
  await db.insert(blob).values({ sha256: gone, bytes: 7, mime: 'application/octet-stream' });
  for (const { ordinal, onnxSha256 } of await db
    .select()
    .from(versionStage)
    .where(eq(versionStage.versionId, version.id))) {
    const isIt = and(eq(versionStage.versionId, version.id), eq(versionStage.ordinal, ordinal));
    const named = `“${'c'.repeat(16)}.onnx” of stage ${ordinal + 1} of`;
    /* oxlint-disable no-await-in-loop -- one after the other */
    await db.update(versionStage).set({ onnxSha256: gone }).where(isIt);
    expect(await detect()).toMatchObject({
      code: 610,
      msg: expect.stringContaining(`第 ${ordinal + 1} 阶段的模型文件「${'c'.repeat(16)}.onnx」缺失`),
      enMsg: expect.stringContaining(named),
    });
    const { id } = await call(api.testAdd, { versionId: version.id, folderIds: [folderId] });
    expect(await server.waitFor(call, id, hasEnded)).toMatchObject({
      state: 'failed',
      cause: { code: 'version.stageDamaged', file: `${'c'.repeat(16)}.onnx` },
      causeText: { en: expect.stringContaining(named) },
    });
    await db.update(versionStage).set({ onnxSha256 }).where(isIt);
    /* oxlint-enable no-await-in-loop */
  }
  expect(await detect()).toMatchObject({ verdict: 'NG' });
});

it('exports its data set', async () => {
  const { id } = await call(api.exportAdd, { datasetId, format: 'coco', withImages: true });
  await server.waitFor(call, id, hasEnded);
  expect((await call(api.exportList, { datasetId })).list).toMatchObject([
    { id, state: 'completed', images: 12, shapes: 12 },
  ]);
});

it('goes into the bin and comes back whole', async () => {
  const { binId } = await call(api.modelDelete, { id: modelId });
  await expect(call(api.versionInfo, { id: version.id })).rejects.toMatchObject({ code: 404 });
  await call(api.binRestore, { id: binId });
  expect(await call(api.versionInfo, { id: version.id })).toEqual(version);
  expect(await call(api.testSummary, { taskId: testId })).toMatchObject({ type: 'level', images: 12 });
  const project = await call(api.projectDelete, { id: projectId, confirmName: 'lamps' });
  expect(project.binId).toBeGreaterThan(0);
  expect((await call(api.projectList, { family: dummy.family })).total).toBe(0);
});
