/** An installation made at commit c40911d (testing/upgrade) is opened by this Loupe: nothing in it is lost, all of it works. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  api,
  apiBase,
  isMessageKey,
  isOpen,
  makeCall,
  uploadUrl,
  type Call,
  type Job,
  type OnlineAnswer,
  type Route,
  type Task,
} from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMigrations, knownMigrations } from './core/migrations.ts';
import { hasEnded } from './testing/runner-server.ts';
import { callFile } from './testing/images.ts';
import { differences, renamed } from './testing/upgrade/compare.ts';
import { startProduct, until, type Product } from './testing/upgrade/old-product.ts';
import type { Seen } from './testing/upgrade/old-walk.ts';
import { areUnchanged, facts, restoreFixture, seen, type Restored } from './testing/upgrade/restored.ts';

let old: Restored;
let product: Product | undefined;

const repository = path.join(import.meta.dirname, '../../..');
const settings = (): Record<string, string> => ({
  LOUPE_DATA: old.data,
  DATABASE_URL: old.url,
  LOUPE_WEB: old.data,
  LOUPE_PYTHON: path.join(old.data, 'engine'),
  NODE_OPTIONS: '',
});

const start = async (roles: string) => {
  await product?.stop();
  product = await startProduct(repository, settings(), roles);
};

beforeAll(async () => {
  old = await restoreFixture();
  const engine = path.join(import.meta.dirname, 'testing/fake-engine.ts');
  writeFileSync(path.join(old.data, 'engine'), `#!/bin/sh\nexec "${process.execPath}" "${engine}" "$@"\n`);
  chmodSync(path.join(old.data, 'engine'), 0o755);
  // no worker yet: what waits goes on waiting while everything is looked at
  await start('api');
});
afterAll(async () => {
  await product?.stop();
  await old.drop();
});

/** A person who was signed in at the time of the update still is. */
const callAs = (authorization: string): Call =>
  makeCall(async ({ url, method, body, headers }) => {
    const init = { method, headers: { ...headers, authorization }, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(`${product!.url}${url}`, init);
    return { status: answer.status, body: await answer.json() };
  });
const call = callAs(facts.tokens.wei);
const page = { pageNum: 1, pageSize: 100 };

const routes = new Map(Object.values(api).map((route: Route) => [route.path, route]));
/** The older path of a route, where it has another one now. */
const moved: Readonly<Record<string, string>> = {
  'task/test/pictures': 'task/test/images',
  'task/test/picture': 'task/test/image',
  'task/test/scores': 'task/test/table',
};

/** The older question in the words of today. */
function questionOf({ path: place, input }: Seen): unknown {
  if (place === 'export/check') return renamed({ ...input });
  const { confidence, score, ...others } = input;
  if (place !== 'task/test/summary' || (confidence ?? score) === undefined) return input;
  return { ...others, thresholds: confidence === undefined ? { score } : { confidence } };
}

/** Asks today's Loupe what the old one was asked. */
async function ask(one: Seen): Promise<unknown> {
  const route = routes.get(moved[one.path] ?? one.path);
  if (!route) throw new Error(`nothing answers ${one.path} now`);
  const headers = { authorization: facts.tokens[one.by], 'content-type': 'application/json' };
  const address = `${product!.url}${apiBase}/${route.path}`;
  if (route.method === 'GET') {
    const texts = Object.entries(one.input).map(([key, value]) => [key, String(value)]);
    const answer = await fetch(`${address}?${new URLSearchParams(texts)}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return route.path === 'task/test/table'
      ? JSON.parse(bytes.toString())
      : createHash('sha256').update(bytes).digest('hex');
  }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(questionOf(one)) });
  const { code, en_msg, data } = (await answer.json()) as { code: number; en_msg: string; data: unknown };
  return code === 200 ? data : `${code} ${en_msg}`;
}

it('still has the migrations that the old database had', () => {
  expect(areUnchanged()).toBe(true);
});

/** Figures that are told otherwise on purpose. */
const changed: ReadonlySet<string> = new Set([
  // data sets that a model owns are counted with it
  'dashboard/info {} .datasets: 3, now 1',
  // online detection, OCR, anomaly detection and administration are entries of their own
  'sysUser/getUserInfo {} .menuList: 3 entries, now 7',
  // pre-annotations queue as well
  'task/queue {} : 4 entries, now 5',
  // customers have a role
  'sys/role/pageList {"pageNum":1,"pageSize":100} .list: 2 entries, now 3',
  'sys/role/pageList {"pageNum":1,"pageSize":100} .total: 2, now 3',
  // an image with two shapes in conflict is left out, and it is said
  'export/check {"datasetId":1,"format":"coco","pictures":true} .images: 9, now 8',
  'export/check {"datasetId":1,"format":"coco","pictures":true} .bytes: 2244, now 1989',
  'export/check {"datasetId":1,"format":"coco","pictures":true} .shapes: 11, now 9',
  // so is what folders are for, and the split of good and bad images into training and test, where a format does not save it
  'export/check {"datasetId":1,"format":"coco","pictures":true} .losses: 1 entries, now 3',
  ...[2, 3].map((id) => `export/check {"datasetId":${id},"format":"coco","pictures":true} .losses: 0 entries, now 1`),
]);

const isChanged = (one: string): boolean =>
  changed.has(one) ||
  // images of detection and anomaly detection take rotated rectangles as well
  /^dataset\/picture\/shapes \{"imageId":\d+\} \.shapeKinds: 2 entries, now 3$/.test(one) ||
  // a region to ignore is no object of its label
  /^(dataset|dashboard)\/.* \.(\w+\[0\]\.)?labels\[1\]\.shapes: 4, now 3$/.test(one);

it('says all that the old one said', async () => {
  const lost: string[] = [];
  for (const one of seen) {
    // as one person looks: a page after the other
    // oxlint-disable-next-line no-await-in-loop
    const now = await ask(one);
    lost.push(...differences(renamed(one.answer), now, old.shift, `${one.path} ${JSON.stringify(one.input)} `));
  }
  expect(lost.filter((one) => !isChanged(one))).toEqual([]);
});

/** Paths of permissions are the specification's; what a report said in words stays as it was said. */
const withoutTexts = (text: string): string =>
  text.replaceAll('dataset/picture/', '').replaceAll(/"(msg|en_msg)": "(\\.|[^"\\])*"/g, '');

it('keeps none of the older names in what is stored', async () => {
  const columns = await old.query(
    `select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb')`,
  );
  const rows = await old.query(
    columns
      .map(
        ({ name, column }) =>
          `select distinct '${name}.${column}' as place, "${column}"::text as text from public."${name}"`,
      )
      .join(' union all '),
  );
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter(({ text }) => /picture|trunk/i.test(withoutTexts(String(text))))).toEqual([]);
});

it('knows every code that is stored', async () => {
  const rows = await old.query(`
    select 'cause.' || (cause ->> 'code') as key from task where cause is not null
    union select 'warning.' || (body ->> 'code') from task_event where kind = 'warning'
    union select 'cause.' || (body ->> 'code') from task_event where kind = 'fault'
    union select 'cause.' || (body #>> '{cause,code}') from task_event where kind = 'end' and body #>> '{cause,code}' is not null
    union select body ->> 'key' from import_note where kind = 'problem'
    union select problem ->> 'key' from upload, jsonb_array_elements(inspection -> 'problems') as problem`);
  const keys = rows.map(({ key }) => String(key));
  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter((key) => !isMessageKey(key))).toEqual([]);
});

it('judges the images of the old records as before, in the browser and with the old key', async () => {
  const { list: entries } = await call(api.onlineList, page);
  expect(entries.length).toBe(2);
  for (const entry of entries) {
    const { list: records } = await call(api.onlineRecords, { ...page, entryId: entry.id });
    expect(records.length).toBe(2);
    for (const { id, fileName } of records) {
      const before = await call(api.onlineRecord, { id });
      const file = await fetch(`${product!.url}${apiBase}/${api.onlineRecordFile.path}?id=${id}`, {
        headers: { authorization: facts.tokens.wei },
      });
      const files = [callFile(fileName, new Uint8Array(await file.arrayBuffer()))];
      const answers: OnlineAnswer[] = [await call(api.onlineDetect, { entryId: entry.id }, { files })];
      if (entry.name === 'lid_check')
        answers.push(await callAs(`Bearer ${facts.onlineKey}`)(api.onlineDetectByKey, {}, { files }));
      for (const { verdict, prediction } of answers) {
        expect(verdict).toBe(before.verdict);
        expect(differences(before.prediction, prediction, 0)).toEqual([]);
      }
    }
  }
});

const ended = (id: number, holds: (task: Task) => boolean = hasEnded): Promise<Task> =>
  until(() => call(api.taskInfo, { id }), holds) as Promise<Task>;

it('goes on with what waited: a training in the queue, paused ones from their checkpoints, failed ones again', async () => {
  await start('api,worker');
  const { list } = await call(api.taskList, { ...page, kind: 'train' });
  const paused = list.filter(({ state }) => state === 'paused');
  const queued = list.filter(({ state }) => isOpen(state) && state !== 'paused');
  const failed = list.filter(({ state, actions }) => state === 'failed' && actions.includes('retry')).slice(0, 1);
  const stopped = list.filter(({ state }) => state === 'stopped');
  expect([paused, queued, failed, stopped].map((tasks) => tasks.length)).toEqual([2, 1, 1, 2]);
  for (const { id } of paused) await call(api.taskAct, { id, action: 'resume' });
  for (const { id } of [...failed, ...stopped]) await call(api.taskAct, { id, action: 'retry' });
  for (const { id, recipe } of [...paused, ...queued, ...failed, ...stopped]) {
    const { state, versionId } = await ended(id);
    expect({ id, state }).toEqual({ id, state: 'completed' });
    expect(versionId).not.toBeNull();
    const loss = (await call(api.taskSeries, { id })).filter(({ name }) => name === 'loss');
    const steps = loss.map(({ step }) => step);
    // one curve without a gap: what the attempt before the update drew, and what came after it
    expect(steps).toEqual(Array.from({ length: steps.length }, (_, i) => i + 1));
    expect(steps.length).toBe(recipe === 'detect' ? (queued.some((one) => one.id === id) ? 20 : 15) : 5);
  }
});

it('reads the backbone of an old version, and gives it to the engine that goes on with an old training', async () => {
  const { list } = await call(api.versionList, page);
  const of = list.flatMap(({ stages }) => stages).filter(({ recipe }) => recipe === 'anomaly');
  expect(of[0]!.params['backbone']).toBe('shipped');
  const paused = 17;
  const [{ n } = {}] = await old.query(`select max(n) as n from attempt where task_id = ${paused}`);
  const job = JSON.parse(readFileSync(path.join(old.data, `runs/${paused}/${String(n)}/job.json`), 'utf8')) as Job;
  expect(job.resume).not.toBeNull();
  expect(job.params).toMatchObject({ method: 'synthetic', backbone: 'shipped' });
  expect(job.params).not.toHaveProperty('trunk');
});

it('tests the old versions again with the same predictions', async () => {
  const { list } = await call(api.taskList, { ...page, kind: 'test' });
  expect(list.length).toBe(3);
  for (const { id, versionId, params } of list) {
    const before = (await call(api.testImages, { ...page, taskId: id })).list;
    const folderIds = [...new Set(await Promise.all(before.map(async ({ imageId }) => folderOf(id, imageId))))];
    const { thresholds } = await call(api.testSummary, { taskId: id });
    const part = params['part'] as 'test' | undefined;
    const again = await call(api.testAdd, { versionId: versionId!, folderIds, thresholds, ...(part ? { part } : {}) });
    expect((await ended(again.id)).state).toBe('completed');
    const after = (await call(api.testImages, { ...page, taskId: again.id })).list;
    const known = before.filter((one) => after.some(({ imageId }) => imageId === one.imageId));
    // but for the image that was deleted since
    expect(before.length - known.length).toBeLessThanOrEqual(1);
    for (const { imageId } of known) {
      const [was, is] = await Promise.all([id, again.id].map((taskId) => call(api.testImage, { taskId, imageId })));
      expect(differences(was!.prediction, is!.prediction, 0)).toEqual([]);
    }
  }
});

const folderOf = async (taskId: number, imageId: number): Promise<number> =>
  (await call(api.testImage, { taskId, imageId })).image.folderId!;

it('goes on with uploads: the rest of the bytes of one, the mapping of another', async () => {
  const { id, rest } = facts.halfUpload;
  const { received } = await call(api.uploadInfo, { id });
  const sent = await fetch(`${product!.url}${uploadUrl(id)}`, {
    method: 'PATCH',
    headers: {
      authorization: facts.tokens.wei,
      'tus-resumable': '1.0.0',
      'upload-offset': String(received),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(rest, 'base64'),
  });
  expect(sent.status).toBe(204);
  const { list } = await call(api.uploadList, page);
  const waiting = list.find(({ state }) => state === 'waiting')!;
  const mapping = waiting.inspection!.classes.map(({ name, labelId }) => ({
    name,
    target: labelId === null ? ({ to: 'none' } as const) : ({ to: 'label', labelId } as const),
  }));
  await call(api.uploadImport, { id: waiting.id, mapping });
  for (const one of [id, waiting.id])
    expect(
      await until(
        () => call(api.uploadInfo, { id: one }),
        ({ state }) => state !== 'importing' && state !== 'inspecting',
      ),
    ).toMatchObject({ state: 'completed', added: 1, refused: one === id ? 0 : 1 });
});

it('gives the files of old exports, and deletes and brings back what was there', async () => {
  const { list } = await call(api.exportList, page);
  expect(list.map(({ withImages }) => withImages).sort()).toEqual([false, false, true, true]);
  for (const { id, bytes } of list) {
    const { url } = await call(api.exportLink, { id });
    const file = await fetch(new URL(url, product!.url), { headers: { authorization: facts.tokens.wei } });
    expect((await file.arrayBuffer()).byteLength).toBe(bytes);
  }
  const { list: projects } = await call(api.projectList, page);
  for (const { id, name } of projects) {
    const { binId } = await call(api.projectDelete, { id, confirmName: name });
    expect((await call(api.projectList, page)).total).toBe(projects.length - 1);
    await call(api.binRestore, { id: binId });
  }
  expect((await call(api.projectList, page)).list).toEqual(projects);
});

/** A command as an operator types it; gives what it said when all is well. */
async function command(...args: string[]): Promise<string> {
  const env = { ...process.env, ...settings(), LOUPE_LANG: 'en' };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += String(text)));
  const [code] = (await once(child, 'exit')) as [number];
  return code === 0 ? output : `${code}: ${output}`;
}

it('is in order, and its backup is whole', async () => {
  const { mustChangePassword } = await callAs('')(api.login, { account: 'admin', password: facts.password });
  expect(mustChangePassword).toBe(false);
  expect(await command('doctor')).toMatch(/^(?!\d).*No problems found/s);
  const to = path.join(old.data, 'copy');
  expect(await command('backup', '--to', to)).toMatch(/^(?!\d).*complete/s);
  expect(await command('doctor', '--backup', to)).toMatch(/^(?!\d).*can be restored/s);
});

it('renames the backbone of a later stage, and the field that a refused job named', async () => {
  const known = knownMigrations();
  const between = known.findIndex(({ tag }) => tag === '0013_backbone');
  const other = await restoreFixture(known.slice(0, between));
  await other.query(`
    update task set later_stages = '[{"recipe": "detect", "params": {"epochs": 3}}, {"recipe": "anomaly", "params": {"trunk": "ppocr"}}]',
      cause = '{"code": "job.invalid", "args": {"field": "params.trunk", "why": "the \\"trunk\\""}}' where id = 15`);
  await applyMigrations(other.client, known.slice(between));
  expect(await other.query('select later_stages as stages, cause from task where id = 15')).toEqual([
    {
      stages: [
        { recipe: 'detect', params: { epochs: 3 } },
        { recipe: 'anomaly', params: { backbone: 'ppocr' } },
      ],
      cause: { code: 'job.invalid', args: { field: 'params.backbone', why: 'the "trunk"' } },
    },
  ]);
  await other.drop();
});

it('renames what lay in the bin of a version between', async () => {
  const known = knownMigrations();
  const between = known.findIndex(({ tag }) => tag === '0010_images');
  const other = await restoreFixture(known.slice(0, between));
  await other.query(`
    insert into bin (kind, project_id, owner_id, name, counts, deleted_by, until)
      select 'pictures', id, owner_id, 'three', '{"pictures": 3, "shapes": 2}', owner_id, clock_timestamp() from project`);
  const client = other.client;
  await applyMigrations(client, known.slice(between));
  expect(await other.query('select distinct kind, counts from bin')).toEqual([
    { kind: 'images', counts: { images: 3, shapes: 2 } },
  ]);
  await other.drop();
});

it('gives predictions of before their source and their doubt, and lets another source stand beside them', async () => {
  const known = knownMigrations();
  const between = known.findIndex(({ tag }) => tag === '0026_proposal_sources');
  const other = await restoreFixture(known.slice(0, between));
  const insert = (imageId: string, versionId: number, more = '') => `
    insert into proposal (image_id, version_id, revision, body, ids, rejected, thresholds, left_out, created_by${more && ', source'})
      values (${imageId}, ${versionId}, 1, '\\x1f8b', '{0190a000-0000-7000-8000-00000000000${versionId}}', '{}', '{"common": 0.5, "byLabel": []}',
        '{burr}', (select min(id) from "user")${more})`;
  const [first, second] = ['(select min(id) from image)', '(select max(id) from image)'];
  await other.query(`
    ${insert(first, 3)}; ${insert(second, 0)};
    update image set uncertainty = 0.75 where id = ${first}; update image set uncertainty = null where id = ${second}`);
  const all = `select id, image_id as image, version_id as version, ids, rejected, left_out, created_by, created_at from proposal order by id`;
  const before = await other.query(all);
  await applyMigrations(other.client, known.slice(between));
  expect(await other.query(all)).toEqual(before);
  const sources = 'select version_id::int as version, source, uncertainty from proposal order by id';
  expect(await other.query(sources)).toEqual([
    { version: 3, source: 'version', uncertainty: 0.75 },
    { version: 0, source: 'similar', uncertainty: 0 },
  ]);
  await other.query(insert(first, 0, ", 'similar'"));
  // one row of each, and none that is neither
  for (const [versionId, source] of [
    [0, 'similar'],
    [3, 'version'],
    [0, 'version'],
    [4, 'similar'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop
    await expect(other.query(insert(first, versionId, `, '${source}'`))).rejects.toThrow(/proposal_/);
  await other.drop();
});
