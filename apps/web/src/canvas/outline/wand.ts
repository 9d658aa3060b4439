// The magic wand: what hangs together around a place and has about its colour.

import { clampNumber } from '@loupe/geometry';
import type { AnyPoint } from '@loupe/geometry';
import type { Pixels } from './pixels.ts';

/** Mean colour of the cell and its eight neighbours: a single odd pixel decides nothing. */
function colorAround({ data, width, height }: Pixels, column: number, row: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      const at = 4 * (y * width + x);
      for (let c = 0; c < 3; c++) sum[c]! += data[at + c]!;
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The cells, 1 inside: joined by edges, each of its three colours at most `tolerance` (0 … 255) away. */
export function growColor(pixels: Pixels, at: AnyPoint, tolerance: number): Uint8Array {
  const { data, width, height, cell } = pixels;
  const column = clampNumber(Math.floor((at.x - pixels.x) / cell), 0, width - 1);
  const row = clampNumber(Math.floor((at.y - pixels.y) / cell), 0, height - 1);
  const [red, green, blue] = colorAround(pixels, column, row);
  const mask = new Uint8Array(width * height);
  // each cell is pushed once at most
  const open = new Int32Array(width * height);
  let count = 0;
  const reach = (i: number): void => {
    if (mask[i] === 1) return;
    const p = 4 * i;
    const away = Math.max(Math.abs(data[p]! - red), Math.abs(data[p + 1]! - green), Math.abs(data[p + 2]! - blue));
    if (away > tolerance) return;
    mask[i] = 1;
    open[count++] = i;
  };
  const start = row * width + column;
  mask[start] = 1;
  open[count++] = start;
  while (count > 0) {
    const i = open[--count]!;
    const x = i % width;
    if (x > 0) reach(i - 1);
    if (x < width - 1) reach(i + 1);
    if (i >= width) reach(i - width);
    if (i < width * (height - 1)) reach(i + width);
  }
  return mask;
}
