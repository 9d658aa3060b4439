import type { OnlineAnswer } from '@loupe/contract';
import { expect, test } from 'vitest';
import type { TFunction } from 'i18next';
import { countsOf, onlineObjects } from './Online.tsx';

test('only what reaches the threshold is counted', () => {
  const answer = {
    labels: [
      { name: 'a', color: '#000000' },
      { name: 'b', color: '#000000' },
    ],
    thresholds: { confidence: 0.5, nms: 0.6, iou: 0.5 },
    prediction: {
      type: 'boxes',
      items: [
        { c: 0, score: 0.5, p: [0, 0, 1, 1] },
        { c: 1, score: 0.9, p: [0, 0, 1, 1] },
        { c: 1, score: 0.7, p: [0, 0, 1, 1] },
        { c: 0, score: 0.49, p: [0, 0, 1, 1] },
      ],
    },
  } as unknown as OnlineAnswer;
  expect(countsOf(answer)).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 },
  ]);
});

test('parts that nothing looked at are the reason of a review, and stand beside a defect', () => {
  const t = ((key: string, args: object = {}) => [key, ...Object.values(args)].join(' ')) as unknown as TFunction;
  const wordsOf = (verdict: string, more: object) => {
    const labels = [{ name: 'plate', color: '#000000', locates: true }];
    const prediction = { type: 'boxes', items: [{ c: 0, score: 0.9, p: [0, 0, 1, 1] }], ...more };
    const answer = { verdict, labels, thresholds: { confidence: 0.5, nms: 0.6, iou: 0.5 }, prediction };
    return onlineObjects.words(answer as unknown as OnlineAnswer, t);
  };
  expect(wordsOf('review', { skippedParts: 3 }).found).toBe('online.skippedParts 3');
  expect(wordsOf('review', { cutParts: 1 }).found).toBe('online.cutParts 1');
  const both = wordsOf('review', { skippedParts: 3, cutParts: 1 });
  expect(both).toMatchObject({ found: 'online.skippedParts 3 · online.cutParts 1', byScore: false });
  expect(wordsOf('review', {}).found).toBe('scores.foundReview');
  expect(wordsOf('NG', { skippedParts: 3 }).why).toMatch(/online\.skippedParts 3$/);
  expect(wordsOf('NG', {}).why).not.toMatch(/skippedParts/);
});
