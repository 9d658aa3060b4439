import type { OnlineAnswer } from '@loupe/contract';
import { expect, test } from 'vitest';
import { countsOf } from './Online.tsx';

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
