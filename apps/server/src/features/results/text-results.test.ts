/** Texts from end to end: what may train, two stages by an engine that speaks the protocol, their proof, tests, rules online, and proposals. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import {
  limits,
  api,
  ManifestLine,
  newShape,
  ofType,
  queryUrl,
  TextTable,
  type Call,
  type CallFile,
  type Shape,
  type Task,
  type TextRule,
  type TextThresholds,
} from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image } from '../../tables/datasets.ts';
import { snapshot } from '../../tables/models.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';
import { task } from '../../tables/tasks.ts';
import { callFile, uploadFiles } from '../../testing/images.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../testing/runner-server.ts';

const [width, height] = [120, 60];
let server: RunnerServer;
let call: Call;
let modelId: number;
let trainFolder: number;
let trainSet: number;
let testFolder: number;
let trained: Task;

let shade = 0;
/** Two bright lines on a dark ground, another one each time; the reader of the tests reads “CD” in each of them. */
async function drawn(): Promise<Buffer> {
  shade++;
  const line = (top: number) => ({
    input: { create: { width: 40, height: 10, channels: 3 as const, background: '#f0f0f0' } },
    left: 20,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: { r: 30, g: 20 + shade, b: 30 } } })
    .composite([line(10), line(35)])
    .png()
    .toBuffer();
}
const quadAt = (top: number): number[] => [20, top, 60, top, 60, top + 10, 20, top + 10];
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (error: { code: number; enMsg: string; data?: unknown }) => `${error.code} ${error.enMsg}`,
  );

async function draw(imageId: number, labelId: number, texts: readonly (Partial<Shape> & Pick<Shape, 'points'>)[]) {
  const ops = texts.map((one) => {
    const shape = newShape({ id: randomUUID(), labelId, kind: 'quad', ...one });
    return { opId: randomUUID(), kind: 'put', shapeId: shape.id, base: null, shape };
  });
  return (await call(api.imageOps, { imageId, clientId: randomUUID(), ops })).results;
}

async function fill(
  datasetId: number,
  images: number,
): Promise<{ folderId: number; imageIds: number[]; labelId: number }> {
  const { id: folderId } = await call(api.folderAdd, { datasetId, name: `folder_${datasetId}` });
  const files = await Promise.all(Array.from({ length: images }, drawn));
  await uploadFiles(
    call,
    folderId,
    files.map((bytes, i) => callFile(`line_${i}.png`, bytes)),
  );
  const { list } = await call(api.imageList, { folderId, pageSize: 50, sort: 'name' });
  const { labels } = await call(api.datasetInfo, { id: datasetId });
  return { folderId, imageIds: list.map(({ id }) => id), labelId: labels[0]!.id };
}

let train: { folderId: number; imageIds: number[]; labelId: number };
beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  const { id: projectId } = await call(api.projectAdd, { family: 'ocr', name: 'lots' });
  const model = await call(api.modelAdd, { projectId, planName: 'line', functionName: 'lot', type: 'text' });
  modelId = model.id;
  const setOf = (role: string) => model.datasets.find((one) => one.role === role)!.id;
  trainSet = setOf('train');
  train = await fill(trainSet, 6);
  trainFolder = train.folderId;
  const test = await fill(setOf('test'), 2);
  testFolder = test.folderId;
  for (const [i, imageId] of test.imageIds.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await draw(imageId, test.labelId, [
      { points: quadAt(10), text: i === 0 ? 'CD' : 'Cd' },
      { points: quadAt(35), ignore: true },
    ]);
  }
});
afterAll(() => server.close());

const request = (more: Record<string, unknown> = {}) => ({ modelId, folderIds: [trainFolder], params: {}, ...more });

describe('before the start', () => {
  it('refuses a train set without marked images, texts, or typed ones, and images of the test set', async () => {
    expect(await refusal(call(api.trainAdd, request()))).toMatch(/^610 .*no annotated images/);
    expect(await refusal(call(api.trainAdd, request({ folderIds: [testFolder] })))).toMatch(/^610 .*test set/);
    for (const imageId of train.imageIds)
      await draw(imageId, train.labelId, [{ points: quadAt(10) }, { points: quadAt(35) }]); // oxlint-disable-line no-await-in-loop
    expect(await refusal(call(api.trainAdd, request()))).toMatch(/^610 None of the texts .* has been typed/);
    const findOnly = await call(api.trainCheck, request({ laterParams: [{ training: 'none' }] }));
    expect(findOnly).toMatchObject({ warnings: [], objects: 12 });
  });
  it('refuses crossed corners, three corners, and corners outside', async () => {
    const [crossed, three, outside] = await draw(train.imageIds[0]!, train.labelId, [
      { points: [20, 10, 60, 20, 60, 10, 20, 20] },
      { points: [20, 10, 60, 10, 60, 20] },
      { points: [20, 10, 160, 10, 160, 20, 20, 20] },
    ]);
    expect(crossed!.en_msg).toContain('must not cross');
    expect([three, outside].map((one) => one!.status)).toEqual(['refused', 'refused']);
  });
  it('names texts that cannot be learned, and uses the others', async () => {
    const typed = ['CD', 'L'.repeat(26), 'two\nlines', ' ', '日期', 'A'.repeat(20)];
    for (const [i, imageId] of train.imageIds.entries()) {
      // oxlint-disable-next-line no-await-in-loop
      await draw(imageId, train.labelId, [{ points: [5, 50, 25, 50, 25, 58, 5, 58], text: typed[i]! }]);
    }
    const { warnings } = await call(api.trainCheck, request({ laterParams: [{ language: 'digits' }] }));
    expect(warnings.map(({ key }) => key)).toEqual([
      'train.textUntyped',
      'train.textEmpty',
      'train.textLines',
      'train.textLong',
      'train.textNarrow',
      'train.textCharacters',
    ]);
    expect(warnings[0]!.en).toMatch(/^12 texts are not typed /);
    expect(warnings[3]!.en).toContain('line_1.png');
    expect(warnings[5]!.en).toContain('C D 日 期');
    expect((await call(api.trainCheck, request())).warnings.map(({ key }) => key)).not.toContain(
      'train.textCharacters',
    );
    expect(await refusal(call(api.trainAdd, request()))).toMatch(/^610 /);
  });
});

it('makes a version of two stages, each of them proven, and both together', async () => {
  await server.startWorker(fakeEngine());
  const { id } = await call(
    api.trainAdd,
    request({
      params: { length: 'epochs', epochs: 1, warmupEpochs: 0 },
      laterParams: [{ length: 'epochs', epochs: 1, warmupEpochs: 0, edgeCut: 0.1 }],
      confirmed: true,
    }),
  );
  trained = await server.waitFor(call, id, hasEnded);
  expect(trained).toMatchObject({ state: 'completed', versionNumber: 1 });
  const version = await call(api.versionInfo, { id: trained.versionId! });
  expect(version.stages.map(({ certificate }) => certificate)).toMatchObject([
    { prediction: 'texts', passed: true, failures: [] },
    { prediction: 'texts', passed: true, failures: [] },
  ]);
  expect(version.certificate).toMatchObject({ passed: true, failures: [] });
  expect(version).toMatchObject({
    state: 'ready',
    thresholds: { binary: 0.5, box: 0.5, unclip: 0, edgeCut: 0.1, textScore: 0.5, rules: [] },
    metrics: { det_hmean: 1, word_accuracy: 0.9, end_to_end: 0.9 },
  });
});

it('tests it: figures of finding and reading, and what a browser computes them from', async () => {
  const { id } = await call(api.testAdd, { versionId: trained.versionId!, folderIds: [testFolder] });
  expect(await server.waitFor(call, id, hasEnded)).toMatchObject({ state: 'completed' });
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'texts');
  expect(summary).toMatchObject({
    images: 2,
    truths: 2,
    typed: 2,
    found: 2,
    hmean: 1,
    wordAccuracy: 0.5,
    endToEnd: 0.5,
    changed: 0,
  });
  expect(summary.confusions).toEqual([{ truth: 'd', read: 'D', count: 1 }]);
  expect(summary.verdicts).toEqual({ ok: 2, review: 0, ng: 0 });
  const { list } = await call(api.testImages, { taskId: id });
  expect(list[0]).toMatchObject({ type: 'texts', tp: 0, misread: 1, fp: 0, fn: 0, verdict: 'OK' });
  const at = ofType(await call(api.testSummary, { taskId: id, thresholds: { textScore: 0.95 } }), 'texts');
  expect(at.verdicts).toEqual({ ok: 0, review: 2, ng: 0 });
  const folded = await call(api.testSummary, { taskId: id, thresholds: { ignoreCase: true } });
  expect(folded).toMatchObject({ thresholds: { ignoreCase: true }, wordAccuracy: 1, endToEnd: 1 });
  // as a person does who corrects the truth from here
  const edit = (by: number) =>
    server.services.db
      .update(image)
      .set({ revision: sql`${image.revision} + ${by}` })
      .where(eq(image.id, list[0]!.imageId));
  await edit(1);
  expect(await call(api.testSummary, { taskId: id })).toMatchObject({ changed: 1, endToEnd: 0.5 });
  await edit(-1);
  const answer = await server.app.inject({
    method: 'GET',
    url: queryUrl(api.testTable, { taskId: id }),
    headers: { authorization: server.a.token },
  });
  const table = TextTable.parse(JSON.parse(gunzipSync(answer.rawPayload).toString()));
  expect(table.images.map(({ items }) => items.map(({ text }) => text))).toEqual([
    ['CD', 'CD'],
    ['CD', 'CD'],
  ]);
});

describe('online', () => {
  const base: TextThresholds = { binary: 0.5, box: 0.5, unclip: 0, edgeCut: 0, textScore: 0.5, rules: [] };
  let photo: CallFile;
  let names = 0;
  beforeAll(async () => {
    photo = callFile('line.png', await drawn());
  });
  const entry = (change: Partial<TextThresholds>) =>
    call(api.onlineAdd, {
      name: `line_${++names}`,
      versionId: trained.versionId!,
      thresholds: { ...base, ...change },
      confirmed: true,
    });
  const judged = async (rules: TextRule[], expected?: string) => {
    const { id } = await entry({ rules });
    const answer = await call(
      api.onlineDetect,
      { entryId: id, ...(expected === undefined ? {} : { expected }) },
      { files: [photo] },
    );
    expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
    const { list } = await call(api.onlineRecords, { entryId: id });
    expect(list).toMatchObject([{ read: 'CD · CD' }]);
    return answer;
  };

  it('gives the texts in pixels of the image, and OK while no rule is broken', async () => {
    const { prediction, verdict, reasons } = await judged([{ type: 'matches', which: 'all', pattern: 'C[A-Z]' }]);
    expect(verdict).toBe('OK');
    expect(reasons).toEqual([]);
    const { items } = ofType(prediction, 'texts');
    expect(items.map(({ quad }) => quad)).toEqual([quadAt(10), quadAt(35)]);
    expect(items[0]).toMatchObject({
      text: 'CD',
      charScores: [expect.closeTo(0.88, 2), expect.closeTo(0.88, 2)] as number[],
    });
  });
  it('says in words why it is NG or for review', async () => {
    const count = await judged([{ type: 'count', min: 1, max: 1 }]);
    expect(count).toMatchObject({
      verdict: 'NG',
      reasons: [{ en: '2 texts were found; expected: 1', zh: '找到 2 段文字，应为 1 段' }],
    });
    const field: TextRule = { type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } };
    expect(await judged([field])).toMatchObject({ verdict: 'review' });
    expect(await judged([field], 'CD')).toMatchObject({ verdict: 'OK', expected: 'CD' });
    const other = await judged([field], 'CE');
    expect(other).toMatchObject({ verdict: 'NG', reasons: [{ en: 'No text is “CE”' }] });
  });
  it('judges by key with what should be read', async () => {
    const { id } = await entry({ rules: [{ type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } }] });
    const { key } = await call(api.onlineKeyCreate, { id });
    const url = `${server.app.listeningOrigin}/api/qic/v1/online/detectByKey`;
    const answered = async (...fields: (readonly [string, string] | CallFile)[]): Promise<unknown> => {
      const form = new FormData();
      for (const field of fields)
        if ('data' in field) form.append('file', field.data, field.name);
        else form.append(...field);
      return (await fetch(url, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } })).json();
    };
    const input = ['input', JSON.stringify({ expected: 'XX' })] as const;
    expect(await answered(input, photo)).toMatchObject({ code: 200, data: { verdict: 'NG', expected: 'XX' } });
    // as a field of its own, which `input` overrules
    expect(await answered(['expected', 'CD'], photo)).toMatchObject({ data: { verdict: 'OK', expected: 'CD' } });
    expect(await answered(['expected', 'CD'], input, photo)).toMatchObject({ data: { verdict: 'NG', expected: 'XX' } });
    // what no route knows is for another program; what comes too late would be passed over
    expect(await answered(['shift', '2'], input, photo, ['shift', '2'])).toMatchObject({ data: { expected: 'XX' } });
    const late = await answered(photo, ['expected', 'CD']);
    expect(late).toMatchObject({ code: 400, en_msg: expect.stringMatching(/expected/) });
  });
  it('keeps answers, records and lists of entries short, whatever the rules', async () => {
    const values = Array.from({ length: limits.textValues }, (_, i) => `${String(i).padStart(199, '0')}`);
    const list: TextRule = { type: 'list', which: 'any', values: ['CD', ...values.slice(1)] };
    const { id, name, versionId, thresholds } = await entry({ rules: [list, list] });
    const answer = await call(api.onlineDetect, { entryId: id }, { files: [photo] });
    expect(answer.verdict).toBe('OK');
    const kept = Math.ceil(limits.textValuesAnswered / 199);
    const cut = { ...list, values: list.values.slice(0, kept), more: limits.textValues - kept };
    const rules = [cut, { ...list, values: [], more: limits.textValues }];
    expect(answer.thresholds).toEqual({ ...thresholds, rules });
    expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
    const [stored] = await server.services.db.select().from(onlineRecord).where(eq(onlineRecord.id, answer.recordId));
    expect(JSON.stringify(stored!.body).length).toBeLessThan(20_000);
    // a record of before has them all, and is answered as short
    const body = { ...(stored!.body as object), thresholds };
    await server.services.db.update(onlineRecord).set({ body }).where(eq(onlineRecord.id, answer.recordId));
    expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
    const [listed] = (await call(api.onlineList, { name })).list;
    expect(listed!.thresholds).toEqual(answer.thresholds);
    // what a list has cut is not written back: thresholds that are left out stay
    const off = await call(api.onlineUpdate, { id, name, versionId, enabled: false });
    expect(off).toMatchObject({ enabled: false, thresholds });
  });
  it('answers an image without text, and refuses rules that no library understands', async () => {
    const { id } = await entry({});
    const blank = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#101010' } })
      .png()
      .toBuffer();
    const answer = await call(api.onlineDetect, { entryId: id }, { files: [callFile('blank.png', blank)] });
    expect(answer).toMatchObject({ verdict: 'NG', reasons: [{ en: 'No text was read' }], prediction: { items: [] } });
    const lookahead: TextRule = { type: 'matches', which: 'any', pattern: '(?=x)' };
    expect(await refusal(entry({ rules: [lookahead] }))).toMatch(/^610 The regular expression of rule 1 is not valid/);
    const large: TextRule = { ...lookahead, pattern: '(.?){1000}' };
    expect(await refusal(entry({ rules: [large] }))).toMatch(/^610 The regular expression of rule 1 is too large/);
    const unclear: TextRule = { type: 'date', which: 'any', format: 'YYYYMD', daysBefore: 1, daysAfter: 1 };
    expect(await refusal(entry({ rules: [unclear] }))).toMatch(/^610 The date format of rule 1 is ambiguous/);
    // what was let in before judges as ever, and the entry can be switched off and renamed
    const { thresholds, name, versionId } = await call(api.onlineInfo, { id });
    const stored = { ...thresholds, rules: [unclear] } as TextThresholds;
    await server.services.db.update(onlineEntry).set({ thresholds: stored }).where(eq(onlineEntry.id, id));
    const still = await call(api.onlineDetect, { entryId: id }, { files: [photo] });
    expect(still).toMatchObject({ verdict: 'NG', reasons: [{ en: expect.stringContaining('YYYYMD') as string }] });
    const off = { id, name: `${name}_off`, versionId, enabled: false };
    expect(await call(api.onlineUpdate, { ...off, thresholds: stored })).toMatchObject({ enabled: false });
    const more = { ...stored, rules: [unclear, unclear] };
    expect(await refusal(call(api.onlineUpdate, { ...off, thresholds: more }))).toMatch(/ambiguous/);
    const days: TextRule = { type: 'date', which: 'any', format: 'DD.MM', daysBefore: 0, daysAfter: 1 };
    expect(await refusal(entry({ rules: [days] }))).toMatch(/^400 .*date format/);
    expect(await refusal(entry({ unclip: 9 }))).toMatch(/^400 /);
  });
});

it('proposes quadrilaterals with what it reads in them', async () => {
  const { id: folderId } = await call(api.folderAdd, { datasetId: trainSet, name: 'fresh' });
  await uploadFiles(call, folderId, [callFile('fresh.png', await drawn())]);
  const { list } = await call(api.imageList, { folderId });
  const proposed = await call(api.imagePropose, { imageId: list[0]!.id, versionId: trained.versionId! });
  expect(proposed.items.map(({ kind, text, labelId }) => [kind, text, labelId])).toEqual([
    ['quad', 'CD', train.labelId],
    ['quad', 'CD', train.labelId],
  ]);
});

it('takes the ready-made reader without a single annotation', async () => {
  const { id: folderId } = await call(api.folderAdd, { datasetId: trainSet, name: 'bare' });
  await uploadFiles(call, folderId, [callFile('bare_1.png', await drawn()), callFile('bare_2.png', await drawn())]);
  const none = { training: 'none', length: 'epochs', epochs: 1, warmupEpochs: 0 };
  const asked = { modelId, folderIds: [folderId], params: none, laterParams: [none] };
  expect(await call(api.trainCheck, asked)).toMatchObject({ train: 1, val: 1, warnings: [], unannotated: 0 });
  const { id } = await call(api.trainAdd, asked);
  const ready = await server.waitFor(call, id, hasEnded);
  expect(ready).toMatchObject({ state: 'completed' });
  expect(await call(api.versionInfo, { id: ready.versionId! })).toMatchObject({ state: 'ready' });
});

it('a ready-made reader is judged by annotated images only: what is found on the others is not wrong', async () => {
  const { id: folderId } = await call(api.folderAdd, { datasetId: trainSet, name: 'half' });
  await uploadFiles(call, folderId, [callFile('known.png', await drawn()), callFile('new.png', await drawn())]);
  const { list } = await call(api.imageList, { folderId, sort: 'name' });
  await draw(list[0]!.id, train.labelId, [{ points: quadAt(10), text: 'CD' }]);
  const none = { training: 'none', length: 'epochs', epochs: 1, warmupEpochs: 0 };
  const { id } = await call(api.trainAdd, { modelId, folderIds: [folderId], params: none, laterParams: [none] });
  const { db, blobs } = server.services;
  const [made] = await db
    .select()
    .from(snapshot)
    .innerJoin(task, eq(task.snapshotId, snapshot.id))
    .where(eq(task.id, id));
  const text = gunzipSync(await readFile(blobs.path(made!.snapshot.manifestSha256))).toString();
  const shapes = text
    .trim()
    .split('\n')
    .map((line) => ManifestLine.parse(JSON.parse(line)).shapes);
  expect(shapes).toMatchObject([
    [{ p: quadAt(10), text: 'CD', ignore: false }],
    [{ p: [0, 0, width, height], text: null, ignore: true }],
  ]);
  // it may have ended already
  await refusal(call(api.taskAct, { id, action: 'stop' }));
  await server.waitFor(call, id, hasEnded);
});

it('takes no 7z', async () => {
  const refused = await refusal(
    call(api.uploadAdd, { folderId: trainFolder, name: 'lots.7z', bytes: 1000, format: '7z' } as never),
  );
  expect(refused).toMatch(/zip only/);
});
