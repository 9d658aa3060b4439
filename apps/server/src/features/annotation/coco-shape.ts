/** One COCO annotation as a shape: polygons or the mask where there are some, else the box. Pure. */
import { characterCount, limits, newShape, type MessageKey, type ShapeKind } from '@loupe/contract';
import {
  boundsOf,
  clipBox,
  clipToImage,
  crossesItself,
  isBox,
  isUprightRect,
  joinRings,
  rectangleOf,
} from '@loupe/geometry';
import { checkShape, placePoints, type Ground } from './check-shape.ts';
import { ringsOfMask, ringsOfRows, type MaskBudget } from './coco-mask.ts';
import type { CocoAnnotation } from './coco-read.ts';

export interface CocoShape {
  kind: ShapeKind;
  points: number[];
  parts: number[];
  ignore: boolean;
  text?: string | null;
}
interface Read {
  shape?: CocoShape;
  /** What was wrong; with a shape beside it, only a part was lost. */
  problem?: MessageKey;
  /** It is a box, and a polygon only because the set has no rectangles: a training asks before it counts as an outline. */
  isBox?: boolean;
}

/** Programs round boxes and polygons to beyond the edge by up to a pixel, which is not worth a word. */
const toleratedOutside = 1.5;

/** Further away nothing lies, and sums of such numbers are none. */
const furthest = 1e9;
const isNumbers = (values: readonly unknown[]): values is number[] =>
  values.every((one) => typeof one === 'number' && Math.abs(one) <= furthest);

/** Points on the image, cut at its edge. Undefined where nothing is on the image. */
function placed(points: readonly number[], ground: Ground): { points: number[]; isCut: boolean } | undefined {
  const own = placePoints(points, ground, toleratedOutside);
  if (own) return { points: own, isCut: false };
  const cut = clipToImage(points, ground.width, ground.height);
  if (!cut) return undefined;
  // of a text the first corner says where reading starts: all four stay, each moved onto the image
  const isText = ground.kinds.includes('quad') && points.length === 8;
  const on = isText ? placePoints(points, ground, furthest)! : cut.points.map(Math.fround);
  return { points: on, isCut: true };
}

function boxShape(raw: readonly unknown[] | undefined, ground: Ground): Read {
  if (raw?.length !== 4) return { problem: 'coco.badBox' };
  if (!isNumbers(raw)) return { problem: 'coco.badNumber' };
  const [x, y, width, height] = raw as [number, number, number, number];
  if (!(width > 0 && height > 0)) return { problem: 'coco.badBox' };
  const whole = [x, y, x + width, y + height] as const;
  const own = placePoints(whole, ground, toleratedOutside);
  const on = own ?? clipBox(whole, ground.width, ground.height).map(Math.fround);
  if (!(on[0]! < on[2]! && on[1]! < on[3]!)) return { problem: 'coco.outside' };
  const [x1, y1, x2, y2] = on as [number, number, number, number];
  const shape: CocoShape = ground.kinds.includes('rect')
    ? { kind: 'rect', points: on, parts: [0], ignore: false }
    : { kind: 'polygon', points: [x1, y1, x2, y1, x2, y2, x1, y2], parts: [0], ignore: false };
  return { shape, ...(own ? {} : { problem: 'coco.clipped' }) };
}

/** A ring as COCO lists it, placed on the image, or what is wrong with it. */
function ringOf(raw: unknown, ground: Ground): { points: number[]; isCut: boolean } | MessageKey {
  if (!Array.isArray(raw) || raw.length < 6 || raw.length % 2 !== 0) return 'coco.badPolygon';
  if (!isNumbers(raw)) return 'coco.badNumber';
  return placed(raw, ground) ?? 'coco.outside';
}

/** The rings that are good become one shape; pieces of one object stay together, as in COCO. */
function polygonShape(rings: readonly unknown[], ground: Ground): Read {
  const read = rings.map((ring) => ringOf(ring, ground));
  const problem = read.find((ring) => typeof ring === 'string');
  const good = read.filter((ring) => typeof ring !== 'string');
  if (good.length === 0) return { problem: problem ?? 'coco.badPolygon' };
  const cut = good.some(({ isCut }) => isCut) ? ('coco.clipped' as const) : undefined;
  const own = joinRings(good.map(({ points }) => points));
  const why = problem ?? cut;
  return { shape: { kind: 'polygon', ...own, ignore: false }, ...(why && { problem: why }) };
}

/** A mask becomes the polygons that it covers; one that cannot be read its box, so that the object is not lost. */
function maskShape(
  ringsOf: () => ReturnType<typeof ringsOfMask>,
  { bbox }: Pick<CocoAnnotation, 'bbox'>,
  ground: Ground,
): Read {
  const rings = ground.kinds.includes('polygon') ? ringsOf() : 'coco.mask';
  if (typeof rings !== 'string') return { shape: { kind: 'polygon', ...joinRings(rings), ignore: false } };
  if (!rings.startsWith('coco.mask')) return { problem: rings };
  const { shape } = boxShape(bbox, ground);
  return shape ? { shape, problem: rings } : { problem: 'coco.maskLost' };
}

function rawShape(annotation: CocoAnnotation, ground: Ground, budget: MaskBudget): Read {
  const { segmentation, cells } = annotation;
  if (cells) return maskShape(() => ringsOfRows(cells, ground, budget), annotation, ground);
  if (Array.isArray(segmentation) && segmentation.length > 0) {
    // one ring, written without the outer list
    const rings = segmentation.some((ring) => Array.isArray(ring)) ? segmentation : [segmentation];
    return polygonShape(rings, ground);
  }
  const isMask = typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation);
  return isMask
    ? maskShape(() => ringsOfMask(segmentation, ground, budget), annotation, ground)
    : boxOf(annotation, ground);
}

/** Some programs write an empty box beside keypoints, others none. */
function boxOf({ bbox, hasKeypoints }: CocoAnnotation, ground: Ground): Read {
  const read = boxShape(bbox, ground);
  return hasKeypoints && read.problem === 'coco.badBox' ? { problem: 'coco.keypoints' } : read;
}

/** Whether nothing will come of it: no box, or one beyond the image, and no outline. Of outlines only an import can tell. */
export function hasNoShape(
  annotation: CocoAnnotation,
  size: { width?: number | undefined; height?: number | undefined },
) {
  const { segmentation, cells, bbox } = annotation;
  const list = Array.isArray(segmentation) ? (segmentation as unknown[]) : undefined;
  const hasOutline = list ? list.length > 0 : typeof segmentation === 'object' && segmentation !== null;
  if (cells || hasOutline) return false;
  const { width = furthest, height = furthest } = size;
  return boxShape(bbox, { width, height, kinds: [] }).shape === undefined;
}

/** Of more points than a person draws, nobody asks whether lines cross: it would hold up everybody else. */
const drawnPoints = 1000;

/** Readers differ in what they fill of an outline that crosses itself, or of a hole that leaves it. */
const isCrossed = ({ points, parts }: CocoShape): boolean =>
  points.length <= 2 * drawnPoints && crossesItself(points, parts);

/** For the texts: which annotation, and the limits that one of them names. */
export const annotationArgs = (annotation: string) => ({
  annotation,
  points: limits.pointsPerShape,
  rings: limits.ringsPerShape,
  characters: limits.shapeText,
  masks: { zh: `${limits.importMaskPixels / 1e8} 亿`, en: `${limits.importMaskPixels / 1e9} billion` },
});

/** Four corners as the rectangle that they are, where the data set has such. */
function withCorners(shape: CocoShape, { corners }: CocoAnnotation, { kinds }: Ground): CocoShape {
  if (!corners || shape.kind !== 'polygon' || shape.points.length !== 8 || shape.parts.length !== 1) return shape;
  if (corners === 'any' && kinds.includes('rect') && isUprightRect(shape.points))
    return { ...shape, kind: 'rect', points: [...boundsOf(shape.points)] };
  const turned = kinds.includes('rrect') ? rectangleOf(shape.points) : undefined;
  return turned ? { ...shape, kind: 'rrect', points: turned } : shape;
}

/** No shape can keep it; half of it would pass as all of it. */
const isTooLong = (text = ''): boolean => characterCount(text) > limits.shapeText;

/** Where quadrilaterals are drawn, four corners are one; and a text stays with its shape. */
function asText(shape: CocoShape, { utf8_string: text, legibility }: CocoAnnotation, { kinds }: Ground): CocoShape {
  if (!kinds.includes('quad')) return shape;
  const isQuad = shape.kind === 'polygon' && shape.parts.length === 1 && shape.points.length === 8;
  const said = text === undefined || text.trim() === '' || isTooLong(text) ? null : text;
  const ignore = shape.ignore || legibility === 'illegible';
  return { ...shape, ...(isQuad ? { kind: 'quad' as const } : {}), ignore, text: said };
}

/**
 * The shape of an annotation, checked as every other shape is; a person reads the problem with the image's name. `budget`: what
 * the import may still do about masks.
 */
export function cocoShape(annotation: CocoAnnotation, ground: Ground, budget: MaskBudget): Read {
  const read = rawShape(annotation, ground, budget);
  if (!read.shape) return read;
  const { points, parts } = read.shape;
  if (points.length > 2 * limits.pointsPerShape || parts.length > limits.ringsPerShape)
    return { problem: 'coco.manyPoints' };
  const own = withCorners(read.shape, annotation, ground);
  const checked = checkShape(newShape({ id: '', labelId: null, ...own }), ground);
  if ('key' in checked) return { problem: checked.key === 'annotation.noArea' ? 'coco.noArea' : 'coco.badPolygon' };
  const shape = { ...own, points: checked.shape.points, ignore: Boolean(annotation.iscrowd) };
  const lost =
    ground.kinds.includes('quad') && isTooLong(annotation.utf8_string) ? ('coco.longText' as const) : undefined;
  const problem = read.problem ?? (isCrossed(shape) ? 'coco.crossed' : lost);
  const hasBoxes = ground.kinds.includes('rect') || ground.kinds.includes('quad');
  return {
    shape: asText(shape, annotation, ground),
    isBox: !hasBoxes && isBox(shape.points, shape.parts),
    ...(problem && { problem }),
  };
}
