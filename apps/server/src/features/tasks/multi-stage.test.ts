/** Multi-stage detection from its images to a verdict: what is refused and told before, both stages, one trained again alone. */
import { api, ofType, type Call, type Task, type Version } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shape } from '../../tables/annotation.ts';
import { model } from '../../tables/models.ts';
import { runFolder } from '../../tasks-runner/run-folder.ts';
import { addFolder, addMaterial, type Material } from '../../testing/material.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';

let server: RunnerServer;
let call: Call;
let material: Material;
let folderId: number;
let imageIds: number[];
let trained: Task;
let version: Version;

/** Crops of 8 × 8 px: of a bright part they are bright all over, and show its middle alone. */
const small = { partWidth: [8, 8], partHeight: [8, 8], epochs: 1, warmupEpochs: 0 };
const asked = () => ({
  modelId: material.modelId,
  folderIds: [folderId],
  params: { locating: ['scratch'], epochs: 1, warmupEpochs: 0 },
  laterParams: [small],
});

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  await server.startWorker(fakeEngine(`--recipes=${new URL('../../testing/stage-recipes.ts', import.meta.url).href}`));
  material = await addMaterial(server.services, server.a, { images: 1 });
  await server.services.db.update(model).set({ type: 'multiStage' }).where(eq(model.id, material.modelId));
  ({ folderId, imageIds } = await addFolder(server.services, material, { images: 12, withParts: true }));
});
afterAll(() => server.close());

it('refuses labels that cannot locate anything, and leaves something to find', async () => {
  const ask = (params: object, laterParams: object[] = [small]) =>
    call(api.trainCheck, { ...asked(), params, laterParams } as never).catch((error: unknown) => error);
  expect(await ask({})).toMatchObject({ enMsg: expect.stringMatching(/Select the locating labels/) as string });
  expect(await ask({ locating: ['gear'] })).toMatchObject({
    data: { field: 'locating' },
    enMsg: expect.stringMatching(/no label “gear”/) as string,
  });
  expect(await ask({ locating: ['scratch', 'dent'] })).toMatchObject({
    enMsg: expect.stringMatching(/none is left to detect/) as string,
  });
  const turned = [{ ...small, partWidth: [8, 4] }];
  expect(await ask({ locating: ['scratch'] }, turned)).toMatchObject({ code: 400 });
  const bare = await addFolder(server.services, { ...material, labelIds: [material.labelIds[1]!] }, { images: 4 });
  const empty = { ...asked(), folderIds: [bare.folderId] };
  expect(await call(api.trainCheck, empty).catch((error: unknown) => error)).toMatchObject({
    enMsg: expect.stringMatching(/no object of the locating label “scratch”/) as string,
  });
  // nor do those help that only one side has: the engine would end where it needs them
  const parts = (learned: number, validated: number) => {
    const request = { ...asked(), folderIds: [learned], validationFolderIds: [validated] };
    return call(api.trainCheck, request).catch((error: unknown) => error);
  };
  expect(await parts(bare.folderId, folderId)).toMatchObject({
    enMsg: expect.stringMatching(/no object of the locating label “scratch”/) as string,
  });
  expect(await parts(folderId, bare.folderId)).toMatchObject({
    data: { field: 'locating' },
    enMsg: expect.stringMatching(/images for validation have no part/) as string,
  });
});

it('takes the time of both stages', async () => {
  const byTime = { length: 'time', timeBudget: 30, warmupEpochs: 0 };
  const params = { ...asked().params, ...byTime };
  const secondsOf = async (later: object) =>
    (await call(api.trainCheck, { ...asked(), params, laterParams: [{ ...small, ...later }] })).seconds;
  expect(await secondsOf({ ...byTime, timeBudget: 10 })).toBe(2400);
  // how long its epochs take is not known
  expect(await secondsOf({ length: 'epochs' })).toBeNull();
});

it('tells before the start how many defects lie in no part', async () => {
  const cut = { key: 'train.cutParts' };
  expect(await call(api.trainCheck, asked())).toMatchObject({ warnings: [cut] });
  const { db } = server.services;
  const stray = Buffer.from(new Float32Array([0, 0, 4, 4]).buffer);
  const own = { imageId: imageIds[0]!, rev: 1, kind: 'rect', parts: [0], source: 'person' };
  await db.insert(shape).values({ ...own, id: crypto.randomUUID(), labelId: material.labelIds[1]!, points: stray });
  const check = await call(api.trainCheck, asked());
  expect(check.warnings).toMatchObject([
    {
      key: 'train.outsideParts',
      en: expect.stringMatching(/^8% of the defects are outside the crops of all parts/) as string,
    },
    cut,
  ]);
  const refused = await call(api.trainAdd, asked()).catch((error: unknown) => error);
  expect(refused).toMatchObject({ data: { confirm: true }, enMsg: expect.stringMatching(/^8%/) as string });
});

it('tells before the start of more parts than are looked at', async () => {
  const { db } = server.services;
  const id = crypto.randomUUID();
  const second = Buffer.from(new Float32Array([60, 60, 80, 70]).buffer);
  const own = { imageId: imageIds[1]!, rev: 1, kind: 'rect', parts: [0], source: 'person' };
  await db.insert(shape).values({ ...own, id, labelId: material.labelIds[0]!, points: second });
  const warningsAt = async (partMost: number) =>
    (await call(api.trainCheck, { ...asked(), laterParams: [{ ...small, partMost }] })).warnings.map(({ key }) => key);
  expect(await warningsAt(1)).toContain('train.manyParts');
  expect(await warningsAt(2)).not.toContain('train.manyParts');
  await db.delete(shape).where(eq(shape.id, id));
});

it('tells before the start of parts larger than the maximum crop size', async () => {
  const warningsOf = async (width: number) => {
    const larger = { ...small, partWidth: [8, width], partHeight: [8, 24] };
    return (await call(api.trainCheck, { ...asked(), laterParams: [larger] } as never)).warnings;
  };
  const told = await warningsOf(16);
  expect(told).toContainEqual(
    expect.objectContaining({
      key: 'train.cutParts',
      en: expect.stringMatching(/^100% of the parts are larger than the maximum crop size of 16 × 24 px/) as string,
    }),
  );
  expect((await warningsOf(56)).map(({ key }) => key)).not.toContain('train.cutParts');
});

const jobsOf = (id: number, attempts: readonly number[]) =>
  Promise.all(
    attempts.map(async (n) => {
      const file = path.join(runFolder(server.services.config.data, id, n), 'job.json');
      return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    }),
  );

it('trains both stages into one version, with the labels of parts and a certificate for each and for the chain', async () => {
  const { id } = await call(api.trainAdd, { ...asked(), confirmed: true });
  trained = await server.waitFor(call, id, hasEnded);
  expect(trained).toMatchObject({ state: 'completed', cause: null, stage: { index: 1, count: 2, recipe: 'inspect' } });
  // both stages together took no longer than the whole
  const passed = (Date.parse(trained.endedAt!) - Date.parse(trained.startedAt!)) / 1000;
  expect(trained.activeSeconds).toBeGreaterThan(0);
  expect(trained.activeSeconds).toBeLessThanOrEqual(passed + 0.01);
  expect(await jobsOf(id, [1, 2])).toMatchObject([
    { recipe: 'locate', stage: { index: 0, count: 2 }, keep: false },
    { recipe: 'inspect', stage: { index: 1, count: 2 }, keep: false, earlier: [{ recipe: 'locate' }] },
  ]);
  // the curves of the first stage are still there when the second one has drawn its own
  const series = await call(api.taskSeries, { id });
  const attempts = (stage: number) =>
    new Set(series.filter((one) => one.stage === stage && one.name === 'attempt').map(({ value }) => value));
  expect([attempts(0), attempts(1), attempts(2)]).toEqual([new Set([1]), new Set([2]), new Set()]);
  const ofSecond = await call(api.taskSeries, { id, stage: 1 });
  expect(ofSecond).toEqual(series.filter(({ stage }) => stage === 1));
  version = await call(api.versionInfo, { id: trained.versionId! });
  expect(version.certificate?.failures).toEqual([]);
  expect(version).toMatchObject({
    state: 'ready',
    labels: [{ name: 'scratch', locates: true }, { name: 'dent' }],
    metrics: { map50: 1, oracle_map50: 1, parts_found: 1, outside: 0 },
    certificate: { passed: true },
    stages: [
      { recipe: 'locate', certificate: { passed: true } },
      // what the training chose is what the version uses
      { recipe: 'inspect', certificate: { passed: true }, params: { partScore: 0.2 } },
    ],
  });
});

it('counts findings alone in a test, and shows the parts beside them', async () => {
  const { id } = await call(api.testAdd, { versionId: version.id, folderIds: [folderId] });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'boxes');
  // one of 13 defects lies beside its part
  expect(summary).toMatchObject({
    truths: 13,
    detections: 12,
    classes: [
      { label: 'scratch', locates: true, truths: 12 },
      { label: 'dent', truths: 13 },
    ],
  });
  expect(summary.recall).toBeCloseTo(12 / 13, 5);
  const detail = await call(api.testImage, { taskId: id, imageId: imageIds[1]! });
  const found = ofType(detail.prediction, 'boxes').items.map(({ c }) => c);
  expect(new Set(found)).toEqual(new Set([0, 1]));
});

it('says online that no part was found, which is neither OK nor a defect', async () => {
  const entry = await call(api.onlineAdd, { name: 'line', versionId: version.id, confirmed: true });
  const detect = async (withPart: boolean) => {
    const ground = sharp({ create: { width: 128, height: 96, channels: 3, background: '#203040' } });
    const part = { create: { width: 56, height: 24, channels: 3, background: '#e8d020' } } as const;
    const png = await (withPart ? ground.composite([{ input: part, left: 30, top: 20 }]) : ground).png().toBuffer();
    return call(
      api.onlineDetect,
      { entryId: entry.id },
      { files: [{ name: 'a.png', data: new Blob([new Uint8Array(png)]) }] },
    );
  };
  expect(await detect(false)).toMatchObject({ verdict: 'noPart', prediction: { items: [] } });
  const answer = await detect(true);
  expect(answer).toMatchObject({ verdict: 'NG', labels: [{ locates: true }, {}] });
  const { items } = ofType(answer.prediction, 'boxes');
  expect(items).toContainEqual(expect.objectContaining({ c: 0, p: [30, 20, 86, 44] }));
  // in the crop, and told in pixels of the image
  expect(items).toContainEqual(expect.objectContaining({ c: 1, p: [56, 28, 64, 36] }));
  const { list } = await call(api.onlineRecords, { entryId: entry.id, verdict: 'noPart' });
  expect(list).toHaveLength(1);
});

it('trains one stage alone again: the other goes into the new version as it is', async () => {
  const again = { ...asked(), params: {}, startVersionId: version.id, confirmed: true };
  const add = (keptStages: number[], more: object = {}) => call(api.trainAdd, { ...again, ...more, keptStages });
  await expect(add([0, 1])).rejects.toMatchObject({ data: { field: 'keptStages' } });
  await expect(call(api.trainAdd, { ...asked(), keptStages: [0] })).rejects.toMatchObject({
    data: { field: 'startVersionId' },
  });
  // the second stage was trained to pass over what was a part then
  await expect(add([1], { params: { locating: ['dent'], epochs: 1, warmupEpochs: 0 } })).rejects.toMatchObject({
    data: { field: 'keptStages' },
    enMsg: expect.stringContaining('scratch') as string,
  });
  const { id } = await add([0], { laterParams: [{ ...small, partMargin: 20 }] });
  const second = await server.waitFor(call, id, hasEnded);
  expect(second).toMatchObject({ state: 'completed', cause: null });
  const { start } = await call(api.taskInfo, { id });
  expect(start, 'with it the form of a training like this begins').toEqual({
    versionId: version.id,
    number: version.number,
    kept: [0],
  });
  expect(await jobsOf(id, [1, 2])).toMatchObject([
    {
      recipe: 'locate',
      keep: true,
      params: { locating: ['scratch'] },
      start: { sha256: expect.any(String) as string },
    },
    { recipe: 'inspect', keep: false, params: { partMargin: 20 }, start: null },
  ]);
  const made = await call(api.versionInfo, { id: second.versionId! });
  expect(made).toMatchObject({ state: 'ready', startVersion: { number: version.number } });
});

it('chooses the score of a part again for a kept second stage, whose first one is another now', async () => {
  const { id } = await call(api.trainAdd, {
    ...asked(),
    startVersionId: version.id,
    keptStages: [1],
    confirmed: true,
  });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed', cause: null });
  expect(await jobsOf(id, [1, 2])).toMatchObject([{ keep: false }, { keep: true, params: { partScore: 0 } }]);
});
