/** The version that a training begins with, or is compared with where it begins from nothing. */
import { isOfUse, recipes, type RecipeId } from '@loupe/contract';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { version, versionStage } from '../../tables/models.ts';

const namesOf = (labels: unknown): string[] => (labels as { name: string }[]).map(({ name }) => name);

async function latestLabels(tx: Tx, modelId: number): Promise<string[] | undefined> {
  const [row] = await tx
    .select({ labels: version.labels })
    .from(version)
    .where(eq(version.modelId, modelId))
    .orderBy(desc(version.number))
    .limit(1);
  return row && namesOf(row.labels);
}

/**
 * Labels of the version that the training begins with, else of the model's latest; undefined when it has none.
 * `asked`: the parameters of each stage; `kept`: the stages that stay as they are, beside which the others learn from nothing.
 * Throws for a version of another model, one without weights to go on from, and one whose weights do not fit.
 */
export async function startOf(
  tx: Tx,
  modelId: number,
  versionId: number | undefined,
  asked: readonly Record<string, unknown>[],
  kept: readonly number[] = [],
): Promise<string[] | undefined> {
  if (versionId === undefined) return latestLabels(tx, modelId);
  const rows = await tx
    .select({
      labels: version.labels,
      recipe: versionStage.recipe,
      params: versionStage.params,
      best: versionStage.bestSha256,
    })
    .from(version)
    .innerJoin(versionStage, eq(versionStage.versionId, version.id))
    .where(and(eq(version.id, versionId), eq(version.modelId, modelId)))
    .orderBy(asc(versionStage.ordinal));
  if (!rows[0]) throw notFound();
  if (rows.length !== asked.length) throw withoutWeights();
  rows.forEach((row, i) => {
    if (kept.length === 0 || kept.includes(i)) refuseOther(row, asked[i]!);
  });
  return namesOf(rows[0].labels);
}

/** With what the version's stages were trained, in order. */
export const paramsOfVersion = (tx: Tx, modelId: number, versionId: number): Promise<{ params: unknown }[]> =>
  tx
    .select({ params: versionStage.params })
    .from(versionStage)
    .innerJoin(version, eq(version.id, versionStage.versionId))
    .where(and(eq(version.id, versionId), eq(version.modelId, modelId)))
    .orderBy(asc(versionStage.ordinal));

/** A stage that finds what is left of the labels and stays as it is has to know them all; what was a part then it passes over. */
export async function refuseUnknown(tx: Tx, versionId: number, labels: readonly string[]): Promise<void> {
  const [row] = await tx.select({ labels: version.labels }).from(version).where(eq(version.id, versionId));
  const known = ((row?.labels ?? []) as { name: string; locates?: boolean }[]).filter(({ locates }) => !locates);
  const other = labels.find((label) => !known.some(({ name }) => name === label));
  if (other !== undefined)
    throw new AppError('train.keptLabels', { args: { label: other }, data: { field: 'keptStages' } });
}

const withoutWeights = () => new AppError('train.startVersion', { data: { field: 'startVersionId' } });

interface StartStage {
  recipe: string;
  params: unknown;
  best: string | null;
}
/** Throws where the stage has no weights to go on from, or what is asked for is not what they were made for. */
function refuseOther({ recipe, params, best }: StartStage, asked: Record<string, unknown>): void {
  const own = params as Record<string, unknown>;
  const { start, table } = recipes[recipe as RecipeId];
  if (!best || !isOfUse(start, own)) throw withoutWeights();
  for (const [field, key] of Object.entries(start.same)) {
    // what an old version does not say is the default: its parameters are from before there was a choice
    const value = own[field] ?? table[field]?.default;
    if (value !== asked[field]) {
      throw new AppError(key, { args: { value: String(value) }, data: { field } });
    }
  }
}
