// A square of the image in a fixed number of cells: finer than its pixels where it is small, coarser where it is large.

import { clampNumber } from '@loupe/geometry';
import type { AnyPoint } from '@loupe/geometry';
import type { Pixels } from '../pixels.ts';

export type Square = {
  /** Its left upper corner, and its side, in pixels of the image. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Cells along a side. */
  readonly side: number;
};

export type Window = Square & {
  /** Red, green, blue, one plane after the other, 0 … 255. Beyond what is known its edge is repeated. */
  readonly planes: Float32Array;
};

export const squareAround = ({ x, y }: AnyPoint, size: number, side: number): Square => ({
  x: x - size / 2,
  y: y - size / 2,
  size,
  side,
});

/** Cell of a place; not clamped. */
export const cellAt = ({ x, y, size, side }: Square, p: AnyPoint): { column: number; row: number } => ({
  column: Math.floor(((p.x - x) / size) * side),
  row: Math.floor(((p.y - y) / size) * side),
});

/** One row of three colours at a height, between two rows of pixels, at all columns that are asked for. */
function rowAt(pixels: Pixels, y: number, xs: Float64Array, into: Float32Array): void {
  const { data, width, height } = pixels;
  const fy = clampNumber(y - 0.5, 0, height - 1);
  const top = Math.floor(fy);
  const bottom = Math.min(height - 1, top + 1);
  const down = fy - top;
  for (let i = 0; i < xs.length; i++) {
    const fx = clampNumber(xs[i]! - 0.5, 0, width - 1);
    const left = Math.floor(fx);
    const right = Math.min(width - 1, left + 1);
    const across = fx - left;
    for (let c = 0; c < 3; c++) {
      const a = data[4 * (top * width + left) + c]!;
      const b = data[4 * (top * width + right) + c]!;
      const d = data[4 * (bottom * width + left) + c]!;
      const e = data[4 * (bottom * width + right) + c]!;
      into[3 * i + c]! += (a + (b - a) * across) * (1 - down) + (d + (e - d) * across) * down;
    }
  }
}

/** Each cell is the mean of as many places in it as it has pixels along a side. */
export function windowOf(pixels: Pixels, square: Square): Window {
  const { side } = square;
  const cells = side * side;
  const cell = square.size / side / pixels.cell;
  const count = Math.max(1, Math.round(cell));
  const planes = new Float32Array(3 * cells);
  const xs = new Float64Array(side * count);
  for (let i = 0; i < xs.length; i++) xs[i] = (square.x - pixels.x) / pixels.cell + ((i + 0.5) / count) * cell;
  const line = new Float32Array(3 * xs.length);
  for (let row = 0; row < side; row++) {
    line.fill(0);
    for (let k = 0; k < count; k++) {
      rowAt(pixels, (square.y - pixels.y) / pixels.cell + (row + (k + 0.5) / count) * cell, xs, line);
    }
    for (let i = 0; i < xs.length; i++) {
      const at = row * side + Math.floor(i / count);
      for (let c = 0; c < 3; c++) planes[c * cells + at]! += line[3 * i + c]! / (count * count);
    }
  }
  return { ...square, planes };
}
