/** Deleting a model with everything that hangs on it: versions, tasks, own data sets, online entries. */
import { modelName, type Deleted, type DeletePreview } from '@loupe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { addToBin, hide, hideTasks } from '../bin/index.ts';
import { inLiveFolder, takeImports } from '../datasets/index.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { onlineEntry } from '../../tables/online.ts';
import { task } from '../../tables/tasks.ts';
import { upload } from '../../tables/uploads.ts';
import { ownModel } from './scope.ts';
import { model, version } from '../../tables/models.ts';

const setsOf = (tx: Tx, id: number) => tx.select({ id: dataset.id }).from(dataset).where(eq(dataset.modelId, id));
const versionsOf = (tx: Tx, id: number) => tx.select({ id: version.id }).from(version).where(eq(version.modelId, id));

async function previewOf(db: Tx, actor: Actor, id: number): Promise<DeletePreview> {
  const row = await ownModel(db, actor, id);
  const isOfModel = inArray(onlineEntry.versionId, versionsOf(db, id));
  return {
    name: modelName(row),
    datasets: await db.$count(dataset, eq(dataset.modelId, id)),
    ...(await sumsOf(db, id)),
    models: 1,
    versions: await db.$count(version, eq(version.modelId, id)),
    onlineEntries: await db.$count(onlineEntry, isOfModel),
    entriesOn: await db.$count(onlineEntry, and(isOfModel, eq(onlineEntry.enabled, true))),
  };
}

export const previewDelete = ({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> =>
  previewOf(db, actor, id);

/** What lies in the model's own data sets. */
async function sumsOf(tx: Tx, id: number) {
  const folders = await tx.$count(folder, inArray(folder.datasetId, setsOf(tx, id)));
  const [sums] = await tx
    .select({ images: sql<number>`count(*)`, shapes: sql<number>`coalesce(sum(${image.nShapes}), 0)::bigint` })
    .from(image)
    .where(and(inArray(image.datasetId, setsOf(tx, id)), isNull(image.deletedAt), inLiveFolder));
  return { folders, ...sums! };
}

/** Into the bin, with its versions, tasks, own data sets and online entries. */
export async function deleteModel(services: Services, actor: Actor, id: number): Promise<Deleted> {
  const { projectId } = await ownModel(services.db, actor, id);
  return inTransaction(services.db, async (tx) => {
    // no task can be queued meanwhile: adding one locks the model's row too
    found((await tx.select({ id: model.id }).from(model).where(eq(model.id, id)).for('update'))[0]);
    const counts = await previewOf(tx, actor, id);
    const binId = await addToBin(tx, actor, { kind: 'model', projectId, modelId: id, name: counts.name, counts });
    await hideTasks(tx, binId, eq(task.modelId, id));
    await takeImports(tx, binId, inArray(upload.datasetId, setsOf(tx, id)));
    await hide(tx, binId, onlineEntry, inArray(onlineEntry.versionId, versionsOf(tx, id)));
    await hide(tx, binId, version, eq(version.modelId, id));
    await hide(tx, binId, folder, inArray(folder.datasetId, setsOf(tx, id)));
    await hide(tx, binId, dataset, eq(dataset.modelId, id));
    await hide(tx, binId, model, eq(model.id, id));
    return { binId };
  });
}
