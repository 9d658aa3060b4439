/** Queues a pre-annotation; tells before what it would take and how the labels match. */
import { limits, type Parsed, type PreannotateCheck, type preannotation as contract, type Task } from '@loupe/contract';
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { holdFolders } from '../../tasks-runner/state.ts';
import { dataset, image } from '../../tables/datasets.ts';
import { preannotationImage } from '../../tables/preannotation.ts';
import { task } from '../../tables/tasks.ts';
import { insertLabels, lock } from '../datasets/index.ts';
import { holdModel } from '../models/index.ts';
import { taskInfo } from '../tasks/index.ts';
import type { PreannotateParams } from './params.ts';
import { mapLabels, versionFor, type MappedLabel } from './place.ts';
import { areBusy, leftAlone, losing, selected, taken } from './selected.ts';

type Asked = Parsed<(typeof contract)['preannotateCheck']>;

/** By the latest one of these that ended by itself. */
export async function secondsFor(tx: Tx, like: SQL, images: number): Promise<number | null> {
  const [last] = await tx
    .select({
      seconds: sql<number>`extract(epoch from ${task.endedAt} - ${task.startedAt})`.mapWith(Number),
      images: sql<number>`(select count(*) from ${preannotationImage} p where p.task_id = ${task.id})`.mapWith(Number),
    })
    .from(task)
    .where(and(eq(task.kind, 'preannotate'), eq(task.state, 'completed'), isNotNull(task.startedAt), like))
    .orderBy(desc(task.id))
    .limit(1);
  return last && last.images > 0 ? (last.seconds / last.images) * images : null;
}

export async function checkPreannotation({ db }: Services, actor: Actor, asked: Asked): Promise<PreannotateCheck> {
  const chosen = await selected(db, actor, asked.selection);
  const used = await versionFor(db, actor, asked.versionId, chosen.place);
  const where = taken(chosen, asked.scope);
  await refuseBusy(db, where);
  const images = await db.$count(image, where);
  return {
    images,
    replaced: await db.$count(image, losing(where)),
    annotated: await db.$count(image, leftAlone(chosen, asked.scope)),
    labels: await mapLabels(db, chosen.place.dataset.id, used.labels),
    seconds: await secondsFor(db, eq(task.modelId, used.modelId), images),
  };
}

/** Those that the data set lacks, as new labels of it. */
async function addMissing(tx: Tx, datasetId: number, labels: readonly MappedLabel[]): Promise<MappedLabel[]> {
  const missing = labels.filter(({ labelId }) => labelId === null);
  const added = await insertLabels(
    tx,
    datasetId,
    missing.map(({ name, color }) => ({ name, color })),
  );
  const byName = new Map(added.map(({ name, id }) => [name, id]));
  return labels.map((one) => ({ ...one, labelId: one.labelId ?? byName.get(one.name) ?? null }));
}

/** Images of another task that proposes: they are not taken twice, which is said before anybody starts. */
export async function refuseBusy(db: Tx, where: SQL): Promise<void> {
  if ((await db.$count(image, areBusy(where))) > 0) throw new AppError('preannotate.running');
}

/** The images and their folders, locked in the order of all locks: the folders before the images that the rows name. */
export async function lockFolders(tx: Tx, where: SQL): Promise<void> {
  await tx.execute(sql`
    select f.id from folder f where f.id in (select ${image.folderId} from ${image} where ${where})
    order by f.id for no key update`);
  await refuseBusy(tx, where);
}

/** A task over the images of the condition. `by`: what proposes. */
export async function queue(
  tx: Tx,
  actor: Actor,
  {
    where,
    params,
    by,
  }: {
    where: SQL;
    params: PreannotateParams;
    by: Pick<typeof task.$inferInsert, 'projectId' | 'modelId' | 'versionId'>;
  },
): Promise<number> {
  const [made] = await tx
    .insert(task)
    .values({
      ...by,
      kind: 'preannotate',
      createdBy: actor.userId,
      state: 'queued',
      params,
      ordinal: sql`extract(epoch from clock_timestamp())`,
    })
    .returning({ id: task.id });
  await addImages(tx, made!.id, where);
  await wakeWorkers(tx);
  return made!.id;
}

/** It is queued: whoever watches is told. */
export async function begun(services: Services, actor: Actor, id: number): Promise<Task> {
  await takeTurn(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}

/** Names the images and their folders, which nobody deletes from until it is done. */
async function addImages(tx: Tx, taskId: number, where: SQL): Promise<void> {
  const added = await tx.execute(sql`
    insert into preannotation_image (task_id, image_id)
    select ${taskId}::bigint, ${image.id} from ${image} where ${where} limit ${limits.preannotateImages + 1}`);
  const count = added.rowCount ?? 0;
  if (count === 0) throw new AppError('preannotate.noImages');
  if (count > limits.preannotateImages)
    throw new AppError('preannotate.tooMany', { args: { max: limits.preannotateImages } });
  await tx.execute(sql`
    insert into task_folder (task_id, folder_id)
    select distinct p.task_id, i.folder_id from preannotation_image p join image i on i.id = p.image_id
    where p.task_id = ${taskId}`);
  await holdFolders(tx, taskId, true);
}

export async function addPreannotation(
  services: Services,
  actor: Actor,
  { versionId, selection, scope, missingLabels }: Parsed<(typeof contract)['preannotateAdd']>,
): Promise<Task> {
  const id = await inTransaction(services.db, async (tx) => {
    const chosen = await selected(tx, actor, selection);
    const used = await versionFor(tx, actor, versionId, chosen.place);
    const datasetId = chosen.place.dataset.id;
    await holdModel(tx, used);
    await lock(tx, dataset, datasetId, 'no key update');
    const where = taken(chosen, scope);
    await lockFolders(tx, where);
    const known = await mapLabels(tx, datasetId, used.labels);
    const labels = missingLabels === 'create' ? await addMissing(tx, datasetId, known) : known;
    const params: PreannotateParams = {
      subject: chosen.subject,
      datasetId,
      scope,
      labels,
      thresholds: used.thresholds,
    };
    const by = { projectId: used.projectId, modelId: used.modelId, versionId: used.id };
    return queue(tx, actor, { where, params, by });
  });
  return begun(services, actor, id);
}
