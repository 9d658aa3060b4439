/** Thresholds are of one prediction type: nothing of another is dropped in silence. */
import { expect, it } from 'vitest';
import { faultOfInput } from '../core/issues.ts';
import { confidencesOf, leastOfLabel, Thresholds, typeOfThresholds } from './index.ts';

const boxes = { confidence: 0.4, nms: 0.6, iou: 0.5 };

it('tells the type by the fields, also while the one that decides is open', () => {
  expect(typeOfThresholds(boxes)).toBe('boxes');
  expect(typeOfThresholds({ ...boxes, review: 0.2 })).toBe('boxes');
  expect(typeOfThresholds({ ...boxes, oneLabel: true })).toBe('boxes');
  expect(typeOfThresholds({ ...boxes, byLabel: { scratch: 0.3 } })).toBe('boxes');
  expect(typeOfThresholds({ nms: 0.6, iou: 0.5 })).toBe('boxes');
  expect(typeOfThresholds({ ...boxes, confidence: undefined })).toBe('boxes');
  expect(typeOfThresholds({ score: 0.5, review: 0.3 })).toBe('scoremap');
  expect(typeOfThresholds({ review: 0.3 })).toBe('scoremap');
});

it('throws for fields that no type has', () => {
  expect(() => typeOfThresholds({ ...boxes, maskScore: 0.4 })).toThrow('no prediction type');
});

it('refuses a field of another type instead of dropping it', () => {
  expect(Thresholds.safeParse({ ...boxes, maskScore: 0.4 }).success).toBe(false);
  expect(Thresholds.parse({ ...boxes, review: 0.2 })).toEqual({ ...boxes, review: 0.2 });
  expect(Thresholds.parse({ score: 0.5 })).toEqual({ score: 0.5 });
});

it('gives each label its own threshold or the common one, also where a label is named like a method', () => {
  const labels = ['dent', 'scratch', 'constructor'].map((name) => ({ name }));
  expect(confidencesOf(boxes, labels)).toEqual([0.4, 0.4, 0.4]);
  expect(confidencesOf({ ...boxes, byLabel: { scratch: 0, gone: 0.9 } }, labels)).toEqual([0.4, 0, 0.4]);
  expect(Thresholds.parse({ ...boxes, byLabel: { dent: 0.3 } })).toEqual({ ...boxes, byLabel: { dent: 0.3 } });
  expect(Thresholds.safeParse({ ...boxes, byLabel: { dent: 1.3 } }).success).toBe(false);
  expect(Thresholds.safeParse({ score: 0.5, byLabel: {} }).success).toBe(false);
});

const masks = { ...boxes, byLabelLeast: {} };

it('tells masks from boxes by their rules of size, also where there is none', () => {
  expect(typeOfThresholds(masks)).toBe('masks');
  expect(Thresholds.parse({ ...masks, oneLabel: true })).toEqual({ ...masks, oneLabel: true });
  const rule = { scratch: { length: 3 } };
  expect(Thresholds.parse({ ...masks, byLabelLeast: rule })).toMatchObject({
    byLabelLeast: { scratch: { unit: 'px' } },
  });
  expect(Thresholds.safeParse({ ...masks, byLabelLeast: { scratch: { width: 3 } } }).success).toBe(false);
});

it('takes sizes in millimetres only with a scale, and gives them in pixels', () => {
  const least = { scratch: { length: 0.5, area: 0.02, unit: 'mm' as const } };
  const thresholds = { ...masks, byLabelLeast: least };
  const issue = Thresholds.safeParse(thresholds).error?.issues[0];
  expect(faultOfInput(issue, thresholds)).toMatchObject({
    where: { en: 'mmPerPixel' },
    why: { en: expect.stringContaining('minimum size is set in millimetres') as string },
  });
  expect(leastOfLabel({ byLabelLeast: least, mmPerPixel: 0.1 }, 'scratch')).toEqual({
    area: expect.closeTo(2, 9) as number,
    length: 5,
  });
  expect(leastOfLabel({ byLabelLeast: {}, mmPerPixel: 0.1 }, 'constructor')).toEqual({ area: 0, length: 0 });
});
