// Cuts polygons to a box, ring by ring (Sutherland and Hodgman, Reentrant polygon clipping, CACM 17, 1974).

import { joinRings, ringArea, ringsOf, SIMPLE } from './polygon.ts';
import type { Box } from './box.ts';

/** Keeps the side of the line `axis = limit` on which sign × (value − limit) <= 0. */
function clipSide(ring: readonly number[], axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const count = ring.length >> 1;
  const at = (i: number, a: number): number => ring[2 * i + a] as number;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const from = sign * (at(i, axis) - limit);
    const to = sign * (at(j, axis) - limit);
    if (from <= 0) kept.push(at(i, 0), at(i, 1));
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
      const share = from / (from - to);
      const other = at(i, 1 - axis) + (at(j, 1 - axis) - at(i, 1 - axis)) * share;
      kept.push(...(axis === 0 ? [limit, other] : [other, limit]));
    }
  }
  return kept;
}

export function clipRing(ring: readonly number[], box: Box): number[] {
  let kept = clipSide(ring, 0, box[0], -1);
  kept = clipSide(kept, 0, box[2], 1);
  kept = clipSide(kept, 1, box[1], -1);
  return clipSide(kept, 1, box[3], 1);
}

/**
 * The part of a polygon that lies in the box; null where nothing of it does. A ring that leaves the box and comes back
 * stays one ring, joined along the border: its area is right and nothing is lost.
 */
export function clipPolygon(
  points: readonly number[],
  parts: readonly number[],
  box: Box,
): { points: number[]; parts: number[] } | null {
  const [outer, ...holes] = ringsOf(points, parts).map((ring) => clipRing(ring, box));
  const isReal = (ring: readonly number[]): boolean => ring.length >= 6 && Math.abs(ringArea(ring)) > 0;
  if (outer === undefined || !isReal(outer)) return null;
  return joinRings([outer, ...holes.filter(isReal)]);
}

export const clipToImage = (
  points: readonly number[],
  width: number,
  height: number,
  parts: readonly number[] = SIMPLE,
): { points: number[]; parts: number[] } | null => clipPolygon(points, parts, [0, 0, width, height]);
