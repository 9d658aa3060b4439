/** Deleting data sets, folders and pictures: what goes with them, and what stays because a snapshot names it. */
import type { DeletePreview } from '@loupe/contract';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { snapshotImage } from '../models/tables.ts';
import { changeFolder } from './counts.ts';
import { lock, ownDataset, ownFolder } from './scope.ts';
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
    where exists (select 1 from snapshot_image si join image i on i.id = si.image_id
                  where si.snapshot_id = s.id and i.dataset_id = ${datasetId})
      and not exists (select 1 from task t where t.snapshot_id = s.id)
      and not exists (select 1 from version v where v.snapshot_id = s.id)`);

export async function deleteDataset(services: Services, actor: Actor, id: number): Promise<void> {
  await ownDataset(services.db, actor, id);
  await inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, id, 'update');
    const usage = await datasetUsage(tx, id);
    if (usage.length > 0) throw new AppError('model.usedDelete', { data: usage });
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

/** All or none: one picture that is not the actor's refuses the whole call. */
export async function deletePictures(services: Services, actor: Actor, ids: readonly number[]): Promise<number> {
  const wanted = [...new Set(ids)];
  const live = and(inArray(image.id, wanted), isNull(image.deletedAt), inOwnProject(actor, image.projectId));
  return inTransaction(services.db, async (tx) => {
    const places = await tx.selectDistinct({ folderId: image.folderId }).from(image).where(live);
    const folderIds = places.flatMap((place) => place.folderId ?? []).sort((a, b) => a - b);
    if (folderIds.length === 0) throw notFound();
    await tx
      .select({ id: folder.id })
      .from(folder)
      .where(inArray(folder.id, folderIds))
      .orderBy(folder.id)
      .for('no key update');
    await refusePreLabeling(tx, folderIds);
    const rows = await tx
      .select({ id: image.id, folderId: image.folderId, state: image.state })
      .from(image)
      .where(live)
      .orderBy(image.id)
      .for('update');
    if (rows.length !== wanted.length) throw notFound();
    await removePictures(tx, inArray(image.id, wanted), false);
    for (const [folderId, gone] of Map.groupBy(rows, (row) => row.folderId)) {
      const annotated = gone.filter((row) => row.state !== 'unannotated').length;
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      if (folderId !== null) await changeFolder(tx, folderId, { images: -gone.length, annotated: -annotated });
    }
    return rows.length;
  });
}
