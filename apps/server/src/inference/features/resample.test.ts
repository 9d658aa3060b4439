/** Parts of an image at another scale: the mean where it shrinks, a line where it grows, the border beyond it; and no seams. */
import { expect, it } from 'vitest';
import { resampled } from './resample.ts';

function drawn(width: number, height: number, value: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const level = value(at % width, Math.floor(at / width));
    data.set([level, 255 - level, level >> 1], 3 * at);
  }
  return { data, width, height };
}
const noisy = (x: number, y: number) => (x * 37 + y * 91 + ((x * y) % 13) * 17) % 256;
const all = ({ width, height }: { width: number; height: number }) => ({ x: 0, y: 0, width, height });

it('at its own size is the image itself', () => {
  const image = drawn(20, 12, noisy);
  expect(resampled(image, image, all(image))).toEqual(image.data);
});

it('of one colour stays that colour at every scale, also beyond the border', () => {
  const image = drawn(30, 20, () => 77);
  for (const scaled of [
    { width: 7, height: 5 },
    { width: 30, height: 20 },
    { width: 91, height: 60 },
  ]) {
    const out = resampled(image, scaled, { x: 0, y: 0, width: scaled.width + 16, height: scaled.height + 16 });
    const colours = new Set(Array.from({ length: out.length / 3 }, (_, i) => out.slice(3 * i, 3 * i + 3).join()));
    expect([...colours]).toEqual(['77,178,38']);
  }
});

it('keeps a slope where it shrinks and where it grows', () => {
  const image = drawn(64, 8, (x) => 2 * x);
  for (const width of [16, 128]) {
    const out = resampled(image, { width, height: 8 }, { x: 0, y: 0, width, height: 8 });
    const by = 64 / width;
    for (let x = 4; x < width - 4; x++)
      expect(Math.abs(out[3 * x]! - 2 * ((x + 0.5) * by - 0.5))).toBeLessThanOrEqual(1);
  }
});

it('what lies outside the image repeats its border', () => {
  const image = drawn(10, 10, (x) => x * 10);
  const out = resampled(image, image, { x: 0, y: 0, width: 16, height: 1 });
  expect(Array.from({ length: 16 }, (_, x) => out[3 * x])).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90, 90, 90, 90, 90]); // prettier-ignore
});

it('is the same in a tile as in the whole: tiles have no seams', () => {
  const image = drawn(101, 67, noisy);
  const scaled = { width: 64, height: 43 };
  const whole = resampled(image, scaled, all(scaled));
  const tile = { x: 16, y: 16, width: 32, height: 16 };
  const part = resampled(image, scaled, tile);
  for (let y = 0; y < tile.height; y++) {
    const from = 3 * ((y + tile.y) * scaled.width + tile.x);
    expect(part.slice(3 * y * tile.width, 3 * (y + 1) * tile.width)).toEqual(whole.slice(from, from + 3 * tile.width));
  }
});
