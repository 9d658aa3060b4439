/** Mean, covariance, and the direction that tells a vector from the ground best: by what numpy says of the same numbers. */
import { expect, it } from 'vitest';
import { addCells, addVector, directionOf, groundOf, newStatistics } from './statistics.ts';

/** Cells that vary by 3 in the first direction, by 1 in the second, and together. */
const vectors = [
  [3, 1],
  [-3, -1],
  [3, -1],
  [-3, 1],
  [6, 0],
  [-6, 0],
] as const;
const [first, second] = [vectors.map(([a]) => a + 10), vectors.map(([, b]) => b - 5)];

function counted() {
  const statistics = newStatistics(2);
  addCells(statistics, Float32Array.from([...first, ...second]), vectors.length, 1);
  return statistics;
}

it('counts cells of planes as it counts vectors, each or every other one', () => {
  const one = newStatistics(2);
  for (const [a, b] of vectors) {
    addVector(one, [a + 10, b - 5]);
    one.count++;
  }
  expect(counted()).toEqual(one);
  const other = newStatistics(2);
  addCells(other, Float32Array.from([...first, ...second]), vectors.length, 2);
  expect(other.count).toBe(3);
  expect(other.sums[0]).toBe(first[0]! + first[2]! + first[4]!);
});

it('has the mean, and the triangle whose square is the covariance with a share of its trace', () => {
  const { mean, triangle } = groundOf(counted());
  expect([...mean]).toEqual([10, -5]);
  // the variances are 18 and 2/3, the covariance 0
  const share = (0.02 * (18 + 2 / 3)) / 2 + 1e-6;
  expect(triangle[0]! ** 2).toBeCloseTo(18 + share, 8);
  expect(triangle[2]).toBeCloseTo(0, 8);
  expect(triangle[3]! ** 2).toBeCloseTo(2 / 3 + share, 8);
});

it('gives the direction in which the vector is farthest from the ground, counted in how far the ground goes', () => {
  const ground = groundOf(counted());
  // as far in both: the second says more, for the ground hardly varies in it
  const direction = directionOf(ground, [10 + 3, -5 + 3]);
  const share = (0.02 * (18 + 2 / 3)) / 2 + 1e-6;
  const variances = [18 + share, 2 / 3 + share] as const;
  expect(direction[1]! / direction[0]!).toBeCloseTo(variances[0] / variances[1], 6);
  // products of the ground with it vary by 1
  expect(direction[0]! ** 2 * variances[0] + direction[1]! ** 2 * variances[1]).toBeCloseTo(1, 8);
});

it('of a ground without any variance is finite', () => {
  const even = newStatistics(3);
  addCells(even, new Float32Array(12).fill(4), 4, 1);
  const direction = directionOf(groundOf(even), [4, 5, 4]);
  expect([...direction].every(Number.isFinite)).toBe(true);
  expect(direction[1]).toBeGreaterThan(0);
  // the ground itself has no direction
  expect([...directionOf(groundOf(even), [4, 4, 4])]).toEqual([0, 0, 0]);
});
