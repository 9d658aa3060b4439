/** What thresholds and bounds promise holds for any scores: equal ones, one image, one kind alone, limits of 0 and 1. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clopperPearson } from './beta.ts';
import { auroc, quantile, rocPoints } from './roc.ts';
import { operatingPoints, pointWithin, verdictRates, type ImageScore } from './verdict.ts';

// few different values, so that many are equal
const score = fc.integer({ min: 0, max: 10 }).map((n) => n / 10);
const scores = fc.array(score, { maxLength: 40 });
const images: fc.Arbitrary<ImageScore[]> = fc
  .array(fc.record({ isDefective: fc.boolean(), score }), { maxLength: 40 })
  .map((list) => list.map((one, imageId) => ({ imageId, ...one })));

test('every image has one verdict, and the grey zone takes from both sides alone', () => {
  fc.assert(
    fc.property(images, score, score, (list, a, b) => {
      const [review, ng] = [Math.min(a, b), Math.max(a, b)];
      const [one, two] = [verdictRates(list, { ng }), verdictRates(list, { ng, review })];
      expect(one.review.count).toBe(0);
      expect(two.overkill.count).toBe(one.overkill.count);
      const passed = list.filter((image) => image.isDefective && image.score < ng).length;
      const held = list.filter((image) => image.isDefective && image.score < ng && image.score >= review).length;
      expect([one.escape.count, two.escape.count]).toEqual([passed, passed - held]);
      expect(two.review.count).toBe(list.filter((image) => image.score >= review && image.score < ng).length);
      expect([two.overkill.of + two.escape.of, two.review.of]).toEqual([list.length, list.length]);
    }),
  );
});

test('a point within a limit keeps it, and no other that keeps it loses less', () => {
  const limit = fc.constantFrom(0, 0.1, 0.5, 1);
  fc.assert(
    fc.property(images, limit, (list, most) => {
      const points = operatingPoints(list);
      const good = list.filter(({ isDefective }) => !isDefective).length;
      const defective = list.length - good;
      for (const kind of ['overkill', 'escape'] as const) {
        const [of, other] = kind === 'overkill' ? [good, 'escape' as const] : [defective, 'overkill' as const];
        const keeping = points.filter((point) => point[kind] <= most * of);
        const found = pointWithin(points, good, defective, { [kind]: most });
        expect(found === null).toBe(keeping.length === 0);
        if (found) expect(found[other]).toBe(Math.min(...keeping.map((point) => point[other])));
        if (found) expect(found[kind]).toBeLessThanOrEqual(most * of);
      }
    }),
  );
});

test('bounds hold the share, grow narrower with more images, and of none say at most about 3 in n', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
      const found = clopperPearson(Math.round(part * of), of);
      expect(found.low).toBeLessThanOrEqual(found.share!);
      expect(found.high).toBeGreaterThanOrEqual(found.share!);
      const mirrored = clopperPearson(of - found.count, of);
      expect(mirrored.low).toBeCloseTo(1 - found.high, 9);
      const more = clopperPearson(found.count * 2, of * 2);
      expect(more.high - more.low).toBeLessThanOrEqual(found.high - found.low + 1e-12);
      // the rule of three is the bound on one side
      const none = clopperPearson(0, of, 0.9);
      expect(none.low).toBe(0);
      expect(none.high).toBeLessThanOrEqual(3 / of);
    }),
    { numRuns: 40 },
  );
});

test('the area under the ROC is one half where all are equal, and turns over with the kinds', () => {
  fc.assert(
    fc.property(scores, scores, (good, bad) => {
      const area = auroc(good, bad);
      if (good.length === 0 || bad.length === 0) {
        expect(area).toBeNull();
        expect(rocPoints(good, bad)).toEqual([]);
        return;
      }
      expect(area! + auroc(bad, good)!).toBeCloseTo(1, 12);
      expect(rocPoints(good, bad).at(-1)).toMatchObject({ falseShare: 1, trueShare: 1 });
      expect(
        auroc(
          good.map(() => 0.5),
          bad.map(() => 0.5),
        ),
      ).toBe(0.5);
    }),
  );
});

test('a quantile is a score that so large a share does not exceed, and the smallest such', () => {
  fc.assert(
    fc.property(
      fc.array(score, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0, 0.01, 0.5, 0.99, 1),
      (list, share) => {
        const ascending = list.toSorted((a, b) => a - b);
        const found = quantile(ascending, share)!;
        const upTo = (value: number) => ascending.filter((one) => one <= value).length;
        expect(ascending).toContain(found);
        expect(upTo(found)).toBeGreaterThanOrEqual(share * list.length - 1e-9);
        for (const lower of ascending.filter((one) => one < found))
          expect(upTo(lower)).toBeLessThan(share * list.length);
      },
    ),
  );
});
