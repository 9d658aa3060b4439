// Four corners that are a rectangle.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rotatedRectCorners } from './quad.ts';
import { isUprightRect, rectangleOf } from './rectangle.ts';

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
