/** Asking for an export: what it would hold and lose, why it cannot start, and its task. */
import { isModelFormat, messageWords, type ExportCheck, type ExportRecord, type ExportRequest } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor.ts';
import type { Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { announceTask, wakeWorkers } from '../../../tasks-runner/announce.ts';
import { takeTurn } from '../../../tasks-runner/places.ts';
import { lock, ownDataset } from '../../datasets/index.ts';
import { blob, dataset, image } from '../../../tables/datasets.ts';
import { model } from '../../../tables/models.ts';
import { task } from '../../../tables/tasks.ts';
import { formats } from '../formats/registry.ts';
import { exportInfo } from './history.ts';
import { lossTexts } from './losses.ts';
import {
  chooseFolders,
  drawnImages,
  isExported,
  labelsOf,
  lossesOfChoice,
  lossesOfFolders,
  shapeGroups,
  type Choice,
} from './material.ts';
import type { ExportParams } from './params.ts';
import { addCounts, addLosses, isKept, lossesOf } from './shapes.ts';

async function bytesOf(tx: Tx, folderIds: readonly number[]): Promise<number> {
  const [sums] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${blob.bytes}), 0)::bigint` })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, image.sha256))
    .where(isExported(folderIds));
  return sums!.bytes;
}

async function look(tx: Tx, request: ExportRequest, choice: Choice) {
  const { folders } = choice;
  const format = formats[request.format];
  const ids = folders.map(({ id }) => id);
  const losses = lossesOfChoice(choice);
  addCounts(losses, await lossesOfFolders(tx, format, folders));
  let shapes = 0;
  for (const { shape, count } of await shapeGroups(tx, ids)) {
    const lost = lossesOf(format, shape);
    addLosses(losses, lost, count);
    if (isKept(format, shape)) shapes += count;
  }
  if (format.lossesAmong) {
    for await (const one of drawnImages(tx, ids)) {
      const there = one.shapes.filter((shape) => isKept(format, shape));
      addCounts(losses, format.lossesAmong(there, one.image));
    }
  }
  const labels = format.hasOneClass ? (await labelsOf(tx, [request.datasetId])).length : 1;
  if (labels > 1 && shapes > 0) losses.labels = shapes;
  const hasFiles = request.withImages && !format.cutsImages && ids.length > 0;
  return { shapes, losses, bytes: hasFiles ? await bytesOf(tx, ids) : 0 };
}

export async function checkExport(services: Services, actor: Actor, request: ExportRequest): Promise<ExportCheck> {
  await ownDataset(services.db, actor, request.datasetId);
  // one instant, so that the figures agree with each other
  const instant = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return services.db.transaction(async (tx) => {
    const choice = await chooseFolders(tx, request);
    const { shapes, losses, bytes } = await look(tx, request, choice);
    return {
      images: choice.images,
      shapes,
      folders: choice.folders.length,
      bytes,
      unmarkedFolders: choice.unmarked.map(({ name }) => name),
      losses: lossTexts(losses),
      blocked: choice.blocked && messageWords(choice.blocked.key, choice.blocked.args),
    };
  }, instant);
}

/** What the file is named after: the data set, or the model where all of its data sets are in it. */
async function subjectOf(tx: Tx, { name, modelId }: typeof dataset.$inferSelect, { format }: ExportRequest) {
  if (!isModelFormat(format) || modelId === null) return name;
  const [of] = await tx.select({ planName: model.planName }).from(model).where(eq(model.id, modelId));
  return of?.planName ?? name;
}

export async function addExport(services: Services, actor: Actor, request: ExportRequest): Promise<ExportRecord> {
  const own = await ownDataset(services.db, actor, request.datasetId);
  const id = await services.db.transaction(async (tx) => {
    await lock(tx, dataset, request.datasetId, 'key share');
    const choice = await chooseFolders(tx, request);
    if (choice.blocked) {
      const { key, args = {} } = choice.blocked;
      throw new AppError(key, { args, data: choice.unmarked.map(({ name }) => name) });
    }
    const params: ExportParams = {
      subject: await subjectOf(tx, own.dataset, request),
      ...request,
      folders: request.folderIds ? choice.folders.map(({ name }) => name) : null,
    };
    const [made] = await tx
      .insert(task)
      .values({ kind: 'export', projectId: own.project.id, createdBy: actor.userId, state: 'queued', params })
      .returning({ id: task.id });
    await wakeWorkers(tx);
    return made!.id;
  });
  await takeTurn(services, id);
  await announceTask(services, id, true);
  return exportInfo(services, actor, id);
}
