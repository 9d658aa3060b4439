import { expect, it } from 'vitest';
import { positive, smoothed, type Points } from './smooth.ts';

const points: Points = [
  [0, 10],
  [1, 0],
  [2, 10],
];

it('begins at the first value, and leaves what is level', () => {
  expect(smoothed(points, 0.9)[0]).toEqual([0, 10]);
  const level: Points = [
    [0, 3],
    [5, 3],
  ];
  expect(smoothed(level, 0.99).map(([, y]) => y)).toEqual([expect.closeTo(3), expect.closeTo(3)]);
});
it('draws each point towards those before it', () => {
  const [, second, third] = smoothed(points, 0.5);
  expect(second![1]).toBeCloseTo(10 / 3);
  expect(third![1]).toBeCloseTo(50 / 7);
  expect(smoothed(points, 0)).toBe(points);
});
it('keeps for a logarithmic axis what is above nothing', () => {
  expect(positive(points)).toEqual([
    [0, 10],
    [2, 10],
  ]);
});
