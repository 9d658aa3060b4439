import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cocoCounts, cocoMask, cocoText, cocoWindow, fillCoco, isCocoMask } from './coco-rle.ts';
import { pixelRings } from './mask-rings.ts';
import { crossesItself } from './polygon.ts';
import { fillRings } from './raster.ts';

const maskOf = (...rows: string[]): [Uint8Array, number, number] => [
  Uint8Array.from(rows.join(''), (one) => Number(one !== '.')),
  rows[0]!.length,
  rows.length,
];
/** Any pixels at all, and rings filled as people draw them, holes and crossings among them. */
const anyMask = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
  .chain(({ width, height }) => {
    const noise = fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 1 });
    const ring = fc.array(fc.double({ min: 0, max: 24, noNaN: true }), { minLength: 6, maxLength: 24 });
    const even = ring.map((one) => one.slice(0, one.length & ~1));
    const drawn = fc.array(even, { minLength: 1, maxLength: 3 }).map((rings) => fillRings(rings, width, height));
    return fc.oneof(noise, drawn).map((mask): [Uint8Array, number, number] => [mask, width, height]);
  });

test('a mask turned into polygons and filled again is the same mask, to the last pixel, whatever it is', () => {
  fc.assert(
    fc.property(anyMask, ([mask, width, height]) => {
      const regions = pixelRings(mask, { x: 0, y: 0, width, height });
      expect(fillRings(regions.flat(), width, height)).toEqual(mask);
    }),
    { numRuns: 300 },
  );
});

test('runs are those of pycocotools: its texts read, and written', () => {
  const [holed, width, height] = maskOf('.....', '.xxx.', '.x.x.', '.xxx.');
  const window = { x: 0, y: 0, width, height };
  const mask = cocoMask(holed, window, width, height);
  expect(mask.counts).toEqual([5, 3, 1, 1, 1, 1, 1, 3, 4]);
  expect(cocoText(mask.counts)).toBe('531N00023');
});

test('runs, their text, a window and its mask give each other back', () => {
  fc.assert(
    fc.property(anyMask, fc.nat(3), fc.nat(3), ([filled, width, height], right, below) => {
      const [x, y] = [right, below];
      const whole = [width + 2 * right, height + 2 * below] as const;
      const mask = cocoMask(filled, { x, y, width, height }, ...whole);
      expect(isCocoMask(mask)).toBe(true);
      expect(cocoCounts(cocoText(mask.counts))).toEqual(mask.counts);
      expect(fillCoco(mask, { x, y, width, height })).toEqual(filled);
      const window = cocoWindow(mask);
      if (!window) return void expect(filled.some((one) => one === 1)).toBe(false);
      const inner = fillCoco(mask, window);
      expect(cocoMask(inner, window, ...whole)).toEqual(mask);
    }),
    { numRuns: 300 },
  );
});

test('texts that are no runs, and runs that do not fill the image, are told', () => {
  expect(cocoCounts('P')).toBeUndefined();
  expect(cocoCounts('é')).toBeUndefined();
  expect(cocoCounts('p'.repeat(20))).toBeUndefined();
  expect(isCocoMask({ width: 3, height: 2, counts: [1, 4] })).toBe(false);
  expect(isCocoMask({ width: 3, height: 2, counts: [7, -1] })).toBe(false);
  expect(isCocoMask({ width: 3, height: 2, counts: [1, 5] })).toBe(true);
});

test('an outline crosses itself where edges pass through each other, not where they touch', () => {
  expect(crossesItself([0, 0, 4, 4, 4, 0, 0, 4])).toBe(true);
  expect(crossesItself([0, 0, 4, 0, 4, 4, 0, 4])).toBe(false);
  // a bridge to a hole and back, as some programs write holes
  expect(crossesItself([0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 3, 3, 3, 6, 6, 6, 6, 3, 3, 3])).toBe(false);
  // a hole that leaves its outline
  expect(crossesItself([0, 0, 9, 0, 9, 9, 0, 9, 6, 3, 12, 3, 12, 6, 6, 6], [0, 4])).toBe(true);
});
