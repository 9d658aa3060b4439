/** The version that a training begins with, or is compared with where it begins from nothing. */
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { version, versionStage } from '../models/tables.ts';

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
 * Throws for a version of another model, one without weights, and one of another network.
 */
export async function startOf(
  tx: Tx,
  modelId: number,
  versionId: number | undefined,
  params: Record<string, unknown>,
): Promise<string[] | undefined> {
  if (versionId === undefined) return latestLabels(tx, modelId);
  const [row] = await tx
    .select({ labels: version.labels, params: versionStage.params, best: versionStage.bestSha256 })
    .from(version)
    .innerJoin(versionStage, and(eq(versionStage.versionId, version.id), eq(versionStage.ordinal, 0)))
    .where(and(eq(version.id, versionId), eq(version.modelId, modelId)));
  if (!row) throw notFound();
  if (!row.best) throw new AppError('train.startVersion', { data: { field: 'startVersionId' } });
  const { network } = row.params as { network?: string };
  if (network !== undefined && network !== params['network']) {
    throw new AppError('train.startNetwork', { args: { network }, data: { field: 'network' } });
  }
  return namesOf(row.labels);
}
