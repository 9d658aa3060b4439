// Masks as run lengths: windows of a grid of cells, as a model gives them, and runs of pixels, in which they are compared.

import { maskRings } from './mask-rings.ts';
import { scanRings } from './raster.ts';
import type { Box } from './box.ts';

/**
 * Cells x … x + w, y … y + h of a grid; `counts`: runs row by row within the window, outside and inside by turns, beginning
 * with those outside. Nothing inside: a window of 0 × 0.
 */
export type CellWindow = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly counts: readonly number[];
};
/** Width and height of a cell in pixels of the image. */
export type Cell = readonly [width: number, height: number];
export type GridSize = { readonly width: number; readonly height: number };
/** Pixels of an image, numbered row by row: first and past the last of each run, ascending. */
export type Runs = Int32Array;

const nothing: CellWindow = { x: 0, y: 0, w: 0, h: 0, counts: [] };

/** The smallest window around what is not 0 in a mask of `width` × `height`, whose left upper cell is `x`, `y` of the grid. */
export function windowOfMask(mask: ArrayLike<number>, width: number, height: number, x = 0, y = 0): CellWindow {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (mask[at] === 0) continue;
      if (column < left) left = column;
      if (column >= right) right = column + 1;
      if (row < top) top = row;
      bottom = row + 1;
    }
  }
  if (right === 0) return nothing;
  const counts: number[] = [];
  let isInside = false;
  let run = 0;
  for (let row = top; row < bottom; row++) {
    const last = row * width + right;
    for (let at = row * width + left; at < last; at++) {
      if ((mask[at] !== 0) !== isInside) {
        counts.push(run);
        isInside = !isInside;
        run = 0;
      }
      run++;
    }
  }
  counts.push(run);
  return { x: x + left, y: y + top, w: right - left, h: bottom - top, counts };
}

/**
 * The mask of one object from rows of bits (most significant first, `rowBytes` bytes each, `rows` rows), looked at within
 * `box` (in cells) and one cell around it.
 */
export function windowOfBits(bits: ArrayLike<number>, rowBytes: number, rows: number, box: Box): CellWindow {
  const edge = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const [left, right] = [edge(Math.floor(box[0]) - 1, 8 * rowBytes), edge(Math.ceil(box[2]) + 1, 8 * rowBytes)];
  const [top, bottom] = [edge(Math.floor(box[1]) - 1, rows), edge(Math.ceil(box[3]) + 1, rows)];
  const [w, h] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const mask = new Uint8Array(w * h);
  for (let row = 0; row < h; row++) {
    const from = (top + row) * rowBytes;
    const to = row * w - left;
    for (let byte = left >> 3; 8 * byte < right; byte++) {
      const eight = bits[from + byte]!;
      // most of a mask is outside
      if (eight === 0) continue;
      const end = Math.min(right, 8 * byte + 8);
      for (let at = Math.max(left, 8 * byte); at < end; at++) if ((eight & (128 >> (at & 7))) !== 0) mask[to + at] = 1;
    }
  }
  return windowOfMask(mask, w, h, left, top);
}

/** Each run inside, as the row and the columns of the window that it takes; runs over several rows come in pieces. */
function eachRun({ w, counts }: CellWindow, take: (row: number, from: number, to: number) => void): void {
  let at = 0;
  counts.forEach((count, i) => {
    const end = at + count;
    while (i % 2 === 1 && at < end) {
      const row = Math.floor(at / w);
      const until = Math.min(end, (row + 1) * w);
      take(row, at - row * w, until - row * w);
      at = until;
    }
    at = end;
  });
}

/** The window as a mask of w × h, 1 inside. */
export function maskOfWindow(window: CellWindow): Uint8Array {
  const mask = new Uint8Array(window.w * window.h);
  let at = 0;
  window.counts.forEach((count, i) => {
    if (i % 2 === 1) mask.fill(1, at, at + count);
    at += count;
  });
  return mask;
}

/** Cells inside. */
export const windowCells = ({ counts }: CellWindow): number =>
  counts.reduce((sum, count, i) => (i % 2 === 1 ? sum + count : sum), 0);

/** Cells that are inside one of two and outside the other. */
export function windowDifference(a: CellWindow, b: CellWindow): number {
  const width = Math.max(a.x + a.w, b.x + b.w);
  const [one, other] = [a, b].map((window) => runsOfWindow(window, [1, 1], { width, height: Infinity })) as [
    Runs,
    Runs,
  ];
  return windowCells(a) + windowCells(b) - 2 * runsOverlap(one, other);
}

/** In square pixels of the image. */
export const windowArea = (window: CellWindow, [width, height]: Cell): number => windowCells(window) * width * height;

/** Outlines in pixels of the image: regions of rings, each an outline and its holes; simplified by at most `tolerance` pixels. */
export const windowRings = (window: CellWindow, cell: Cell, tolerance = 0.7): number[][][] =>
  maskRings(maskOfWindow(window), window, cell, tolerance);

/** The largest distance between two points of the object, in pixels of the image; 0 of nothing. */
export function windowLength(window: CellWindow, [width, height]: Cell): number {
  const rows = new Map<number, [left: number, right: number]>();
  eachRun(window, (row, from, to) => {
    const seen = rows.get(row);
    if (seen) seen[1] = to;
    else rows.set(row, [from, to]);
  });
  // per row of corners the outermost ones: no other corner can be an end of the longest line
  const ends = new Map<number, [number, number]>();
  for (const [row, [left, right]] of rows) {
    for (const y of [row, row + 1]) {
      const seen = ends.get(y);
      ends.set(y, seen ? [Math.min(seen[0], left), Math.max(seen[1], right)] : [left, right]);
    }
  }
  const corners = [...ends].flatMap(([y, [left, right]]) => [
    [left * width, y * height],
    [right * width, y * height],
  ]);
  return longest(hullOf(corners as [number, number][]));
}

type Point = [x: number, y: number];

/** Convex hull (Andrew, Information Processing Letters 9, 1979). */
function hullOf(points: Point[]): Point[] {
  const sorted = points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [a, b] = [kept.at(-2)!, kept.at(-1)!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept;
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function longest(hull: readonly Point[]): number {
  let most = 0;
  for (let i = 0; i < hull.length; i++) {
    for (let j = i + 1; j < hull.length; j++) {
      most = Math.max(most, Math.hypot(hull[i]![0] - hull[j]![0], hull[i]![1] - hull[j]![1]));
    }
  }
  return most;
}

/** The largest distance between two of these points (x and y by turns); of none 0. */
export function longestDistance(points: ArrayLike<number>): number {
  const corners = Array.from({ length: points.length / 2 }, (_, i): Point => [points[2 * i]!, points[2 * i + 1]!]);
  return longest(hullOf(corners));
}

/** The pixels of an image whose middle lies in a cell that is inside. */
export function runsOfWindow(window: CellWindow, [cw, ch]: Cell, { width, height }: GridSize): Runs {
  const rows = new Map<number, number[]>();
  const pixel = (at: number, size: number, most: number): number =>
    Math.min(most, Math.max(0, Math.ceil(at * size - 0.5)));
  eachRun(window, (row, from, to) => {
    const [left, right] = [pixel(window.x + from, cw, width), pixel(window.x + to, cw, width)];
    if (right <= left) return;
    const line = rows.get(row);
    if (line) line.push(left, right);
    else rows.set(row, [left, right]);
  });
  const runs: number[] = [];
  for (const [row, line] of rows) {
    const last = pixel(window.y + row + 1, ch, height);
    for (let y = pixel(window.y + row, ch, height); y < last; y++) for (const x of line) runs.push(y * width + x);
  }
  return Int32Array.from(runs);
}

/** The pixels of an image whose middle lies within a region (even-odd over all rings); a tiny one takes the pixel it lies in. */
export function runsOfRings(rings: readonly ArrayLike<number>[], { width, height }: GridSize): Runs {
  const runs: number[] = [];
  scanRings(rings, width, height, (y, from, to) => runs.push(y * width + from, y * width + to));
  return Int32Array.from(runs);
}

export function runsArea(runs: Runs): number {
  let sum = 0;
  for (let i = 0; i < runs.length; i += 2) sum += runs[i + 1]! - runs[i]!;
  return sum;
}

/** Pixels that two have in common. */
export function runsOverlap(a: Runs, b: Runs): number {
  let [sum, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const shared = Math.min(a[i + 1]!, b[j + 1]!) - Math.max(a[i]!, b[j]!);
    if (shared > 0) sum += shared;
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return sum;
}

/** Shared pixels over joint ones, 0 … 1; two of nothing share nothing. */
export function runsIou(a: Runs, b: Runs): number {
  const shared = runsOverlap(a, b);
  return shared === 0 ? 0 : shared / (runsArea(a) + runsArea(b) - shared);
}
