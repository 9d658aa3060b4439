/** The version that a training begins with, or is compared with where it begins from nothing. */
import { isOfUse, recipes, type RecipeId } from '@loupe/contract';
import { and, desc, eq } from 'drizzle-orm';
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
 * Throws for a version of another model, one without weights to go on from, and one whose weights do not fit.
 */
export async function startOf(
  tx: Tx,
  modelId: number,
  versionId: number | undefined,
  params: Record<string, unknown>,
): Promise<string[] | undefined> {
  if (versionId === undefined) return latestLabels(tx, modelId);
  const [row] = await tx
    .select({
      labels: version.labels,
      recipe: versionStage.recipe,
      params: versionStage.params,
      best: versionStage.bestSha256,
    })
    .from(version)
    .innerJoin(versionStage, and(eq(versionStage.versionId, version.id), eq(versionStage.ordinal, 0)))
    .where(and(eq(version.id, versionId), eq(version.modelId, modelId)));
  if (!row) throw notFound();
  const own = row.params as Record<string, unknown>;
  const { start } = recipes[row.recipe as RecipeId];
  if (!row.best || !isOfUse(start, own))
    throw new AppError('train.startVersion', { data: { field: 'startVersionId' } });
  for (const [field, key] of Object.entries(start.same)) {
    const value = own[field];
    if (value !== undefined && value !== params[field]) {
      throw new AppError(key, { args: { value: String(value) }, data: { field } });
    }
  }
  return namesOf(row.labels);
}
