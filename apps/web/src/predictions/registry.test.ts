import { expect, test } from 'vitest';
import { kindOfModel, zoneOf } from './registry.ts';

test('thresholds of any kind say where NG begins and where a person looks', () => {
  expect(zoneOf({ confidence: 0.4, nms: 0.6, iou: 0.5 })).toEqual({ ng: 0.4, review: null });
  expect(zoneOf({ score: 0.5, review: 0.3 })).toEqual({ ng: 0.5, review: 0.3 });
});

test('a model type that is not registered is no kind of another', () => {
  expect(kindOfModel('anomaly').type).toBe('scoremap');
  expect(() => kindOfModel('masks')).toThrow('not registered');
});
