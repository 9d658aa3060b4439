// Four corners that are a rectangle.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pixelRings } from './mask-rings.ts';
import { rotatedRectCorners } from './quad.ts';
import { isBox, isUprightRect, rectangleOf } from './rectangle.ts';

const rect = fc.record({
  cx: fc.double({ min: 0, max: 4000, noNaN: true }),
  cy: fc.double({ min: 0, max: 4000, noNaN: true }),
  width: fc.double({ min: 2, max: 500, noNaN: true }),
  height: fc.double({ min: 2, max: 500, noNaN: true }),
  angle: fc.double({ min: -3, max: 3, noNaN: true }),
});

it('keeps the corners of a rectangle as they are, takes rounded ones for one, and no other four points', () => {
  fc.assert(
    fc.property(rect, (one) => {
      const corners = rotatedRectCorners(one);
      expect(rectangleOf(corners)).toEqual(corners);
      expect(rectangleOf(corners.map((value) => Math.round(value * 10) / 10))).toBeDefined();
    }),
  );
  expect(rectangleOf([0, 0, 100, 0, 80, 60, 20, 60])).toBeUndefined();
  expect(rectangleOf([Number.NaN, 0, 1, 0, 1, 1, 0, 1])).toBeUndefined();
});

it('tells upright corners from turned and crossed ones', () => {
  expect(isUprightRect([1, 1, 9, 1, 9, 5, 1, 5])).toBe(true);
  expect(isUprightRect([1, 5, 1, 1, 9, 1, 9, 5])).toBe(true);
  expect(isUprightRect([1, 1, 9, 2, 9, 6, 1, 5])).toBe(false);
  expect(isUprightRect([1, 1, 9, 5, 9, 1, 1, 5])).toBe(false);
});

it('takes two points and four upright corners for a box, and no outline of pixels', () => {
  expect(isBox([1, 1, 9, 5], [0])).toBe(true);
  expect(isBox([1, 1, 9, 1, 9, 5, 1, 5], [0])).toBe(true);
  expect(isBox([1, 1, 9, 2, 9, 6, 1, 5], [0])).toBe(false);
  expect(isBox([1, 1, 5, 1, 9, 1, 9, 5, 1, 5], [0])).toBe(false);
  expect(isBox([1, 1, 9, 1, 9, 5, 1, 5], [0, 2])).toBe(false);
});

it('takes no outline of pixels for a box: its corners are cut, however square the pixels lie', () => {
  for (const [width, height] of [
    [1, 1],
    [1, 5],
    [2, 2],
    [3, 2],
    [40, 30],
  ] as const) {
    const mask = new Uint8Array(width * height).fill(1);
    const rings = pixelRings(mask, { x: 3, y: 4, width, height }).flat();
    expect(rings).toHaveLength(1);
    expect(isBox(rings[0]!, [0])).toBe(false);
  }
});
