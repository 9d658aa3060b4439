/** Objects that are too small for a training size, and the size that is proposed instead. */
import { expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { initialValues, recipes } from '../index.ts';
import { fitted, suited, tooSmall } from './sizes.ts';

const values = initialValues(recipes.detect);
const sides = (share: number, small: number) => Array.from({ length: 100 }, (_, i) => (i < share ? small : 0.2));

it.each([
  [320, 40, 6 / 320, { percent: 40, side: 8, instead: [{ imageSize: 640 }, { smallObjects: true }] }],
  [640, 40, 6 / 640, { percent: 40, side: 8, instead: [{ imageSize: 960 }, { smallObjects: true }] }],
  [640, 40, 4.5 / 640, { percent: 40, side: 8, instead: [{ imageSize: 1280 }, { smallObjects: true }] }],
  // no size is enough by itself, the level alone helps none: both
  [640, 40, 2.5 / 640, { percent: 40, side: 8, instead: [{ imageSize: 1280, smallObjects: true }] }],
  [640, 40, 1 / 640, { percent: 40, side: 8, instead: [] }],
  [1280, 40, 6 / 1280, { percent: 40, side: 8, instead: [{ smallObjects: true }] }],
  [640, limits.smallObjectsPercent, 6 / 640, null],
  [640, limits.smallObjectsPercent + 1, limits.smallObjectSide / 640, null],
  [Number.NaN, 40, 0.001, null],
] as const)('at %i px, %i of 100 with a side of %f', (imageSize, share, small, said) => {
  expect(tooSmall!({ ...values, imageSize }, sides(share, small))).toEqual(said);
});

it('knows that a level for small objects finds smaller ones, and has none for networks for large objects', () => {
  const finer = { ...values, smallObjects: true };
  expect(tooSmall!(finer, sides(40, 6 / 640))).toBeNull();
  expect(tooSmall!(finer, sides(40, 3 / 640))).toEqual({ percent: 40, side: 4, instead: [{ imageSize: 960 }] });
  const large = { ...values, network: 'n6', imageSize: 1280 };
  expect(tooSmall!(large, sides(40, 6 / 1280))).toEqual({ percent: 40, side: 8, instead: [] });
});

it('proposes the level where it brings a part of the objects over the line', () => {
  const mixed = [...sides(30, 1 / 640).slice(0, 30), ...sides(10, 6 / 640).slice(0, 10), ...sides(0, 0).slice(40)];
  expect(tooSmall!(values, mixed)!.instead).toEqual([{ smallObjects: true }]);
  const fewer = [...sides(35, 1 / 640).slice(0, 35), ...sides(5, 6 / 640).slice(0, 5), ...sides(0, 0).slice(40)];
  expect(tooSmall!(values, fewer)!.instead).toEqual([]);
});

it('proposes fine outlines with it, where there are outlines', () => {
  const masks = initialValues(recipes.segment);
  const instead = [{ imageSize: 960 }, { smallObjects: true, fineMasks: true }];
  expect(recipes.segment.tooSmall!(masks, sides(40, 6 / 640))).toEqual({ percent: 40, side: 8, instead });
  expect(tooSmall!({ ...masks, imageSize: 1280, fineMasks: true }, sides(40, 6 / 1280))!.instead).toEqual([
    { smallObjects: true },
  ]);
});

it('says nothing of crops, or where nothing is drawn', () => {
  expect(tooSmall!({ ...values, cropShare: 0.5 }, sides(40, 0.001))).toBeNull();
  expect(tooSmall!(values, [])).toBeNull();
});

it('sets the level by itself where it helps, and nothing else', () => {
  expect(suited!({ ...values, imageSize: 320 }, sides(40, 6 / 320))).toEqual({ smallObjects: true });
  expect(suited!({ ...values, imageSize: 320 }, sides(limits.smallObjectsPercent, 6 / 320))).toBeNull();
  expect(suited!(values, sides(40, 2.5 / 640))).toBeNull();
  expect(suited!({ ...values, network: 'n6' }, sides(40, 6 / 640))).toBeNull();
  expect(recipes.detect.suited).toBe(suited);
});

it.each([
  [640, 256, { imageSize: 320 }],
  [640, 321, { imageSize: 352 }],
  [640, 608, { imageSize: 608 }],
  [640, 640, null],
  [640, 4000, null],
  [1280, 700, { imageSize: 704 }],
  [320, 100, null],
  [Number.NaN, 100, null],
] as const)('at %i px enlarges no image of at most %i px', (imageSize, longest, asked) => {
  expect(fitted!({ ...values, imageSize }, longest)).toEqual(asked);
});
