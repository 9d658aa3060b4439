/** The split: deterministic, groups on one side, never empty and never all. */
import { expect, it } from 'vitest';
import { chooseValidationGroups, chooseValidationImages, validationTarget, type Group } from './split.ts';

/** Small generator of numbers, so that a failing case can be run again. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % max);
  };
}
const drawGroups = (seed: number): Group[] => {
  const next = numbers(seed);
  return Array.from({ length: 1 + next(40) }, (_, i) => ({ key: `part_${i}_${next(1e6)}`, images: next(12) }));
};
const sum = (groups: readonly Group[]) => groups.reduce((total, { images }) => total + images, 0);

it('keeps groups whole, takes some and not all, and comes near the requested share', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const groups = drawGroups(seed);
    const percent = 10 + (seed % 21);
    const chosen = chooseValidationGroups(groups, percent, seed);
    const inside = groups.filter(({ key }) => chosen.has(key));
    expect(inside.length).toBe(chosen.size);
    expect(chosen.size).toBeGreaterThan(0);
    expect(chosen.size).toBeLessThan(groups.length);
    const target = validationTarget(sum(groups), percent);
    const smallest = Math.min(...groups.map(({ images }) => images));
    expect(sum(inside)).toBeLessThanOrEqual(Math.max(target, smallest));
    // whatever was left out did not fit any more
    for (const group of groups.filter(({ key }) => !chosen.has(key))) {
      if (sum(inside) <= target) expect(sum(inside) + group.images).toBeGreaterThan(target);
    }
  }
});

it('depends on the seed alone, not on the order of the groups', () => {
  const groups = drawGroups(7);
  const first = chooseValidationGroups(groups, 20, 5);
  expect(chooseValidationGroups([...groups].reverse(), 20, 5)).toEqual(first);
  const others = [6, 7, 8, 9].map((seed) => [...chooseValidationGroups(groups, 20, seed)].sort().join());
  expect(new Set([...others, [...first].sort().join()]).size).toBeGreaterThan(1);
});

it('splits the images of an only group, at least one on each side', () => {
  const ids = Array.from({ length: 10 }, (_, i) => i + 1);
  expect(chooseValidationGroups([{ key: 'only', images: 10 }], 20, 1)).toEqual(new Set());
  const chosen = chooseValidationImages(ids, 20, 1);
  expect(chosen.size).toBe(2);
  expect(chooseValidationImages([...ids].reverse(), 20, 1)).toEqual(chosen);
  expect(chooseValidationImages([4, 9], 10, 1).size).toBe(1);
  expect(chooseValidationImages([4], 10, 1).size).toBe(0);
});
