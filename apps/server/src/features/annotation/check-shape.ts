/** What makes a shape valid on its image: kind, points, rings, place. Pure; the COCO import asks the same. */
import { ringPoints, shapeRules, type MessageKey, type Shape, type ShapeKind } from '@loupe/contract';
import { isCrossedQuad, rectangleOf, ringRanges, ringThickness } from '@loupe/geometry';

export interface Ground {
  width: number;
  height: number;
  kinds: readonly ShapeKind[];
}
export type Checked = { shape: Shape } | { key: MessageKey };

/** Points so little outside are moved to the edge: drawing and rounding put them there, not the person. */
const toleratedOutside = 0.5;
/** Stored as float32: what is thinner than this is a line. */
const leastThickness = 1e-3;

/** Stored as float32, which has no place for the least of them. */
const storedScore = (score: number): number => (Math.fround(score) === 0 ? 0 : score);

/** Each ring starts behind the one before and has enough points; the first starts at 0. */
const ringsAreRight = (points: readonly number[], parts: readonly number[]): boolean =>
  parts[0] === 0 && ringRanges(points, parts).every(([from, to]) => to - from >= ringPoints);

/** Points on the image, in the precision in which they are stored; undefined where one lies outside. */
export function placePoints(
  points: readonly number[],
  ground: Pick<Ground, 'width' | 'height'>,
  tolerated = toleratedOutside,
): number[] | undefined {
  const placed: number[] = [];
  for (let i = 0; i < points.length; i++) {
    const value = points[i]!;
    const most = i % 2 === 0 ? ground.width : ground.height;
    if (value < -tolerated || value > most + tolerated) return undefined;
    placed.push(Math.fround(Math.min(Math.max(value, 0), most)));
  }
  return placed;
}

export function checkShape(shape: Shape, ground: Ground): Checked {
  const { kind, parts } = shape;
  const rule = shapeRules[kind];
  if (!ground.kinds.includes(kind)) return { key: 'annotation.kind' };
  const count = shape.points.length / 2;
  if (kind === 'quad' && count !== rule.points) return { key: 'annotation.corners' };
  if (count < rule.points) return { key: 'annotation.fewPoints' };
  if (!Number.isInteger(count) || (rule.isExact && count !== rule.points)) return { key: 'annotation.badShape' };
  const isSimple = parts.length === 1 && parts[0] === 0;
  if (!isSimple && !(rule.hasRings && ringsAreRight(shape.points, parts))) return { key: 'annotation.badShape' };
  const points = placePoints(shape.points, ground);
  if (!points) return { key: 'annotation.outside' };
  if (kind === 'quad' && isCrossedQuad(points)) return { key: 'annotation.crossed' };
  const [left, top, right, bottom] = points as [number, number, number, number];
  if (kind === 'rect' && !(right - left > leastThickness && bottom - top > leastThickness))
    return { key: 'annotation.noArea' };
  const isFlat = ([from, to]: [number, number]) => ringThickness(points, from, to) <= leastThickness;
  if (kind !== 'rect' && ringRanges(points, parts).some(isFlat)) return { key: 'annotation.noArea' };
  if (kind === 'rrect' && !rectangleOf(points)) return { key: 'annotation.notRectangle' };
  return { shape: { ...shape, points, score: shape.score && storedScore(shape.score) } };
}
