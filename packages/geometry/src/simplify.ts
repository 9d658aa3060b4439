// Fewer points for the same outline (Douglas and Peucker, Cartographica 10, 1973).

import { segmentDistance } from './segment.ts';

/** Squared distance of point p from the segment a b: no root, for this is asked n log n times. */
function squaredAway(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  let share = length === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / length;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  const x = ax + dx * share - px;
  const y = ay + dy * share - py;
  return x * x + y * y;
}

/** Marks the points between `from` and `to` that must stay; point `count` is point 0 again. */
function markKept(points: Float64Array, keep: Uint8Array, from: number, to: number, tolerance: number): void {
  const count = points.length >> 1;
  // A stack instead of recursion: a traced mask may have 100,000 points in one ring.
  const open = [from, to];
  while (open.length > 0) {
    const last = open.pop()!;
    const first = open.pop()!;
    const end = last === count ? 0 : last;
    const ax = points[2 * first]!;
    const ay = points[2 * first + 1]!;
    const bx = points[2 * end]!;
    const by = points[2 * end + 1]!;
    let worst = tolerance * tolerance;
    let index = -1;
    for (let i = first + 1; i < last; i++) {
      const away = squaredAway(points[2 * i]!, points[2 * i + 1]!, ax, ay, bx, by);
      if (away > worst) {
        worst = away;
        index = i;
      }
    }
    if (index < 0) continue;
    keep[index] = 1;
    open.push(first, index, index, last);
  }
}

function kept(points: readonly number[], keep: Uint8Array): number[] {
  const rest: number[] = [];
  for (let i = 0; i < keep.length; i++) if (keep[i] === 1) rest.push(points[2 * i]!, points[2 * i + 1]!);
  return rest;
}

/** Keeps the ends of an open line and drops points nearer than `tolerance` to what is kept. */
export function simplifyLine(points: readonly number[], tolerance: number): number[] {
  const count = points.length >> 1;
  if (count <= 2) return points.slice();
  const keep = new Uint8Array(count);
  keep[0] = keep[count - 1] = 1;
  markKept(Float64Array.from(points), keep, 0, count - 1, tolerance);
  return kept(points, keep);
}

/** A closed ring: split at the point farthest from the first. Never fewer than three points where there were three. */
export function simplifyRing(ring: readonly number[], tolerance: number): number[] {
  const count = ring.length >> 1;
  if (count <= 3) return ring.slice();
  const at = (k: number): number => ring[k] as number;
  let [far, best] = [0, -1];
  for (let i = 1; i < count; i++) {
    const [x, y] = [at(2 * i) - at(0), at(2 * i + 1) - at(1)];
    const away = x * x + y * y;
    if (away > best) {
      best = away;
      far = i;
    }
  }
  const keep = new Uint8Array(count);
  keep[0] = keep[far] = 1;
  const points = Float64Array.from(ring);
  markKept(points, keep, 0, far, tolerance);
  markKept(points, keep, far, count, tolerance);
  const simple = kept(ring, keep);
  if (simple.length >= 6) return simple;
  return simple.length === 4 ? withThird(ring, simple) : ring.slice(0, 6);
}

/** Two points left: the one farthest from their line comes back. */
function withThird(ring: readonly number[], ends: readonly number[]): number[] {
  const [ax, ay, bx, by] = ends as [number, number, number, number];
  let [best, third] = [-1, 0];
  for (let i = 0; i < ring.length; i += 2) {
    const p = { x: ring[i] as number, y: ring[i + 1] as number };
    if ((p.x === ax && p.y === ay) || (p.x === bx && p.y === by)) continue;
    const away = segmentDistance(p, ax, ay, bx, by);
    if (away > best) [best, third] = [away, i];
  }
  return [ax, ay, bx, by, ring[third] as number, ring[third + 1] as number];
}
