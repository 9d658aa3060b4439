/** A prediction type that only this test has: registered, it is told from the others wherever the contract asks. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openApi } from '../core/openapi.ts';
import { results } from '../results.ts';
import {
  EngineReport,
  Prediction,
  registerPrediction,
  reportOfAll,
  summaryOfAll,
  testedOfAll,
  TestImage,
  TestSummary,
  Thresholds,
  typeOfThresholds,
} from './index.ts';

const count = {
  type: 'count',
  prediction: z.object({ type: z.literal('count'), count: z.int() }),
  thresholds: z.strictObject({ most: z.int() }),
  summary: z.object({ type: z.literal('count'), ...summaryOfAll, mean: z.number() }),
  image: z.object({ type: z.literal('count'), ...testedOfAll, count: z.int() }),
  report: z.object({ ...reportOfAll, prediction: z.literal('count'), mean: z.number() }),
};
registerPrediction(count);

const ofAll = { changed: 0, images: 1, planned: 1, seen: 0, deleted: 0, seconds: null };
const tested = { imageId: 1, name: 'a.png', width: 8, height: 8 };

it('is parsed as what it is', () => {
  expect(Prediction.parse({ type: 'count', count: 3 })).toEqual({ type: 'count', count: 3 });
  expect(Thresholds.parse({ most: 4 })).toEqual({ most: 4 });
  expect(typeOfThresholds({ most: 4 })).toBe('count');
  expect(typeOfThresholds({ most: undefined })).toBe('count');
  expect(TestSummary.parse({ type: 'count', ...ofAll, mean: 2 })).toMatchObject({ mean: 2 });
  expect(TestImage.parse({ type: 'count', ...tested, count: 2 })).toMatchObject({ count: 2 });
  const report = { v: 1, weights_sha256: 'a'.repeat(64), kept: 'raw', epochs_done: 1, prediction: 'count', mean: 2 };
  expect(EngineReport.parse(report)).toMatchObject({ prediction: 'count' });
});

it('is no other, and another is not it', () => {
  expect(Thresholds.safeParse({ most: 4, nms: 0.5 }).success).toBe(false);
  expect(Thresholds.parse({ score: 0.5 })).toEqual({ score: 0.5 });
  expect(Prediction.safeParse({ type: 'count' }).success).toBe(false);
  expect(Prediction.safeParse({ type: 'masks', count: 3 }).success).toBe(false);
  expect(() => registerPrediction(count)).toThrow('registered twice');
});

it('is printed for other programs', () => {
  expect(JSON.stringify(openApi(results, '1'))).toContain('"const":"count"');
});
