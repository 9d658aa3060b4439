// Four corners that are a rectangle, as programs write them.

import { readingQuad } from './quad-map.ts';

/** How far, in pixels and as a share of the diagonal, corners may be from those of a rectangle that still is meant. */
const [slack, share] = [1, 0.01];
/** So little is rounding: the corners stay as they are. */
const rounding = 0.05;

/** The corners of the rectangle that four points are, in their order; undefined where they are none. */
export function rectangleOf(points: readonly number[]): number[] | undefined {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points as [number, number, number, number, number, number, number, number];
  const [a, b] = [Math.hypot(x2 - x0, y2 - y0), Math.hypot(x3 - x1, y3 - y1)];
  const off = Math.max(Math.abs(a - b), Math.hypot(x0 + x2 - x1 - x3, y0 + y2 - y1 - y3) / 2);
  if (!(off <= Math.max(slack, share * Math.max(a, b)))) return undefined;
  return off <= rounding ? [...points] : readingQuad(points);
}

/**
 * Whether a shape is an upright box, of two points or of four corners: a data set without rectangles has those of other
 * programs as polygons. Nobody draws four corners so straight by hand.
 */
export const isBox = (points: readonly number[], parts: readonly number[]): boolean =>
  points.length === 4 || (points.length === 8 && parts.length === 1 && isUprightRect(points));

/** Whether four points are the corners of an upright rectangle, one after the other. */
export function isUprightRect(points: readonly number[]): boolean {
  const same = (i: number, k: number) => Math.abs(points[i]! - points[k]!) <= rounding;
  const isRow = same(1, 3) && same(5, 7) && same(0, 6) && same(2, 4);
  return isRow || (same(0, 2) && same(4, 6) && same(1, 7) && same(3, 5));
}
