/** The images that a task would use: their counts, what forbids them, and a share of them that validates. */
import { knownStates, limits } from '@loupe/contract';
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { AppError } from '../core/errors.ts';
import { blob, image } from '../tables/datasets.ts';
import type { PlanRequest, Split } from './plan.ts';
import { chooseValidationGroups, chooseValidationImages, type Group } from './split.ts';

/** Images whose truth is known: annotated, or checked and found empty. */
export const isChecked = and(isNull(image.deletedAt), inArray(image.state, knownStates));

/** Images whose file the storage has lost or that is damaged there: a training would end on them. */
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
  images: number;
  unannotated: number;
}

/** Counts by folder, read in the same snapshot as the images themselves. */
export async function countImages(tx: Tx, folderIds: readonly number[]): Promise<Map<number, Counts>> {
  const rows = await tx
    .select({
      folderId: image.folderId,
      images: sql<number>`count(*)`.mapWith(Number),
      unannotated: sql<number>`count(*) filter (where ${notInArray(image.state, knownStates)})`.mapWith(Number),
    })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isNull(image.deletedAt)))
    .groupBy(image.folderId);
  const counts = new Map(rows.map(({ folderId, ...rest }) => [folderId!, rest]));
  return new Map(folderIds.map((id) => [id, counts.get(id) ?? { images: 0, unannotated: 0 }]));
}

/** Share of the images that validates, in percent. */
export const percentOf = (params: PlanRequest['params']): number =>
  Number(params['validationSplit'] ?? limits.validationSplitMin);

export const total = (groups: readonly Group[]): number => groups.reduce((sum, { images }) => sum + images, 0);

export const groupsOf = (tx: Tx, folderIds: readonly number[], more?: SQL): Promise<Group[]> =>
  tx
    .select({ key: image.groupKey, images: sql<number>`count(*)`.mapWith(Number) })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, more))
    .groupBy(image.groupKey);

/** A share of the checked images validates, image by image. */
export async function splitImages(
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
  const chosen = chooseValidationImages(ids, percent, seed);
  return {
    partOf: ({ id }) => (chosen.has(id) ? 'val' : 'train'),
    train: ids.length - chosen.size,
    val: chosen.size,
    rule: 'images',
  };
}

/** A share of the checked images validates, by groups where there is more than one. */
export async function splitGroups(tx: Tx, folderIds: readonly number[], percent: number, seed: number): Promise<Split> {
  const groups = await groupsOf(tx, folderIds);
  if (groups.length < 2) return splitImages(tx, folderIds, percent, seed);
  const chosen = chooseValidationGroups(groups, percent, seed);
  const val = total(groups.filter(({ key }) => chosen.has(key)));
  return {
    partOf: ({ groupKey }) => (chosen.has(groupKey) ? 'val' : 'train'),
    train: total(groups) - val,
    val,
    rule: 'groups',
  };
}

/** All checked images of the chosen folders validate, those of the others are learned from. */
async function splitByFolders(tx: Tx, folderIds: readonly number[], chosen: readonly number[]): Promise<Split> {
  const validates = new Set(chosen);
  const learned = folderIds.filter((id) => !validates.has(id));
  return {
    partOf: ({ folderId }) => (validates.has(folderId ?? 0) ? 'val' : 'train'),
    train: total(await groupsOf(tx, learned)),
    val: total(await groupsOf(tx, chosen)),
    rule: 'folders',
  };
}

/** A split by share leaves a part empty only where there is one image: to choose other folders would not help. */
export function refuseEmptyPart({ train, val, rule }: Split): void {
  if (train > 0 && val >= limits.validationImagesMin) return;
  if (rule !== 'folders') {
    throw new AppError('train.tooFewAnnotated', { args: { count: train + val, min: limits.validationImagesMin + 1 } });
  }
  throw new AppError(train === 0 ? 'train.noImages' : 'train.noValidation');
}

/** The folders chosen to validate do; where there are none, a share of the images. */
export const splitByRequest = (
  tx: Tx,
  { folderIds, validationFolderIds, params, seed }: PlanRequest,
): Promise<Split> =>
  validationFolderIds.length > 0
    ? splitByFolders(tx, folderIds, validationFolderIds)
    : splitGroups(tx, folderIds, percentOf(params), seed);
