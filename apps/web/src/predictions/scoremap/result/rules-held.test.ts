/** What each rule promises holds for any scores: equal ones, one image, limits of 0 and 1. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostRejects, targetThreshold } from './rules.ts';

// few different values, so that many are equal
const score = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const some = fc.array(score, { minLength: 1, maxLength: 60 });
const countNg = (scores: readonly number[], threshold: number) => scores.filter((one) => one >= threshold).length;

test('most rejects: the limit is kept, and no threshold that keeps it finds more', () => {
  const limit = fc.constantFrom(0, 0.05, 0.2, 0.5, 1);
  fc.assert(
    fc.property(some, some, limit, (good, bad, most) => {
      const threshold = mostRejects(good, bad, most);
      const keeps = (one: number) => countNg(good, one) <= most * good.length + 1e-9;
      const others = [...good, ...bad, 1].flatMap((one) => [one, one + 0.01]).filter((one) => one <= 1 && keeps(one));
      expect(threshold === null).toBe(others.length === 0);
      if (threshold === null) return;
      expect(keeps(threshold)).toBe(true);
      expect(countNg(bad, threshold)).toBe(Math.max(...others.map((one) => countNg(bad, one))));
    }),
  );
});

test('the target share: no more good images are refused than it allows, whatever is equal, but for outliers among few', () => {
  const target = fc.constantFrom(0.001, 0.02, 0.1, 0.3);
  const inside = fc.array(
    score.map((one) => 0.05 + 0.9 * one),
    { minLength: 1, maxLength: 200 },
  );
  fc.assert(
    fc.property(inside, target, (good, share) => {
      const threshold = targetThreshold(good, share)!;
      expect(threshold).toBeGreaterThan(0);
      expect(threshold).toBeLessThanOrEqual(1);
      const isFew = (good.length + 1) * share < 1;
      const outliers = isFew ? Math.min(2, Math.floor(0.2 * good.length)) : 0;
      expect(countNg(good, threshold)).toBeLessThanOrEqual(Math.max(outliers, share * (good.length + 1) + 1e-9));
    }),
  );
});

test('all scores equal: none of them is refused', () => {
  for (const count of [1, 2, 9, 200]) {
    for (const value of [0, 0.3, 0.5, 0.9]) {
      const good = Array.from({ length: count }, () => value);
      expect(countNg(good, targetThreshold(good, 0.02)!)).toBe(0);
      expect(countNg(good, mostRejects(good, [0.95], 0)!)).toBe(0);
    }
  }
});
