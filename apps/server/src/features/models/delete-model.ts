/** Deleting a model with everything that hangs on it: versions, tasks, their snapshots, own data sets, online entries, runs. */
import { rm } from 'node:fs/promises';
import { openStates, type DeletePreview } from '@loupe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { taskFolder } from '../../tasks-runner/run-folder.ts';
import { dataset, folder, image } from '../datasets/tables.ts';
import { onlineEntry } from '../online/tables.ts';
import { task } from '../tasks/tables.ts';
import { ownModel } from './scope.ts';
import { model, snapshot, version } from './tables.ts';

const setsOf = (tx: Tx, id: number) => tx.select({ id: dataset.id }).from(dataset).where(eq(dataset.modelId, id));
const versionsOf = (tx: Tx, id: number) => tx.select({ id: version.id }).from(version).where(eq(version.modelId, id));

export async function previewDelete({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> {
  const row = await ownModel(db, actor, id);
  return {
    name: `${row.planName} / ${row.functionName}`,
    datasets: await db.$count(dataset, eq(dataset.modelId, id)),
    ...(await sumsOf(db, id)),
    models: 1,
    versions: await db.$count(version, eq(version.modelId, id)),
    onlineEntries: await db.$count(onlineEntry, inArray(onlineEntry.versionId, versionsOf(db, id))),
  };
}

/** What lies in the model's own data sets. */
async function sumsOf(tx: Tx, id: number) {
  const folders = await tx.$count(folder, inArray(folder.datasetId, setsOf(tx, id)));
  const [sums] = await tx
    .select({ pictures: sql<number>`count(*)`, shapes: sql<number>`coalesce(sum(${image.nShapes}), 0)::bigint` })
    .from(image)
    .where(and(inArray(image.datasetId, setsOf(tx, id)), isNull(image.deletedAt)));
  return { folders, ...sums! };
}

/** Snapshots go with the last task and version that named them. */
async function removeSnapshots(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(snapshot).where(inArray(snapshot.id, ids));
}

export async function deleteModel(services: Services, actor: Actor, id: number): Promise<void> {
  await ownModel(services.db, actor, id);
  const tasks = await services.db.transaction(async (tx) => {
    // no task can be queued meanwhile: adding one locks the model's row too
    await tx.select({ id: model.id }).from(model).where(eq(model.id, id)).for('update');
    const rows = await tx
      .select({ id: task.id, state: task.state, snapshotId: task.snapshotId })
      .from(task)
      .where(eq(task.modelId, id))
      .for('update');
    if (rows.some(({ state }) => (openStates as readonly string[]).includes(state))) {
      throw new AppError('task.ongoingDelete');
    }
    await tx.delete(onlineEntry).where(inArray(onlineEntry.versionId, versionsOf(tx, id)));
    await tx.delete(task).where(eq(task.modelId, id));
    await tx.delete(model).where(eq(model.id, id));
    await removeSnapshots(
      tx,
      rows.flatMap(({ snapshotId }) => snapshotId ?? []),
    );
    await tx.delete(image).where(inArray(image.datasetId, setsOf(tx, id)));
    await tx.delete(dataset).where(eq(dataset.modelId, id));
    return rows;
  });
  // the worker's sweep takes what is left when this is interrupted
  await Promise.all(tasks.map((row) => rm(taskFolder(services.config.data, row.id), { recursive: true, force: true })));
}
