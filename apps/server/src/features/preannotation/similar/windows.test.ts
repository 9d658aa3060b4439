/** Windows over a plane of cells: their sums, how they stand out, and which of them are kept apart. */
import { expect, it } from 'vitest';
import { apart, overlapOf, peaksOf, sumIn, sumsOf, windowScore } from './windows.ts';

const plane = (rows: number, columns: number, value: (x: number, y: number) => number) => ({
  rows,
  columns,
  data: Float32Array.from({ length: rows * columns }, (_, at) => value(at % columns, Math.floor(at / columns))),
});

it('sums what is in a window, also between cells and beyond the image', () => {
  const sums = sumsOf(plane(4, 5, (x, y) => x + 10 * y));
  const by = (x: number, y: number, width: number, height: number) => sumIn(sums, { x, y, width, height });
  expect(by(1, 1, 2, 2)).toBe(11 + 12 + 21 + 22);
  // half a cell of each side
  expect(by(1.5, 1, 1, 1)).toBeCloseTo((11 + 12) / 2, 10);
  // beyond the image is nothing
  expect(by(-3, -3, 4, 4)).toBe(0);
  expect(by(3, 3, 9, 9)).toBe(33 + 34);
  expect(
    sumIn(
      sumsOf(
        plane(2, 2, () => 1),
        -1,
      ),
      { x: 0, y: 0, width: 2, height: 2 },
    ),
  ).toBe(0);
});

it('scores a window by what is in it less what is around it: an even ground is nothing, a spot is what it is', () => {
  const spot = (x: number, y: number) => (x >= 6 && x < 10 && y >= 6 && y < 10 ? 3 : 0);
  const window = { x: 6, y: 6, width: 4, height: 4 };
  expect(windowScore(sumsOf(plane(16, 16, spot)), window)).toBeCloseTo(3, 10);
  expect(windowScore(sumsOf(plane(16, 16, (x, y) => spot(x, y) + 7)), window)).toBeCloseTo(3, 10);
  expect(windowScore(sumsOf(plane(16, 16, () => 7)), window)).toBeCloseTo(0, 10);
});

it('finds the places that stand out, and no place beside a better one', () => {
  const at = [
    [3, 4, 2],
    [11, 9, 5],
  ] as const;
  const sums = sumsOf(plane(16, 16, (x, y) => at.find(([cx, cy]) => Math.hypot(x - cx, y - cy) < 1.5)?.[2] ?? 0));
  const best = apart(peaksOf(sums, 3, 3), 0.2, 2);
  expect(best.map(({ x, y }) => [x + 1, y + 1])).toEqual([
    [11, 9],
    [3, 4],
  ]);
  // a window that is as large as the image has one place
  expect(peaksOf(sumsOf(plane(4, 4, () => 1)), 20, 20).length).toBeLessThanOrEqual(1);
});

it('keeps the best of those that overlap, and no more than are wanted', () => {
  const one = (x: number, score: number) => ({ x, y: 0, width: 10, height: 10, score });
  expect(overlapOf(one(0, 1), one(5, 1))).toBeCloseTo(1 / 3, 10);
  const kept = apart([one(0, 0.5), one(5, 0.9), one(20, 0.1), one(40, 0.7)], 0.2, 2);
  expect(kept.map(({ score }) => score)).toEqual([0.9, 0.7]);
});
