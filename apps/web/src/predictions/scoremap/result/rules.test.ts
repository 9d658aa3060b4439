import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mostRejects, snapToGap, targetThreshold } from './rules.ts';

const scores = (n: number, from: number, to: number) =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / n);
const countNg = (good: readonly number[], threshold: number) => good.filter((score) => score >= threshold).length;

interface Settled {
  good: number[];
  target: number;
  threshold: number;
}

/** What the engine settles on (engine/tests/test_anomaly_thresholds.py); the fourth place may be rounded either way. */
const fixture = (name: string) =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../../../../packages/contract/fixtures', name), 'utf8'),
  ) as (Settled & { bad?: number[] })[];
const table = fixture('thresholds.json');

test('the threshold is that of the training, for the same scores and target', () => {
  for (const row of table)
    expect(Math.abs(targetThreshold(row.good, row.target)! - row.threshold)).toBeLessThan(1.5e-4);
  expect(table.length).toBeGreaterThan(40);
});

test('from the scores of a report it finds the threshold that its training ended with', () => {
  const ended = fixture('ended-thresholds.json');
  expect(ended.length).toBe(72);
  const found = ended.map(({ good, bad, target }) => targetThreshold(good, target, bad)!);
  expect(ended.filter((row, i) => Math.abs(found[i]! - row.threshold) >= 1.5e-4)).toEqual([]);
});

test('with enough good images about the wanted share of them is refused', () => {
  const good = scores(199, 0.1, 0.5);
  expect(countNg(good, targetThreshold(good, 0.1)!)).toBeLessThanOrEqual(20);
  expect(countNg(good, targetThreshold(good, 0.1)!)).toBeGreaterThanOrEqual(19);
});

test('with few of them the threshold lies beyond all, and further out for a smaller target', () => {
  const good = scores(12, 0.1, 0.4);
  const [loose, strict] = [targetThreshold(good, 0.02)!, targetThreshold(good, 0.001)!];
  expect(loose).toBeGreaterThan(Math.max(...good));
  expect(strict).toBeGreaterThan(loose);
  expect(strict).toBeLessThan(1);
});

test('one outlier among few images does not carry the threshold', () => {
  const few = [0.1, 0.105, 0.11, 0.12, 0.45];
  const found = targetThreshold(few, 0.02)!;
  expect(found).toBeGreaterThan(0.12);
  expect(found).toBeLessThan(0.3);
  // two of five may be how the parts are
  expect(targetThreshold([0.1, 0.105, 0.11, 0.44, 0.45], 0.02)!).toBeGreaterThan(0.45);
});

test('without good images there is no such threshold', () => {
  expect(targetThreshold([], 0.02)).toBeNull();
});

test('a threshold keeps its distance from known scores and has four places', () => {
  expect(snapToGap(0.50003, [0.2, 0.8])).toBe(0.5);
  const moved = snapToGap(0.5, [0.4, 0.5, 0.6]);
  expect([0.45, 0.55]).toContain(moved);
});

test('most rejects within a limit: no lower threshold keeps it, and none that keeps it finds more', () => {
  const good = [0.1, 0.2, 0.3, 0.35, 0.6];
  const bad = [0.32, 0.5, 0.7, 0.9];
  const none = mostRejects(good, bad, 0)!;
  expect(countNg(good, none)).toBe(0);
  expect(countNg(bad, none)).toBe(2);
  const one = mostRejects(good, bad, 0.2)!;
  expect(countNg(good, one)).toBe(1);
  expect(countNg(bad, one)).toBe(3);
  expect(one).toBeGreaterThan(0.35);
  expect(one).toBeLessThan(0.5);
});

test('equal scores are refused together or not at all', () => {
  expect(countNg([0.4, 0.4, 0.4, 0.1], mostRejects([0.4, 0.4, 0.4, 0.1], [0.9], 0.25)!)).toBe(0);
});

test('a limit that all may break leads to zero; without one of the kinds there is no answer', () => {
  expect(mostRejects([0.2], [0.9], 1)).toBe(0);
  expect(mostRejects([], [0.9], 0.1)).toBeNull();
  expect(mostRejects([0.1], [], 0.1)).toBeNull();
});
