import { api } from '@loupe/contract';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepBlobs } from '../../operations/sweep-blobs.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { binOf, emptyBin, freshWorld } from '../../testing/bin.ts';
import { purgeBin } from './purge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const count = async (table: string, where: string): Promise<number> =>
  Number((await server.database.pool.query(`select count(*) as n from public.${table} where ${where}`)).rows[0].n);

describe('removing for good', () => {
  it('waits for the days of the setting, and takes everything; blobs are free then', async () => {
    const { person, world } = await freshWorld(server, 'due');
    const call = server.as(person);
    await server.as(server.admin)(api.binSettingUpdate, { days: 3 });
    expect(await call(api.binSetting, {})).toEqual({ days: 3 });
    const { name } = await call(api.projectInfo, { id: world.projectId });
    const { binId } = await call(api.projectDelete, { id: world.projectId, confirmName: name });
    await server.as(server.admin)(api.binSettingUpdate, { days: 30 });
    const item = (await binOf(server, person))[0]!;
    expect(Date.parse(item.until) - Date.parse(item.deletedAt)).toBeCloseTo(3 * 86_400_000, -4);
    const { pool } = server.database;
    const files = await pool.query<{ sha256: string }>(
      'select distinct sha256 from public.image where project_id = $1',
      [world.projectId],
    );
    const stored = async () => {
      await sweepBlobs(pool, path.join(server.services.config.data, 'blobs'), 0);
      return Promise.all(files.rows.map(({ sha256 }) => server.services.blobs.has(sha256)));
    };
    await purgeBin(server.services);
    expect(await count('project', `id = ${world.projectId}`)).toBe(1);
    expect([...new Set(await stored())]).toEqual([true]);
    await emptyBin(server);
    expect([...new Set(await stored())]).toEqual([false]);
    const own = `project_id = ${world.projectId}`;
    for (const table of ['dataset', 'folder', 'image', 'model', 'version', 'task', 'snapshot', 'online_entry', 'bin'])
      expect([table, await count(table, own)]).toEqual([table, 0]); // oxlint-disable-line no-await-in-loop
    expect(await count('project', `id = ${world.projectId}`)).toBe(0);
    await expect(call(api.binRestore, { id: binId })).rejects.toMatchObject({ code: 404 });
  });

  it('of a folder and of images leaves hidden what a snapshot names', async () => {
    const { person, world } = await freshWorld(server, 'frozen');
    const call = server.as(person);
    const { taskId } = { taskId: world.testTaskId };
    const summary = await call(api.testSummary, { taskId });
    const [one] = world.imageIds;
    const { binIds } = await call(api.imageDelete, { ids: [one!] });
    const folder = await call(api.folderDelete, { id: world.folderId });
    expect((await call(api.testSummary, { taskId })).deleted).toBe(summary.images);
    await call(api.binPurge, { id: folder.binId });
    await expect(call(api.binRestore, { id: folder.binId })).rejects.toThrow('no longer in the bin');
    await purgeBin(server.services);
    expect(await count('folder', `id = ${world.folderId}`)).toBe(0);
    expect(await count('bin', `id = any('{${[...binIds, folder.binId].join(',')}}')`)).toBe(0);
    expect(await count('image', `dataset_id = ${world.datasetId} and deleted_at is not null and bin_id is null`)).toBe(
      4,
    );
    expect(await call(api.testSummary, { taskId })).toMatchObject({ deleted: summary.images });
  });

  it('takes only what somebody asked for while the clock may be wrong', async () => {
    const { person, world } = await freshWorld(server, 'jumped');
    const call = server.as(person);
    const folder = await call(api.folderDelete, { id: world.folderId });
    await server.database.pool.query(`update bin set until = clock_timestamp() - interval '1 s'`);
    await purgeBin(server.services, { onlyAsked: true });
    expect(await count('bin', `id = ${folder.binId}`)).toBe(1);
    await call(api.binPurge, { id: folder.binId });
    await purgeBin(server.services, { onlyAsked: true });
    expect(await count('bin', `id = ${folder.binId}`)).toBe(0);
  });

  it('passes over what is being restored', async () => {
    const { person, world } = await freshWorld(server, 'raced');
    const call = server.as(person);
    const { binId } = await call(api.folderDelete, { id: world.folderId });
    await server.database.pool.query(`update bin set until = clock_timestamp() - interval '1 s'`);
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from bin where id = $1 for update', [binId]);
    await purgeBin(server.services);
    expect(await count('bin', `id = ${binId} and not purging`)).toBe(1);
    await client.query('rollback');
    client.release();
    await call(api.binRestore, { id: binId });
    await purgeBin(server.services);
    expect((await call(api.folderInfo, { id: world.folderId })).images).toBe(4);
  });
});
