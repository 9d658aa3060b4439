/** Which image size is proposed where defects would vanish, and what an image costs. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { measuredMs } from './anomaly-size.ts';
import { initialValues, recipes } from './index.ts';
import type { ImageSides } from './family.ts';

const { sizeAdvice, imageMs } = recipes.anomaly;
const values = initialValues(recipes.anomaly);
const advice = (imageSize: number, images: ImageSides[], sides: number[] = []) =>
  sizeAdvice!({ ...values, imageSize }, images, sides);
const ms = (imageSize: number, images: ImageSides[], method = 'synthetic') =>
  imageMs!({ ...values, imageSize, method }, images)!;

it.each([
  [256, [1300, 900], 5.1, 768],
  [384, [1300, 900], 3.4, 768],
  [256, [800, 800], 3.1, 384],
  [256, [4000, 500], 15.6, 1024],
] as const)('%i px for images of %o', (size, sides, scale, wanted) => {
  expect(advice(size, [sides])).toMatchObject({ percent: null, scale, instead: { values: { imageSize: wanted } } });
});

it('is content where the images are hardly larger than what the network sees, or the size is the largest', () => {
  expect(advice(256, [[640, 480]])).toBeNull();
  expect(advice(512, [[1280, 320]])).toBeNull();
  expect(advice(256, [])).toBeNull();
  expect(advice(Number.NaN, [[1300, 900]])).toBeNull();
  expect(advice(1024, [[4000, 500]])).toMatchObject({ instead: null });
});

it('listens to drawn defects before it listens to the sides of images', () => {
  expect(advice(256, [[4000, 3000]], Array(20).fill(0.2) as number[])).toBeNull();
  const small = [...(Array(8).fill(0.02) as number[]), 0.2, 0.2];
  expect(advice(256, [[700, 700]], small)).toMatchObject({ percent: 80, instead: { values: { imageSize: 512 } } });
  // no larger than the image itself
  expect(advice(256, [[300, 300]], small)).toMatchObject({ percent: 80, instead: null });
  expect(advice(256, [[4000, 3000]], [0.001])).toMatchObject({ instead: { values: { imageSize: 1024 } } });
  expect(limits.smallObjectSide / 512).toBeLessThan(0.02);
});

it('an image costs what the bench says of the methods as they are now', () => {
  const said = readFileSync(new URL('../../../../bench/README.md', import.meta.url), 'utf8');
  const [, synthetic256, synthetic512] = /\*synthetic defects\* ([\d.]+) and (\d+) ms/.exec(said)!;
  const [, memory256, memory512] = /with two memories side by side, [\d-]+, ([\d.]+) and (\d+) ms/.exec(said)!;
  expect(measuredMs).toEqual({ synthetic: Number(synthetic512), memory: Number(memory512) });
  expect(ms(512, [])).toBe(measuredMs.synthetic);
  expect(ms(512, [], 'memory')).toBe(measuredMs.memory);
  // at a quarter of the pixels it is said to the millisecond
  expect(ms(256, [])).toBe(Math.round(Number(synthetic256)));
  expect(ms(256, [], 'memory')).toBe(Math.round(Number(memory256)));
});

it('charges for the canvas that the images need', () => {
  const square = ms(256, [[300, 300]]);
  expect(ms(256, [])).toBe(square);
  expect(ms(512, [[300, 300]]) / square).toBeCloseTo(4, 0);
  expect(ms(512, [[1200, 300]]) / square).toBeCloseTo(1, 0);
  expect(
    ms(512, [
      [1200, 300],
      [300, 1200],
    ]),
  ).toBe(ms(512, [[300, 300]]));
  expect(ms(512, [[300, 300]], 'memory')).toBeLessThan(ms(512, [[300, 300]]));
  expect(advice(256, [[1200, 300]])).toMatchObject({ ms: ms(256, [[1200, 300]]), instead: { ms: square } });
});
