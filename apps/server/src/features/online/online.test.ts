/** Online use: verdicts for people and programs, keys, what is refused, records, own data. */
import { readdir, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { api, limits, ofType, routeUrl, type Call, type OnlineEntry } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { injectRequest, testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion, readyThresholds } from '../../testing/ready-version.ts';
import { versionStage } from '../../tables/models.ts';
import { taskEvent } from '../../tables/tasks.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';
import { turnBounds } from './turns.ts';

let server: TestServer;
let call: Call;
let material: Material;
let versionId: number;
let bad: Buffer;
let good: Buffer;
let names = 0;

beforeAll(async () => {
  server = await testServer({ LOUPE_INFERENCE_SECONDS: '5' });
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 1 });
  versionId = await addReadyVersion(server.services, server.a, material);
  const plain = { create: { width: 90, height: 60, channels: 3, background: '#202020' } } as const;
  const spot = { create: { width: 30, height: 10, channels: 3, background: '#ffffff' } } as const;
  good = await sharp(plain).png().toBuffer();
  bad = await sharp(plain)
    .composite([{ input: spot, left: 20, top: 30 }])
    .png()
    .toBuffer();
});
afterAll(() => server.close());

const fileOf = (bytes: Buffer, name = 'part.png') => ({ name, data: new Blob([new Uint8Array(bytes)]) });
const addEntry = (version = versionId): Promise<OnlineEntry> =>
  call(api.onlineAdd, { name: `line_${++names}`, versionId: version });
const detect = (entryId: number, ...files: ReturnType<typeof fileOf>[]) =>
  call(api.onlineDetect, { entryId }, { files });
const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function byKey(key: string | undefined, bytes: Buffer) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'part.png');
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await injectRequest(server.app, {
    method: 'POST',
    url: routeUrl(api.onlineDetectByKey),
    body,
    headers,
  });
  const retryAfter = answer.headers['retry-after'];
  return {
    status: answer.statusCode,
    retryAfter,
    ...answer.json<{ code: number; en_msg: string; data: { verdict: string } }>(),
  };
}

it('gives NG with the box for a part with a spot, OK for one without, and records both', async () => {
  const entry = await addEntry();
  const ng = await detect(entry.id, fileOf(bad));
  expect(ng).toMatchObject({ verdict: 'NG', versionId, width: 90, height: 60, thresholds: readyThresholds });
  expect(ofType(ng.prediction, 'boxes').items[0]).toMatchObject({ c: 0, p: [20, 30, 50, 40] });
  expect(ng.ms.total).toBeGreaterThanOrEqual(ng.ms.model);
  const ok = await detect(entry.id, fileOf(good, '../../etc/good.png'));
  expect(ok).toMatchObject({ verdict: 'OK', prediction: { items: [] } });
  const records = await call(api.onlineRecords, { entryId: entry.id });
  expect(records.list).toMatchObject([
    { id: ok.recordId, verdict: 'OK', detections: 0, fileName: 'good.png', by: 'browser', hasImage: true },
    { id: ng.recordId, verdict: 'NG', detections: 1, fileName: 'part.png' },
  ]);
  expect((await call(api.onlineRecords, { entryId: entry.id, verdict: 'NG' })).total).toBe(1);
  expect(await call(api.onlineRecord, { id: ng.recordId })).toEqual(ng);
  const url = `${routeUrl(api.onlineRecordFile)}?id=${ng.recordId}`;
  const file = await server.app.inject({ url, headers: { authorization: server.a.token } });
  expect(file.rawPayload.equals(bad)).toBe(true);
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  const small = await server.app.inject({
    url: `${routeUrl(api.onlineRecordThumb)}?id=${ng.recordId}`,
    headers: { authorization: server.a.token },
  });
  expect(small.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(small.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  // a browser asks each time whether it may show them: the next person at it may be somebody else
  for (const { headers } of [file, small]) expect(headers['cache-control']).toBe('private, no-cache');
  const headers = { authorization: server.a.token, 'if-none-match': String(file.headers.etag) };
  expect((await server.app.inject({ url, headers })).statusCode).toBe(304);
  const other = { ...headers, authorization: server.b.token };
  expect((await server.app.inject({ url, headers: other })).statusCode).toBe(404);
  expect(await call(api.onlineInfo, { id: entry.id })).toMatchObject({ records: 2, hasKey: false });
});

it('judges by the thresholds of the entry', async () => {
  const { id, name } = await addEntry();
  const strict = { ...readyThresholds, confidence: 1 };
  await call(api.onlineUpdate, { id, name, versionId, thresholds: strict, enabled: true });
  const answer = await detect(id, fileOf(bad));
  expect(answer).toMatchObject({ verdict: 'OK', thresholds: strict });
  expect(ofType(answer.prediction, 'boxes').items).toHaveLength(2);
});

it('keeps one label for one object where the entry says so, and its answers tell', async () => {
  const { id, name } = await addEntry();
  const one = { ...readyThresholds, confidence: 0.01, nms: 0.05, oneLabel: true };
  const found = async (thresholds: typeof one) => {
    await call(api.onlineUpdate, { id, name, versionId, thresholds, enabled: true });
    const answer = await detect(id, fileOf(bad));
    expect(answer.thresholds).toEqual(thresholds);
    expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
    return ofType(answer.prediction, 'boxes').items.length;
  };
  expect(await found({ ...one, oneLabel: false })).toBe(2);
  // the spot is 300 of the 5400 pixels that the second candidate covers
  expect(await found(one)).toBe(1);
  expect(await found({ ...one, nms: 0.06 })).toBe(2);
});

it('takes exactly one JPG or PNG of at most 10 × 1024² bytes', async () => {
  const { id } = await addEntry();
  const rule = { code: 610, enMsg: 'select a JPG or PNG under 10M' };
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]);
  const full = Buffer.concat([bad, Buffer.alloc(limits.onlineImageBytes - bad.length)]);
  expect(await failing(detect(id))).toMatchObject(rule);
  expect(await failing(detect(id, fileOf(bad), fileOf(good)))).toMatchObject(rule);
  expect(await failing(detect(id, fileOf(bmp, 'a.bmp')))).toMatchObject(rule);
  expect(await failing(detect(id, fileOf(Buffer.from('GIF89a...'), 'a.png')))).toMatchObject(rule);
  expect(await failing(detect(id, fileOf(Buffer.alloc(0))))).toMatchObject(rule);
  expect(await failing(detect(id, fileOf(Buffer.concat([full, Buffer.from('x')]))))).toMatchObject(rule);
  // what follows the end of a PNG is nobody's business
  expect(await detect(id, fileOf(full))).toMatchObject({ verdict: 'NG' });
  const cut = await failing(detect(id, fileOf(bad.subarray(0, bad.length - 30), 'cut.png')));
  expect(cut).toMatchObject({ code: 610, enMsg: expect.stringContaining('“cut.png” is damaged') });
  expect((await call(api.onlineInfo, { id })).records).toBe(1);
  // what got no verdict leaves no file
  expect(await readdir(path.join(server.services.config.data, 'blobs', 'tmp'))).toEqual([]);
});

it('serves programs by key: shown once, hashed, replaced, revoked', async () => {
  const { id, name } = await addEntry();
  const { key } = await call(api.onlineKeyCreate, { id });
  const [row] = await server.services.db.select().from(onlineEntry).where(eq(onlineEntry.id, id));
  expect(row!.keyHash).toHaveLength(32);
  expect(JSON.stringify(await call(api.onlineInfo, { id }))).not.toContain(key);
  expect(await byKey(key, bad)).toMatchObject({ status: 200, code: 200, data: { verdict: 'NG' } });
  expect((await call(api.onlineRecords, { entryId: id })).list[0]).toMatchObject({ by: 'key' });
  const wrong = { status: 403, code: 403, en_msg: 'The key is invalid or was revoked' };
  for (const each of [undefined, 'x', `${key}x`, server.a.token]) expect(await byKey(each, bad)).toMatchObject(wrong);
  const { key: next } = await call(api.onlineKeyCreate, { id });
  expect(await byKey(key, bad)).toMatchObject(wrong);
  expect(await byKey(next, good)).toMatchObject({ code: 200, data: { verdict: 'OK' } });
  await call(api.onlineUpdate, { id, name, versionId, thresholds: readyThresholds, enabled: false });
  expect(await byKey(next, good)).toMatchObject({
    code: 610,
    en_msg: 'This online entry is off. Turn it on to use it',
  });
  await call(api.onlineKeyRevoke, { id });
  expect(await byKey(next, good)).toMatchObject(wrong);
});

/** A PNG that says it is so large. */
function claiming(width: number, height: number): Buffer {
  const bytes = Buffer.from(good);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

it('refuses a text that cannot be kept before anything is judged', async () => {
  const { id } = await addEntry();
  const { key } = await call(api.onlineKeyCreate, { id });
  const ask = (route: typeof api.onlineDetect | typeof api.onlineDetectByKey, authorization: string, input: string) => {
    const body = new FormData();
    body.append('input', input);
    body.append('file', new Blob([new Uint8Array(bad)]), 'part.png');
    return injectRequest(server.app, { method: 'POST', url: routeUrl(route), body, headers: { authorization } });
  };
  for (const expected of ['"\\u0000"', '"\\r\\n"', '"\\ud800"']) {
    const both = [
      await ask(api.onlineDetect, server.a.token, `{"entryId":${id},"expected":${expected}}`), // oxlint-disable-line no-await-in-loop
      await ask(api.onlineDetectByKey, `Bearer ${key}`, `{"expected":${expected}}`), // oxlint-disable-line no-await-in-loop
    ];
    for (const answer of both) expect([expected, answer.statusCode]).toEqual([expected, 400]);
  }
  expect((await call(api.onlineRecords, { entryId: id })).total).toBe(0);
});

it('an image of too many pixels is named with the bound, and none of it is decoded', async () => {
  const { id } = await addEntry();
  const error = await failing(detect(id, fileOf(claiming(10_001, 10_000), 'large.png')));
  expect(error).toMatchObject({ code: 610, enMsg: expect.stringMatching(/“large.png” has too many.+100 MP/) });
  expect(await failing(detect(id, fileOf(claiming(10_000, 10_000))))).toMatchObject({
    enMsg: expect.stringContaining('damaged'),
  });
});

it('a program that asks too much is told by status when to come again; a person is judged meanwhile', async () => {
  const { id } = await addEntry();
  const { key } = await call(api.onlineKeyCreate, { id });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  // bodies that do not end: those whose turn it is keep their places, the others wait
  const head = `POST ${routeUrl(api.onlineDetectByKey)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
  const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n';
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx';
  const tooMany = 5;
  const sockets = Array.from({ length: turnBounds.each + turnBounds.waitingEach + tooMany }, () =>
    connect(port, '127.0.0.1', function open(this: Socket) {
      this.write(head + form + file);
    }),
  );
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const answers: string[] = [];
  await new Promise<void>((resolve) => {
    for (const socket of sockets) {
      socket.once('data', (text) => {
        answers.push(text.toString());
        if (answers.length === tooMany) resolve();
      });
    }
  });
  for (const answer of answers)
    expect(answer).toMatch(/^HTTP\/1.1 429 [\s\S]+retry-after: 1\r\n[\s\S]+Too many images/);
  expect(await detect(id, fileOf(good))).toMatchObject({ verdict: 'OK' });
});

it('uses ready versions with an undamaged model only, and outlives an endless one', async () => {
  const { services, a } = server;
  const uncertified = await addReadyVersion(services, a, material, { state: 'uncertified' });
  expect(await failing(addEntry(uncertified))).toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('parity check'),
  });
  const endless = await addEntry(await addReadyVersion(services, a, material, { onnx: 'endless' }));
  expect(await failing(detect(endless.id, fileOf(bad)))).toMatchObject({
    enMsg: expect.stringContaining('time limit (5 s)'),
  });
  const entry = await addEntry();
  expect(await detect(entry.id, fileOf(bad))).toMatchObject({ verdict: 'NG' });
  const changedId = await addReadyVersion(services, a, material, { onnx: 'far-class' });
  const changed = await addEntry(changedId);
  const [stage] = await services.db.select().from(versionStage).where(eq(versionStage.versionId, changedId));
  await writeFile(services.blobs.path(stage!.onnxSha256), 'something else');
  expect(await failing(detect(changed.id, fileOf(bad)))).toMatchObject({
    code: 610,
    enMsg: expect.stringContaining('damaged'),
  });
});

it('keeps so many records of an entry and no more, the newest', async () => {
  const { id } = await addEntry();
  const first = await detect(id, fileOf(good));
  await server.services.db.execute(sql`
    insert into ${onlineRecord} (entry_id, file_name, verdict, detections, body, ms, by)
    select ${id}, 'old', 'OK', 0, '{}', 1, 'key' from generate_series(1, ${limits.onlineRecords - 1})`);
  await server.services.db.update(onlineEntry).set({ nRecords: limits.onlineRecords }).where(eq(onlineEntry.id, id));
  const last = await detect(id, fileOf(good));
  const page = await call(api.onlineRecords, { entryId: id });
  expect(page.total).toBe(limits.onlineRecords);
  expect(page.list[0]!.id).toBe(last.recordId);
  expect(await server.services.db.$count(onlineRecord, eq(onlineRecord.entryId, id))).toBe(limits.onlineRecords);
  expect(await failing(call(api.onlineRecord, { id: first.recordId }))).toMatchObject({ code: 404 });
  // the count stays that of the rows when several come at once
  await Promise.all(Array.from({ length: 6 }, () => detect(id, fileOf(good))));
  const rows = await server.services.db.$count(onlineRecord, eq(onlineRecord.entryId, id));
  expect((await call(api.onlineInfo, { id })).records).toBe(rows);
  expect(rows).toBe(limits.onlineRecords);
});

it('a list of records, and their images, read none of their answers', async () => {
  const entry = await addEntry();
  const { recordId } = await detect(entry.id, fileOf(good));
  const { db } = server.database;
  await db.execute(sql`alter table online_record rename column body to hidden`);
  onTestFinished(async () => void (await db.execute(sql`alter table online_record rename column hidden to body`)));
  expect((await call(api.onlineRecords, { entryId: entry.id })).list).toMatchObject([{ id: recordId, verdict: 'OK' }]);
  const url = `${routeUrl(api.onlineRecordThumb)}?id=${recordId}`;
  const { statusCode } = await server.app.inject({ url, headers: { authorization: server.a.token } });
  expect(statusCode).toBe(200);
});

it('names are unique for their owner, and another person sees nothing', async () => {
  const { id, name } = await addEntry();
  expect(await failing(call(api.onlineAdd, { name: name.toUpperCase(), versionId }))).toMatchObject({ code: 610 });
  const other = server.as(server.b);
  const recordId = (await detect(id, fileOf(good))).recordId;
  const asked = [
    other(api.onlineInfo, { id }),
    other(api.onlineAdd, { name: 'mine', versionId }),
    other(api.onlineUpdate, { id, name, versionId, thresholds: readyThresholds, enabled: false }),
    other(api.onlineDelete, { id }),
    other(api.onlineKeyCreate, { id }),
    other(api.onlineKeyRevoke, { id }),
    other(api.onlineDetect, { entryId: id }, { files: [fileOf(good)] }),
    other(api.onlineRecords, { entryId: id }),
    other(api.onlineRecord, { id: recordId }),
  ];
  for (const error of await Promise.all(asked.map(failing))) expect(error).toMatchObject({ code: 404 });
  expect((await other(api.onlineList, {})).total).toBe(0);
  const mine = await call(api.onlineList, { name, modelId: material.modelId, projectId: material.projectId });
  expect(mine.list.map((entry) => entry.id)).toEqual([id]);
  await call(api.onlineDelete, { id });
  expect(await failing(call(api.onlineInfo, { id }))).toMatchObject({ code: 404 });
  await emptyBin(server);
  expect(await server.services.db.$count(onlineRecord, eq(onlineRecord.entryId, id))).toBe(0);
});

it('asks before a version that has not learned, or of which nobody can tell, goes online', async () => {
  const own = await addMaterial(server.services, server.a, { images: 1 });
  const nothing = [{ index: 0, name: 'scratch', ap50: 0, truths: 40 }];
  const metrics = { map50: 0, precision: 0, recall: 0, per_class: nothing };
  const bare = await addReadyVersion(server.services, server.a, own, { metrics });
  const unknown = await addReadyVersion(server.services, server.a, own, { metrics: {} });
  const ready = await addReadyVersion(server.services, server.a, own);
  const { assessment } = await call(api.versionInfo, { id: bare });
  expect(assessment).toMatchObject({ level: 'notLearned', hasThreshold: false });
  expect(assessment.why[0]!.en).toMatch(/mAP50 is 0\.000: on 50 validation images it found 0 of 40 objects/);
  expect(assessment.why[0]!.zh).toContain('50 张验证图片');
  const { taskId } = await call(api.versionInfo, { id: bare });
  const warned = { attempt: 1, at: new Date(), kind: 'warning', body: { code: 'train.fewSteps', args: { count: 20 } } };
  await server.services.db.insert(taskEvent).values({ ...warned, taskId: taskId!, seq: 1 });
  const told = await call(api.versionInfo, { id: bare });
  const fewSteps = 'The training had only 20 steps, too few to learn all that it could.';
  expect(told.assessment.why.at(-1)!.en).toBe(fewSteps);
  // also of one of which nobody can tell: more images alone would not help it
  const open = await call(api.versionInfo, { id: unknown });
  expect(open.assessment.next[0]!.en).toMatch(/^A reliable assessment needs/);
  await server.services.db.insert(taskEvent).values({ ...warned, taskId: open.taskId!, seq: 1 });
  const { assessment: warnedOf } = await call(api.versionInfo, { id: unknown });
  expect(warnedOf).toMatchObject({
    level: 'unsure',
    why: expect.arrayContaining([expect.objectContaining({ en: fewSteps })]),
  });
  expect(warnedOf.next.map(({ en }) => en.slice(0, 12))).toEqual(['Train longer', 'A reliable a']);
  const listed = await call(api.versionList, { modelId: own.modelId, sort: 'number' });
  expect(listed.list.map((one) => one.assessment.level)).toEqual(['notLearned', 'unsure', 'good']);
  const name = `line_${++names}`;
  const asks = { code: 610, data: { confirm: true, assessment: { level: 'notLearned' } } };
  expect(await failing(call(api.onlineAdd, { name, versionId: bare }))).toMatchObject(asks);
  expect(await failing(call(api.onlineAdd, { name, versionId: unknown }))).toMatchObject({ data: { confirm: true } });
  expect((await call(api.onlineList, { name })).total).toBe(0);
  const entry = await call(api.onlineAdd, { name, versionId: bare, confirmed: true });
  // what is online already is changed without a question; what goes online again is asked about again
  const to = { id: entry.id, name, versionId: bare, thresholds: readyThresholds };
  await call(api.onlineUpdate, { ...to, enabled: true });
  await call(api.onlineUpdate, { ...to, enabled: false });
  expect(await failing(call(api.onlineUpdate, { ...to, enabled: true }))).toMatchObject(asks);
  expect((await call(api.onlineInfo, { id: entry.id })).enabled).toBe(false);
  await call(api.onlineUpdate, { ...to, versionId: ready, enabled: true });
  expect(await failing(call(api.onlineUpdate, { ...to, enabled: true }))).toMatchObject(asks);
  await call(api.onlineUpdate, { ...to, enabled: true, confirmed: true });
});
