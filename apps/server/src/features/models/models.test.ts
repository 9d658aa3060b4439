/** Models: names, own data, what deleting takes along. */
import { existsSync, mkdirSync } from 'node:fs';
import { api, type Call } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { taskFolder } from '../../tasks-runner/run-folder.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { sweepRuns } from '../../tasks-runner/tidy.ts';
import { emptyBin } from '../../testing/bin.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { onlineEntry } from '../../tables/online.ts';
import { task } from '../../tables/tasks.ts';
import { model, snapshot, version } from '../../tables/models.ts';

let server: TestServer;
let a: Call;
let b: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  [a, b] = [server.as(server.a), server.as(server.b)];
  material = await addMaterial(server.services, server.a);
});
afterAll(() => server.close());

const notFound = { code: 404 };

it('adds, renames and lists models, each plan and function name once in a project', async () => {
  const { projectId } = material;
  const added = await a(api.modelAdd, { projectId, planName: '方案_1', functionName: 'Kratzer' });
  expect(added).toMatchObject({
    versions: 0,
    latestVersionId: null,
    openTasks: 0,
    createdBy: 'anna',
    type: 'singleStage',
  });
  const twice = a(api.modelAdd, { projectId, planName: '方案_1', functionName: 'kratzer' });
  await expect(twice).rejects.toMatchObject({ code: 610, enMsg: expect.stringContaining('already exist') });
  await a(api.modelAdd, { projectId, planName: '方案_1', functionName: 'Delle' });
  const renamed = a(api.modelUpdate, { id: added.id, planName: '方案_1', functionName: 'Delle' });
  await expect(renamed).rejects.toMatchObject({ code: 610 });
  const changed = await a(api.modelUpdate, {
    id: added.id,
    planName: '方案_2',
    functionName: 'Kratzer',
    description: 'x',
  });
  expect(changed).toMatchObject({ planName: '方案_2', description: 'x' });
  const found = await a(api.modelList, { projectId, name: '方案', sort: 'planName' });
  expect(found.list.map(({ planName }) => planName)).toEqual(['方案_1', '方案_2']);
  expect((await a(api.modelList, { name: '%' })).total).toBe(0);
});

it('lists the models of one family', async () => {
  const { id: projectId } = await a(api.projectAdd, { family: 'anomaly', name: 'good_parts' });
  const own = await a(api.modelAdd, { projectId, planName: 'surface', functionName: 'spot' });
  const of = async (family: 'detection' | 'anomaly') => (await a(api.modelList, { family })).list.map(({ id }) => id);
  expect(await of('anomaly')).toEqual([own.id]);
  expect(await of('detection')).not.toContain(own.id);
  expect(await of('detection')).toContain(material.modelId);
  expect((await a(api.versionList, { family: 'anomaly' })).total).toBe(0);
  expect((await a(api.onlineList, { family: 'anomaly' })).total).toBe(0);
  expect((await b(api.modelList, { family: 'anomaly' })).total).toBe(0);
});

it('shows nothing of it to others', async () => {
  const { modelId, projectId } = material;
  expect((await b(api.modelList, {})).total).toBe(0);
  await expect(b(api.modelInfo, { id: modelId })).rejects.toMatchObject(notFound);
  await expect(b(api.modelAdd, { projectId, planName: 'p', functionName: 'f' })).rejects.toMatchObject(notFound);
  await expect(b(api.modelUpdate, { id: modelId, planName: 'p', functionName: 'f' })).rejects.toMatchObject(notFound);
  await expect(b(api.modelDeletePreview, { id: modelId })).rejects.toMatchObject(notFound);
  await expect(b(api.modelDelete, { id: modelId })).rejects.toMatchObject(notFound);
  await expect(b(api.versionList, { modelId })).rejects.toMatchObject(notFound);
  expect((await server.as(server.admin)(api.modelInfo, { id: modelId })).id).toBe(modelId);
});

it('deletes with all that hangs on it, but not while a task is open', async () => {
  const { db, config } = server.services;
  const own = await addMaterial(server.services, server.a);
  const request = { modelId: own.modelId, folderIds: [own.folderId], params: {} };
  const queued = await a(api.trainAdd, request);
  await expect(a(api.modelDelete, { id: own.modelId })).rejects.toMatchObject({
    code: 610,
    enMsg: 'ongoing tasks cannot delete',
  });
  await a(api.taskAct, { id: queued.id, action: 'cancel' });
  const [row] = await db.select().from(task).where(eq(task.id, queued.id));
  const { projectId, modelId } = own;
  const snapshotId = row!.snapshotId!;
  const [made] = await db
    .insert(version)
    .values({
      modelId,
      projectId,
      number: 1,
      taskId: queued.id,
      snapshotId,
      labels: [],
      thresholds: {},
      metrics: {},
      state: 'ready',
    })
    .returning();
  await db
    .insert(onlineEntry)
    .values({ projectId, ownerId: server.a.id, versionId: made!.id, name: 'line_1', thresholds: {} });
  mkdirSync(taskFolder(config.data, queued.id), { recursive: true });
  expect(await a(api.modelDeletePreview, { id: modelId })).toMatchObject({ models: 1, versions: 1, onlineEntries: 1 });
  await a(api.modelDelete, { id: modelId });
  await emptyBin(server);
  await sweepRuns(server.services);
  const left = [
    await db.$count(model, eq(model.id, modelId)),
    await db.$count(version, eq(version.modelId, modelId)),
    await db.$count(task, eq(task.modelId, modelId)),
    await db.$count(snapshot, eq(snapshot.id, snapshotId)),
    await db.$count(onlineEntry, eq(onlineEntry.projectId, projectId)),
  ];
  expect(left).toEqual([0, 0, 0, 0, 0]);
  expect(existsSync(taskFolder(config.data, queued.id))).toBe(false);
});
