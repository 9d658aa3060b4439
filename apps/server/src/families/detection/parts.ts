/** What a training of two stages needs of its images: parts to find, something to look for in them, and most of it inside. */
import { cropRuleOf } from '@loupe/contract';
import { boxArea, boxOverlap, cropOf, isCut, type Box } from '@loupe/geometry';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import type { PlanRequest, Warning } from '../plan.ts';
import { sampledObjects, storedBounds } from '../sizes.ts';

/** Images that are looked at, spread over all. */
const mostImages = 1000;
/** Of an object: what a crop must show, so that it is learned. The engine has the same in `data/outlines.py`. */
const leastVisible = 0.3;

/** The labels of parts; undefined for a training of one stage. */
export const locatingOf = ({ params }: Pick<PlanRequest, 'params'>): readonly string[] | undefined =>
  params['locating'] as string[] | undefined;

const field = { field: 'locating' };

export type ObjectsByLabel = ReadonlyMap<number, number>;
export interface ObjectsByPart {
  train: ObjectsByLabel;
  val: ObjectsByLabel;
}

/** Refuses labels that cannot locate anything, images without parts, and a training with nothing left to find. */
export function refuseLocating(
  locating: readonly string[],
  { classes }: Pick<PlanRequest, 'classes'>,
  { train, val }: ObjectsByPart,
): void {
  if (locating.length === 0) throw new AppError('train.noLocating', { data: field });
  for (const name of locating) {
    const one = classes.find((label) => label.name === name);
    if (!one) throw new AppError('train.locatingUnknown', { args: { label: name }, data: field });
    if (!train.get(one.labelId)) throw new AppError('train.locatingEmpty', { args: { label: name }, data: field });
  }
  const [parts, left] = [true, false].map((is) => classes.filter(({ name }) => locating.includes(name) === is));
  if (!parts!.some(({ labelId }) => val.get(labelId))) throw new AppError('train.noPartsToValidate', { data: field });
  if (!left!.some(({ labelId }) => train.get(labelId))) throw new AppError('train.noLabelLeft', { data: field });
}

interface Row {
  imageId: number;
  name: string;
  width: number;
  height: number;
  labelId: number | null;
  points: Buffer;
}

const boxOf = ({ points }: Row): Box => storedBounds(points);

/** Shapes of a sample of the annotated images, image by image. */
function sampleShapes(tx: Tx, folderIds: readonly number[]): Promise<Row[]> {
  const { numbered, where } = sampledObjects(tx, folderIds, mostImages);
  const { name, width, height } = numbered;
  return tx
    .select({ imageId: numbered.id, name, width, height, labelId: shape.labelId, points: shape.points })
    .from(numbered)
    .innerJoin(shape, eq(shape.imageId, numbered.id))
    .where(where)
    .orderBy(asc(numbered.id), asc(shape.id));
}

/** How many objects of an image no crop shows well enough. */
function outsideOf(rows: readonly Row[], isPart: (row: Row) => boolean, rule: ReturnType<typeof cropRuleOf>) {
  const crops = rows.filter(isPart).flatMap((row): Box[] => {
    const crop = cropOf(boxOf(row), rule, row);
    return crop ? [[crop.x, crop.y, crop.x + crop.width, crop.y + crop.height]] : [];
  });
  const objects = rows.filter((row) => !isPart(row)).map(boxOf);
  const isSeen = (box: Box) =>
    crops.some((crop) => boxOverlap(crop, box) >= leastVisible * Math.max(boxArea(box), Number.MIN_VALUE));
  return { objects: objects.length, outside: objects.filter((box) => !isSeen(box)).length };
}

/** The image with the most parts, where these are more than are looked at. */
function warnOfMany(byImage: Iterable<readonly Row[]>, isPart: (row: Row) => boolean, most: number): Warning[] {
  let [parts, file] = [0, ''];
  for (const rows of byImage) {
    const count = rows.filter(isPart).length;
    if (count > parts) [parts, file] = [count, rows[0]!.name];
  }
  return parts > most ? [{ key: 'train.manyParts', args: { file, parts, most } }] : [];
}

/** The share of the parts that no crop shows whole, for the greatest one is smaller. */
function warnOfCut(
  byImage: Iterable<readonly Row[]>,
  isPart: (row: Row) => boolean,
  rule: ReturnType<typeof cropRuleOf>,
): Warning[] {
  const parts = [...byImage].flat().filter(isPart);
  const cut = parts.filter((row) => {
    const crop = cropOf(boxOf(row), rule, row);
    return crop !== undefined && isCut(boxOf(row), crop, row);
  });
  if (cut.length === 0) return [];
  const percent = Math.max(1, Math.round((100 * cut.length) / parts.length));
  const [width, height] = [rule.width[1], rule.height[1]];
  return [{ key: 'train.cutParts', args: { percent, file: cut[0]!.name, width, height } }];
}

/** How many defects lie in no part, whether parts are larger than the greatest crop, and whether there are more parts than are looked at; refuses a training of which no defect lies in one. */
export async function warnOfOutside(
  tx: Tx,
  locating: readonly string[],
  { folderIds, classes, laterParams }: Pick<PlanRequest, 'folderIds' | 'classes' | 'laterParams'>,
): Promise<Warning[]> {
  const ids = new Set(classes.filter(({ name }) => locating.includes(name)).map(({ labelId }) => labelId));
  const isPart = ({ labelId }: Row) => labelId !== null && ids.has(labelId);
  const rule = cropRuleOf(laterParams[0]!);
  const byImage = Map.groupBy(await sampleShapes(tx, folderIds), ({ imageId }) => imageId);
  let [objects, outside, file] = [0, 0, ''];
  for (const rows of byImage.values()) {
    const found = outsideOf(rows, isPart, rule);
    objects += found.objects;
    outside += found.outside;
    if (found.outside > 0 && file === '') file = rows[0]!.name;
  }
  if (objects > 0 && outside === objects) throw new AppError('train.noObjectsInParts', { data: field });
  const others = [
    ...warnOfCut(byImage.values(), isPart, rule),
    ...warnOfMany(byImage.values(), isPart, Number(laterParams[0]!['partMost'])),
  ];
  if (outside === 0) return others;
  const percent = Math.max(1, Math.round((100 * outside) / objects));
  return [{ key: 'train.outsideParts', args: { percent, file } }, ...others];
}
