// The plane seen through four corners: where a place of an upright text lies on the image, and which corners a text has.

import { boxCorners, boundsOf } from './box.ts';
import { rotatedRectCorners } from './quad.ts';
import { turn } from './segment.ts';
import type { AnyPoint } from './point.ts';

/** From (0, 0) at the first corner and (1, 1) at the third to the image: the projective map of a square onto the corners. */
export function quadMap(corners: readonly number[]): (u: number, v: number) => AnyPoint {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners as [number, number, number, number, number, number, number, number];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const det = ax * by - bx * ay;
  const g = det === 0 ? 0 : (sx * by - bx * sy) / det;
  const h = det === 0 ? 0 : (ax * sy - sx * ay) / det;
  const [px, py] = [x1 - x0 + g * x1, y1 - y0 + g * y1];
  const [qx, qy] = [x3 - x0 + h * x3, y3 - y0 + h * y3];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return { x: (px * u + qx * v + x0) / w, y: (py * u + qy * v + y0) / w };
  };
}

/** Of a text as it is read: the longer of its upper and lower edge, and of its two ends. */
export function quadSize(corners: readonly number[]): { width: number; height: number } {
  const side = (a: number, b: number): number =>
    Math.hypot(
      (corners[2 * b] as number) - (corners[2 * a] as number),
      (corners[2 * b + 1] as number) - (corners[2 * a + 1] as number),
    );
  return { width: Math.max(side(0, 1), side(3, 2)), height: Math.max(side(0, 3), side(1, 2)) };
}

/** Height over width from which a text without a reading start is read from top to bottom. */
const TALL = 1.5;

/** Of an outline without a reading start: its smallest rotated rectangle, read from the left, or from the top where it is tall. */
export function readingQuad(points: readonly number[]): number[] {
  const hull = hullOf(points);
  if (hull.length < 3) return boxCorners(boundsOf(points));
  let best: { area: number; corners: number[] } | null = null;
  hull.forEach((p, i) => {
    const next = hull[(i + 1) % hull.length] as AnyPoint;
    const rect = rectAlong(hull, Math.atan2(next.y - p.y, next.x - p.x));
    if (!best || rect.area < best.area) best = rect;
  });
  return startedAtTheLeft((best as unknown as { corners: number[] }).corners);
}

function hullOf(points: readonly number[]): AnyPoint[] {
  const sorted = Array.from({ length: points.length / 2 }, (_, i) => ({
    x: points[2 * i] as number,
    y: points[2 * i + 1] as number,
  })).sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (all: readonly AnyPoint[]): AnyPoint[] => {
    const chain: AnyPoint[] = [];
    for (const p of all) {
      while (chain.length > 1) {
        const [a, b] = [chain.at(-2) as AnyPoint, chain.at(-1) as AnyPoint];
        if (turn(a.x, a.y, b.x, b.y, p.x, p.y) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function rectAlong(hull: readonly AnyPoint[], angle: number): { area: number; corners: number[] } {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = hull.map(({ x, y }) => x * cos + y * sin);
  const across = hull.map(({ x, y }) => y * cos - x * sin);
  const [left, right, top, bottom] = [
    Math.min(...along),
    Math.max(...along),
    Math.min(...across),
    Math.max(...across),
  ] as const;
  const [width, height] = [right - left, bottom - top];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const corners = rotatedRectCorners({ cx: u * cos - v * sin, cy: u * sin + v * cos, width, height, angle });
  return { area: width * height, corners };
}

function startedAtTheLeft(corners: readonly number[]): number[] {
  const points = [0, 1, 2, 3].map((i) => ({ x: corners[2 * i] as number, y: corners[2 * i + 1] as number }));
  const byX = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const [a, d] = byX.slice(0, 2).sort((p, q) => p.y - q.y) as [AnyPoint, AnyPoint];
  const [b, c] = byX.slice(2).sort((p, q) => p.y - q.y) as [AnyPoint, AnyPoint];
  const isTall = Math.hypot(d.x - a.x, d.y - a.y) > TALL * Math.hypot(b.x - a.x, b.y - a.y);
  return (isTall ? [b, c, d, a] : [a, b, c, d]).flatMap(({ x, y }) => [x, y]);
}
