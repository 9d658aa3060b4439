// Edits of one shape's corners and sides, as functions from shape to shape.

import { clampNumber } from '@loupe/geometry';
import type { AnyPoint, Size } from '@loupe/geometry';
import { MIN_SIDE, shapeBounds, withPoints } from '../../shape.ts';
import type { Shape } from '../../types.ts';

/** Which sides of a rectangle each handle moves: the sign of x and of y; order as in handlesOf. */
const SIDES: readonly (readonly [number, number])[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** One axis: the side that is dragged goes to `to`; past the other side the rectangle turns over, never thinner than MIN_SIDE. */
function dragSide(low: number, high: number, sign: number, to: number, limit: number): [number, number] {
  if (sign === 0) return [low, high];
  const fixed = sign < 0 ? high : low;
  const wanted = clampNumber(to, 0, limit);
  const away = wanted === fixed ? sign : Math.sign(wanted - fixed);
  let moved = Math.abs(wanted - fixed) < MIN_SIDE ? fixed + away * MIN_SIDE : wanted;
  if (moved < 0 || moved > limit) moved = fixed - away * MIN_SIDE;
  return moved < fixed ? [moved, fixed] : [fixed, moved];
}

export function resizeRect(shape: Shape, handle: number, to: AnyPoint, picture: Size): Shape {
  const [x1, y1, x2, y2] = shapeBounds(shape);
  const [signX, signY] = SIDES[handle] ?? [0, 0];
  const [left, right] = dragSide(x1, x2, signX, to.x, picture.width);
  const [top, bottom] = dragSide(y1, y2, signY, to.y, picture.height);
  return withPoints(shape, [left, top, right, bottom]);
}

export function moveVertex(shape: Shape, index: number, to: AnyPoint, picture: Size): Shape {
  const points = shape.points.slice();
  points[2 * index] = clampNumber(to.x, 0, picture.width);
  points[2 * index + 1] = clampNumber(to.y, 0, picture.height);
  return withPoints(shape, points);
}

/** A new corner on the edge that begins at point `edge`. */
export function addVertex(shape: Shape, edge: number, at: AnyPoint, picture: Size): Shape {
  const x = clampNumber(at.x, 0, picture.width);
  const y = clampNumber(at.y, 0, picture.height);
  const points = shape.points.toSpliced(2 * edge + 2, 0, x, y);
  return withPoints(
    shape,
    points,
    shape.parts.map((start) => (start > edge ? start + 1 : start)),
  );
}

/** Null where the ring would have fewer than three points; a hole then goes as a whole. */
export function removeVertex(shape: Shape, index: number): Shape | null {
  const ring = shape.parts.findLastIndex((start) => start <= index);
  const from = shape.parts[ring] ?? 0;
  const to = shape.parts[ring + 1] ?? shape.points.length / 2;
  const isWholeRing = to - from <= 3;
  if (isWholeRing && ring === 0) return null;
  const gone = isWholeRing ? to - from : 1;
  const points = shape.points.toSpliced(2 * (isWholeRing ? from : index), 2 * gone);
  const parts = isWholeRing ? shape.parts.toSpliced(ring, 1) : shape.parts;
  return withPoints(
    shape,
    points,
    parts.map((start) => (start > from ? start - gone : start)),
  );
}

/** Quadrilaterals and turned rectangles keep their four corners. */
export const hasFreeCorners = (shape: Shape): boolean => shape.kind === 'polygon' || shape.kind === 'mask';
