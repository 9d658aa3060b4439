/** A training from good images: the role of their data set is the truth, and nothing has to be annotated. */
import { limits } from '@loupe/contract';
import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { groupsOf, percentOf, refuseMissingFiles, splitImages, total } from '../images.ts';
import type { PlanRequest, PlanTraining, Split, SplitImage } from '../plan.ts';
import { imageSides, objectSides } from '../sizes.ts';
import { chooseValidationGroups } from '../split.ts';

/** Of the two kinds of images, as the design has them. */
const [okColor, ngColor] = ['#147a45', '#b8232c'] as const;

/** Not kept for the tests. */
const trains = or(isNull(image.part), ne(image.part, 'test'));

interface RoleCounts {
  ok: number;
  ng: number;
  /** NG images of parts whose OK images train: they take no part. */
  ngLeftOut: number;
}

/** Data sets of good images among those of the folders. */
async function goodSets(tx: Tx, folderIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: dataset.id })
    .from(folder)
    .innerJoin(dataset, eq(dataset.id, folder.datasetId))
    .where(and(inArray(folder.id, [...folderIds]), eq(dataset.role, 'ok')));
  return rows.map(({ id }) => id);
}

/**
 * OK images train, and a share of them validates; NG images only validate. What is kept for the tests takes no part.
 * No part (group, whatever list its images are in) both trains and validates: those with NG images validate first, and
 * where they are more than the share, the NG images of those that train are left out. Also how many of each there are.
 */
async function splitByRole(
  tx: Tx,
  { folderIds, params, seed }: PlanRequest,
): Promise<{ split: Split; counts: RoleCounts }> {
  const percent = percentOf(params);
  const sets = await goodSets(tx, folderIds);
  const isGood = sets.length === 0 ? sql`false` : inArray(image.datasetId, sets);
  const good = await groupsOf(tx, folderIds, and(trains, isGood));
  const bad = await groupsOf(tx, folderIds, and(trains, not(isGood)));
  const badKeys = new Set(bad.map(({ key }) => key));
  const withFirst = good.map((one) => ({ ...one, first: badKeys.has(one.key) }));
  const chosen = chooseValidationGroups(withFirst, percent, seed);
  // an only part is divided image by image: there is no other way
  const alone = good.length < 2 ? await splitImages(tx, folderIds, percent, seed, and(trains, isGood)) : null;
  const trained = new Set(alone ? [] : good.filter(({ key }) => !chosen.has(key)).map(({ key }) => key));
  const leftOut = total(bad.filter(({ key }) => trained.has(key)));
  const val = alone?.val ?? total(good.filter(({ key }) => chosen.has(key)));
  const partOfGood = alone?.partOf ?? (({ groupKey }: SplitImage) => (trained.has(groupKey) ? 'train' : 'val'));
  const isGoodSet = new Set(sets);
  return {
    counts: { ok: total(good), ng: total(bad), ngLeftOut: leftOut },
    split: {
      partOf: (one) => {
        if (one.part === 'test') return null;
        if (isGoodSet.has(one.datasetId)) return partOfGood(one);
        return trained.has(one.groupKey) ? null : 'val';
      },
      train: total(good) - val,
      val: val + total(bad) - leftOut,
      rule: 'roles',
    },
  };
}

export const planByRole: PlanTraining = async (tx, request) => {
  await refuseMissingFiles(tx, request.folderIds);
  const { split, counts } = await splitByRole(tx, request);
  if (counts.ok === 0) throw new AppError('train.noOk');
  if (counts.ok < limits.okImagesMin) throw new AppError('train.tooFewOk', { args: { min: limits.okImagesMin } });
  return {
    split,
    warnings: [
      ...(counts.ok < limits.okImagesGood ? [{ key: 'train.fewOk' as const }] : []),
      ...(counts.ngLeftOut > 0 ? [{ key: 'train.ngOfTrained' as const }] : []),
    ],
    check: {
      unannotated: 0,
      objects: 0,
      perLabel: [
        { name: 'OK', color: okColor, objects: counts.ok },
        { name: 'NG', color: ngColor, objects: counts.ng },
      ],
      trial: false,
      objectSides: await objectSides(tx, request.folderIds, trains),
      imageSides: await imageSides(tx, request.folderIds, trains),
    },
  };
};
