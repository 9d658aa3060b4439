import { newShape, type Boxes, type StoredShape, type TestImageDetail } from '@loupe/contract';
import { expect, test } from 'vitest';
import { compareImage, foundOf, predictionShapes } from './compare.ts';
import { topScore } from '../registry.ts';

const truth = (points: number[], change: Partial<StoredShape> = {}): StoredShape => ({
  ...newShape({
    id: '018f0000-0000-7000-8000-000000000000',
    labelId: 1,
    kind: points.length === 4 ? 'rect' : 'polygon',
    points,
  }),
  rev: 1,
  authorId: null,
  author: null,
  conflictOf: null,
  ...change,
});
const labels = [
  { name: 'a', color: '#111111' },
  { name: 'b', color: '#222222' },
];
const detail = (truths: StoredShape[], truthClasses: number[], items: Boxes['items']): TestImageDetail =>
  ({ labels, truths, truthClasses, prediction: { type: 'boxes', items } }) as unknown as TestImageDetail;

const one = detail(
  [truth([0, 0, 10, 10]), truth([20, 20, 30, 20, 30, 30, 20, 30]), truth([50, 50, 60, 60])],
  [0, 1, -1],
  [
    { c: 0, score: 0.9, p: [0, 0, 10, 9] },
    { c: 0, score: 0.8, p: [20, 20, 30, 30] },
    { c: 1, score: 0.1, p: [20, 20, 30, 30] },
  ],
);

test('each truth and prediction is right, confused, false or missed; the worst stand first', () => {
  const { findings, truths } = compareImage(one, { confidence: 0.25, iou: 0.5 });
  expect(findings.map((f) => f.kind)).toEqual(['confused', 'hit']);
  expect(findings[1]?.iou).toBeCloseTo(0.9);
  expect(findings[0]).toMatchObject({ truth: labels[1], prediction: labels[0], iou: 1, width: 10, height: 10 });
  expect(truths.map(({ finding }) => finding)).toEqual(['hit', 'confused', 'ignored']);
});

test('of masks what was missed has its size as it was drawn, holes left out', () => {
  const ring = [0, 0, 30, 0, 30, 40, 0, 40, 10, 10, 10, 20, 20, 20, 20, 10];
  const drawn = [truth(ring, { parts: [0, 4] }), truth([0, 0, 6, 8])];
  const boxes = compareImage(detail(drawn, [0, 0], []), { confidence: 0.25, iou: 0.5 });
  expect(boxes.findings.map((f) => f.measures)).toEqual([null, null]);
  const prediction = { type: 'masks', cell: [1, 1], items: [] };
  const of = {
    ...detail(drawn, [0, 0], []),
    image: { width: 64, height: 48 },
    prediction,
  } as unknown as TestImageDetail;
  const masks = compareImage(of, { confidence: 0.25, iou: 0.5 });
  expect(masks.findings.map((f) => f.measures)).toEqual([
    { area: 1100, length: 50 },
    { area: 48, length: 10 },
  ]);
});

test('thresholds change what became of them', () => {
  const low = compareImage(one, { confidence: 0.05, iou: 0.5 });
  expect(low.findings.map((f) => f.kind)).toEqual(['false', 'hit', 'hit']);
  expect(low.predictions).toHaveLength(3);
  const strict = compareImage(one, { confidence: 0.25, iou: 0.95 });
  expect(strict.findings.map((f) => f.kind)).toEqual(['missed', 'false', 'confused']);
});

test('a label is held to its own threshold', () => {
  const own = compareImage(one, { confidence: 0.25, byLabel: { a: 0.85 }, iou: 0.5 });
  expect(own.findings.map((f) => f.kind)).toEqual(['missed', 'hit']);
  expect(own.predictions).toHaveLength(1);
});

test('a label that the version does not know is drawn and not counted', () => {
  const { truths, findings } = compareImage(one, { confidence: 0.25, iou: 0.5 });
  expect(truths).toHaveLength(3);
  expect(truths[2]?.finding).toBe('ignored');
  expect(findings.some((f) => f.truth?.name === '?')).toBe(false);
});

test('predictions below the score are not drawn; candidates are listed strongest first', () => {
  expect(predictionShapes(one.prediction as Boxes, labels, [0.25, 0.25]).map((s) => s.text)).toEqual([
    'a 0.900',
    'a 0.800',
  ]);
  expect(predictionShapes(one.prediction as Boxes, labels, [0.85, 0.25]).map((s) => s.text)).toEqual(['a 0.900']);
  expect(foundOf(one.prediction as Boxes, labels, [0.5, 0.3]).map((f) => [f.score, f.from])).toEqual([
    [0.9, 0.5],
    [0.8, 0.5],
    [0.1, 0.3],
  ]);
  expect(topScore(one.prediction)).toBe(0.9);
  expect(topScore({ type: 'boxes', items: [] })).toBeNull();
});
