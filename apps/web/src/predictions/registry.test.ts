import { expect, test } from 'vitest';
import { decidingOf, predictionTypeOfModel, zoneOf } from './registry.ts';

test('thresholds of any type say where NG begins and where a person looks', () => {
  expect(zoneOf({ confidence: 0.4, nms: 0.6, iou: 0.5 })).toEqual({ ng: 0.4, review: null });
  expect(zoneOf({ score: 0.5, review: 0.3 })).toEqual({ ng: 0.5, review: 0.3 });
});

test('a model type that is not registered gives nothing of another', () => {
  expect(predictionTypeOfModel('anomaly').type).toBe('scoremap');
  expect(() => predictionTypeOfModel('masks')).toThrow('not registered');
});

const twoLabels = ['a', 'b'].map((name) => ({ name, color: '#000000' }));
const boxesOf = (...scores: [number, number][]) => ({
  type: 'boxes' as const,
  items: scores.map(([c, score]) => ({ c, score, p: [0, 0, 1, 1] as [number, number, number, number] })),
});

test('of labels with thresholds of their own, the one that reaches furthest decides', () => {
  const thresholds = { confidence: 0.5, byLabel: { b: 0.2 }, review: 0.3, nms: 0.6, iou: 0.5 };
  const of = (...scores: [number, number][]) =>
    decidingOf({ prediction: boxesOf(...scores), thresholds, labels: twoLabels });
  expect(of([0, 0.45], [1, 0.25])).toEqual({ top: 0.25, ng: 0.2, review: 0.2 });
  expect(of([0, 0.45], [1, 0.05])).toEqual({ top: 0.45, ng: 0.5, review: 0.3 });
  expect(of()).toEqual({ top: null, ng: 0.5, review: 0.3 });
});
