/** What makes a shape valid on its picture: kind, points, rings, place. Pure; the COCO import asks the same. */
import type { MessageKey, Shape, ShapeKind } from '@loupe/contract';

export interface Ground {
  width: number;
  height: number;
  kinds: readonly ShapeKind[];
}
export type Checked = { shape: Shape } | { key: MessageKey };

/** Points so little outside are moved to the edge: drawing and rounding put them there, not the person. */
const toleratedOutside = 0.5;
const leastPoints: Readonly<Record<ShapeKind, number>> = { rect: 2, rrect: 4, quad: 4, polygon: 3, mask: 3 };
const exactPoints: Readonly<Partial<Record<ShapeKind, number>>> = { rect: 2, rrect: 4, quad: 4 };

/** Each ring starts behind the one before and has three points or more; the first starts at 0. */
function ringsAreRight(parts: readonly number[], points: number): boolean {
  return parts[0] === 0 && parts.every((start, i) => (parts[i + 1] ?? points) - start >= 3);
}

/** True where all points of a ring lie on one line (or are one). */
function isFlat(points: readonly number[], from: number, to: number): boolean {
  const [ox, oy] = [points[2 * from]!, points[2 * from + 1]!];
  let far = from;
  let best = 0;
  for (let i = from + 1; i < to; i++) {
    const away = Math.hypot(points[2 * i]! - ox, points[2 * i + 1]! - oy);
    if (away > best) [far, best] = [i, away];
  }
  if (best === 0) return true;
  const [dx, dy] = [(points[2 * far]! - ox) / best, (points[2 * far + 1]! - oy) / best];
  for (let i = from + 1; i < to; i++) {
    if (Math.abs(dx * (points[2 * i + 1]! - oy) - dy * (points[2 * i]! - ox)) > 1e-3) return false;
  }
  return true;
}

/** Points on the picture, in the precision in which they are stored; undefined where one lies outside. */
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
  if (!ground.kinds.includes(kind)) return { key: 'annotation.kind' };
  const count = shape.points.length / 2;
  if (count < leastPoints[kind]) return { key: 'annotation.fewPoints' };
  if (!Number.isInteger(count) || count !== (exactPoints[kind] ?? count)) return { key: 'annotation.badShape' };
  const simple = parts.length === 1 && parts[0] === 0;
  if (!simple && (kind !== 'polygon' || !ringsAreRight(parts, count))) return { key: 'annotation.badShape' };
  const points = placePoints(shape.points, ground);
  if (!points) return { key: 'annotation.outside' };
  if (kind === 'rect' && !(points[0]! < points[2]! && points[1]! < points[3]!)) return { key: 'annotation.noArea' };
  if (kind !== 'rect' && parts.some((start, i) => isFlat(points, start, parts[i + 1] ?? count)))
    return { key: 'annotation.noArea' };
  return { shape: { ...shape, points } };
}
