/**
 * A part of an image at another scale, as bytes: the mean of what falls into a pixel where it shrinks, a line between
 * neighbours where it grows. What lies outside the image repeats its border.
 */
interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}
/** Pixels of the scaled image. */
export interface TilePlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Taps {
  from: Int32Array;
  count: Int32Array;
  /** `most` for each. */
  weights: Float32Array;
  most: number;
}

/** Which pixels of a side of `size` make each of `count` from `start` on, where the whole side becomes `scaled`. */
function tapsOf(start: number, count: number, size: number, scaled: number): Taps {
  const step = size / scaled;
  const reach = Math.max(1, step);
  const most = Math.ceil(2 * reach) + 1;
  const taps = {
    from: new Int32Array(count),
    count: new Int32Array(count),
    weights: new Float32Array(count * most),
    most,
  };
  for (let i = 0; i < count; i++) {
    // beyond the border it is the border's
    const centre = (Math.min(scaled - 1, Math.max(0, start + i)) + 0.5) * step;
    const from = Math.max(0, Math.ceil(centre - reach - 0.5));
    const to = Math.min(size - 1, Math.floor(centre + reach - 0.5));
    let sum = 0;
    for (let at = from; at <= to; at++) {
      const weight = Math.max(0, 1 - Math.abs(at + 0.5 - centre) / reach);
      taps.weights[i * most + at - from] = weight;
      sum += weight;
    }
    taps.from[i] = from;
    taps.count[i] = to - from + 1;
    for (let k = 0; k <= to - from; k++) taps.weights[i * most + k]! /= sum;
  }
  return taps;
}

/** RGB bytes of a tile of the image scaled to `scaled`. */
export function resampled(
  { data, width, height }: Pixels,
  scaled: { width: number; height: number },
  tile: TilePlace,
): Uint8Array {
  const across = tapsOf(tile.x, tile.width, width, scaled.width);
  const down = tapsOf(tile.y, tile.height, height, scaled.height);
  const first = down.from[0]!;
  let last = first;
  for (let i = 0; i < tile.height; i++) last = Math.max(last, down.from[i]! + down.count[i]! - 1);
  const row = 3 * tile.width;
  const lines = new Float32Array((last - first + 1) * row);
  for (let y = first; y <= last; y++) {
    for (let i = 0; i < tile.width; i++) {
      let [r, g, b] = [0, 0, 0];
      const start = 3 * (y * width + across.from[i]!);
      for (let k = 0, at = start; k < across.count[i]!; k++, at += 3) {
        const weight = across.weights[i * across.most + k]!;
        r += weight * data[at]!;
        g += weight * data[at + 1]!;
        b += weight * data[at + 2]!;
      }
      const to = (y - first) * row + 3 * i;
      lines[to] = r;
      lines[to + 1] = g;
      lines[to + 2] = b;
    }
  }
  const out = new Uint8Array(tile.height * row);
  const sums = new Float32Array(row);
  for (let j = 0; j < tile.height; j++) {
    sums.fill(0);
    for (let k = 0; k < down.count[j]!; k++) {
      const weight = down.weights[j * down.most + k]!;
      const start = (down.from[j]! - first + k) * row;
      for (let i = 0; i < row; i++) sums[i]! += weight * lines[start + i]!;
    }
    for (let i = 0; i < row; i++) out[j * row + i] = Math.round(sums[i]!);
  }
  return out;
}
