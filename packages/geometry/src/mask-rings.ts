// Outlines of a mask with few points, whose rings never cross.

import type { PixelWindow } from './coco-rle.ts';
import { simplifyRing } from './simplify.ts';
import { traceMask } from './trace.ts';

type Place = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/**
 * In cells. Lines through the middles of the edges of cells keep √2/4 (0.354) from the middle of every cell and twice that
 * from each other: what stays nearer to them than this fills to the same mask, and no two rings meet.
 */
const lossless = 0.35;

/** The first and the last middle of an edge of a cell along each straight piece of a traced ring. */
function middlesOf(ring: readonly number[]): number[] {
  const middles: number[] = [];
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const x0 = ring[j]!;
    const y0 = ring[j + 1]!;
    const x1 = ring[i]!;
    const y1 = ring[i + 1]!;
    const dx = Math.sign(x1 - x0) / 2;
    const dy = Math.sign(y1 - y0) / 2;
    middles.push(x0 + dx, y0 + dy);
    if (Math.abs(x1 - x0) + Math.abs(y1 - y0) > 1) middles.push(x1 - dx, y1 - dy);
  }
  return middles;
}

/**
 * Regions of a mask of w × h cells of a grid, in pixels of the image, each as its outline and its holes, with steps made
 * straight: filled again in the same grid they are the mask. Simplified by at most `tolerance` pixels.
 */
export function maskRings(
  mask: ArrayLike<number>,
  { x, y, w, h }: Place,
  [width, height]: readonly [number, number],
  tolerance: number,
): number[][][] {
  const most = Math.min(lossless, tolerance / Math.max(width, height));
  const inImage = (value: number, i: number): number => (i % 2 === 0 ? (value + x) * width : (value + y) * height);
  return traceMask(mask, w, h).map((rings) => rings.map((ring) => simplifyRing(middlesOf(ring), most).map(inImage)));
}

/** The same of pixels of the image, of which the mask is the window at x, y. */
export const pixelRings = (mask: ArrayLike<number>, { x, y, width, height }: PixelWindow): number[][][] =>
  maskRings(mask, { x, y, w: width, h: height }, [1, 1], lossless);
