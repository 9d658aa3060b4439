// Counts, confusion and verdicts on sets small enough to reckon by hand, and laws that hold for all.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, clopperPearson } from './beta.ts';
import { MAX_DETECTIONS, matchDetections } from './match.ts';
import { confusionMatrix, countsByImage, outcomesAt, ratesByClass } from './outcome.ts';
import { evaluateDetection, prCurve } from './precision.ts';
import { EVERY_CLASS } from './rows.ts';
import { operatingPoints, imageScores, verdictOf, verdictRates } from './verdict.ts';
import type { DetectionRow, DetectionSet, TruthRow } from './rows.ts';

const truth = (imageId: number, classIndex: number, x: number, ignore = false): TruthRow => ({
  imageId,
  classIndex,
  ignore,
  box: [x, 0, x + 10, 10],
});
const detection = (imageId: number, classIndex: number, score: number, x: number): DetectionRow => ({
  imageId,
  classIndex,
  score,
  box: [x, 0, x + 10, 10],
});

/** Image 1: a hit, a confusion, a false alarm. 2: a miss and a weak hit. 3: good, one false alarm. 4: good, only an ignored region. */
const small: DetectionSet = {
  classCount: 2,
  truths: [truth(1, 0, 0), truth(1, 0, 100), truth(2, 1, 0), truth(2, 1, 100), truth(4, EVERY_CLASS, 0, true)],
  detections: [
    detection(1, 0, 0.9, 1),
    detection(1, 1, 0.8, 101),
    detection(1, 0, 0.7, 300),
    detection(2, 1, 0.3, 0),
    detection(3, 1, 0.6, 50),
    detection(4, 0, 0.95, 2),
    detection(4, 1, 0.95, 2),
  ],
};
const outcomes = outcomesAt(matchDetections(small, [0.5]), 0.5, 0.5);

describe('outcomes', () => {
  it('says what became of each row', () => {
    expect(outcomes.detections).toEqual(['hit', 'false', 'false', 'below', 'false', 'ignored', 'ignored']);
    expect(outcomes.truths).toEqual(['found', 'missed', 'missed', 'missed', 'ignored']);
    expect(outcomes.matches.slice(0, 2)).toEqual([0, -1]);
  });

  it('counts by class', () => {
    const { total, perClass } = ratesByClass(outcomes);
    expect(total).toEqual({ tp: 1, fp: 3, fn: 3, precision: 0.25, recall: 0.25, f1: 0.25 });
    expect(perClass[0]).toMatchObject({ tp: 1, fp: 1, fn: 1 });
    expect(perClass[1]).toMatchObject({ tp: 0, fp: 2, fn: 2 });
  });

  it('counts by image, worst first, images without rows included', () => {
    const images = countsByImage(outcomes, [1, 2, 3, 4, 5]);
    expect(images.map((p) => p.imageId)).toEqual([1, 2, 3, 4, 5]);
    expect(images[0]).toEqual({ imageId: 1, tp: 1, fp: 2, fn: 1, loss: 2.5 });
    expect(images[4]).toEqual({ imageId: 5, tp: 0, fp: 0, fn: 0, loss: 0 });
  });

  it('confuses what overlaps, and leaves the rest to the background', () => {
    expect(confusionMatrix(outcomes)).toEqual([
      [1, 1, 0],
      [0, 0, 2],
      [1, 1, 0],
    ]);
  });

  it('has no shares where there is nothing to share', () => {
    const none = outcomesAt(matchDetections({ truths: [], detections: [], classCount: 1 }, [0.5]), 0.5, 0.5);
    expect(ratesByClass(none).total).toEqual({ tp: 0, fp: 0, fn: 0, precision: null, recall: null, f1: null });
  });

  it('refuses a class or an IoU that it does not know', () => {
    expect(() => matchDetections({ ...small, classCount: 1 }, [0.5])).toThrow('class index 1');
    expect(() => prCurve(matchDetections(small, [0.5]), 0, 0.6)).toThrow('not matched at IoU 0.6');
  });
});

describe('laws of the counts', () => {
  const row = fc.record({
    imageId: fc.integer({ min: 1, max: 4 }),
    classIndex: fc.nat(2),
    score: fc.integer({ min: 0, max: 20 }).map((s) => s / 20),
    x: fc.nat(30),
    ignore: fc.boolean(),
  });
  const sets = fc.tuple(fc.array(row, { maxLength: 25 }), fc.array(row, { maxLength: 40 })).map(([t, d]) => ({
    classCount: 3,
    truths: t.map((r) => truth(r.imageId, r.classIndex, r.x, r.ignore)),
    detections: d.map((r) => detection(r.imageId, r.classIndex, r.score, r.x)),
  }));

  it('gives the same whether matched once or only with what is above the confidence', () => {
    fc.assert(
      fc.property(sets, fc.constantFrom(0.2, 0.5, 0.8), (set, confidence) => {
        const all = ratesByClass(outcomesAt(matchDetections(set, [0.5]), 0.5, confidence));
        const above = { ...set, detections: set.detections.filter((d) => d.score >= confidence) };
        expect(ratesByClass(outcomesAt(matchDetections(above, [0.5]), 0.5, 0))).toEqual(all);
      }),
    );
  });

  it('adds up: confusion rows to the truths, columns to the detections, images to the classes', () => {
    fc.assert(
      fc.property(sets, (set) => {
        const at = outcomesAt(matchDetections(set, [0.5]), 0.5, 0.3);
        const { total, perClass } = ratesByClass(at);
        const matrix = confusionMatrix(at);
        perClass.forEach((rates, c) => {
          expect(matrix[c]?.[c]).toBe(rates.tp);
          expect(matrix[c]?.reduce((a, b) => a + b)).toBe(rates.tp + rates.fn);
          expect(matrix.reduce((sum, r) => sum + (r[c] ?? 0), 0)).toBe(rates.tp + rates.fp);
        });
        const images = countsByImage(at, [1, 2, 3, 4]);
        expect(images.reduce((sum, p) => sum + p.fp, 0)).toBe(total.fp);
        expect(images.reduce((sum, p) => sum + p.fn, 0)).toBe(total.fn);
      }),
    );
  });

  it('finds every truth with its own box, and does not care about the order of rows', () => {
    fc.assert(
      fc.property(sets, (set) => {
        const real = set.truths.filter((t) => !t.ignore);
        // Equal truths in one image cannot be told apart, so each stands at a place of its own.
        const apart = real.map((t, i) => truth(t.imageId, t.classIndex, 20 * i));
        const perfect = { ...set, truths: apart, detections: apart.map((t) => ({ ...t, score: 0.9 })) };
        expect(evaluateDetection(perfect).map50_95).toBe(apart.length === 0 ? null : 1);
        const reversed = { ...perfect, truths: apart.toReversed(), detections: perfect.detections.toReversed() };
        expect(evaluateDetection(reversed)).toEqual(evaluateDetection(perfect));
      }),
    );
  });

  it('looks at 300 detections of a class in an image', () => {
    const detections = Array.from({ length: MAX_DETECTIONS + 5 }, (_, i) => detection(1, 0, 1 - i / 1000, 20 * i));
    const at = outcomesAt(matchDetections({ truths: [], detections, classCount: 1 }, [0.5]), 0.5, 0);
    expect(ratesByClass(at).total.fp).toBe(MAX_DETECTIONS);
  });
});

describe('verdicts', () => {
  const images = imageScores(outcomesAt(matchDetections(small, [0.5]), 0.5, 0), [1, 2, 3, 4, 5]);

  it('takes the best score that is not ignored', () => {
    expect(images.map((p) => [p.isDefective, p.score])).toEqual([
      [true, 0.9],
      [true, 0.3],
      [false, 0.6],
      [false, 0],
      [false, 0],
    ]);
  });

  it('counts overkill, escape and review with bounds', () => {
    const rates = verdictRates(images, { ng: 0.5 });
    expect(rates.overkill).toMatchObject({ count: 1, of: 3 });
    expect(rates.escape).toMatchObject({ count: 1, of: 2, share: 0.5 });
    expect(verdictRates(images, { ng: 0.7, review: 0.25 })).toMatchObject({
      overkill: { count: 0 },
      escape: { count: 0 },
      review: { count: 2, of: 5 },
    });
  });

  it('lists the same counts for every threshold', () => {
    for (const point of operatingPoints(images)) {
      const rates = verdictRates(images, { ng: point.threshold });
      expect([rates.overkill.count, rates.escape.count]).toEqual([point.overkill, point.escape]);
    }
    expect(operatingPoints(images)).toHaveLength(4);
    expect(verdictOf(0.5, { ng: 0.5 })).toBe('ng');
  });
});

describe('exact bounds', () => {
  it('agrees with the closed forms for none and all', () => {
    expect(clopperPearson(0, 20).high).toBeCloseTo(1 - 0.025 ** (1 / 20), 12);
    expect(clopperPearson(20, 20).low).toBeCloseTo(0.025 ** (1 / 20), 12);
    expect(clopperPearson(0, 0)).toEqual({ count: 0, of: 0, share: null, low: 0, high: 1 });
  });

  it('is the inverse of the distribution', () => {
    const side = fc.double({ min: 0.6, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), side, side, (p, a, b) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
    );
  });
});
