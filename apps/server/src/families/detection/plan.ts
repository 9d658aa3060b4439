/** A training on shapes that people drew: by labels, on checked images; folders or a share of the images validate. */
import { limits } from '@loupe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { imagesIn, isNoConflict } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notMarked } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { folder, image } from '../../tables/datasets.ts';
import { countImages, isChecked, refuseEmptyPart, refuseMissingFiles, splitByRequest, type Counts } from '../images.ts';
import type { PlanRequest, PlanTraining, Split, Warning } from '../plan.ts';
import { refuseOtherSets, warnOfRectangles } from './outlines.ts';
import { locatingOf, refuseLocating, warnOfOutside, type ObjectsByLabel, type ObjectsByPart } from './parts.ts';
import { longestSide, objectSides } from '../sizes.ts';
import { isTrial } from '../trial.ts';

const sum = (counts: Iterable<Counts>, of: keyof Counts): number => [...counts].reduce((all, c) => all + c[of], 0);

/** Refuses what cannot be trained at all. */
async function refuseUntrainable(
  tx: Tx,
  counts: Map<number, Counts>,
  { validationFolderIds, classes }: PlanRequest,
): Promise<void> {
  const isEmpty = ({ images }: Counts) => images === 0;
  const isUnmarked = ({ images, unannotated }: Counts) => images > 0 && unannotated === images;
  const all = [...counts.values()];
  const trains = [...counts].filter(([id]) => !validationFolderIds.includes(id)).map(([, c]) => c);
  if (trains.every(isEmpty)) throw new AppError('train.noImages');
  if (all.every((c) => isEmpty(c) || isUnmarked(c))) throw new AppError('train.noAnnotated');
  const unmarked = [...counts].filter(([, c]) => isUnmarked(c)).map(([id]) => id);
  if (unmarked.length > 0) {
    const rows = await tx.select().from(folder).where(inArray(folder.id, unmarked)).orderBy(folder.id);
    throw notMarked(
      rows.map(({ name }) => name),
      { folderIds: unmarked },
    );
  }
  if (classes.length === 0) throw new AppError('dataset.noLabels');
}

/** Objects by label on the checked images of the folders. */
async function countObjects(tx: Tx, folderIds: readonly number[]): Promise<ObjectsByLabel> {
  const rows = await tx
    .select({ labelId: shape.labelId, objects: sql<number>`count(*)`.mapWith(Number) })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(
      and(
        inArray(image.folderId, [...folderIds]),
        isChecked,
        eq(shape.ignore, false),
        isNoConflict(imagesIn(folderIds)),
      ),
    )
    .groupBy(shape.labelId);
  return new Map(rows.flatMap(({ labelId, objects }) => (labelId === null ? [] : [[labelId, objects] as const])));
}

/** Those to learn from, and those that validate; where a share of the images validates, which ones is not asked. */
async function countByPart(
  tx: Tx,
  { folderIds, validationFolderIds }: PlanRequest,
  all: ObjectsByLabel,
): Promise<ObjectsByPart> {
  if (validationFolderIds.length === 0) return { train: all, val: all };
  const val = await countObjects(tx, validationFolderIds);
  const learned = folderIds.filter((id) => !validationFolderIds.includes(id));
  return { train: await countObjects(tx, learned), val };
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

function warningsOf({ validationFolderIds, classes, known }: PlanRequest, split: Split): Warning[] {
  const share = split.val / (split.train + split.val);
  const names = classes.map(({ name }) => name);
  return [
    ...(validationFolderIds.length > 0 && share < limits.validationShareMin
      ? [{ key: 'train.validationSmall' as const }]
      : []),
    ...(known && !sameNames(known, names) ? [{ key: 'train.labelMismatch' as const }] : []),
  ];
}

export const planByShapes: PlanTraining = async (tx, request) => {
  const { folderIds, classes, params, trialBelow } = request;
  await refuseOtherSets(tx, request);
  const counts = await countImages(tx, folderIds);
  await refuseUntrainable(tx, counts, request);
  await refuseMissingFiles(tx, folderIds);
  const split = await splitByRequest(tx, request);
  refuseEmptyPart(split);
  const byLabel = await countObjects(tx, folderIds);
  const perLabel = classes.map(({ labelId, name, color }) => ({ name, color, objects: byLabel.get(labelId) ?? 0 }));
  const objects = perLabel.reduce((all, one) => all + one.objects, 0);
  const byPart = await countByPart(tx, request, byLabel);
  if (classes.every(({ labelId }) => !byPart.train.get(labelId))) throw new AppError('train.noObjects');
  const rectangles = await warnOfRectangles(tx, request);
  const locating = locatingOf(request);
  if (locating) refuseLocating(locating, request, byPart);
  const learned = locating && classes.filter(({ name }) => locating.includes(name)).map(({ labelId }) => labelId);
  const longest = await longestSide(tx, folderIds);
  return {
    split,
    warnings: [
      ...warningsOf(request, split),
      ...rectangles,
      ...(locating ? await warnOfOutside(tx, locating, request) : []),
    ],
    check: {
      unannotated: sum(counts.values(), 'unannotated'),
      objects,
      perLabel,
      trial: isTrial(params, trialBelow, longest),
      longestSide: longest,
      objectSides: await objectSides(tx, folderIds, undefined, learned),
    },
  };
};
