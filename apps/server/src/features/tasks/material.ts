/** What a task is asked to use: the chosen folders and their labels. */
import { families, roleOf, type DatasetRole, type FamilyId } from '@loupe/contract';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { inReach, refusal } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { isChecked, type ClassLabel } from '../../families/index.ts';
import { dataset, folder, image, label } from '../../tables/datasets.ts';
import { project } from '../../tables/projects.ts';

export type FolderRow = typeof folder.$inferSelect;

export interface OwnFolders {
  folders: FolderRow[];
  datasetIds: number[];
}

/** The folders, of one data set of the project or of the model's own; another person's are not found. */
export async function ownFolders(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  place: { projectId: number; modelId: number },
): Promise<OwnFolders> {
  const wanted = [...new Set(ids)];
  const read = async (one: Actor) => {
    const rows = await tx
      .select()
      .from(folder)
      .where(and(inArray(folder.id, wanted), inReach(one, folder.projectId)));
    return rows.length === wanted.length ? rows : [];
  };
  const folders = await read(actor);
  if (folders.length === 0) throw await refusal(tx, actor, read);
  if (folders.some((one) => one.projectId !== place.projectId)) throw new AppError('train.differentProject');
  const datasetIds = [...new Set(folders.map(({ datasetId }) => datasetId))];
  const sets = await tx.select({ modelId: dataset.modelId }).from(dataset).where(inArray(dataset.id, datasetIds));
  const isOwned = sets.some(({ modelId }) => modelId !== null);
  if (!isOwned && datasetIds.length !== 1) throw new AppError('train.oneDataset');
  if (isOwned && sets.some(({ modelId }) => modelId !== place.modelId)) throw new AppError('train.otherModel');
  return { folders, datasetIds };
}

/**
 * Whose labels a training has: the chosen data sets; of a model whose sets say by their roles what is on an image all of them,
 * also those without a chosen folder.
 */
export async function labelledSets(tx: Tx, modelId: number, chosen: readonly number[]): Promise<readonly number[]> {
  const own = await tx
    .select({ id: dataset.id, role: dataset.role, family: project.family })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(eq(dataset.modelId, modelId));
  const areByRole = own.some(({ family, role }) => roleOf(family as FamilyId, role).truth === 'role');
  return areByRole ? own.map(({ id }) => id) : chosen;
}

/** Class order is the labels' order. */
export const classesOf = (tx: Tx, datasetIds: readonly number[]): Promise<ClassLabel[]> =>
  tx
    .select({ labelId: label.id, name: label.name, color: label.color })
    .from(label)
    .where(and(inArray(label.datasetId, [...datasetIds]), isNull(label.deletedAt)))
    .orderBy(asc(label.ordinal), asc(label.id));

/** A label that nobody uses can be deleted while a training of it begins; from here to the end of the transaction it cannot. */
export async function holdLabels(tx: Tx, classes: readonly ClassLabel[]): Promise<void> {
  if (classes.length === 0) return;
  const ids = classes.map(({ labelId }) => labelId);
  await tx.select({ id: label.id }).from(label).where(inArray(label.id, ids)).orderBy(label.id).for('key share');
}

/** Where the role of a data set is the truth of its images: the role of which there is no checked image; null: none lacks. */
export async function lackedRole(tx: Tx, folderIds: readonly number[], part?: string): Promise<DatasetRole | null> {
  if (folderIds.length === 0) return null;
  const rows = await tx
    .selectDistinct({ role: dataset.role, family: project.family })
    .from(image)
    .innerJoin(dataset, eq(dataset.id, image.datasetId))
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(
      and(inArray(image.folderId, [...folderIds]), isChecked, part === undefined ? undefined : eq(image.part, part)),
    );
  const [first] = rows;
  if (!first) return null;
  const kinds = families[first.family as FamilyId].roles.filter(({ truth }) => truth === 'role');
  if (!kinds.some((kind) => kind.role === first.role)) return null;
  return kinds.find((kind) => rows.every(({ role }) => role !== kind.role))?.role ?? null;
}

export const hasPart = async (tx: Tx, folderIds: readonly number[], part: string): Promise<boolean> =>
  (await tx.$count(image, and(inArray(image.folderId, [...folderIds]), isChecked, eq(image.part, part)))) > 0;
