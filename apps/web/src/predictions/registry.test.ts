import { expect, test } from 'vitest';
import { predictionTypeOfModel, zoneOf } from './registry.ts';

test('thresholds of any type say where NG begins and where a person looks', () => {
  expect(zoneOf({ confidence: 0.4, nms: 0.6, iou: 0.5 })).toEqual({ ng: 0.4, review: null });
  expect(zoneOf({ score: 0.5, review: 0.3 })).toEqual({ ng: 0.5, review: 0.3 });
});

test('a model type that is not registered gives nothing of another', () => {
  expect(predictionTypeOfModel('anomaly').type).toBe('scoremap');
  expect(() => predictionTypeOfModel('masks')).toThrow('not registered');
});
