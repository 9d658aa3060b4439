// Line segments: distance, nearest point, crossing.

import type { AnyPoint } from './point.ts';

/** The share of the way from a to b (0 … 1) at which the segment is nearest to p. */
export function nearestShare(p: AnyPoint, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  if (length === 0) return 0;
  const share = ((p.x - ax) * dx + (p.y - ay) * dy) / length;
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

export function segmentDistance(p: AnyPoint, ax: number, ay: number, bx: number, by: number): number {
  const share = nearestShare(p, ax, ay, bx, by);
  return Math.hypot(p.x - (ax + (bx - ax) * share), p.y - (ay + (by - ay) * share));
}

/** Twice the signed area of the triangle a, b, c: positive when c lies clockwise of ab on a screen (y downward). */
export const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

const within = (v: number, a: number, b: number): boolean => v >= Math.min(a, b) && v <= Math.max(a, b);

/** Whether segments ab and cd have a point in common; ends and overlaps along a line count. */
export function segmentsMeet(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): boolean {
  const c = Math.sign(turn(ax, ay, bx, by, cx, cy));
  const d = Math.sign(turn(ax, ay, bx, by, dx, dy));
  const a = Math.sign(turn(cx, cy, dx, dy, ax, ay));
  const b = Math.sign(turn(cx, cy, dx, dy, bx, by));
  if (c !== d && a !== b) return true;
  if (c === 0 && within(cx, ax, bx) && within(cy, ay, by)) return true;
  if (d === 0 && within(dx, ax, bx) && within(dy, ay, by)) return true;
  if (a === 0 && within(ax, cx, dx) && within(ay, cy, dy)) return true;
  return b === 0 && within(bx, cx, dx) && within(by, cy, dy);
}

/** Whether segments ab and cd cross in the middle of both: ends that touch do not count. */
export function segmentsCross(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): boolean {
  const sides = turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy);
  return sides < 0 && turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0;
}
