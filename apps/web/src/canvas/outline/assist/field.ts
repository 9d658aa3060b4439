// From a field over a square, 0 … 1, to outlines in the image.

import { maskRings } from '@loupe/geometry';
import { cellAt } from './window.ts';
import type { Region } from '../../region.ts';
import type { Prompt } from '../prompt.ts';
import type { Square } from './window.ts';

/** The outline is set between cells: it follows the field, not the steps of its grid. */
const FINER = 2;
/** Of the largest piece, below which one without a click is noise; of all that is inside, below which a hole is. */
const LEAST_PIECE = 0.2;
const LEAST_HOLE = 0.02;

/** The field between its cells, as a mask that is finer than it. */
function finerMask(field: Float32Array, side: number, threshold: number): Uint8Array {
  const fine = side * FINER;
  const mask = new Uint8Array(fine * fine);
  const last = side - 1;
  for (let row = 0; row < fine; row++) {
    const fy = Math.min(last, Math.max(0, (row + 0.5) / FINER - 0.5));
    const top = Math.floor(fy);
    const [upper, lower] = [top * side, Math.min(last, top + 1) * side];
    for (let column = 0; column < fine; column++) {
      const fx = Math.min(last, Math.max(0, (column + 0.5) / FINER - 0.5));
      const left = Math.floor(fx);
      const right = Math.min(last, left + 1);
      const [dx, dy] = [fx - left, fy - top];
      const above = field[upper + left]! * (1 - dx) + field[upper + right]! * dx;
      const below = field[lower + left]! * (1 - dx) + field[lower + right]! * dx;
      if (above * (1 - dy) + below * dy >= threshold) mask[row * fine + column] = 1;
    }
  }
  return mask;
}

/** Pieces of one value that hang together by edges: for each cell the number of its piece, and how many cells each has. */
function piecesOf(
  mask: Uint8Array,
  side: number,
  value: number,
): { of: Int32Array; sizes: number[]; open: Set<number> } {
  const of = new Int32Array(mask.length).fill(-1);
  const sizes: number[] = [];
  /** Those that reach the border. */
  const open = new Set<number>();
  const queue = new Int32Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== value || of[start] !== -1) continue;
    const piece = sizes.length;
    let [head, tail] = [0, 0];
    const reach = (i: number): void => {
      if (mask[i] !== value || of[i] !== -1) return;
      of[i] = piece;
      queue[tail++] = i;
    };
    reach(start);
    while (head < tail) {
      const i = queue[head++]!;
      const x = i % side;
      if (x === 0 || x === side - 1 || i < side || i >= side * (side - 1)) open.add(piece);
      if (x > 0) reach(i - 1);
      if (x < side - 1) reach(i + 1);
      if (i >= side) reach(i - side);
      if (i < side * (side - 1)) reach(i + side);
    }
    sizes.push(tail);
  }
  return { of, sizes, open };
}

/** The pieces that are meant: those that were clicked on; without a click the largest ones. Small holes in them are filled. */
function meant(mask: Uint8Array, square: Square, { clicks }: Prompt): Uint8Array {
  const { side } = square;
  const at = (isObject: boolean): number[] =>
    clicks.flatMap((click) => {
      const { column, row } = cellAt(square, click);
      return click.isObject === isObject && column >= 0 && row >= 0 && column < side && row < side
        ? [row * side + column]
        : [];
    });
  const inside = piecesOf(mask, side, 1);
  const clicked = new Set(at(true).flatMap((i) => (inside.of[i]! >= 0 ? [inside.of[i]!] : [])));
  const least = clicked.size > 0 ? Infinity : LEAST_PIECE * inside.sizes.reduce((a, b) => Math.max(a, b), 0);
  const kept = Uint8Array.from(inside.of, (piece) =>
    piece >= 0 && (clicked.has(piece) || inside.sizes[piece]! >= least) ? 1 : 0,
  );
  const count = kept.reduce((sum, value) => sum + value, 0);
  const outside = piecesOf(kept, side, 0);
  const wanted = new Set(at(false).map((i) => outside.of[i]!));
  const isNoise = outside.sizes.map(
    (size, piece) => size < LEAST_HOLE * count && !outside.open.has(piece) && !wanted.has(piece),
  );
  return kept.map((value, i) => (value === 0 && isNoise[outside.of[i]!] ? 1 : value));
}

/** The regions where the field is at least `threshold`, in pixels of the image. */
export function regionOfField(field: Float32Array, square: Square, prompt: Prompt, threshold: number): Region {
  const fine = { ...square, side: square.side * FINER };
  const mask = meant(finerMask(field, square.side, threshold), fine, prompt);
  const cell = fine.size / fine.side;
  const place = { x: square.x / cell, y: square.y / cell, w: fine.side, h: fine.side };
  return maskRings(mask, place, [cell, cell], cell).flat();
}
