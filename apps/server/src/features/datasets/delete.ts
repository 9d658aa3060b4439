/** Deleting data sets, folders and images: into the bin, with what lies in them. */
import {
  cutText,
  usesText,
  type Deleted,
  type DeletePreview,
  type Parsed,
  type ImageSelection,
  type images as contract,
} from '@loupe/contract';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { addToBin, countsOfBin, hide } from '../bin/index.ts';
import { bin } from '../../tables/bin.ts';
import { changeFolder, countsOf, negated } from './counts.ts';
import { inLiveFolder, lock, ownDataset, ownFolder } from './scope.ts';
import { among, holdSelection, type HeldImage } from './selection.ts';
import { holdingStates } from '../../tasks-runner/state.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { task } from '../../tables/tasks.ts';
import { upload } from '../../tables/uploads.ts';
import { datasetUsage } from './usage.ts';

const nothing = { ...countsOfBin({}), entriesOn: 0 };

async function sumsOf(tx: Tx, where: SQL) {
  const [sums] = await tx
    .select({ images: sql<number>`count(*)`, shapes: sql<number>`coalesce(sum(${image.nShapes}), 0)::bigint` })
    .from(image)
    .where(and(where, isNull(image.deletedAt), inLiveFolder));
  return sums!;
}

async function datasetPreview(tx: Tx, { id, name }: { id: number; name: string }): Promise<DeletePreview> {
  const folders = await tx.$count(folder, eq(folder.datasetId, id));
  return { ...nothing, name, datasets: 1, folders, ...(await sumsOf(tx, eq(image.datasetId, id))) };
}

const folderPreview = async (tx: Tx, { id, name }: { id: number; name: string }): Promise<DeletePreview> => ({
  ...nothing,
  name,
  folders: 1,
  ...(await sumsOf(tx, eq(image.folderId, id))),
});

export const previewDataset = async ({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> =>
  datasetPreview(db, (await ownDataset(db, actor, id)).dataset);

export const previewFolder = async ({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> =>
  folderPreview(db, (await ownFolder(db, actor, id)).folder);

/** Also models in the bin hold it: without its images they could not come back whole. */
async function refuseUsed(tx: Tx, id: number): Promise<void> {
  const usage = await datasetUsage(tx, id);
  if (usage.length === 0) return;
  if (usage.some(({ inBin }) => !inBin))
    throw new AppError('dataset.usedDelete', { args: { uses: usesText(usage) }, data: usage });
  const models = [...new Set(usage.map(({ modelName }) => modelName))].join(', ');
  throw new AppError('dataset.usedInBin', { args: { models }, data: usage });
}

export async function deleteDataset(services: Services, actor: Actor, id: number): Promise<Deleted> {
  const own = await ownDataset(services.db, actor, id);
  if (own.dataset.modelId !== null) throw new AppError('dataset.ofModel');
  return inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, id, 'update');
    await refuseUsed(tx, id);
    const folders = await tx
      .select({ state: folder.state })
      .from(folder)
      .where(eq(folder.datasetId, id))
      .orderBy(folder.id)
      .for('update');
    if (folders.some((one) => one.state === 'preLabeling')) throw new AppError('prelabel.deleteAfter');
    const counts = await datasetPreview(tx, own.dataset);
    const place = { projectId: own.project.id, datasetId: id };
    const binId = await addToBin(tx, actor, { kind: 'dataset', name: counts.name, counts, ...place });
    await takeImports(tx, binId, eq(upload.datasetId, id));
    await hide(tx, binId, folder, eq(folder.datasetId, id));
    await hide(tx, binId, dataset, eq(dataset.id, id));
    return { binId };
  });
}

export async function deleteFolder(services: Services, actor: Actor, id: number): Promise<Deleted> {
  const own = await ownFolder(services.db, actor, id);
  return inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, own.dataset.id, 'key share');
    await lock(tx, folder, id, 'update');
    await refusePreLabeling(tx, [id]);
    const counts = await folderPreview(tx, own.folder);
    const place = { projectId: own.project.id, datasetId: own.dataset.id, folderId: id };
    const binId = await addToBin(tx, actor, { kind: 'folder', name: counts.name, counts, ...place });
    await takeImports(tx, binId, eq(upload.folderId, id));
    await hide(tx, binId, folder, eq(folder.id, id));
    return { binId };
  });
}

async function refusePreLabeling(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const busy = await tx.$count(folder, and(inArray(folder.id, [...folderIds]), eq(folder.state, 'preLabeling')));
  if (busy > 0) throw new AppError('prelabel.deleteAfter');
}

/**
 * With its folder an upload goes out of sight, and nobody could stop an import that still fills other folders. One that
 * waits for its classes goes into the bin with the folder, and comes back with it. `where`: about uploads.
 */
export async function takeImports(tx: Tx, binId: number, where: SQL): Promise<void> {
  const own = tx.select({ id: upload.taskId }).from(upload).where(where);
  // first: what is confirmed at this moment is seen as it is then
  await hide(tx, binId, task, and(inArray(task.id, own), eq(task.state, 'paused')));
  const [busy] = await tx
    .select({ name: upload.name })
    .from(upload)
    .innerJoin(task, eq(task.id, upload.taskId))
    .where(and(where, sql`${task.state} in (${holdingStates})`))
    .limit(1);
  if (busy) throw new AppError('upload.deleteAfter', { args: { name: cutText(busy.name, 100) } });
}

interface Earlier {
  actor: Actor;
  /** Where the calls before this one put their images. */
  binId: number | undefined;
}

/** Where images of one folder go: to those of the calls before, if these are still in the bin. */
async function rowOfImages(tx: Tx, { actor, binId }: Earlier, folderId: number): Promise<number> {
  const [earlier] =
    binId === undefined
      ? []
      : await tx
          .select({ id: bin.id })
          .from(bin)
          .where(
            and(
              eq(bin.id, binId),
              eq(bin.kind, 'images'),
              eq(bin.folderId, folderId),
              eq(bin.deletedBy, actor.userId),
              eq(bin.purging, false),
            ),
          )
          .for('update');
  if (earlier) return earlier.id;
  const [place] = await tx.select().from(folder).where(eq(folder.id, folderId));
  const { projectId, datasetId, name } = place!;
  return addToBin(tx, actor, { kind: 'images', name, counts: {}, projectId, datasetId, folderId });
}

async function putImages(tx: Tx, earlier: Earlier, folderId: number, gone: readonly HeldImage[]): Promise<number> {
  const binId = await rowOfImages(tx, earlier, folderId);
  const hidden = await tx
    .update(image)
    .set({ deletedAt: sql`clock_timestamp()`, binId })
    .where(among(gone.map((row) => row.id)))
    .returning({ shapes: image.nShapes });
  await changeFolder(tx, folderId, negated(countsOf(gone.map((row) => row.state))));
  const [row] = await tx.select({ counts: bin.counts }).from(bin).where(eq(bin.id, binId));
  const before = countsOfBin(row!.counts as Parameters<typeof countsOfBin>[0]);
  const counts = {
    ...before,
    images: before.images + hidden.length,
    shapes: before.shapes + hidden.reduce((sum, { shapes }) => sum + shapes, 0),
  };
  await tx.update(bin).set({ counts }).where(eq(bin.id, binId));
  return binId;
}

export async function deleteImages(
  services: Services,
  actor: Actor,
  selection: Parsed<(typeof contract)['imageDelete']>,
) {
  return inTransaction(services.db, async (tx) => {
    const { images, next } = await holdSelection(tx, actor, selection, { sets: 'share' });
    const byFolder = Map.groupBy(images, (row) => row.folderId);
    await refusePreLabeling(tx, [...byFolder.keys()]);
    const earlier = { actor, binId: cursorOf(selection)?.binId };
    const binIds: number[] = [];
    // one connection: in turn
    for (const [id, gone] of byFolder) binIds.push(await putImages(tx, earlier, id, gone)); // oxlint-disable-line no-await-in-loop
    const binId = binIds[0] ?? earlier.binId;
    return { deleted: images.length, next: next && { ...next, ...(binId === undefined ? {} : { binId }) }, binIds };
  });
}

const cursorOf = (selection: ImageSelection) => ('ids' in selection ? undefined : selection.cursor);
