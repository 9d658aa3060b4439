// A window of the image as pixels, for what looks at colours: in whole cells of the image, coarser where it is large.

import { boxHeight, boxWidth, clampNumber, maskRings } from '@loupe/geometry';
import type { Box, Size } from '@loupe/geometry';
import type { Region } from '../region.ts';

export type PixelPlace = Size & {
  /** Of the image, where the first cell begins. */
  readonly x: number;
  readonly y: number;
  /** Pixels of the image along a side of each cell. */
  readonly cell: number;
};

export type Pixels = PixelPlace & {
  /** RGBA, row by row. */
  readonly data: Uint8ClampedArray;
};

/** The window for a box of the image with at most so many cells; null where nothing of the image is in the box. */
export function pixelPlace(box: Box, image: Size, most: number): PixelPlace | null {
  const x = clampNumber(Math.floor(box[0]), 0, image.width);
  const y = clampNumber(Math.floor(box[1]), 0, image.height);
  const right = clampNumber(Math.ceil(box[2]), 0, image.width);
  const bottom = clampNumber(Math.ceil(box[3]), 0, image.height);
  const inside: Box = [x, y, right, bottom];
  if (right <= x || bottom <= y) return null;
  const cell = Math.max(1, Math.ceil(Math.sqrt((boxWidth(inside) * boxHeight(inside)) / most)));
  return { x, y, cell, width: Math.ceil(boxWidth(inside) / cell), height: Math.ceil(boxHeight(inside) / cell) };
}

/** A mask over a window as regions of rings in pixels of the image. Holes below so many cells are filled. */
export function maskRegion(mask: Uint8Array, place: PixelPlace, leastHole: number): Region {
  const { cell } = place;
  const at = { x: place.x / cell, y: place.y / cell, w: place.width, h: place.height };
  return maskRings(mask, at, [cell, cell], cell).flatMap(([outer, ...holes]) => [
    outer!,
    ...holes.filter((ring) => sizeOf(ring) >= leastHole * cell * cell),
  ]);
}

/** Area of a ring, in square pixels. */
function sizeOf(ring: readonly number[]): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return Math.abs(sum) / 2;
}
