/** Online use of a model that gives scores: three verdicts, the record with its score, thresholds of another type, drift. */
import { api, ofType, routeUrl, type Call, type CallFile, type Thresholds } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addGoodBadModel } from '../../testing/good-bad.ts';
import { addScoreVersion, readyThresholds, scoreThresholds } from '../../testing/ready-version.ts';

let server: TestServer;
let call: Call;
let versionId: number;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  versionId = await addScoreVersion(server.services, server.a, await addGoodBadModel(call));
});
afterAll(() => server.close());

/** An image whose score is this level / 255. */
async function grey(level: number): Promise<CallFile> {
  const background = { r: level, g: level, b: level };
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: `grey_${level}.png`, data: new Blob([new Uint8Array(bytes)]) };
}
let names = 0;
const addEntry = (thresholds?: Thresholds) =>
  call(api.onlineAdd, { name: `line_${++names}`, versionId, ...(thresholds ? { thresholds } : {}) });
const detect = async (entryId: number, level: number) =>
  call(api.onlineDetect, { entryId }, { files: [await grey(level)] });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: number; enMsg: string }) => `${error.code} ${error.enMsg}`,
  );

it('begins with the thresholds of the version', async () => {
  expect(await addEntry()).toMatchObject({ thresholds: scoreThresholds, drift: null });
});

it('gives OK, review and NG at the two thresholds, and keeps the score with the record', async () => {
  const { id } = await addEntry({ score: 0.6, review: 0.4 });
  const verdicts = [];
  // just below and exactly at each threshold
  // oxlint-disable-next-line no-await-in-loop
  for (const level of [101, 102, 152, 153]) verdicts.push((await detect(id, level)).verdict);
  expect(verdicts).toEqual(['OK', 'review', 'review', 'NG']);
  const answer = await detect(id, 255);
  expect(answer).toMatchObject({ verdict: 'NG', width: 20, height: 10, labels: [{ name: 'defect' }] });
  expect(ofType(answer.prediction, 'scoremap')).toMatchObject({ score: 1, heat: { width: 10, height: 5 } });
  const { list } = await call(api.onlineRecords, { entryId: id });
  expect(list.map(({ verdict, detections, score }) => [verdict, detections, score])).toEqual([
    ['NG', 1, 1],
    ['NG', 1, expect.closeTo(153 / 255, 6)],
    ['review', 0, expect.closeTo(152 / 255, 6)],
    ['review', 0, expect.closeTo(102 / 255, 6)],
    ['OK', 0, expect.closeTo(101 / 255, 6)],
  ]);
  expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
  expect((await call(api.onlineRecords, { entryId: id, verdict: 'review' })).total).toBe(2);
});

it('refuses thresholds of another type, and a grey zone above the threshold', async () => {
  const { id, name } = await addEntry();
  expect(await codeOf(addEntry(readyThresholds))).toMatch(/^400 .*thresholds/);
  const update = { id, name, versionId, enabled: true };
  expect(await codeOf(call(api.onlineUpdate, { ...update, thresholds: readyThresholds }))).toMatch(/^400/);
  expect(await codeOf(call(api.versionThresholds, { id: versionId, thresholds: readyThresholds }))).toMatch(/^400/);
  const upside = { score: 0.4, review: 0.6 };
  expect(await codeOf(call(api.onlineUpdate, { ...update, thresholds: upside }))).toMatch(/^400/);
  expect(await codeOf(call(api.testAdd, { versionId, folderIds: [1], thresholds: readyThresholds }))).toMatch(/^400/);
  expect(await call(api.onlineInfo, { id })).toMatchObject({ thresholds: scoreThresholds });
});

/** Sends an image as a line does it: by key, one after the other. */
async function send(key: string, level: number, times: number) {
  const { name, data } = await grey(level);
  for (let i = 0; i < times; i++) {
    const body = new FormData();
    body.append('file', data, name);
    const form = new Response(body);
    // oxlint-disable-next-line no-await-in-loop
    const payload = Buffer.from(await form.arrayBuffer());
    const headers = { authorization: `Bearer ${key}`, 'content-type': form.headers.get('content-type')! };
    const url = routeUrl(api.onlineDetectByKey);
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.json()).toMatchObject({ code: 200 });
  }
}
const driftOf = async (id: number) => (await call(api.onlineInfo, { id })).drift;

it('says that the line has drifted when the mean of the last 50 exceeds what 99 of 100 good ones score', async () => {
  const [{ id }, other] = [await addEntry(), await addEntry()];
  const { key } = await call(api.onlineKeyCreate, { id });
  await send(key, 60, 49);
  expect(await driftOf(id)).toBeNull();
  await send(key, 60, 1);
  const limit = expect.closeTo(0.297, 6) as number;
  expect(await driftOf(id)).toEqual({ mean: expect.closeTo(60 / 255, 6), limit, images: 50, drifting: false });
  await send(key, 90, 25);
  // the last 50: half of them as before, half brighter
  expect(await driftOf(id)).toEqual({ mean: expect.closeTo(75 / 255, 6), limit, images: 50, drifting: false });
  await send(key, 90, 2);
  expect(await driftOf(id)).toMatchObject({ images: 50, drifting: true });
  const { list } = await call(api.onlineList, {});
  expect(list.find((one) => one.id === id)?.drift).toMatchObject({ drifting: true });
  // what one line sees says nothing about another one with the same version
  expect(list.find((one) => one.id === other.id)?.drift).toBeNull();
});

it('counts for drift what the present version has judged alone', async () => {
  const { id, name, thresholds } = await addEntry();
  const { key } = await call(api.onlineKeyCreate, { id });
  await send(key, 90, 50);
  expect(await driftOf(id)).toMatchObject({ images: 50, drifting: true });
  const { projectId } = await call(api.onlineInfo, { id });
  const { modelId } = await call(api.versionInfo, { id: versionId });
  const again = await addScoreVersion(server.services, server.a, { projectId, modelId });
  await call(api.onlineUpdate, { id, name, versionId: again, thresholds, enabled: true });
  expect(await driftOf(id)).toBeNull();
  await send(key, 60, 49);
  expect(await driftOf(id)).toBeNull();
  await send(key, 60, 1);
  expect(await driftOf(id)).toMatchObject({ images: 50, drifting: false });
});
