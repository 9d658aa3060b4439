/** Suppression over all labels: what stays, at which overlap, and in which order. */
import type { PredictedBox } from '@loupe/contract';
import { expect, it } from 'vitest';
import { oneLabelEach } from './one-label.ts';

const box = (c: number, score: number, ...p: PredictedBox['p']): PredictedBox => ({ c, score, p });
const kept = (items: PredictedBox[], nms = 0.5, from: readonly number[] = [0, 0, 0]) =>
  oneLabelEach(items, nms, ({ c, score }) => score >= from[c]!).map((one) => items.indexOf(one));

it('keeps the better label of an object that two claim, and lets others be', () => {
  const scratch = box(0, 0.6, 0, 0, 10, 10);
  const dent = box(1, 0.8, 0, 0, 10, 9);
  const apart = box(1, 0.3, 50, 50, 60, 60);
  expect(kept([scratch, dent, apart])).toEqual([1, 2]);
  expect(kept([dent, scratch, apart])).toEqual([0, 2]);
});

it('suppresses above the overlap, not at it', () => {
  // they share 50 of 150
  const two = [box(0, 0.9, 0, 0, 10, 10), box(1, 0.8, 0, 5, 10, 15)];
  expect(kept(two, 1 / 3)).toEqual([0, 1]);
  expect(kept(two, 0.333)).toEqual([0]);
  expect(kept(two, 1)).toEqual([0, 1]);
});

it('takes the first of equal scores', () => {
  expect(kept([box(1, 0.5, 0, 0, 10, 10), box(0, 0.5, 0, 0, 10, 10)])).toEqual([0]);
});

it('lets nothing be suppressed by what is suppressed itself', () => {
  const chain = [box(0, 0.9, 0, 0, 10, 10), box(1, 0.8, 0, 4, 10, 14), box(2, 0.7, 0, 8, 10, 18)];
  expect(kept(chain, 0.3)).toEqual([0, 2]);
});

it('leaves nothing out where nothing overlaps, and nothing of nothing', () => {
  expect(kept([])).toEqual([]);
  expect(kept([box(0, 0.2, 0, 0, 1, 1), box(1, 0.9, 2, 2, 3, 3)])).toEqual([0, 1]);
});

it('lets what is found suppress what is not, whatever their scores', () => {
  const [unsure, found] = [box(0, 0.6, 0, 0, 10, 10), box(1, 0.4, 0, 0, 10, 10)];
  expect(kept([unsure, found], 0.5, [0.7, 0.3])).toEqual([1]);
  expect(kept([unsure, found], 0.5, [0.5, 0.3])).toEqual([0]);
  expect(kept([unsure, found], 0.5, [0.7, 0.7])).toEqual([0]);
});
