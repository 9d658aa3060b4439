/** Figures are the same at once and in a thread; labels that a version does not know are neither found nor missed. */
import { expect, it } from 'vitest';
import { evaluateTest, serverFamilyOf, type TestRows } from './index.ts';

const thresholds = { confidence: 0.5, nms: 0.5, iou: 0.5 };
const rows: TestRows = {
  classes: 2,
  pictures: [
    {
      imageId: 1,
      truths: [
        { c: 0, box: [0, 0, 10, 10], ignore: false },
        { c: -1, box: [50, 50, 90, 90], ignore: true },
      ],
      prediction: {
        type: 'boxes',
        items: [
          { c: 0, score: 0.9, p: [0, 0, 10, 10] },
          { c: 1, score: 0.8, p: [55, 55, 80, 80] },
          { c: 1, score: 0.3, p: [0, 0, 5, 5] },
        ],
      },
    },
    {
      imageId: 2,
      truths: [{ c: 1, box: [5, 5, 20, 20], ignore: false }],
      prediction: { type: 'boxes', items: [{ c: 0, score: 0.7, p: [5, 5, 20, 20] }] },
    },
  ],
};

it('counts hits, false and missed ones, and lets ignore regions be', async () => {
  const figures = await evaluateTest({ family: 'detection', rows, thresholds });
  expect(figures).toMatchObject({ truths: 2, detections: 3, precision: 0.5, recall: 0.5, map50: 0.5 });
  expect(figures.pictures).toEqual([
    { imageId: 2, tp: 0, fp: 1, fn: 1 },
    { imageId: 1, tp: 1, fp: 0, fn: 0 },
  ]);
});

it('gives the same from a thread, and the error of one that fails', async () => {
  const input = { family: 'detection', rows, thresholds };
  expect(await evaluateTest(input, 0)).toEqual(await evaluateTest(input));
  await expect(evaluateTest({ ...input, rows: { ...rows, classes: 1 } }, 0)).rejects.toThrow(/class index/);
});

it('judges a picture by what is at or above the confidence', () => {
  const { countFindings } = serverFamilyOf('detection');
  const found = rows.pictures[0]!.prediction;
  expect([0.9, 0.91, 0.3].map((confidence) => countFindings(found, { ...thresholds, confidence }))).toEqual([1, 0, 3]);
});
