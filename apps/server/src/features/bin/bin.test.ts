import { api, type RouteName, type Route, type ImageSelection } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptCounts } from '../../operations/kept-counts.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addGoodBadModel } from '../../testing/good-bad.ts';
import { binOf, freshWorld } from '../../testing/bin.ts';
import { addPerson, engineerKeys, type TestPerson } from '../../testing/people.ts';
import { probes, type Probe } from '../../testing/probes.ts';
import type { World } from '../../testing/world.ts';
import { purgeBin } from './purge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** What tells of the bin itself, and of what was said meanwhile. */
const beside = ['bin', 'audit', 'tally', 'session', 'socket_message', 'user', 'role', 'role_permission'];

/** Every row of every table; revisions of lists only ever go up, and a restored entry is off. */
async function allRows(): Promise<Record<string, string[]>> {
  const { pool } = server.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname::text <> all($1) order by 1`,
    [beside],
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - array['list_rev', 'state_rev', 'label_rev', 'enabled'])::text as row
        from public."${name}" t order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** As the check-up counts, which sees all rows. */
async function wrongCounts(): Promise<number[]> {
  const client = await server.database.pool.connect();
  await client.query('begin; set local search_path to public');
  const found: number[] = [];
  for (const { wrong } of keptCounts) found.push(Number((await client.query(wrong)).rows[0].n)); // oxlint-disable-line no-await-in-loop
  await client.query('rollback');
  client.release();
  return found;
}

const names = Object.keys(api) as RouteName[];
/** Not about things that can be deleted, or refused to the owner for another reason. */
const elsewhere = new Set<RouteName>(['binRestore', 'binPurge']);
const reading = (stranger: 'hidden' | 'empty') =>
  names.filter((name) => (probes[name] as Probe<RouteName>).stranger === stranger && !elsewhere.has(name));

async function answerOf(name: RouteName, world: World, person: TestPerson): Promise<string> {
  const probe = probes[name] as Probe<RouteName>;
  const files = probe.files?.(world);
  return server
    .as(person)(api[name] as Route, probe.input(world) as never, files ? { files } : {})
    .then(
      (data) => `200 ${JSON.stringify((data as { total?: number } | null)?.total ?? null)}`,
      (error: { code: number }) => String(error.code),
    );
}

describe('a project in the bin', () => {
  it('is nowhere to be seen, for its owner and for those who see all data, and comes back with every row', async () => {
    const { person, world } = await freshWorld(server, 'whole');
    const call = server.as(person);
    const { key } = await call(api.onlineKeyCreate, { id: world.entryId });
    const before = await allRows();
    const { name } = await call(api.projectInfo, { id: world.projectId });
    const { binId } = await call(api.projectDelete, { id: world.projectId, confirmName: name });

    const hidden: Record<string, string> = {};
    // one after the other: each is asked of the same state
    for (const route of reading('hidden')) hidden[route] = await answerOf(route, world, person); // oxlint-disable-line no-await-in-loop
    expect(hidden).toEqual(Object.fromEntries(reading('hidden').map((route) => [route, '404'])));
    const asAdmin: Record<string, string> = {};
    for (const route of reading('hidden')) asAdmin[route] = await answerOf(route, world, server.admin); // oxlint-disable-line no-await-in-loop
    // an upload is its person's own, whatever others may see
    expect(asAdmin).toEqual(hidden);
    const lists: Record<string, string> = {};
    for (const route of reading('empty')) lists[route] = await answerOf(route, world, person); // oxlint-disable-line no-await-in-loop
    expect(lists).toEqual(
      Object.fromEntries(reading('empty').map((route) => [route, route === 'binList' ? '200 1' : '200 0'])),
    );
    expect(await call(api.uploadList, {})).toMatchObject({ list: [], total: 0 });
    expect(await call(api.dashboardInfo, {})).toMatchObject({
      projects: 0,
      datasets: 0,
      images: 0,
      models: 0,
      versions: 0,
      tasks: [],
      recentDatasets: [],
    });
    const byKey = await server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/online/detectByKey',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    });
    expect([byKey.statusCode, byKey.json().en_msg]).toEqual([403, expect.stringContaining('is in the bin')]);

    const item = (await binOf(server, person))[0]!;
    expect(item).toMatchObject({ id: binId, kind: 'project', name, counts: { datasets: 1, images: 4, versions: 1 } });
    expect(Date.parse(item.until) - Date.parse(item.deletedAt)).toBeCloseTo(30 * 86_400_000, -4);
    expect(await call(api.binRestore, { id: binId })).toEqual({
      kind: 'project',
      renamed: [],
      moreRenamed: 0,
      entriesOff: 1,
    });
    expect(await allRows()).toEqual(before);
    expect((await call(api.onlineInfo, { id: world.entryId })).enabled).toBe(false);
    // what lay in the bin before lies there again
    expect((await binOf(server, person)).map(({ id }) => id)).toEqual([world.binId]);
  });

  it('asks for its name where an entry is on or it holds many images, else not', async () => {
    const { person, world } = await freshWorld(server, 'asked');
    const call = server.as(person);
    const { projectId: id } = world;
    const { name } = await call(api.projectInfo, { id });
    expect(await call(api.projectDeletePreview, { id })).toMatchObject({ entriesOn: 1 });
    await expect(call(api.projectDelete, { id })).rejects.toThrow('Type its name');
    await expect(call(api.projectDelete, { id, confirmName: `${name}x` })).rejects.toThrow('Type its name');
    const entry = await call(api.onlineInfo, { id: world.entryId });
    const { versionId, thresholds } = entry;
    await call(api.onlineUpdate, { id: entry.id, name: entry.name, versionId, thresholds, enabled: false });
    await server.database.pool.query('update folder set n_images = 10000 where id = $1', [world.folderId]);
    await expect(call(api.projectDelete, { id })).rejects.toThrow('Type its name');
    await server.database.pool.query('update folder set n_images = 4 where id = $1', [world.folderId]);
    await call(api.projectDelete, { id });
  });

  it('frees names; what comes back later gets another one where they are taken', async () => {
    const { person, world } = await freshWorld(server, 'named');
    const call = server.as(person);
    const project = await call(api.projectInfo, { id: world.projectId });
    const set = await call(api.datasetInfo, { id: world.datasetId });
    const { binId } = await call(api.projectDelete, { id: project.id, confirmName: project.name });
    const other = await call(api.projectAdd, { family: 'detection', name: project.name });
    await call(api.datasetAdd, { projectId: other.id, name: set.name });
    await call(api.projectAdd, { family: 'detection', name: `${project.name}_2` });
    expect(await call(api.binRestore, { id: binId })).toMatchObject({
      renamed: [
        { from: project.name, to: `${project.name}_3` },
        { from: set.name, to: `${set.name}_2` },
      ],
    });
    expect((await call(api.projectInfo, { id: project.id })).name).toBe(`${project.name}_3`);
  });
});

describe('parts of a project in the bin', () => {
  type Put = (world: World, call: ReturnType<TestServer['as']>) => Promise<number>;
  const puts: Record<string, { put: Put; gone: RouteName[] }> = {
    folder: {
      put: async ({ folderId }, call) => (await call(api.folderDelete, { id: folderId })).binId,
      gone: ['folderInfo', 'imageList', 'imageIds', 'imageInfo', 'imageNeighbours', 'imageFile', 'imageThumb']
        .concat(['imageShapes', 'imageOps', 'imageOpsAfter', 'imageDelete', 'imageRename', 'imagePart'])
        .concat(['imageMove', 'imageUpload', 'trainAdd', 'testAdd', 'uploadAdd', 'uploadInfo']) as RouteName[],
    },
    images: {
      put: async ({ imageIds }, call) => (await call(api.imageDelete, { ids: imageIds })).binIds[0]!,
      gone: ['imageInfo', 'imageNeighbours', 'imageFile', 'imageThumb', 'imageShapes', 'imageOps', 'imageDelete'],
    },
    model: {
      put: async ({ modelId }, call) => (await call(api.modelDelete, { id: modelId })).binId,
      gone: [
        'modelInfo',
        'versionInfo',
        'versionOnnx',
        'versionProbes',
        'taskInfo',
        'taskSeries',
        'taskLines',
        'testSummary',
        'testTable',
      ].concat([
        'trainAdd',
        'testAdd',
        'onlineInfo',
        'onlineDetect',
        'onlineRecords',
        'onlineRecordFile',
      ]) as RouteName[],
    },
    onlineEntry: {
      put: async ({ entryId }, call) => (await call(api.onlineDelete, { id: entryId })).binId,
      gone: ['onlineInfo', 'onlineDetect', 'onlineRecords', 'onlineRecord', 'onlineRecordFile', 'onlineKeyCreate'],
    },
  };

  it.each(Object.keys(puts))('%s: gone at once, counted away, and back with every row', async (kind) => {
    const { person, world } = await freshWorld(server, `part_${kind}`);
    const call = server.as(person);
    const before = await allRows();
    const { put, gone } = puts[kind]!;
    const binId = await put(world, call);
    const answers: Record<string, string> = {};
    for (const route of gone) answers[route] = await answerOf(route, world, person); // oxlint-disable-line no-await-in-loop
    expect(answers).toEqual(Object.fromEntries(gone.map((route) => [route, '404'])));
    expect((await binOf(server, person))[0]).toMatchObject({ id: binId, kind });
    const set = await call(api.datasetInfo, { id: world.datasetId });
    const isEmptied = kind === 'folder' || kind === 'images';
    expect([set.images, set.labels.reduce((sum, { shapes }) => sum + shapes, 0)]).toEqual(isEmptied ? [0, 0] : [4, 4]);
    expect(await wrongCounts()).toEqual([0, 0, 0]);
    await call(api.binRestore, { id: binId });
    expect(await allRows()).toEqual(before);
    expect(await wrongCounts()).toEqual([0, 0, 0]);
  });

  it('a data set that nothing uses goes and comes back; a model in the bin still holds its own', async () => {
    const { person, world } = await freshWorld(server, 'sets');
    const call = server.as(person);
    await expect(call(api.datasetDelete, { id: world.datasetId })).rejects.toThrow('Models have used this data set');
    const { binId: modelBin } = await call(api.modelDelete, { id: world.modelId });
    await expect(call(api.datasetDelete, { id: world.datasetId })).rejects.toThrow('Delete them from the bin first');
    expect((await call(api.datasetUsage, { id: world.datasetId })).every(({ inBin }) => inBin)).toBe(true);
    await call(api.binPurge, { id: modelBin });
    await purgeBin(server.services);
    const before = await allRows();
    const { binId } = await call(api.datasetDelete, { id: world.datasetId });
    await expect(call(api.datasetInfo, { id: world.datasetId })).rejects.toMatchObject({ code: 404 });
    await expect(call(api.imageInfo, { id: world.imageIds[0]! })).rejects.toMatchObject({ code: 404 });
    await expect(call(api.imageDelete, { ids: world.imageIds })).rejects.toMatchObject({ code: 404 });
    // what lay in it comes back after it
    expect((await binOf(server, person)).map(({ id }) => id)).toEqual([binId]);
    await expect(call(api.binRestore, { id: world.binId })).rejects.toThrow('Restore that first');
    await call(api.binRestore, { id: binId });
    expect(await allRows()).toEqual(before);
  });

  it('images of many calls are one thing, come back under other names where these are taken, and with their label', async () => {
    const { person, world } = await freshWorld(server, 'lot');
    const call = server.as(person);
    const { folderId, labelIds, imageIds } = world;
    await call(api.modelDelete, { id: world.modelId });
    await call(api.binPurge, { id: (await binOf(server, person))[0]!.id });
    await purgeBin(server.services);
    const { list: images } = await call(api.imageList, { folderId, sort: 'createdAt' });
    const first: ImageSelection = { filter: { folderId }, except: imageIds.slice(2) };
    const one = await call(api.imageDelete, first);
    const cursor = { after: 0, upTo: imageIds.at(-1)!, binId: one.binIds[0]! };
    const two = await call(api.imageDelete, { filter: { folderId }, cursor });
    expect(two.binIds).toEqual(one.binIds);
    expect((await binOf(server, person))[0]).toMatchObject({ kind: 'images', counts: { images: 4, shapes: 4 } });
    const used = (await call(api.datasetInfo, { id: world.datasetId })).labels.find(({ id }) => labelIds.includes(id))!;
    await call(api.labelDelete, { id: used.id });
    const taken = images[0]!.name;
    await server.database.pool.query(
      `insert into image (folder_id, dataset_id, project_id, name, name_key, sha256, width, height, bits, group_key)
        select folder_id, dataset_id, project_id, name, name_key, sha256, width, height, bits, group_key
        from image where id = $1`,
      [images[0]!.id],
    );
    const { renamed } = await call(api.binRestore, { id: one.binIds[0]! });
    expect(renamed).toEqual([{ from: taken, to: taken.replace('.png', '_2.png') }]);
    const set = await call(api.datasetInfo, { id: world.datasetId });
    expect(set.labels.map(({ id }) => id)).toContain(used.id);
    expect(set.labels.reduce((sum, { shapes }) => sum + shapes, 0)).toBe(4);
  });

  it('names an image that was deleted alone, and the model whose set something lay in', async () => {
    const { person, world } = await freshWorld(server, 'single');
    const call = server.as(person);
    const [first, ...rest] = (await call(api.imageList, { folderId: world.folderId })).list;
    await call(api.imageDelete, { ids: [first!.id] });
    expect((await binOf(server, person))[0]).toMatchObject({ kind: 'images', imageName: first!.name, modelName: null });
    await call(api.imageDelete, { ids: rest.slice(0, 2).map(({ id }) => id) });
    expect((await binOf(server, person))[0]).toMatchObject({ kind: 'images', imageName: null });
    const model = await addGoodBadModel(call);
    await call(api.folderDelete, { id: model.ok.folderId });
    const [item] = await binOf(server, person);
    expect(item).toMatchObject({
      datasetName: 'OK',
      modelName: expect.stringMatching(/^plan_\d+ \/ /),
      imageName: null,
    });
  });

  it('is its owner’s, or that of one who sees all data, and of those who may delete such things', async () => {
    const { person, world } = await freshWorld(server, 'scoped');
    const { binId } = await server.as(person)(api.modelDelete, { id: world.modelId });
    const stranger = server.as(server.b);
    expect((await stranger(api.binList, {})).list.filter(({ projectId }) => projectId === world.projectId)).toEqual([]);
    await expect(stranger(api.binRestore, { id: binId })).rejects.toMatchObject({ code: 404 });
    await expect(stranger(api.binPurge, { id: binId })).rejects.toMatchObject({ code: 404 });
    const few = engineerKeys.filter((key) => key !== 'model/pageList');
    const other = await addPerson(server.database.db, 'few', [...few, 'allData']);
    expect((await server.as(other)(api.binList, { kind: 'model' })).total).toBe(0);
    await expect(server.as(other)(api.binRestore, { id: binId })).rejects.toMatchObject({ code: 403 });
    await server.as(server.admin)(api.binRestore, { id: binId });
    await server.as(person)(api.modelInfo, { id: world.modelId });
  });
});

it('deletes and restores a lot of images with as many statements as a few', async () => {
  const { person, world } = await freshWorld(server, 'many');
  const call = server.as(person);
  const { pool } = server.database;
  await pool.query(
    `insert into image (folder_id, dataset_id, project_id, name, name_key, sha256, width, height, bits, group_key)
      select folder_id, dataset_id, project_id, 'many_' || n || '.png', 'many_' || n, sha256, width, height, bits, 'many_' || n
      from image, generate_series(1, 1500) n where id = $1`,
    [world.imageIds[0]],
  );
  await pool.query('update folder set n_images = n_images + 1500 where id = $1', [world.folderId]);
  const statements = async (work: () => Promise<unknown>): Promise<number> => {
    let n = 0;
    const seen = new WeakSet<object>();
    const counting = (client: { query: (...args: never[]) => unknown }) => {
      if (seen.has(client)) return;
      seen.add(client);
      const query = client.query.bind(client);
      client.query = (...args: never[]) => {
        n++;
        return query(...args);
      };
    };
    pool.on('acquire', counting as never);
    await work();
    pool.off('acquire', counting as never);
    return n;
  };
  const few = await statements(() => call(api.imageDelete, { ids: world.imageIds.slice(0, 2) }));
  const many = await statements(() => call(api.imageDelete, { filter: { folderId: world.folderId } }));
  expect(few).toBeGreaterThan(5);
  expect(many - few).toBeLessThan(10);
  expect(await call(api.folderInfo, { id: world.folderId })).toMatchObject({ images: 0 });
  const [all] = await binOf(server, person);
  expect(all).toMatchObject({ counts: { images: 1502 } });
  expect(await statements(() => call(api.binRestore, { id: all!.id }))).toBeLessThan(40);
  expect(await call(api.folderInfo, { id: world.folderId })).toMatchObject({ images: 1502 });
  expect(await server.database.db.execute(sql`select 1 from image where bin_id = ${all!.id}`)).toMatchObject({
    rows: [],
  });
});
