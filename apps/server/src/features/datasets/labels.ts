/** Labels of a data set. */
import { limits, palette, type Label, type LabelDraft } from '@loupe/contract';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, nameTaken, notFound, violates } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { lock, ownDataset, ownLabel } from './scope.ts';
import { dataset, label } from '../../tables/datasets.ts';
import { learnedOf, refuseLearned } from './usage.ts';

/** In lists shapes are counted up to here, so that a label with millions of them costs no more than others. */
const countedInLists = 1000;

/** Shapes that carry a label, as a query; only on images that are there. */
const shapesOfLabel = (
  id: SQL,
  which: SQL,
  bound: SQL,
): SQL<number> => sql<number>`(select count(*) from (select 1 from shape s
  join image i on i.id = s.image_id and i.deleted_at is null join folder f on f.id = i.folder_id
  where s.label_id = ${id} ${which} ${bound}) counted)`;
const bounded = sql`limit ${countedInLists}`;

/** Labels that the runs know which made the predictions of images on which nobody has decided. */
async function proposedOf(tx: Tx, datasetIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct (b ->> 'labelId')::bigint as id from (
      select distinct p.thresholds -> 'byLabel' as labels from proposal p join image i on i.id = p.image_id
      where i.dataset_id = any(${sql.param(datasetIds)}::bigint[]) and i.state = 'preLabeled' and i.deleted_at is null
    ) runs cross join jsonb_array_elements(runs.labels) b`);
  return new Set(rows.map((row) => row.id));
}

/** Live labels of data sets in their order, with the objects that carry them: a region to ignore is none, and is counted apart where all are. */
export async function labelsOf(
  tx: Tx,
  datasetIds: readonly number[],
  counting: 'exact' | 'bounded' = 'exact',
): Promise<(Label & { datasetId: number })[]> {
  if (datasetIds.length === 0) return [];
  const isExact = counting === 'exact';
  const rows = await tx
    .select({
      ...(isExact && { ignored: shapesOfLabel(sql`label.id`, sql`and s.ignore`, sql``) }),
      id: label.id,
      datasetId: label.datasetId,
      name: label.name,
      color: label.color,
      ordinal: label.ordinal,
      shapes: shapesOfLabel(sql`label.id`, sql`and not s.ignore`, isExact ? sql`` : bounded),
    })
    .from(label)
    .where(and(inArray(label.datasetId, [...datasetIds]), isNull(label.deletedAt)))
    .orderBy(label.datasetId, label.ordinal, label.id);
  if (!isExact) return rows;
  const learned = await learnedOf(tx, datasetIds);
  const proposed = await proposedOf(tx, datasetIds);
  return rows.map((row) => ({ ...row, learned: learned.has(row.id), proposed: proposed.has(row.id) }));
}

/** The colour for the label that comes at this place. */
export const colorAt = (ordinal: number): string => palette[ordinal % palette.length]!;

/** Adds labels behind those that are there. The data set must be locked. */
export async function insertLabels(tx: Tx, datasetId: number, drafts: readonly LabelDraft[]): Promise<Label[]> {
  if (drafts.length === 0) return [];
  const [there] = await tx
    .select({
      live: sql<number>`count(*) filter (where ${label.deletedAt} is null)`,
      next: sql<number>`coalesce(max(${label.ordinal}), -1) + 1`,
    })
    .from(label)
    .where(eq(label.datasetId, datasetId));
  if (there!.live + drafts.length > limits.labelsPerDataset)
    throw new AppError('label.tooMany', { args: { max: limits.labelsPerDataset } });
  const rows = drafts.map((draft, i) => ({ ...draft, datasetId, ordinal: there!.next + i }));
  const added = await tx.insert(label).values(rows).returning();
  await touchLabels(tx, datasetId);
  return added.map(({ id, name, color, ordinal }) => ({ id, name, color, ordinal, shapes: 0 }));
}

const touchLabels = (tx: Tx, datasetId: number) =>
  tx
    .update(dataset)
    .set({ labelRev: sql`${dataset.labelRev} + 1` })
    .where(eq(dataset.id, datasetId));

/** Turns the unique violation of label names into its message. */
export const namingLabel = (error: unknown, field = 'name'): never => {
  throw violates(error, 'label_name') ? nameTaken('label.nameExists', field) : error;
};

export async function addLabel(
  services: Services,
  actor: Actor,
  input: LabelDraft & { datasetId: number },
): Promise<Label> {
  const { datasetId, ...draft } = input;
  await ownDataset(services.db, actor, datasetId);
  const work = inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, datasetId, 'no key update');
    return insertLabels(tx, datasetId, [draft]);
  });
  const [added] = await work.catch(namingLabel);
  return added!;
}

export async function updateLabel(
  services: Services,
  actor: Actor,
  input: LabelDraft & { id: number },
): Promise<Label> {
  const own = await ownLabel(services.db, actor, input.id);
  const work = inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, own.dataset.id, 'no key update');
    const changed = await tx
      .update(label)
      .set({ name: input.name, color: input.color })
      .where(and(eq(label.id, input.id), isNull(label.deletedAt)))
      .returning({ id: label.id });
    if (changed.length === 0) throw notFound();
    await touchLabels(tx, own.dataset.id);
    return (await labelsOf(tx, [own.dataset.id], 'bounded')).find((one) => one.id === input.id)!;
  });
  const { datasetId: _, ...changed } = await work.catch(namingLabel);
  return changed;
}

/** The row stays for the history of shapes; only its name becomes free. */
export async function deleteLabel(services: Services, actor: Actor, id: number): Promise<void> {
  const own = await ownLabel(services.db, actor, id);
  await inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, own.dataset.id, 'no key update');
    // edits and trainings that use the label hold it; from here on new ones wait and then find it gone
    await lock(tx, label, id, 'update');
    await refuseLearned(tx, own.dataset.id, id);
    const [counted] = await tx
      .select({ shapes: shapesOfLabel(sql`label.id`, sql``, bounded) })
      .from(label)
      .where(and(eq(label.id, id), isNull(label.deletedAt)));
    if (!counted) throw notFound();
    const { shapes } = counted;
    if (shapes > 0)
      throw new AppError('label.inUse', { args: { count: shapes < countedInLists ? shapes : `${shapes}+` } });
    await tx
      .update(label)
      .set({ deletedAt: sql`clock_timestamp()` })
      .where(eq(label.id, id));
    await touchLabels(tx, own.dataset.id);
  });
}
