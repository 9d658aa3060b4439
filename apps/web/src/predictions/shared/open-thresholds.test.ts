import type { VersionAssessment } from '@loupe/contract';
import { expect, test } from 'vitest';
import { isComplete, offeredThresholds } from './open-thresholds.ts';

const assessment = (hasThreshold: boolean): VersionAssessment => ({ level: 'unsure', why: [], next: [], hasThreshold });

test('a threshold is offered where the figures support one, and left open where they do not', () => {
  const thresholds = { confidence: 0.03, nms: 0.6, iou: 0.5, review: 0.02 };
  const open = offeredThresholds({ thresholds, thresholdsFrom: null, assessment: assessment(false) });
  expect(open).toEqual({ confidence: undefined, nms: 0.6, iou: 0.5 });
  expect(isComplete(open)).toBe(false);
  const offered = offeredThresholds({ thresholds, thresholdsFrom: null, assessment: assessment(true) });
  expect(offered).toEqual(thresholds);
  expect(isComplete(offered)).toBe(true);
  const score = { thresholds: { score: 0.5 }, assessment: assessment(false) };
  expect(offeredThresholds({ ...score, thresholdsFrom: null })).toEqual({ score: undefined });
  // set by a person from a test: that person stands for it
  const thresholdsFrom = { at: '2026-11-23T12:00:00Z', testId: 7 };
  expect(offeredThresholds({ ...score, thresholdsFrom })).toEqual({ score: 0.5 });
});

test('texts begin with the parameters of their version, whatever was validated', () => {
  const thresholds = { binary: 0.3, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.6, rules: [] };
  const offered = offeredThresholds({ thresholds, thresholdsFrom: null, assessment: assessment(false) });
  expect(offered).toEqual(thresholds);
  expect(isComplete(offered)).toBe(true);
});
