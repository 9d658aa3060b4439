/** One person's whole world as rows: material, a trained version, a finished test, open tasks, an online entry. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { api, type Prediction, type Thresholds } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import { shape } from '../tables/annotation.ts';
import { blob, image } from '../tables/datasets.ts';
import { snapshotImage, version, versionStage } from '../tables/models.ts';
import { onlineEntry, onlineRecord } from '../tables/online.ts';
import { prediction, seriesPoint, task, taskEvent } from '../tables/tasks.ts';
import { upload } from '../tables/uploads.ts';
import type { TestServer } from './app.ts';
import { addMaterial, type Material } from './material.ts';
import type { TestPerson } from './people.ts';
import { goodMetrics } from './ready-version.ts';

export interface World extends Material {
  person: TestPerson;
  name: string;
  shapeId: string;
  versionId: number;
  trainTaskId: number;
  testTaskId: number;
  stoppedTaskId: number;
  queuedTaskId: number;
  exportTaskId: number;
  uploadId: string;
  entryId: number;
  recordId: number;
  /** A folder that lies in the bin. */
  binId: number;
}

const thresholds: Thresholds = { confidence: 0.25, nms: 0.5, iou: 0.5 };
const labels = [
  { name: 'scratch', color: '#ff0000' },
  { name: 'dent', color: '#ff0000' },
];

async function endTask(server: TestServer, id: number, state: string): Promise<void> {
  const now = new Date();
  await server.database.db.update(task).set({ state, startedAt: now, endedAt: now }).where(eq(task.id, id));
}

async function putBlob({ services }: TestServer, bytes: Buffer, mime: string): Promise<string> {
  const { sha256 } = await services.blobs.put([bytes]);
  await services.db.insert(blob).values({ sha256, bytes: bytes.length, mime }).onConflictDoNothing();
  return sha256;
}

async function addVersion(server: TestServer, material: Material, taskId: number, snapshotId: number): Promise<number> {
  const { db } = server.database;
  const [row] = await db
    .insert(version)
    .values({
      modelId: material.modelId,
      projectId: material.projectId,
      number: 1,
      taskId,
      snapshotId,
      labels,
      thresholds,
      metrics: { map50: goodMetrics.map50 },
      state: 'ready',
    })
    .returning({ id: version.id });
  const onnxSha256 = await putBlob(server, randomBytes(64), 'application/octet-stream');
  await db
    .insert(versionStage)
    .values({ versionId: row!.id, ordinal: 0, recipe: 'detect', params: { imageSize: 320 }, paramsV: 1, onnxSha256 });
  const result = { metrics: goodMetrics };
  await db.update(task).set({ versionId: row!.id, result }).where(eq(task.id, taskId));
  return row!.id;
}

async function predict(server: TestServer, taskId: number): Promise<void> {
  const { db } = server.database;
  const [row] = await db.select({ snapshotId: task.snapshotId }).from(task).where(eq(task.id, taskId));
  const images = await db
    .select()
    .from(snapshotImage)
    .where(and(eq(snapshotImage.snapshotId, row!.snapshotId!), eq(snapshotImage.part, 'test')));
  const body: Prediction = { type: 'boxes', items: [{ c: 0, score: 0.9, p: [10, 10, 60, 60] }] };
  for (const { imageId, revision } of images) {
    // oxlint-disable-next-line no-await-in-loop
    await db.insert(prediction).values({ taskId, imageId, revision, body: gzipSync(JSON.stringify(body)), ms: 1 });
  }
}

async function addExport(
  server: TestServer,
  person: TestPerson,
  { projectId, datasetId }: Material,
  subject: string,
): Promise<number> {
  const params = { subject, datasetId, folders: null, format: 'coco', withImages: true };
  const [row] = await server.database.db
    .insert(task)
    .values({ kind: 'export', projectId, createdBy: person.id, state: 'canceled', params, endedAt: new Date() })
    .returning({ id: task.id });
  return row!.id;
}

async function addOnline(server: TestServer, person: TestPerson, material: Material, versionId: number, name: string) {
  const { db } = server.database;
  const [entry] = await db
    .insert(onlineEntry)
    .values({ projectId: material.projectId, ownerId: person.id, versionId, name, thresholds, nRecords: 1 })
    .returning({ id: onlineEntry.id });
  const [first] = await db.select().from(image).where(eq(image.id, material.imageIds[0]!));
  const answer = {
    entryId: entry!.id,
    versionId,
    versionNumber: 1,
    verdict: 'NG',
    thresholds,
    labels,
    width: 128,
    height: 128,
    prediction: { type: 'boxes', items: [] },
    ms: { total: 3, decode: 1, model: 1 },
  };
  const [record] = await db
    .insert(onlineRecord)
    .values({
      entryId: entry!.id,
      sha256: first!.sha256,
      fileName: 'part.png',
      verdict: 'NG',
      detections: 1,
      body: answer,
      ms: 3,
      by: 'browser',
    })
    .returning({ id: onlineRecord.id });
  return { entryId: entry!.id, recordId: record!.id };
}

/** An upload whose bytes never came. */
async function addUpload({ database }: TestServer, person: TestPerson, material: Material): Promise<string> {
  const { projectId, datasetId, folderId } = material;
  const id = randomBytes(16).toString('hex');
  const fields = { name: 'lot.zip', format: 'zip', bytes: 10, folders: 'one', touchedAt: new Date() };
  await database.db.insert(upload).values({ id, userId: person.id, projectId, datasetId, folderId, ...fields });
  return id;
}

let made = 0;

/** Trainings and tests are queued through the API, so that their snapshots are real; their ends are rows. */
export async function addWorld(server: TestServer, person: TestPerson): Promise<World> {
  const { db } = server.database;
  const call = server.as(person);
  const name = `world_${++made}`;
  const material = await addMaterial(server.services, person, { images: 4, side: 128 });
  const { modelId, folderId, imageIds } = material;
  const train = () => call(api.trainAdd, { modelId, folderIds: [folderId], params: {}, confirmed: true });
  const trained = await train();
  await endTask(server, trained.id, 'completed');
  const [row] = await db.select().from(task).where(eq(task.id, trained.id));
  const versionId = await addVersion(server, material, trained.id, row!.snapshotId!);
  await db.insert(seriesPoint).values({ taskId: trained.id, name: 'loss', step: 1, value: 1, attempt: 1 });
  const line = { taskId: trained.id, attempt: 1, seq: 1, at: new Date(), kind: 'phase', body: { name: 'train' } };
  await db.insert(taskEvent).values(line);
  const tested = await call(api.testAdd, { versionId, folderIds: [folderId] });
  await endTask(server, tested.id, 'completed');
  await predict(server, tested.id);
  const stopped = await call(api.testAdd, { versionId, folderIds: [folderId] });
  await endTask(server, stopped.id, 'stopped');
  const queued = await train();
  const { id: spare } = await call(api.folderAdd, { datasetId: material.datasetId, name: 'spare' });
  const { binId } = await call(api.folderDelete, { id: spare });
  const [drawn] = await db.select({ id: shape.id }).from(shape).where(eq(shape.imageId, imageIds[0]!));
  return {
    ...material,
    person,
    name,
    shapeId: drawn!.id,
    versionId,
    trainTaskId: trained.id,
    testTaskId: tested.id,
    stoppedTaskId: stopped.id,
    queuedTaskId: queued.id,
    exportTaskId: await addExport(server, person, material, name),
    uploadId: await addUpload(server, person, material),
    ...(await addOnline(server, person, material, versionId, name)),
    binId,
  };
}

/** The same shape of world with ids that nothing ever had. */
export const ghostWorld = (world: World): World => {
  const gone = 8_000_000_000_001;
  return {
    ...world,
    projectId: gone,
    datasetId: gone,
    folderId: gone,
    modelId: gone,
    labelIds: world.labelIds.map(() => gone),
    imageIds: world.imageIds.map(() => gone),
    shapeId: '00000000-0000-7000-8000-000000000000',
    versionId: gone,
    trainTaskId: gone,
    testTaskId: gone,
    stoppedTaskId: gone,
    queuedTaskId: gone,
    exportTaskId: gone,
    uploadId: '0'.repeat(32),
    entryId: gone,
    recordId: gone,
    binId: gone,
  };
};
