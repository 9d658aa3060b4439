import { api, cleanupDefault } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';
import { addWorld } from '../../testing/world.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';
import { cleanUp } from './cleanup.ts';
import { parseGpus } from './gpus.ts';
import { loadBetween, roomOn } from './machine.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

describe('the dashboard', () => {
  it('counts own data and shows what is under way', async () => {
    const person = await addPerson(server.database.db, 'viewer', engineerKeys);
    const call = server.as(person);
    const counts = { projects: 0, datasets: 0, images: 0, models: 0, versions: 0 };
    expect(await call(api.dashboardInfo, {})).toEqual({
      ...counts,
      tasks: [],
      recentDatasets: [],
      reviews: [],
      moreReviews: 0,
      cleanup: null,
    });
    const world = await addWorld(server, person);
    const info = await call(api.dashboardInfo, {});
    expect(info).toMatchObject({ projects: 1, datasets: 1, images: 4, models: 1, versions: 1 });
    expect(info.tasks.map((one) => one.id)).toEqual([world.queuedTaskId]);
    expect(info.recentDatasets.map((one) => one.id)).toEqual([world.datasetId]);
    const project = await call(api.projectAdd, { family: 'anomaly', name: 'castings' });
    await call(api.modelAdd, { projectId: project.id, planName: 'lid', functionName: 'top' });
    // its OK and NG images are no data sets of the list
    expect(await call(api.dashboardInfo, {})).toMatchObject({ projects: 2, datasets: 1, models: 2 });
  });

  it('shows the machine without names or paths (S117)', async () => {
    const machine = await server.as(server.a)(api.dashboardMachine, {});
    expect(machine.cpus).toBeGreaterThan(0);
    expect(machine.memoryUsedBytes).toBeLessThanOrEqual(machine.memoryBytes);
    expect(machine.diskUsedBytes).toBeLessThanOrEqual(machine.diskBytes);
    expect(JSON.stringify({ ...machine, gpus: [] })).not.toMatch(/\/|"host/);
  });

  it('counts as room on the disk what can be filled, not what the disk claims to have', () => {
    const disk = { bsize: 1, blocks: 252, bfree: 221, bavail: 76 };
    expect(roomOn(disk)).toEqual({ diskBytes: 107, diskUsedBytes: 31 });
  });

  it('reads what nvidia-smi prints, also of a card that does not tell its load', () => {
    const text = 'NVIDIA H200, 37, 143771, 1024\nNVIDIA T400, [N/A], 2048, 0\n\n';
    expect(parseGpus(text)).toEqual([
      { name: 'NVIDIA H200', load: 0.37, memoryBytes: 143_771 * 1024 ** 2, memoryUsedBytes: 1024 ** 3 },
      { name: 'NVIDIA T400', load: null, memoryBytes: 2 * 1024 ** 3, memoryUsedBytes: 0 },
    ]);
    expect(parseGpus('NVIDIA-SMI has failed because it could not communicate with the driver.')).toEqual([]);
  });

  it('measures the load between two readings, and nothing where no time passed', () => {
    expect(loadBetween({ idle: 10, all: 100 }, { idle: 40, all: 200 })).toBeCloseTo(0.7);
    expect(loadBetween({ idle: 10, all: 100 }, { idle: 10, all: 100 })).toBeNull();
  });
});

describe('the health of the server', () => {
  it('is public as words alone, and has figures for administrators', async () => {
    const answer = await server.app.inject('/health');
    // no worker runs in this test
    const words = { ok: true, database: 'ok', worker: 'down', inference: 'ok' };
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...words, disk: expect.stringMatching(/ok|low/) }]);
    const info = await server.as(server.admin)(api.healthInfo, {});
    expect(info).toMatchObject({ ...words, workers: 0, predictions: { processes: expect.any(Number) } });
    expect(info.migrations).toBeGreaterThan(0);
    await expect(server.as(server.a)(api.healthInfo, {})).rejects.toMatchObject({ code: 403 });
  });
});

describe('the clean-up', () => {
  it('is off until an administrator switches it on, and then removes old online records and nothing else', async () => {
    const { db } = server.database;
    const world = await addWorld(server, server.b);
    await db.execute(sql`insert into online_record (entry_id, file_name, verdict, detections, body, ms, by, created_at)
      select ${world.entryId}, 'old.png', 'OK', 0, '{}', 1, 'key', clock_timestamp() - interval '31 days'
      from generate_series(1, 1200)`);
    await db.update(onlineEntry).set({ nRecords: 1201 }).where(eq(onlineEntry.id, world.entryId));
    expect(await server.as(server.admin)(api.cleanupInfo, {})).toEqual(cleanupDefault);
    expect(await cleanUp(server.services)).toBe(0);

    const value = { enabled: true, days: 30, note: '' };
    await expect(server.as(server.a)(api.cleanupUpdate, value)).rejects.toMatchObject({ code: 403 });
    await expect(server.as(server.admin)(api.cleanupUpdate, { ...value, days: 0 })).rejects.toThrow();
    await server.as(server.admin)(api.cleanupUpdate, { ...value, note: 'trial server' });
    expect((await server.as(server.a)(api.dashboardInfo, {})).cleanup).toEqual({ ...value, note: 'trial server' });

    expect(await cleanUp(server.services)).toBe(1200);
    const left = await db.select().from(onlineRecord).where(eq(onlineRecord.entryId, world.entryId));
    expect(left.map((one) => one.id)).toEqual([world.recordId]);
    const [entry] = await db.select().from(onlineEntry).where(eq(onlineEntry.id, world.entryId));
    expect(entry!.nRecords).toBe(1);
  });
});
