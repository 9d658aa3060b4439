// Fewer points for the same outline (Douglas and Peucker, Cartographica 10, 1973).

import { segmentDistance } from './segment.ts';

/** Keeps the ends of an open line and drops points nearer than `tolerance` to what is kept. */
export function simplifyLine(points: readonly number[], tolerance: number): number[] {
  const count = points.length >> 1;
  if (count <= 2) return points.slice();
  const keep = new Uint8Array(count);
  keep[0] = keep[count - 1] = 1;
  const at = (k: number): number => points[k] as number;
  // A stack instead of recursion: a traced mask may have 100,000 points in one ring.
  const open: [number, number][] = [[0, count - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [worst, index] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const p = { x: at(2 * i), y: at(2 * i + 1) };
      const away = segmentDistance(p, at(2 * from), at(2 * from + 1), at(2 * to), at(2 * to + 1));
      if (away > worst) [worst, index] = [away, i];
    }
    if (index < 0) continue;
    keep[index] = 1;
    open.push([from, index], [index, to]);
  }
  return points.filter((_, k) => keep[k >> 1] === 1);
}

/** A closed ring: split at the point farthest from the first. Never fewer than three points where there were three. */
export function simplifyRing(ring: readonly number[], tolerance: number): number[] {
  const count = ring.length >> 1;
  if (count <= 3) return ring.slice();
  const at = (k: number): number => ring[k] as number;
  let [far, best] = [0, -1];
  for (let i = 1; i < count; i++) {
    const away = Math.hypot(at(2 * i) - at(0), at(2 * i + 1) - at(1));
    if (away > best) [best, far] = [away, i];
  }
  const there = simplifyLine(ring.slice(0, 2 * far + 2), tolerance);
  const back = simplifyLine([...ring.slice(2 * far), at(0), at(1)], tolerance);
  const simple = [...there, ...back.slice(2, -2)];
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
