/** Means over windows of a plane of cells, and the windows that stand out. */
import { boxIou, type Box as Corners } from '@loupe/geometry';
import type { Box, Plane } from './tiles.ts';

/** Sums of all that lies before a corner of a cell. */
export interface Sums {
  rows: number;
  columns: number;
  data: Float64Array;
}

/** `shift` is added to each cell. */
export function sumsOf({ rows, columns, data }: Plane, shift = 0): Sums {
  const wide = columns + 1;
  const sums = new Float64Array((rows + 1) * wide);
  for (let row = 0; row < rows; row++) {
    let line = 0;
    for (let column = 0; column < columns; column++) {
      line += data[row * columns + column]! + shift;
      sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1]! + line;
    }
  }
  return { rows, columns, data: sums };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/** Of all that lies before a point, between the corners of cells. */
function before({ rows, columns, data }: Sums, x: number, y: number): number {
  const [px, py] = [clamp(x, columns), clamp(y, rows)];
  const [column, row] = [Math.min(columns - 1, Math.floor(px)), Math.min(rows - 1, Math.floor(py))];
  const [fx, fy] = [px - column, py - row];
  const at = row * (columns + 1) + column;
  const next = at + columns + 1;
  return (data[at]! * (1 - fx) + data[at + 1]! * fx) * (1 - fy) + (data[next]! * (1 - fx) + data[next + 1]! * fx) * fy;
}

export const sumIn = (sums: Sums, { x, y, width, height }: Box): number =>
  before(sums, x + width, y + height) - before(sums, x, y + height) - before(sums, x + width, y) + before(sums, x, y);

/** The ring around a window is as wide as half of it on each side, and counts as much as what is inside. */
export const ring = 0.5;

/** How much what is in the window stands out against what is around it. In cells; beyond the image is as the ground: 0. */
export function windowScore(sums: Sums, { x, y, width, height }: Box): number {
  const inside = sumIn(sums, { x, y, width, height });
  const whole = sumIn(sums, {
    x: x - ring * width,
    y: y - ring * height,
    width: (1 + 2 * ring) * width,
    height: (1 + 2 * ring) * height,
  });
  const area = width * height;
  return inside / area - (whole - inside) / (area * ((1 + 2 * ring) ** 2 - 1));
}

export interface Peak extends Box {
  score: number;
}

/** Windows of one size that score above 0 and no less than those beside them. In cells. */
export function peaksOf(sums: Sums, width: number, height: number): Peak[] {
  const [wide, high] = [Math.max(1, width), Math.max(1, height)];
  const columns = Math.max(1, Math.floor(sums.columns - wide) + 1);
  const rows = Math.max(1, Math.floor(sums.rows - high) + 1);
  const scores = new Float64Array(rows * columns);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) scores[y * columns + x] = windowScore(sums, { x, y, width: wide, height: high });
  const peaks: Peak[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const score = scores[y * columns + x]!;
      if (score > 0 && isPeak(scores, rows, columns, x, y)) peaks.push({ x, y, width: wide, height: high, score });
    }
  }
  return peaks;
}

function isPeak(scores: Float64Array, rows: number, columns: number, x: number, y: number): boolean {
  const score = scores[y * columns + x]!;
  for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++)
      if (scores[row * columns + column]! > score) return false;
  return true;
}

const corners = ({ x, y, width, height }: Box): Corners => [x, y, x + width, y + height];
export const overlapOf = (a: Box, b: Box): number => boxIou(corners(a), corners(b));

/** The best ones that lie apart. */
export function apart<T extends Peak>(peaks: readonly T[], overlap: number, most: number): T[] {
  const kept: T[] = [];
  for (const one of peaks.toSorted((a, b) => b.score - a.score)) {
    if (kept.length >= most) break;
    if (kept.every((other) => overlapOf(one, other) <= overlap)) kept.push(one);
  }
  return kept;
}
