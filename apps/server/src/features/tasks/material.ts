/** The pictures that a task would use: chosen folders, their counts, their labels and the split. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { blob, dataset, folder, image, label } from '../../tables/datasets.ts';
import { chooseValidationGroups, chooseValidationPictures, type Group } from './split.ts';

export interface ClassLabel {
  labelId: number;
  name: string;
  color: string;
}
export type FolderRow = typeof folder.$inferSelect;

/** Pictures whose truth is known: annotated, or checked and found empty. */
export const isChecked = and(isNull(image.deletedAt), inArray(image.state, ['annotated', 'empty']));

export interface OwnFolders {
  folders: FolderRow[];
  datasetIds: number[];
  /** Whether the data sets are the model's own: then their role is the truth of their pictures, and pictures carry a part. */
  areModels: boolean;
}

/** The folders, of one data set of the project or of the model's own; another person's are not found. */
export async function ownFolders(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  place: { projectId: number; modelId: number },
): Promise<OwnFolders> {
  const wanted = [...new Set(ids)];
  const folders = await tx
    .select()
    .from(folder)
    .where(and(inArray(folder.id, wanted), inOwnProject(actor, folder.projectId)));
  if (folders.length !== wanted.length) throw notFound();
  if (folders.some((one) => one.projectId !== place.projectId)) throw new AppError('train.differentProject');
  const datasetIds = [...new Set(folders.map(({ datasetId }) => datasetId))];
  const sets = await tx.select({ modelId: dataset.modelId }).from(dataset).where(inArray(dataset.id, datasetIds));
  const areModels = sets.some(({ modelId }) => modelId !== null);
  if (!areModels && datasetIds.length !== 1) throw new AppError('train.oneDataset');
  if (areModels && sets.some(({ modelId }) => modelId !== place.modelId)) throw new AppError('train.otherModel');
  return { folders, datasetIds, areModels };
}

/** Class order is the labels' order. */
export const classesOf = (tx: Tx, datasetIds: readonly number[]): Promise<ClassLabel[]> =>
  tx
    .select({ labelId: label.id, name: label.name, color: label.color })
    .from(label)
    .where(and(inArray(label.datasetId, [...datasetIds]), isNull(label.deletedAt)))
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
      unannotated: sql<number>`count(*) filter (where ${image.state} not in ('annotated', 'empty'))`.mapWith(Number),
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

export const hasPart = async (tx: Tx, folderIds: readonly number[], part: string): Promise<boolean> =>
  (await tx.$count(image, and(inArray(image.folderId, [...folderIds]), isChecked, eq(image.part, part)))) > 0;

export type Part = 'train' | 'val' | 'test';
export interface SplitPicture {
  id: number;
  folderId: number | null;
  datasetId: number;
  groupKey: string;
  part: string | null;
}
export interface Split {
  /** Null: the picture takes no part. */
  partOf: (picture: SplitPicture) => Part | null;
  train: number;
  val: number;
  /** How the split came about; kept with the snapshot. */
  rule: 'folders' | 'groups' | 'pictures' | 'roles' | 'none';
}

const total = (groups: readonly Group[]): number => groups.reduce((sum, { pictures }) => sum + pictures, 0);

const groupsOf = (tx: Tx, folderIds: readonly number[], more?: SQL): Promise<Group[]> =>
  tx
    .select({ key: image.groupKey, pictures: sql<number>`count(*)`.mapWith(Number) })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, more))
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

async function splitPictures(
  tx: Tx,
  folderIds: readonly number[],
  percent: number,
  seed: number,
  more?: SQL,
): Promise<Split> {
  const rows = await tx
    .select({ id: image.id })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, more));
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
  return splitOff(tx, folderIds, percent, seed);
}

/** A share of the checked pictures validates, by groups where there is more than one. */
async function splitOff(tx: Tx, folderIds: readonly number[], percent: number, seed: number): Promise<Split> {
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

/** Not kept for the tests. */
const trains = or(isNull(image.part), ne(image.part, 'test'));

export interface RoleCounts {
  ok: number;
  ng: number;
  /** NG pictures of parts whose OK pictures train: they take no part. */
  ngLeftOut: number;
}

/** Data sets of good pictures among those of the folders. */
async function goodSets(tx: Tx, folderIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: dataset.id })
    .from(folder)
    .innerJoin(dataset, eq(dataset.id, folder.datasetId))
    .where(and(inArray(folder.id, [...folderIds]), eq(dataset.role, 'ok')));
  return rows.map(({ id }) => id);
}

/**
 * OK pictures train, and a share of them validates; NG pictures only validate. What is kept for the tests takes no part.
 * No part (group, whatever list its pictures are in) both trains and validates: those with NG pictures validate first, and
 * where they are more than the share, the NG pictures of those that train are left out. Also how many of each there are.
 */
export async function splitByRole(
  tx: Tx,
  folderIds: readonly number[],
  percent: number,
  seed: number,
): Promise<{ split: Split; counts: RoleCounts }> {
  const sets = await goodSets(tx, folderIds);
  const isGood = sets.length === 0 ? sql`false` : inArray(image.datasetId, sets);
  const good = await groupsOf(tx, folderIds, and(trains, isGood));
  const bad = await groupsOf(tx, folderIds, and(trains, not(isGood)));
  const badKeys = new Set(bad.map(({ key }) => key));
  const withFirst = good.map((one) => ({ ...one, first: badKeys.has(one.key) }));
  const chosen = chooseValidationGroups(withFirst, percent, seed);
  // an only part is divided picture by picture: there is no other way
  const alone = good.length < 2 ? await splitPictures(tx, folderIds, percent, seed, and(trains, isGood)) : null;
  const learnt = new Set(alone ? [] : good.filter(({ key }) => !chosen.has(key)).map(({ key }) => key));
  const leftOut = total(bad.filter(({ key }) => learnt.has(key)));
  const val = alone?.val ?? total(good.filter(({ key }) => chosen.has(key)));
  const partOfGood = alone?.partOf ?? (({ groupKey }: SplitPicture) => (learnt.has(groupKey) ? 'train' : 'val'));
  const isGoodSet = new Set(sets);
  return {
    counts: { ok: total(good), ng: total(bad), ngLeftOut: leftOut },
    split: {
      partOf: (picture) => {
        if (picture.part === 'test') return null;
        if (isGoodSet.has(picture.datasetId)) return partOfGood(picture);
        return learnt.has(picture.groupKey) ? null : 'val';
      },
      train: total(good) - val,
      val: val + total(bad) - leftOut,
      rule: 'roles',
    },
  };
}
