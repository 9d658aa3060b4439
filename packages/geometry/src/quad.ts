// Four-cornered shapes: quadrilaterals and rectangles that are turned.

import { boundsOf } from './box.ts';
import { segmentsCross, turn } from './segment.ts';
import type { AnyPoint } from './point.ts';

/** Corners clockwise on the screen, beginning with that nearest to the top left of its bounds. */
export function orderQuad(points: readonly number[]): number[] {
  const corners = [0, 1, 2, 3].map((i) => ({ x: points[2 * i] as number, y: points[2 * i + 1] as number }));
  const middle = {
    x: corners.reduce((s, c) => s + c.x, 0) / 4,
    y: corners.reduce((s, c) => s + c.y, 0) / 4,
  };
  const angle = (c: AnyPoint): number => Math.atan2(c.y - middle.y, c.x - middle.x);
  const around = corners.sort((a, b) => angle(a) - angle(b));
  const [x1, y1] = boundsOf(points);
  const away = around.map((c) => c.x - x1 + (c.y - y1));
  const first = away.indexOf(Math.min(...away));
  return [0, 1, 2, 3].flatMap((i) => {
    const c = around[(first + i) % 4] as AnyPoint;
    return [c.x, c.y];
  });
}

/** Strictly convex: every corner turns the same way, none lies on the line of its neighbours. */
export function isConvexQuad(points: readonly number[]): boolean {
  const at = (i: number): [number, number] => [points[(2 * i) % 8] as number, points[(2 * i + 1) % 8] as number];
  const turns = [0, 1, 2, 3].map((i) => Math.sign(turn(...at(i), ...at(i + 1), ...at(i + 2))));
  return turns[0] !== 0 && turns.every((t) => t === turns[0]);
}

/** Whether two opposite sides of four corners cross each other. */
export function isCrossedQuad(points: readonly number[]): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points as [number, number, number, number, number, number, number, number];
  return segmentsCross(x0, y0, x1, y1, x2, y2, x3, y3) || segmentsCross(x1, y1, x2, y2, x3, y3, x0, y0);
}

export type RotatedRect = {
  cx: number;
  cy: number;
  width: number;
  height: number;
  /** Radians, clockwise on the screen. */ angle: number;
};

/** The corners clockwise from what is the top left at angle 0. */
export function rotatedRectCorners({ cx, cy, width, height, angle }: RotatedRect): number[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (x: number, y: number): [number, number] => [cx + x * cos - y * sin, cy + x * sin + y * cos];
  const [w, h] = [width / 2, height / 2];
  return [...corner(-w, -h), ...corner(w, -h), ...corner(w, h), ...corner(-w, h)];
}

/** The reverse of rotatedRectCorners; the angle lies in (−π, π]. */
export function rotatedRectOf(corners: readonly number[]): RotatedRect {
  const [x0, y0, x1, y1, x2, y2] = corners as [number, number, number, number, number, number];
  return {
    cx: (x0 + x2) / 2,
    cy: (y0 + y2) / 2,
    width: Math.hypot(x1 - x0, y1 - y0),
    height: Math.hypot(x2 - x1, y2 - y1),
    angle: Math.atan2(y1 - y0, x1 - x0),
  };
}
