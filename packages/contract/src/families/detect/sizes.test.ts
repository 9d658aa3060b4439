/** Objects that are too small for a training size, and the size that is proposed instead. */
import { expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { initialValues, recipes } from '../index.ts';
import { tooSmall } from './sizes.ts';

const values = initialValues(recipes.detect);
const sides = (share: number, small: number) => Array.from({ length: 100 }, (_, i) => (i < share ? small : 0.2));

it.each([
  [320, 40, 6 / 320, { percent: 40, instead: { imageSize: 640 } }],
  [640, 40, 6 / 640, { percent: 40, instead: { imageSize: 960 } }],
  [640, 40, 4.5 / 640, { percent: 40, instead: { imageSize: 1280 } }],
  [640, 40, 1 / 640, { percent: 40, instead: null }],
  [1280, 40, 6 / 1280, { percent: 40, instead: null }],
  [640, limits.smallObjectsPercent, 6 / 640, null],
  [640, limits.smallObjectsPercent + 1, limits.smallObjectSide / 640, null],
  [Number.NaN, 40, 0.001, null],
] as const)('at %i px, %i of 100 with a side of %f', (imageSize, share, small, said) => {
  expect(tooSmall!({ ...values, imageSize }, sides(share, small))).toEqual(said);
});

it('says nothing of crops, or where nothing is drawn', () => {
  expect(tooSmall!({ ...values, cropShare: 0.5 }, sides(40, 0.001))).toBeNull();
  expect(tooSmall!(values, [])).toBeNull();
});
