/**
 * Which versions and tasks use a data set. "Referenced": a version, or a training under way, was made
 * from its images. What lies in the bin counts too, for it may come back.
 */
import { kindsByVersion, openStates, usesText, type DatasetUsage } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';

const list = (ids: readonly (number | string)[]) =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );

/** Of the task `t`: a ready-made reader is made beside images, not from them. */
const learns = sql`coalesce((t.run ->> 'learnsNothing')::boolean, false) is false`;
const openTraining = sql`${learns} and t.kind in (${list(kindsByVersion('made'))}) and t.state in (${list(openStates)})`;

/** Of these data sets the referenced ones. */
export async function referencedOf(tx: Tx, datasetIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (datasetIds.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number }>(sql`
    select d.id from dataset d where d.id in (${list(datasetIds)}) and (
      exists (select 1 from snapshot_dataset sd join public.version v on v.snapshot_id = sd.snapshot_id
              left join public.task t on t.id = v.task_id where sd.dataset_id = d.id and ${learns})
      or exists (select 1 from snapshot_dataset sd join public.task t on t.snapshot_id = sd.snapshot_id
                 where sd.dataset_id = d.id and ${openTraining}))`);
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
  plan_name: string;
  function_name: string;
  version_id: number | null;
  version_number: number | null;
  task_id: number;
  holds: boolean;
  in_bin: boolean;
}

/** Every task and version whose snapshot names the data set's images; `holds`: it makes the set a referenced one. */
async function usageRows(tx: Tx, datasetId: number): Promise<UsageRow[]> {
  const { rows } = await tx.execute<UsageRow>(sql`
    with s as (select snapshot_id as id from snapshot_dataset where dataset_id = ${datasetId})
    select m.id as model_id, m.plan_name, m.function_name, v.id as version_id, v.number as version_number,
           v.task_id, ${learns} as holds, m.bin_id is not null as in_bin
    from s join public.version v on v.snapshot_id = s.id join public.model m on m.id = v.model_id
    left join public.task t on t.id = v.task_id
    union all
    select m.id, m.plan_name, m.function_name, v.id, v.number, t.id, ${openTraining}, m.bin_id is not null
    from s join public.task t on t.snapshot_id = s.id join public.model m on m.id = t.model_id
    left join public.version v on v.id = t.version_id
    where not exists (select 1 from public.version made where made.task_id = t.id)
    order by task_id, version_id`);
  return rows;
}

const usageOf = (row: UsageRow): DatasetUsage => ({
  modelId: row.model_id,
  modelName: `${row.plan_name} / ${row.function_name}`,
  versionId: row.version_id,
  versionNumber: row.version_number,
  taskId: row.task_id,
  inBin: row.in_bin,
});

export const datasetUsage = async (tx: Tx, datasetId: number): Promise<DatasetUsage[]> =>
  (await usageRows(tx, datasetId)).map(usageOf);

/** Refuses what a referenced data set does not allow, naming what uses it. */
export async function refuseReferenced(tx: Tx, datasetId: number): Promise<void> {
  const holding = (await usageRows(tx, datasetId)).filter((row) => row.holds);
  if (holding.length === 0) return;
  throw new AppError('dataset.referenced', { args: { versions: usesText(holding.map(usageOf)) } });
}
