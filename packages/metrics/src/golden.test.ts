// Agreement with pycocotools and scipy, whose answers stand in golden/golden.json (made by golden/make_golden.py).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { betaQuantile } from './beta.ts';
import { matchDetections } from './match.ts';
import { averagePrecision, EVALUATION_IOU_THRESHOLDS, prCurve } from './precision.ts';
import type { DetectionSet } from './rows.ts';

type Golden = {
  iouThresholds: number[];
  cases: {
    name: string;
    classes: number;
    truths: number[];
    detections: number[];
    ap: (number | null)[][];
    interpolated50: (number[] | null)[];
  }[];
  betaQuantiles: [number, number, number, number][];
};

const golden = JSON.parse(readFileSync(new URL('../golden/golden.json', import.meta.url), 'utf8')) as Golden;

type Row = [number, number, number, number, number, number, number];
const rowsOf = (flat: number[]): Row[] =>
  Array.from({ length: flat.length / 7 }, (_, i) => flat.slice(7 * i, 7 * i + 7) as Row);

function setOf(test: Golden['cases'][number]): DetectionSet {
  return {
    classCount: test.classes,
    truths: rowsOf(test.truths).map(([imageId, classIndex, ignore, ...box]) => ({
      imageId,
      classIndex,
      ignore: ignore === 1,
      box,
    })),
    detections: rowsOf(test.detections).map(([imageId, classIndex, score, ...box]) => ({
      imageId,
      classIndex,
      score,
      box,
    })),
  };
}

function expectNear(ours: number | null | undefined, theirs: number | null | undefined): void {
  if (theirs === null || theirs === undefined) expect(ours).toBeNull();
  else expect(Math.abs((ours ?? NaN) - theirs)).toBeLessThan(1e-9);
}

const mean = (values: (number | null | undefined)[]): number | null => {
  const known = values.filter((v) => v !== null && v !== undefined);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
};

describe('agreement with pycocotools', () => {
  it('uses the same IoU thresholds, to the last bit', () => {
    expect(EVALUATION_IOU_THRESHOLDS).toEqual(golden.iouThresholds);
  });

  it.each(golden.cases)('$name', (test) => {
    const matching = matchDetections(setOf(test), EVALUATION_IOU_THRESHOLDS);
    test.ap.forEach((classes, t) => {
      classes.forEach((theirs, c) => {
        expectNear(prCurve(matching, c, EVALUATION_IOU_THRESHOLDS[t] as number)?.ap ?? null, theirs);
      });
    });
    test.interpolated50.forEach((theirs, c) => {
      const ours = prCurve(matching, c, 0.5)?.interpolated ?? null;
      theirs?.forEach((p, i) => expectNear(ours?.[i], p));
      expect(ours === null).toBe(theirs === null);
    });
    const evaluation = averagePrecision(matching);
    expectNear(evaluation.map33, mean(test.ap[0] ?? []));
    expectNear(evaluation.map50, mean(test.ap[1] ?? []));
    expectNear(evaluation.map50_95, mean(test.ap.slice(1).flat()));
    expect(evaluation.map50).toBeGreaterThan(0.05);
  });
});

describe('agreement with scipy', () => {
  it.each(golden.betaQuantiles)('quantile %d of Beta(%d, %d)', (p, a, b, theirs) => {
    const ours = betaQuantile(p, a, b);
    expect(Math.abs(ours - theirs) / theirs).toBeLessThan(1e-8);
  });
});
