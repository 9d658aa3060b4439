/**
 * Which versions and tasks use a data set. "Referenced": a version, or a training under way, was made
 * from its images. What lies in the bin counts too, for it may come back.
 */
import { kindsByVersion, openStates, usesText, type DatasetUsage } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { nameOfModel } from '../../tables/models.ts';

const list = (ids: readonly (number | string)[]) =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );

/** Of the task `t`: a ready-made reader is made beside images, not from them. */
const learns = sql`coalesce((t.run ->> 'learnsNothing')::boolean, false) is false`;
const openTraining = sql`${learns} and t.kind in (${list(kindsByVersion('made'))}) and t.state in (${list(openStates)})`;

/** A version was made of the snapshot, or a training under way learns from it. */
const holds = (snapshotId: SQL): SQL => sql`(
  exists (select 1 from public.version v left join public.task t on t.id = v.task_id
          where v.snapshot_id = ${snapshotId} and ${learns})
  or exists (select 1 from public.task t where t.snapshot_id = ${snapshotId} and ${openTraining}))`;

/** Of these data sets the referenced ones. */
export async function referencedOf(tx: Tx, datasetIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (datasetIds.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct sd.dataset_id as id from snapshot_dataset sd
    where sd.dataset_id in (${list(datasetIds)}) and ${holds(sql`sd.snapshot_id`)}`);
  return new Set(rows.map((row) => row.id));
}

/** Of these data sets those that a version or a task was made from, whatever became of it. They cannot be deleted. */
export async function usedOf(tx: Tx, datasetIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (datasetIds.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number }>(sql`
    select d.id from dataset d where d.id in (${list(datasetIds)}) and exists (
      select 1 from snapshot_dataset sd where sd.dataset_id = d.id and (
        exists (select 1 from public.version v where v.snapshot_id = sd.snapshot_id)
        or exists (select 1 from public.task t where t.snapshot_id = sd.snapshot_id and t.model_id is not null)))`);
  return new Set(rows.map((row) => row.id));
}

interface UsageRow extends Record<string, unknown> {
  model_id: number;
  model_name: string;
  version_id: number | null;
  version_number: number | null;
  task_id: number;
  holds: boolean;
  in_bin: boolean;
}

/** The labels of these data sets that a version has learned, or that a training under way learns. */
export async function learnedOf(tx: Tx, datasetIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct (c ->> 'labelId')::bigint as id
    from snapshot_dataset sd join snapshot s on s.id = sd.snapshot_id cross join jsonb_array_elements(s.classes) c
    where sd.dataset_id in (${list(datasetIds)}) and ${holds(sql`s.id`)}`);
  return new Set(rows.map((row) => row.id));
}

/** Every task and version whose snapshot names the data set's images, or those with a class; `holds`: as a training, not only a test. */
async function usageRows(tx: Tx, datasetId: number, labelId?: number): Promise<UsageRow[]> {
  const hasLabel = labelId === undefined ? sql`` : sql`and c.classes @> ${JSON.stringify([{ labelId }])}::jsonb`;
  const { rows } = await tx.execute<UsageRow>(sql`
    with s as (select sd.snapshot_id as id from snapshot_dataset sd join snapshot c on c.id = sd.snapshot_id
               where sd.dataset_id = ${datasetId} ${hasLabel})
    select m.id as model_id, ${nameOfModel} as model_name, v.id as version_id, v.number as version_number,
           v.task_id, ${learns} as holds, m.bin_id is not null as in_bin
    from s join public.version v on v.snapshot_id = s.id join public.model m on m.id = v.model_id
    left join public.task t on t.id = v.task_id
    union all
    select m.id, ${nameOfModel}, v.id, v.number, t.id, ${openTraining}, m.bin_id is not null
    from s join public.task t on t.snapshot_id = s.id join public.model m on m.id = t.model_id
    left join public.version v on v.id = t.version_id
    where not exists (select 1 from public.version made where made.task_id = t.id)
    order by task_id, version_id`);
  return rows;
}

const usageOf = (row: UsageRow): DatasetUsage => ({
  modelId: row.model_id,
  modelName: row.model_name,
  versionId: row.version_id,
  versionNumber: row.version_number,
  taskId: row.task_id,
  inBin: row.in_bin,
});

export const datasetUsage = async (tx: Tx, datasetId: number): Promise<DatasetUsage[]> =>
  (await usageRows(tx, datasetId)).map(usageOf);

const holding = (rows: readonly UsageRow[]): string => usesText(rows.filter((row) => row.holds).map(usageOf));

/** Refuses what a referenced data set does not allow, naming what uses it. */
export async function refuseReferenced(tx: Tx, datasetId: number): Promise<void> {
  const versions = holding(await usageRows(tx, datasetId));
  if (versions !== '') throw new AppError('dataset.referenced', { args: { versions } });
}

/** Refuses what a label does not allow that was learned, naming what learned it; one added since is free. */
export async function refuseLearned(tx: Tx, datasetId: number, labelId: number): Promise<void> {
  const versions = holding(await usageRows(tx, datasetId, labelId));
  if (versions !== '') throw new AppError('label.learned', { args: { versions } });
}
