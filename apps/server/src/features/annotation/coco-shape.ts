/** One COCO annotation as a shape: polygons or the mask where there are some, else the box. Pure. */
import { limits, newShape, type MessageKey, type ShapeKind } from '@loupe/contract';
import { crossesItself, joinRings } from '@loupe/geometry';
import { checkShape, placePoints, type Ground } from './check-shape.ts';
import { ringsOfMask, type MaskBudget } from './coco-mask.ts';
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
}

/** COCO files round boxes and polygons to beyond the edge by up to a pixel; further out they belong to another image. */
const toleratedOutside = 1.5;

const isNumbers = (values: readonly unknown[]): values is number[] =>
  values.every((one) => typeof one === 'number' && Number.isFinite(one));

function boxShape(raw: readonly unknown[] | undefined, ground: Ground): Read {
  if (raw?.length !== 4) return { problem: 'coco.badBox' };
  if (!isNumbers(raw)) return { problem: 'coco.badNumber' };
  const [x, y, width, height] = raw as [number, number, number, number];
  if (!(width > 0 && height > 0)) return { problem: 'coco.badBox' };
  const placed = placePoints([x, y, x + width, y + height], ground, toleratedOutside);
  if (!placed || !(placed[0]! < placed[2]! && placed[1]! < placed[3]!)) return { problem: 'coco.badBox' };
  const [x1, y1, x2, y2] = placed as [number, number, number, number];
  return ground.kinds.includes('rect')
    ? { shape: { kind: 'rect', points: placed, parts: [0], ignore: false } }
    : { shape: { kind: 'polygon', points: [x1, y1, x2, y1, x2, y2, x1, y2], parts: [0], ignore: false } };
}

/** A ring as COCO lists it, placed on the image, or what is wrong with it. */
function ringOf(raw: unknown, ground: Ground): number[] | MessageKey {
  if (!Array.isArray(raw) || raw.length < 6 || raw.length % 2 !== 0) return 'coco.badPolygon';
  if (!isNumbers(raw)) return 'coco.badNumber';
  return placePoints(raw, ground, toleratedOutside) ?? 'coco.outside';
}

/** The rings that are good become one shape; pieces of one object stay together, as in COCO. */
function polygonShape(rings: readonly unknown[], ground: Ground): Read {
  const read = rings.map((ring) => ringOf(ring, ground));
  const problem = read.find((ring) => typeof ring === 'string');
  const good = read.filter((ring) => typeof ring !== 'string');
  if (good.length === 0) return { problem: problem ?? 'coco.badPolygon' };
  return { shape: { kind: 'polygon', ...joinRings(good), ignore: false }, ...(problem ? { problem } : {}) };
}

/** A mask becomes the polygons that it covers; one that cannot be read its box, so that the object is not lost. */
function maskShape(
  segmentation: object,
  bbox: readonly unknown[] | undefined,
  ground: Ground,
  budget: MaskBudget,
): Read {
  const rings = ground.kinds.includes('polygon') ? ringsOfMask(segmentation, ground, budget) : 'coco.mask';
  if (typeof rings !== 'string') return { shape: { kind: 'polygon', ...joinRings(rings), ignore: false } };
  const box = rings.startsWith('coco.mask') ? boxShape(bbox, ground) : {};
  return { ...box, problem: rings };
}

function rawShape({ segmentation, bbox }: CocoAnnotation, ground: Ground, budget: MaskBudget): Read {
  if (Array.isArray(segmentation) && segmentation.length > 0) {
    // one ring, written without the outer list
    const rings = segmentation.some((ring) => Array.isArray(ring)) ? segmentation : [segmentation];
    return polygonShape(rings, ground);
  }
  const isMask = typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation);
  return isMask ? maskShape(segmentation, bbox, ground, budget) : boxShape(bbox, ground);
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
  masks: { zh: `${limits.importMaskPixels / 1e8} 亿`, en: `${limits.importMaskPixels / 1e9} billion` },
});

/** Where quadrilaterals are drawn, four corners are one; and a text stays with its shape. */
function asText(shape: CocoShape, { utf8_string: text, legibility }: CocoAnnotation, { kinds }: Ground): CocoShape {
  if (!kinds.includes('quad')) return shape;
  const isQuad = shape.kind === 'polygon' && shape.parts.length === 1 && shape.points.length === 8;
  const said = text === undefined || text.trim() === '' ? null : text;
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
  const checked = checkShape(newShape({ id: '', labelId: null, ...read.shape }), ground);
  if ('key' in checked) return { problem: checked.key === 'annotation.noArea' ? 'coco.noArea' : 'coco.badPolygon' };
  const shape = { ...read.shape, points: checked.shape.points, ignore: Boolean(annotation.iscrowd) };
  const problem = read.problem ?? (isCrossed(shape) ? 'coco.crossed' : undefined);
  return { shape: asText(shape, annotation, ground), ...(problem && { problem }) };
}
