/**
 * How much there is to see in a part of an image: how far its blocks differ from each other beyond an even slope of light, and
 * by how much more than their own noise would make them. Both are of bytes, so a picture without content is near 0 whatever
 * stands on it in a network's eyes.
 */
import type { Contrast } from '../protocol.ts';

interface Pixels {
  /** RGB. */
  data: Uint8Array;
  width: number;
  height: number;
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of a block's side: noise is averaged out in it, a thin line is not. */
const block = 4;

interface Blocks {
  columns: number;
  rows: number;
  means: Float64Array;
  /** Median variance of the pixels of a block: what a line or a speck does to some of them is no noise. */
  noise: number;
}

function blocksOf({ data, width }: Pixels, { x, y, width: wide, height: high }: Box, channel: number): Blocks {
  const [columns, rows] = [Math.floor(wide / block), Math.floor(high / block)];
  const means = new Float64Array(columns * rows);
  const within = new Float64Array(columns * rows);
  for (let at = 0; at < means.length; at++) {
    const [left, top] = [x + (at % columns) * block, y + Math.floor(at / columns) * block];
    let [sum, squares] = [0, 0];
    for (let j = 0; j < block; j++) {
      for (let i = 0; i < block; i++) {
        const value = data[((top + j) * width + left + i) * 3 + channel]!;
        sum += value;
        squares += value * value;
      }
    }
    const mean = sum / block ** 2;
    means[at] = mean;
    within[at] = squares / block ** 2 - mean * mean;
  }
  return { columns, rows, means, noise: within.toSorted()[within.length >> 1] ?? 0 };
}

/** Variance of the means about the plane that fits them best. */
function aboutPlane({ columns, rows, means }: Blocks): number {
  let [sum, across, down, squares, wide, high] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < means.length; at++) {
    const [dx, dy] = [(at % columns) - (columns - 1) / 2, Math.floor(at / columns) - (rows - 1) / 2];
    const value = means[at]!;
    sum += value;
    squares += value * value;
    across += dx * value;
    down += dy * value;
    wide += dx * dx;
    high += dy * dy;
  }
  const planar = (wide > 0 ? across ** 2 / wide : 0) + (high > 0 ? down ** 2 / high : 0);
  return Math.max(0, (squares - sum ** 2 / means.length - planar) / means.length);
}

/** Within the box, as far as it lies on the tile; all numbers are 0 where not even two blocks fit. */
export function contrastIn(tile: Pixels, box: Box): Contrast {
  const [x, y] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.min(tile.width, Math.ceil(box.x + box.width)) - x;
  const height = Math.min(tile.height, Math.ceil(box.y + box.height)) - y;
  if (width < block || height < block || width * height < 2 * block ** 2) return { levels: 0, overNoise: 0 };
  const channels = [0, 1, 2].map((channel) => blocksOf(tile, { x, y, width, height }, channel));
  const between = channels.reduce((total, one) => total + aboutPlane(one), 0) / 3;
  const noise = channels.reduce((total, one) => total + one.noise, 0) / 3;
  return { levels: Math.sqrt(between), overNoise: (between * block ** 2) / (noise + 1e-6) };
}
