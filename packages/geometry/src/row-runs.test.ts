import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillRows, rowRuns } from './row-runs.ts';

test('runs go row by row and begin with one outside, also of no length', () => {
  expect(rowRuns([0, 1, 1, 0, 0, 1])).toEqual([1, 2, 2, 1]);
  expect(rowRuns([1, 1, 0, 0])).toEqual([0, 2, 2]);
});

test('runs and their mask give each other back', () => {
  const masks = fc.uint8Array({ minLength: 24, maxLength: 24, max: 1 });
  fc.assert(
    fc.property(masks, (mask) => {
      expect(fillRows(rowRuns(mask), { width: 6, height: 4 })).toEqual(mask);
    }),
  );
});

test('what is behind the last run is outside; more than there is room for is no mask', () => {
  const size = { width: 3, height: 2 };
  expect(fillRows([1, 2], size)).toEqual(Uint8Array.of(0, 1, 1, 0, 0, 0));
  expect(fillRows([1, 6], size)).toBeUndefined();
  expect(fillRows([2, -1], size)).toBeUndefined();
  expect(fillRows([0.5, 1], size)).toBeUndefined();
  expect(fillRows([Number.NaN], size)).toBeUndefined();
});
