/** The pictures that a task would use: chosen folders, their counts, their labels and the split. */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { shape } from '../annotation/tables.ts';
import { blob, folder, image, label } from '../datasets/tables.ts';
import { chooseValidationGroups, chooseValidationPictures, type Group } from './split.ts';

export interface ClassLabel {
  labelId: number;
  name: string;
  color: string;
}
export type FolderRow = typeof folder.$inferSelect;

/** Pictures whose truth is known: annotated, or checked and found empty. */
export const isChecked = and(isNull(image.deletedAt), inArray(image.state, ['annotated', 'empty']));

/** The folders, all of one project and one data set; another person's are not found. */
export async function ownFolders(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  projectId: number,
): Promise<{ folders: FolderRow[]; datasetId: number }> {
  const wanted = [...new Set(ids)];
  const folders = await tx
    .select()
    .from(folder)
    .where(and(inArray(folder.id, wanted), inOwnProject(actor, folder.projectId)));
  if (folders.length !== wanted.length) throw notFound();
  if (folders.some((one) => one.projectId !== projectId)) throw new AppError('train.differentProject');
  const datasets = new Set(folders.map(({ datasetId }) => datasetId));
  if (datasets.size !== 1) throw new AppError('train.oneDataset');
  return { folders, datasetId: folders[0]!.datasetId };
}

/** Class order is the labels' order. */
export const classesOf = (tx: Tx, datasetId: number): Promise<ClassLabel[]> =>
  tx
    .select({ labelId: label.id, name: label.name, color: label.color })
    .from(label)
    .where(and(eq(label.datasetId, datasetId), isNull(label.deletedAt)))
    .orderBy(asc(label.ordinal), asc(label.id));

/** Pictures whose file the storage has lost or that is damaged there: a training would end on them. */
export async function refuseMissingFiles(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const rows = await tx
    .select({ name: image.name })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, image.sha256))
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, isNotNull(blob.missing)))
    .orderBy(asc(image.id));
  if (rows.length === 0) return;
  const names = rows.slice(0, 5).map(({ name }) => name);
  throw new AppError('train.filesMissing', { args: { count: rows.length, files: names.join(', ') } });
}

export interface Counts {
  pictures: number;
  unannotated: number;
}

/** Counts by folder, read in the same snapshot as the pictures themselves. */
export async function countPictures(tx: Tx, folderIds: readonly number[]): Promise<Map<number, Counts>> {
  const rows = await tx
    .select({
      folderId: image.folderId,
      pictures: sql<number>`count(*)`.mapWith(Number),
      unannotated: sql<number>`count(*) filter (where ${image.state} = 'unannotated')`.mapWith(Number),
    })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isNull(image.deletedAt)))
    .groupBy(image.folderId);
  const counts = new Map(rows.map(({ folderId, ...rest }) => [folderId!, rest]));
  return new Map(folderIds.map((id) => [id, counts.get(id) ?? { pictures: 0, unannotated: 0 }]));
}

/** Objects by label on the checked pictures of the folders. */
export async function countObjects(tx: Tx, folderIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ labelId: shape.labelId, objects: sql<number>`count(*)`.mapWith(Number) })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, eq(shape.ignore, false)))
    .groupBy(shape.labelId);
  return new Map(rows.flatMap(({ labelId, objects }) => (labelId === null ? [] : [[labelId, objects] as const])));
}

export type Part = 'train' | 'val' | 'test';
export interface Split {
  partOf: (picture: { id: number; folderId: number | null; groupKey: string }) => Part;
  train: number;
  val: number;
  /** How the split came about; kept with the snapshot. */
  rule: 'folders' | 'groups' | 'pictures' | 'none';
}

const total = (groups: readonly Group[]): number => groups.reduce((sum, { pictures }) => sum + pictures, 0);

const groupsOf = (tx: Tx, folderIds: readonly number[]): Promise<Group[]> =>
  tx
    .select({ key: image.groupKey, pictures: sql<number>`count(*)`.mapWith(Number) })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked))
    .groupBy(image.groupKey);

async function splitByFolders(tx: Tx, folderIds: readonly number[], chosen: readonly number[]): Promise<Split> {
  const validates = new Set(chosen);
  const trains = folderIds.filter((id) => !validates.has(id));
  return {
    partOf: ({ folderId }) => (validates.has(folderId ?? 0) ? 'val' : 'train'),
    train: total(await groupsOf(tx, trains)),
    val: total(await groupsOf(tx, chosen)),
    rule: 'folders',
  };
}

async function splitPictures(tx: Tx, folderIds: readonly number[], percent: number, seed: number): Promise<Split> {
  const rows = await tx
    .select({ id: image.id })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked));
  const ids = rows.map(({ id }) => id);
  const chosen = chooseValidationPictures(ids, percent, seed);
  return {
    partOf: ({ id }) => (chosen.has(id) ? 'val' : 'train'),
    train: ids.length - chosen.size,
    val: chosen.size,
    rule: 'pictures',
  };
}

/** Which checked picture trains and which validates. */
export async function splitMaterial(
  tx: Tx,
  folderIds: readonly number[],
  validationFolderIds: readonly number[],
  percent: number,
  seed: number,
): Promise<Split> {
  if (validationFolderIds.length > 0) return splitByFolders(tx, folderIds, validationFolderIds);
  const groups = await groupsOf(tx, folderIds);
  if (groups.length < 2) return splitPictures(tx, folderIds, percent, seed);
  const chosen = chooseValidationGroups(groups, percent, seed);
  const val = total(groups.filter(({ key }) => chosen.has(key)));
  return {
    partOf: ({ groupKey }) => (chosen.has(groupKey) ? 'val' : 'train'),
    train: total(groups) - val,
    val,
    rule: 'groups',
  };
}
