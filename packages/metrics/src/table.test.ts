// The columns give the same as the rows: matching, counts, confusion, loss, curves, average precision, verdicts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchDetections } from './match.ts';
import { confusionMatrix, countsByImage, outcomesAt, ratesByClass } from './outcome.ts';
import { averagePrecision, EVALUATION_IOU_THRESHOLDS, prCurve } from './precision.ts';
import { EVERY_CLASS } from './rows.ts';
import type { DetectionSet } from './rows.ts';
import {
  bestF1,
  curvesOf,
  rankDetections,
  ratesOfMatrix,
  scoreHistogram,
  tablePrecision,
  tableScores,
  tableVerdicts,
} from './table-figures.ts';
import { entriesAt, matchTable, matrixOf } from './table-match.ts';
import { packTable, unpackTable } from './table-pack.ts';
import { tableBuilder } from './table.ts';
import type { MatchTable, TableImage } from './table.ts';
import { operatingPoints, imageScores, pointWithin, ratesOfVerdicts, verdictOf, verdictRates } from './verdict.ts';

const classCount = 3;
const box = fc
  .record({ x: fc.nat(30), y: fc.nat(6), w: fc.integer({ min: 6, max: 14 }) })
  .map(({ x, y, w }): [number, number, number, number] => [x, y, x + w, y + 10]);
const kinds = fc.record({ ignore: fc.boolean(), boxOnly: fc.boolean() });
const truth = fc
  .record({ c: fc.integer({ min: -1, max: 2 }), box, kinds })
  .map(({ kinds: { ignore, boxOnly }, ...t }) => ({
    ...t,
    ignore: ignore || t.c === EVERY_CLASS,
    boxOnly: boxOnly && ignore && t.c !== EVERY_CLASS,
  }));
const detection = fc.record({ c: fc.nat(2), score: fc.integer({ min: 0, max: 40 }).map((s) => s / 40), box });
const image = fc.record({
  truths: fc.array(truth, { maxLength: 6 }),
  detections: fc.array(detection, { maxLength: 12 }),
});
const images = fc
  .array(image, { maxLength: 5 })
  .map((list) => list.map((one, i): TableImage => ({ ...one, imageId: i + 1 })));

const tableOf = (list: readonly TableImage[], floor = 0.1): MatchTable => {
  const builder = tableBuilder(classCount, floor);
  list.forEach(builder.add);
  return builder.end();
};
/** The same as rows, each image's detections by score. */
const setOf = (list: readonly TableImage[]): DetectionSet => ({
  classCount,
  truths: list.flatMap(({ imageId, truths }) => truths.map((t) => ({ imageId, classIndex: t.c, ...t }))),
  detections: list.flatMap(({ imageId, detections }) =>
    detections.toSorted((a, b) => b.score - a.score).map((d) => ({ imageId, classIndex: d.c, ...d })),
  ),
});
const thresholds = {
  iou: fc.constantFrom(0.1, 0.33, 0.5, 0.75, 0.95),
  confidence: fc.constantFrom(0, 0.2, 0.5, 0.9, 1),
};

describe('columns agree with rows', () => {
  it('where a region to ignore and an object of which only the box is known lie alike', () => {
    const at: [number, number, number, number] = [0, 0, 10, 10];
    const [boxOnly, ignored] = [true, false].map((one) => ({ c: 0, box: at, ignore: true, boxOnly: one }));
    for (const truths of [
      [boxOnly!, ignored!],
      [ignored!, boxOnly!],
    ]) {
      const list = [{ imageId: 1, truths, detections: [{ c: 0, score: 0.5, box: at }] }];
      const table = tableOf(list);
      const rows = imageScores(outcomesAt(matchDetections(setOf(list), [0.5]), 0.5, 0), [1]);
      expect(tableScores(table, matchTable(table, 0.5))).toEqual(rows);
      expect(rows).toEqual([{ imageId: 1, isDefective: true, score: 0 }]);
    }
  });

  it('in counts, confusion, loss and verdicts', () => {
    fc.assert(
      fc.property(images, thresholds.iou, thresholds.confidence, (list, iou, confidence) => {
        const matching = matchDetections(setOf(list), [iou]);
        const outcomes = outcomesAt(matching, iou, confidence);
        const table = tableOf(list);
        const found = matchTable(table, iou);
        const entries = entriesAt(table, found, { iou, confidence });
        const matrix = matrixOf(entries);
        expect([...matrix]).toEqual(confusionMatrix(outcomes).flat());
        expect(ratesOfMatrix(matrix, classCount)).toEqual(ratesByClass(outcomes));
        for (const { imageId, fp, fn, tp, loss } of countsByImage(outcomes, table.imageIds)) {
          const own = ratesOfMatrix(matrixOf(entries, [imageId - 1]), classCount).total;
          expect(own).toMatchObject({ tp, fp, fn });
          expect(entries.loss[imageId - 1]).toBeCloseTo(loss, 9);
        }
        const scores = tableScores(table, found);
        expect(scores).toEqual(imageScores(outcomesAt(matching, iou, 0), table.imageIds));
        expect(verdictRates(scores, { ng: confidence }).escape.of).toBe(scores.filter((p) => p.isDefective).length);
      }),
      { numRuns: 100 },
    );
  });

  it('where classes have thresholds of their own, in counts and verdicts', () => {
    const each = fc.array(fc.constantFrom(0.2, 0.5, 0.9), { minLength: classCount, maxLength: classCount });
    fc.assert(
      fc.property(images, thresholds.iou, each, (list, iou, confidence) => {
        const outcomes = outcomesAt(matchDetections(setOf(list), [iou]), iou, confidence);
        const table = tableOf(list);
        const found = matchTable(table, iou);
        const matrix = matrixOf(entriesAt(table, found, { iou, confidence }));
        expect([...matrix]).toEqual(confusionMatrix(outcomes).flat());
        expect(ratesOfMatrix(matrix, classCount)).toEqual(ratesByClass(outcomes));
        const scores = tableScores(table, found);
        const verdicts = tableVerdicts(table, found, scores, { confidence, review: 0.1 });
        scores.forEach(({ imageId, score }, i) => {
          const counts = outcomes.set.detections.some(
            (row, d) =>
              row.imageId === imageId &&
              (['hit', 'false'].includes(outcomes.detections[d]!) ||
                outcomes.set.truths[outcomes.matches[d]!]?.boxOnly),
          );
          expect(verdicts[i]).toBe(counts ? 'ng' : score >= 0.1 ? 'review' : 'ok');
        });
      }),
      { numRuns: 100 },
    );
  });

  it('in verdicts at one threshold for all', () => {
    fc.assert(
      fc.property(images, fc.constantFrom(0.2, 0.5, 0.9), (list, confidence) => {
        const table = tableOf(list);
        const found = matchTable(table, 0.5);
        const scores = tableScores(table, found);
        const verdicts = tableVerdicts(table, found, scores, { confidence, review: 0.1 });
        expect(verdicts).toEqual(scores.map(({ score }) => verdictOf(score, { ng: confidence, review: 0.1 })));
        expect(ratesOfVerdicts(scores, verdicts)).toEqual(verdictRates(scores, { ng: confidence, review: 0.1 }));
      }),
      { numRuns: 50 },
    );
  });

  it('in average precision and its curves', () => {
    fc.assert(
      fc.property(images, (list) => {
        const matching = matchDetections(setOf(list), EVALUATION_IOU_THRESHOLDS);
        const table = tableOf(list);
        const ranked = rankDetections(table);
        const rows = averagePrecision(matching);
        const columns = tablePrecision(table, ranked);
        expect(columns.map50).toEqual(rows.map50);
        expect(columns.map50_95 ?? -1).toBeCloseTo(rows.map50_95 ?? -1, 9);
        curvesOf(table, matchTable(table, 0.5), ranked)
          .slice(0, -1)
          .forEach((curve, c) => {
            const same = prCurve(matching, c, 0.5);
            if (same) expect([...curve.precision]).toEqual(same.precision);
            else expect(curve.positives).toBe(0);
          });
      }),
      { numRuns: 60 },
    );
  });

  it('over some images as over a test of those alone', () => {
    fc.assert(
      fc.property(images, (list) => {
        const some = list.filter(({ imageId }) => imageId % 2 === 1);
        const places = some.map(({ imageId }) => imageId - 1);
        const [all, alone] = [tableOf(list), tableOf(some)];
        const at = { iou: 0.5, confidence: 0.3 };
        expect(matrixOf(entriesAt(all, matchTable(all, 0.5), at), places)).toEqual(
          matrixOf(entriesAt(alone, matchTable(alone, 0.5), at)),
        );
        expect(tablePrecision(all, rankDetections(all), places)).toEqual(tablePrecision(alone, rankDetections(alone)));
      }),
      { numRuns: 50 },
    );
  });

  it('after packing, with what else belongs to it', () => {
    fc.assert(
      fc.property(images, (list) => {
        const table = tableOf(list);
        expect(unpackTable(packTable(table, { names: ['图'] }).buffer)).toEqual({ table, more: { names: ['图'] } });
      }),
      { numRuns: 30 },
    );
    expect(() => unpackTable(new ArrayBuffer(16))).toThrow('not a table');
    expect(() => unpackTable(new ArrayBuffer(0))).toThrow('not a table');
  });
});

describe('edges of the columns', () => {
  it('refuses an IoU that was not kept, and a class that is none', () => {
    expect(() => matchTable(tableOf([]), 0.05)).toThrow('below 0.1');
    const wrong = { imageId: 1, truths: [], detections: [{ c: 3, score: 1, box: [0, 0, 1, 1] as const }] };
    expect(() => tableOf([wrong])).toThrow('class index 3');
  });

  it('says which threshold is best, and which keeps a bound', () => {
    const good = (imageId: number, score: number): TableImage => ({
      imageId,
      truths: [],
      detections: [{ c: 0, score, box: [0, 0, 10, 10] }],
    });
    const bad = (imageId: number, score: number): TableImage => ({
      ...good(imageId, score),
      truths: [{ c: 0, box: [0, 0, 10, 10], ignore: false }],
    });
    const table = tableOf([good(1, 0.2), good(2, 0.6), bad(3, 0.5), bad(4, 0.9)]);
    const found = matchTable(table, 0.5);
    // At 0.5: two hits, one false. At 0.9: one hit, one missed.
    expect(bestF1(curvesOf(table, found, rankDetections(table)).at(-1)!)).toEqual({ threshold: 0.5, f1: 0.8 });
    expect(scoreHistogram(table, found, 10)).toEqual({
      right: Uint32Array.of(0, 0, 0, 0, 0, 1, 0, 0, 0, 1),
      wrong: Uint32Array.of(0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    });
    const points = operatingPoints(tableScores(table, found));
    expect(pointWithin(points, 2, 2, { escape: 0 })).toEqual({ threshold: 0.5, overkill: 1, escape: 0 });
    expect(pointWithin(points, 2, 2, { overkill: 0 })).toEqual({ threshold: 0.9, overkill: 0, escape: 1 });
    expect(pointWithin(points, 2, 2, { overkill: 0.5 })).toMatchObject({ threshold: 0.5 });
    expect(pointWithin(points, 2, 2, { overkill: 0, escape: 0 })).toBeNull();
    expect(bestF1(curvesOf(tableOf([]), new Int32Array(0), new Uint32Array(0)).at(-1)!)).toBeNull();
  });
});
