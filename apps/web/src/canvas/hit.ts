// What lies below the cursor: shapes (topmost first, then smallest), corners, edges.

import { distance, growBox, nearestEdge, pointInPolygon } from '@loupe/geometry';
import type { AnyPoint, Box } from '@loupe/geometry';
import { outlineOf, shapeKinds } from './shapes/registry.ts';
import { areaOf, searchIndex } from './shape-index.ts';
import type { Item, ShapeIndex } from './shape-index.ts';
import type { Shape } from './types.ts';

export function isHit(item: Item, p: AnyPoint, tolerance: number): boolean {
  const { points, parts } = item.outline;
  return pointInPolygon(p, points, parts) || nearestEdge(p, points, parts).distance <= tolerance;
}

const byPreference = (a: Item, b: Item): number =>
  b.shape.z - a.shape.z || areaOf(a) - areaOf(b) || (a.shape.id < b.shape.id ? -1 : 1);

/** All items at a point, the one to take first. `tolerance` is in image pixels. */
export function hitItems(index: ShapeIndex, p: AnyPoint, tolerance: number): Item[] {
  const around: Box = growBox([p.x, p.y, p.x, p.y], tolerance);
  return searchIndex(index, around)
    .filter((item) => isHit(item, p, tolerance))
    .sort(byPreference);
}

/** Shapes that lie whole in a box. */
export const itemsInside = (index: ShapeIndex, box: Box): Item[] =>
  searchIndex(index, box).filter(
    (item) => item.box[0] >= box[0] && item.box[1] >= box[1] && item.box[2] <= box[2] && item.box[3] <= box[3],
  );

/** The handle nearest to a point within the tolerance, or −1. */
export function hitHandle(shape: Shape, p: AnyPoint, tolerance: number): number {
  let [best, index] = [tolerance, -1];
  shapeKinds[shape.kind].handles(shape).forEach((handle, i) => {
    const away = distance(handle, p);
    // Corners come first and win over the middle of a short side.
    if (away < best || (away === best && index < 0)) [best, index] = [away, i];
  });
  return index;
}

/** The edge of a polygon below the cursor, as the index of the point where it begins, or −1. */
export function hitEdge(shape: Shape, p: AnyPoint, tolerance: number): number {
  const { points, parts } = outlineOf(shape);
  const edge = nearestEdge(p, points, parts);
  return edge.distance <= tolerance ? edge.index : -1;
}
