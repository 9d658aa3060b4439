/** A part that cannot be cropped was not looked at, so that its image does not count as one with a part. */
import type { Boxes } from '@loupe/contract';
import { expect, it } from 'vitest';
import { locateAndInspect } from './locate-inspect.ts';

const image = { width: 100, height: 80 };
const params = { partScore: 0.5, partMost: 2, partMargin: 10, partWidth: [8, 64], partHeight: [8, 64] };
const stage = { ordinal: 1, recipe: 'inspect', params };
const last = { stage, settings: { iou_threshold: 0.6 } };
const found = (...boxes: Boxes['items'][number]['p'][]) => [
  {
    region: { x: 0, y: 0, ...image },
    prediction: { type: 'boxes' as const, items: boxes.map((p, i) => ({ c: 0, score: 0.9 - i / 10, p })) },
  },
];

it('has no part where the box lies on the edge of the image and has no area', () => {
  // a box beside the image, which the graph has clipped to it
  const located = found([100, 10, 100, 30]);
  expect(locateAndInspect.regionsOf(stage, located, image)).toEqual([]);
  expect(locateAndInspect.merge([located], image, last)).toEqual({ type: 'boxes', items: [] });
});

it('looks at the best parts alone, each in a crop of its own, and says how many it did not look at', () => {
  const located = found([10, 10, 30, 30], [50, 10, 70, 30], [10, 50, 30, 70]);
  expect(locateAndInspect.regionsOf(stage, located, image)).toHaveLength(2);
  expect(locateAndInspect.merge([located, []], image, last)).toMatchObject({
    items: [{ p: [10, 10, 30, 30] }, { p: [50, 10, 70, 30] }],
    skippedParts: 1,
  });
  // a box that cannot be cropped is none
  const flat = found([10, 10, 30, 30], [50, 10, 70, 30], [100, 50, 100, 70]);
  expect(locateAndInspect.merge([flat, []], image, last)).not.toHaveProperty('skippedParts');
  // nor is one below the score of a part
  const many = found(
    [10, 10, 30, 30],
    [50, 10, 70, 30],
    [10, 50, 30, 70],
    [50, 50, 70, 70],
    [0, 0, 9, 9],
    [9, 0, 20, 9],
  );
  expect(locateAndInspect.merge([many, []], image, last)).toMatchObject({ skippedParts: 3 });
});

it('says of how many parts it looked at the middle alone', () => {
  const wide = found([10, 10, 30, 30], [5, 10, 95, 30]);
  expect(locateAndInspect.regionsOf(stage, wide, image)[1]).toMatchObject({ width: 64 });
  expect(locateAndInspect.merge([wide, []], image, last)).toMatchObject({ cutParts: 1 });
  // its margin may be missing, for nothing of the part is
  const snug = found([10, 10, 72, 30]);
  expect(locateAndInspect.merge([snug, []], image, last)).not.toHaveProperty('cutParts');
  // what is beyond the limit of parts is not looked at in any way
  const beyond = found([10, 10, 30, 30], [50, 10, 70, 30], [5, 50, 95, 70]);
  expect(locateAndInspect.merge([beyond, []], image, last)).toMatchObject({ skippedParts: 1 });
  expect(locateAndInspect.merge([beyond, []], image, last)).not.toHaveProperty('cutParts');
});
