// Masks as shapes: the other way round from raster.ts.

import { pointInPolygon } from './polygon.ts';

/** Right, down, left, up. */
const dx = [1, 0, -1, 0] as const;
const dy = [0, 1, 0, -1] as const;

/** A mask with a border of one pixel outside, 1 within; 2 is added where the upper edge of a pixel is part of a ring. */
interface Bordered {
  cells: Uint8Array;
  side: number;
}

function bordered(mask: ArrayLike<number>, width: number, height: number): Bordered {
  const side = width + 2;
  const cells = new Uint8Array(side * (height + 2));
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * width, (y + 1) * side + 1];
    for (let x = 0; x < width; x++) if (mask[from + x] !== 0) cells[to + x] = 1;
  }
  return { cells, side };
}

/** The ring that begins with the upper edge of the pixel at `start`, which stays on the right hand; a hole turns left in all. */
function follow({ cells, side }: Bordered, start: number): { ring: number[]; isHole: boolean } {
  const steps = [1, side, -1, -side];
  // the pixels ahead on the left and on the right hand of who stands at the upper left corner of pixel `at`
  const left = [-side, 0, -1, -1 - side];
  const right = [0, -1, -1 - side, -side];
  const ring: number[] = [];
  let [x, y] = [(start % side) - 1, Math.floor(start / side) - 1];
  let [at, towards, turns] = [start, 0, 0];
  do {
    if (towards === 0) cells[at]! |= 2;
    at += steps[towards]!;
    x += dx[towards]!;
    y += dy[towards]!;
    // what touches at a corner alone is one region
    const isLeft = (cells[at + left[towards]!]! & 1) === 1;
    const turn = isLeft ? -1 : (cells[at + right[towards]!]! & 1) === 1 ? 0 : 1;
    if (turn !== 0) ring.push(x, y);
    turns += turn;
    towards = (towards + turn + 4) % 4;
  } while (at !== start || towards !== 0);
  return { ring, isHole: turns < 0 };
}

/**
 * The regions of a mask (not 0: within) of `width` × `height`, each as rings of [x, y, x, y, …] along the edges of pixels:
 * the outline first, clockwise as an image is seen, then its holes. Pixels that touch at a corner are of one region.
 * `fillRings` of all regions gives the mask back.
 */
export function traceMask(mask: ArrayLike<number>, width: number, height: number): number[][][] {
  const all = bordered(mask, width, height);
  const { cells, side } = all;
  const regions: number[][][] = [];
  const last = cells.length - side;
  for (let at = side; at < last; at++) {
    if (cells[at] !== 1 || (cells[at - side]! & 1) === 1) continue;
    const { ring, isHole } = follow(all, at);
    if (!isHole) regions.push([ring]);
    else owner(regions, (at % side) - 0.5, Math.floor(at / side) - 1.5).push(ring);
  }
  return regions;
}

/** The region that a hole is in, by the middle of a pixel of the hole: the last one begun around it, for an island begins below. */
function owner(regions: number[][][], x: number, y: number): number[][] {
  const within = (rings: number[][]): boolean => pointInPolygon({ x, y }, rings[0]!);
  return (regions.length === 1 ? undefined : regions.findLast(within)) ?? regions[0]!;
}
