// Boxes with sides along the axes: [x1, y1, x2, y2], x1 <= x2, y1 <= y2.

import { clampNumber } from './point.ts';
import type { AnyPoint } from './point.ts';

export type Box = readonly [x1: number, y1: number, x2: number, y2: number];

export const boxBetween = (a: AnyPoint, b: AnyPoint): Box => [
  Math.min(a.x, b.x),
  Math.min(a.y, b.y),
  Math.max(a.x, b.x),
  Math.max(a.y, b.y),
];

/** The smallest box around a flat list x, y, x, y, …; an empty list has the empty box. */
export function boundsOf(points: ArrayLike<number>): Box {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    if (x < x1) x1 = x;
    if (x > x2) x2 = x;
    if (y < y1) y1 = y;
    if (y > y2) y2 = y;
  }
  return x1 > x2 ? [0, 0, 0, 0] : [x1, y1, x2, y2];
}

export const boxWidth = (b: Box): number => b[2] - b[0];
export const boxHeight = (b: Box): number => b[3] - b[1];
export const boxArea = (b: Box): number => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);
export const boxCentre = (b: Box): AnyPoint => ({ x: (b[0] + b[2]) / 2, y: (b[1] + b[3]) / 2 });

export const boxContains = (b: Box, p: AnyPoint): boolean => p.x >= b[0] && p.x <= b[2] && p.y >= b[1] && p.y <= b[3];

export const boxesTouch = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

export const boxUnion = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

export const growBox = (b: Box, by: number): Box => [b[0] - by, b[1] - by, b[2] + by, b[3] + by];

export const clipBox = (b: Box, width: number, height: number): Box => [
  clampNumber(b[0], 0, width),
  clampNumber(b[1], 0, height),
  clampNumber(b[2], 0, width),
  clampNumber(b[3], 0, height),
];

/** The area that two boxes share; 0 where they only touch. */
export function boxOverlap(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Shared area over joint area, 0 … 1; two empty boxes share nothing. */
export function boxIou(a: Box, b: Box): number {
  const overlap = boxOverlap(a, b);
  return overlap > 0 ? overlap / (boxArea(a) + boxArea(b) - overlap) : 0;
}

/** The corners clockwise from the top left, as a flat list. */
export const boxCorners = (b: Box): number[] => [b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3]];
