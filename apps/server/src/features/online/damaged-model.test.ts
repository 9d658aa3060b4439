/** The model file of a version is cut off or gone: whoever asks is told so, and what is in memory goes on judging. */
import { rm, truncate, writeFile, readFile } from 'node:fs/promises';
import { api, routeUrl, type Call, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { injectRequest, testServer, type TestServer } from '../../testing/app.ts';
import { addGoodBadModel } from '../../testing/good-bad.ts';
import { addMaterial } from '../../testing/material.ts';
import { addReadyVersion, addScoreVersion } from '../../testing/ready-version.ts';
import { versionStage } from '../../tables/models.ts';

let server: TestServer;
let call: Call;
let bright: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  // all of it is a defect to either kind of model
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#ffffff' } });
  bright = new Uint8Array(await image.png().toBuffer());
});
afterAll(() => server.close());

const boxes = async (): Promise<number> =>
  addReadyVersion(server.services, server.a, await addMaterial(server.services, server.a, { images: 1 }));
const scoremap = async (): Promise<number> => addScoreVersion(server.services, server.a, await addGoodBadModel(call));

it.each([
  ['boxes', boxes],
  ['scoremap', scoremap],
])('%s: a file that is cut off or gone is named in both languages; a model in memory goes on', async (kind, add) => {
  const versionId = await add();
  const { id } = await call(api.onlineAdd, { name: `line_${kind}`, versionId });
  const { key } = await call(api.onlineKeyCreate, { id });
  const [stage] = await server.services.db.select().from(versionStage).where(eq(versionStage.versionId, versionId));
  const file = server.services.blobs.path(stage!.onnxSha256);
  const whole = await readFile(file);
  const data = new Blob([bright]);
  const detect = () => call(api.onlineDetect, { entryId: id }, { files: [{ name: 'part.png', data }] });
  const byKey = async () => {
    const body = new FormData();
    body.append('file', data, 'part.png');
    const headers = { authorization: `Bearer ${key}` };
    const url = routeUrl(api.onlineDetectByKey);
    const answer = await injectRequest(server.app, { method: 'POST', url, body, headers });
    return { status: answer.statusCode, ...answer.json<{ code: number; msg: string; en_msg: string }>() };
  };
  const expectNamed = async () => {
    const why = {
      msg: expect.stringMatching(/模型文件.+缺失或已损坏/),
      en_msg: expect.stringMatching(/model file .+ is missing or damaged\. Restore it from a backup or train again/),
    };
    expect(await byKey()).toMatchObject({ status: 200, code: 610, ...why });
    const error = await detect().catch((one: CallError) => one);
    expect(error).toMatchObject({ code: 610, msg: why.msg, enMsg: why.en_msg });
  };
  const download = () =>
    injectRequest(
      server.app,
      { method: 'GET', url: `${routeUrl(api.versionOnnx)}?id=${versionId}`, headers: {}, body: undefined },
      server.a.token,
    );
  const isNotSent = async () => {
    const answer = await download();
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 500, en_msg: expect.stringMatching(/is missing or damaged/) });
    expect(answer.headers['content-disposition']).toBeUndefined();
  };
  const sent = await download();
  expect(sent.rawPayload.equals(whole)).toBe(true);
  expect(sent.headers['content-disposition']).toMatch(/filename="[^"]+_version_1\.onnx"/);
  await truncate(file, whole.length >> 1);
  await expectNamed();
  await isNotSent();
  await rm(file);
  await expectNamed();
  await isNotSent();
  // brought back from a backup
  await writeFile(file, whole);
  expect(await detect()).toMatchObject({ verdict: 'NG' });
  await truncate(file, whole.length >> 1);
  expect(await detect()).toMatchObject({ verdict: 'NG' });
  await rm(file);
  expect(await detect()).toMatchObject({ verdict: 'NG' });
  // what was refused left no record
  expect((await call(api.onlineInfo, { id })).records).toBe(3);
});
