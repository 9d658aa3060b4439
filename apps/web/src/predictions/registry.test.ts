import { expect, test } from 'vitest';
import { zh } from '../locales/zh.ts';
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

test('Chinese titles of figures fit their columns, in which no word is cut: three characters where there are several', () => {
  const wide = ['text', 'anomaly'].flatMap((type) => {
    const shown = predictionTypeOfModel(type).metrics.filter(({ aside }) => !aside);
    expect(shown.length).toBeGreaterThan(2);
    return shown.flatMap(({ title }) => {
      const words = zh.models.metrics[title.replace('models.metrics.', '') as keyof typeof zh.models.metrics];
      return words.split(/[ \u200b]/).filter((word) => /\p{Script=Han}{4}/u.test(word));
    });
  });
  expect(wide).toEqual([]);
});
