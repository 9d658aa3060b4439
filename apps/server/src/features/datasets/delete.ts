/** Deleting data sets, folders and pictures: what goes with them, and what stays because a snapshot names it. */
import { usesText, type DeletePreview, type PictureSelection } from '@loupe/contract';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { snapshotImage } from '../models/tables.ts';
import { changeFolder, countsOf, negated } from './counts.ts';
import { lock, ownDataset, ownFolder } from './scope.ts';
import { among, holdSelection } from './selection.ts';
import { dataset, folder, image } from './tables.ts';
import { datasetUsage } from './usage.ts';

const nothing = { datasets: 0, folders: 0, pictures: 0, shapes: 0, models: 0, versions: 0, onlineEntries: 0 };

async function sumsOf(tx: Tx, where: SQL) {
  const [sums] = await tx
    .select({ pictures: sql<number>`count(*)`, shapes: sql<number>`coalesce(sum(${image.nShapes}), 0)::bigint` })
    .from(image)
    .where(and(where, isNull(image.deletedAt)));
  return sums!;
}

export async function previewDataset({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> {
  const own = await ownDataset(db, actor, id);
  const folders = await db.$count(folder, eq(folder.datasetId, id));
  return { ...nothing, name: own.dataset.name, datasets: 1, folders, ...(await sumsOf(db, eq(image.datasetId, id))) };
}

export async function previewFolder({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> {
  const own = await ownFolder(db, actor, id);
  return { ...nothing, name: own.folder.name, folders: 1, ...(await sumsOf(db, eq(image.folderId, id))) };
}

/** A snapshot that no task and no version holds any more pins nothing. */
const dropForgottenSnapshots = (tx: Tx, datasetId: number) =>
  tx.execute(sql`
    delete from snapshot s
    where s.id in (select sd.snapshot_id from snapshot_dataset sd where sd.dataset_id = ${datasetId})
      and not exists (select 1 from task t where t.snapshot_id = s.id)
      and not exists (select 1 from version v where v.snapshot_id = s.id)`);

export async function deleteDataset(services: Services, actor: Actor, id: number): Promise<void> {
  const own = await ownDataset(services.db, actor, id);
  if (own.dataset.modelId !== null) throw new AppError('dataset.ofModel');
  await inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, id, 'update');
    const usage = await datasetUsage(tx, id);
    if (usage.length > 0) throw new AppError('dataset.usedDelete', { args: { uses: usesText(usage) }, data: usage });
    const folders = await tx
      .select({ state: folder.state })
      .from(folder)
      .where(eq(folder.datasetId, id))
      .orderBy(folder.id)
      .for('update');
    if (folders.some((one) => one.state === 'preLabeling')) throw new AppError('prelabel.deleteAfter');
    await tx.select({ id: image.id }).from(image).where(eq(image.datasetId, id)).orderBy(image.id).for('update');
    await dropForgottenSnapshots(tx, id);
    await tx.delete(image).where(eq(image.datasetId, id));
    await tx.delete(dataset).where(eq(dataset.id, id));
  });
}

const inSnapshot = sql`exists (select 1 from ${snapshotImage} where ${snapshotImage.imageId} = ${image.id})`;

/** Removes locked pictures: those in a snapshot are hidden, the others go with their shapes and history. */
async function removePictures(tx: Tx, where: SQL, leaveFolder: boolean): Promise<void> {
  await tx
    .update(image)
    .set({ deletedAt: sql`clock_timestamp()`, ...(leaveFolder ? { folderId: null } : {}) })
    .where(and(where, isNull(image.deletedAt), inSnapshot));
  if (leaveFolder) await tx.update(image).set({ folderId: null }).where(and(where, inSnapshot));
  await tx.delete(image).where(and(where, sql`not ${inSnapshot}`));
}

export async function deleteFolder(services: Services, actor: Actor, id: number): Promise<void> {
  const own = await ownFolder(services.db, actor, id);
  await inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, own.dataset.id, 'key share');
    await lock(tx, folder, id, 'update');
    await refusePreLabeling(tx, [id]);
    const where = eq(image.folderId, id);
    await tx.select({ id: image.id }).from(image).where(where).orderBy(image.id).for('update');
    await removePictures(tx, where, true);
    await tx.delete(folder).where(eq(folder.id, id));
  });
}

async function refusePreLabeling(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const busy = await tx.$count(folder, and(inArray(folder.id, [...folderIds]), eq(folder.state, 'preLabeling')));
  if (busy > 0) throw new AppError('prelabel.deleteAfter');
}

export async function deletePictures(services: Services, actor: Actor, selection: PictureSelection) {
  return inTransaction(services.db, async (tx) => {
    const { pictures, next } = await holdSelection(tx, actor, selection, { sets: 'share' });
    const byFolder = Map.groupBy(pictures, (row) => row.folderId);
    await refusePreLabeling(tx, [...byFolder.keys()]);
    await removePictures(tx, among(pictures.map((row) => row.id)), false);
    for (const [folderId, gone] of byFolder) {
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      await changeFolder(tx, folderId, negated(countsOf(gone.map((row) => row.state))));
    }
    return { deleted: pictures.length, next };
  });
}
