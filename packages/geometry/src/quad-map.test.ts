// Texts are turned upright by their corners, and outlines without a reading start get one.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quadMap, quadSize, readingQuad } from './quad-map.ts';
import { isConvexQuad, rotatedRectCorners, rotatedRectOf } from './quad.ts';

const coordinate = fc.integer({ min: 0, max: 500 });
const convex = fc.array(coordinate, { minLength: 8, maxLength: 8 }).filter(isConvexQuad);

it('maps the corners of the square to the corners, in their order', () => {
  fc.assert(
    fc.property(convex, (corners) => {
      const at = quadMap(corners);
      const mapped = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)].flatMap(({ x, y }) => [x, y]);
      mapped.forEach((value, i) => expect(value).toBeCloseTo(corners[i]!, 6));
    }),
  );
});

it('keeps straight what is straight: the middle of a trapezium is where its diagonals meet', () => {
  const middle = quadMap([0, 0, 100, 0, 75, 50, 25, 50])(0.5, 0.5);
  expect(middle.x).toBeCloseTo(50);
  expect(middle.y).toBeCloseTo(100 / 3);
});

it('measures a text by its longer edges', () => {
  expect(quadSize([0, 0, 30, 40, 30, 60, 0, 10])).toEqual({ width: Math.hypot(30, 50), height: 20 });
});

it('finds the rectangle that an outline was, and begins at its left', () => {
  const corners = rotatedRectCorners({ cx: 200, cy: 150, width: 120, height: 30, angle: 0.4 });
  const inner = [200, 150, ...corners.slice(4), 210, 152, ...corners.slice(0, 4)];
  const quad = readingQuad(inner);
  quad.forEach((value, i) => expect(value).toBeCloseTo(corners[i]!, 6));
});

it('reads what is tall from top to bottom', () => {
  const quad = readingQuad([10, 10, 30, 10, 30, 90, 10, 90]);
  quad.forEach((value, i) => expect(value).toBeCloseTo([30, 10, 30, 90, 10, 90, 10, 10][i]!, 6));
  expect(rotatedRectOf(quad).angle).toBeCloseTo(Math.PI / 2);
});

it('takes the bounds of what is a line', () => {
  expect(readingQuad([0, 0, 10, 0, 20, 0])).toEqual([0, 0, 20, 0, 20, 0, 0, 0]);
});
