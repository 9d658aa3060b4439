/** Figures are the same at once and in a thread; labels that a version does not know are neither found nor missed. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { boxes } from './boxes/index.ts';
import { evaluateTest, predictionTypeOf, type TestRows } from './index.ts';

const thresholds = { confidence: 0.5, nms: 0.5, iou: 0.5 };
const labels = ['a', 'b'].map((name) => ({ name, color: '#000000' }));
const rows: TestRows<'boxes'> = {
  labels,
  images: [
    {
      imageId: 1,
      truth: [
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
      truth: [{ c: 1, box: [5, 5, 20, 20], ignore: false }],
      prediction: { type: 'boxes', items: [{ c: 0, score: 0.7, p: [5, 5, 20, 20] }] },
    },
  ],
};

it('counts hits, false and missed ones, and lets ignore regions be', async () => {
  const figures = await evaluateTest({ type: 'boxes', rows, thresholds });
  expect(figures.summary).toMatchObject({ truths: 2, detections: 3, precision: 0.5, recall: 0.5, map50: 0.5 });
  expect(figures.images).toEqual([
    { type: 'boxes', imageId: 2, tp: 0, fp: 1, fn: 1, wrong: true },
    { type: 'boxes', imageId: 1, tp: 1, fp: 0, fn: 0, wrong: false },
  ]);
});

it('gives the same from a thread, and the error of one that fails', async () => {
  const input = { type: 'boxes', rows, thresholds } as const;
  expect(await evaluateTest(input, 0)).toEqual(await evaluateTest(input));
  const fewer = { ...rows, labels: labels.slice(1) };
  await expect(evaluateTest({ ...input, rows: fewer }, 0)).rejects.toThrow(/class index/);
});

it('judges an image by what is at or above the confidence, or in the grey zone', () => {
  const found = rows.images[0]!.prediction;
  const judged = (change: object) => boxes.judge(found, { ...thresholds, ...change }, labels);
  expect([0.9, 0.91, 0.3].map((confidence) => judged({ confidence }).findings)).toEqual([1, 0, 3]);
  expect(judged({ confidence: 0.95 }).verdict).toBe('OK');
  expect(judged({ confidence: 0.95, review: 0.9 }).verdict).toBe('review');
  expect(boxes.judge({ type: 'boxes', items: [] }, { ...thresholds, review: 0 }, labels).verdict).toBe('OK');
});

it('holds each label to its own threshold, in verdicts and figures', async () => {
  const found = rows.images[0]!.prediction;
  const judged = (change: object) => boxes.judge(found, { ...thresholds, ...change }, labels);
  expect(judged({ byLabel: { b: 0.85 } })).toMatchObject({ verdict: 'NG', findings: 1 });
  expect(judged({ byLabel: { a: 0.95, b: 0.25 } })).toMatchObject({ verdict: 'NG', findings: 2 });
  expect(judged({ byLabel: { a: 0.95, b: 0.95 } })).toMatchObject({ verdict: 'OK', findings: 0 });
  expect(judged({ byLabel: { a: 0.95, b: 0.95 }, review: 0.4 })).toMatchObject({ verdict: 'review', findings: 0 });
  const { summary } = await evaluateTest({ type: 'boxes', rows, thresholds: { ...thresholds, byLabel: { a: 0.8 } } });
  // the false one of the second image has 0.7
  expect(summary).toMatchObject({ detections: 2, precision: 1, recall: 0.5 });
});

it('asks for figures at one threshold for all labels, or at those of the test', () => {
  const own = { ...thresholds, byLabel: { a: 0.8 } };
  expect(boxes.withAsked(own, { iou: 0.7 })).toEqual({ ...own, iou: 0.7 });
  expect(boxes.withAsked(own, { confidence: 0.3 })).toEqual({ ...thresholds, confidence: 0.3 });
});

it('refuses a threshold of a label that the version does not have', () => {
  const own = { ...thresholds, byLabel: { a: 0.8 } };
  expect(boxes.parseThresholds(own, labels)).toEqual(own);
  const refused = () => boxes.parseThresholds({ ...own, byLabel: { A: 0.8 } }, labels);
  expect(refused).toThrow(expect.objectContaining({ key: 'version.noLabel', args: { label: 'A' } }) as Error);
});

const side = 8;
async function scored(
  imageId: number,
  ng: boolean,
  score: number,
  hot: [number, number][],
  defects: number[][][] = [],
) {
  const heat = new Uint8Array(side * side).fill(20);
  for (const [x, y] of hot) heat[y * side + x] = 240;
  const png = await sharp(heat, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
  const prediction = {
    type: 'scoremap',
    score,
    heat: { width: side, height: side, png: png.toString('base64') },
  } as const;
  return { imageId, truth: { ng, width: 80, height: 80, defects }, prediction };
}
const square = [[20, 20, 40, 20, 40, 40, 20, 40]];

it('counts refused good ones and passed bad ones, and compares heat with what was drawn', async () => {
  const hot = [2, 3].flatMap((y) => [2, 3].map((x): [number, number] => [x, y]));
  const images = await Promise.all([
    scored(1, false, 0.2, []),
    scored(2, false, 0.7, [[7, 7]]),
    scored(3, true, 0.9, hot, [square]),
    scored(4, true, 0.4, []),
  ]);
  const maps: TestRows<'scoremap'> = { labels: [], images };
  const input = { type: 'scoremap', rows: maps, thresholds: { score: 0.5, review: 0.3 } } as const;
  const { summary, images: listed } = await evaluateTest(input);
  expect(await evaluateTest(input, 0)).toEqual({ summary, images: listed });
  expect(summary).toMatchObject({
    ok: 2,
    ng: 2,
    imageAuroc: 0.75,
    overkill: { count: 1, of: 2 },
    escape: { count: 0, of: 2 },
    review: { count: 1, of: 4 },
  });
  // the drawn defect is as hot as one of 188 clean pixels and hotter than the others; image 4 shows no place
  expect(summary).toMatchObject({ pixelAuroc: expect.closeTo(1 - 0.5 / 188, 9) as number });
  // the fourth is for a person to look at: neither refused nor passed
  expect(listed.map((one) => [one.imageId, one.wrong])).toEqual([
    [2, true],
    [4, false],
    [1, false],
    [3, false],
  ]);
});

it('reads thresholds as they are asked, and the zone never passes the threshold', () => {
  const type = predictionTypeOf('scoremap');
  expect(type.withAsked({ score: 0.5, review: 0.4 }, { score: 0.3 })).toEqual({ score: 0.3, review: 0.3 });
  expect(type.withAsked({ score: 0.5 }, { confidence: 0.1 })).toEqual({ score: 0.5 });
});

it('gives a new version the threshold of its training only where enough was hit', () => {
  const report = (recall: number, truths: number) => ({
    v: 1 as const,
    prediction: 'boxes' as const,
    weights_sha256: '0'.repeat(64),
    kept: 'raw' as const,
    epochs_done: 3,
    metrics: {
      map50: recall,
      map50_95: recall / 2,
      map33: recall,
      precision: 0.5,
      recall,
      per_class: [{ index: 0, name: 'a', ap50: recall, truths }],
    },
    thresholds: { confidence: 0.03, own: [{ index: 0, confidence: 0.4 }] },
    parity: { min_detections: 0, score_threshold: 0.01, tolerance: { box_px: 1, score: 0.01 }, cases: [] },
  });
  const first = (recall: number, truths: number, confidenceThreshold = 0) =>
    boxes.firstThresholds(report(recall, truths), { confidenceThreshold });
  const at = (...given: Parameters<typeof first>) => first(...given).confidence;
  expect(at(0.02, 100)).toBe(0.25);
  expect(at(0.5, 4)).toBe(0.25);
  expect(at(0.5, 40)).toBe(0.03);
  expect([at(0.5, 40, 0.6), at(0.02, 100, 0.6)]).toEqual([0.6, 0.6]);
  // of single labels too, and a person's threshold is one for all
  expect(first(0.5, 40).byLabel).toEqual({ a: 0.4 });
  for (const one of [first(0.02, 100), first(0.5, 4), first(0.5, 40, 0.6)]) expect(one).not.toHaveProperty('byLabel');
  const old = { ...report(0.5, 40), thresholds: { confidence: 0.03 } };
  expect(boxes.firstThresholds(old, {})).toEqual({ confidence: 0.03, nms: 0.6, iou: 0.5 });
});
