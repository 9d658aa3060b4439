import type { ImageState, ReviewState } from '@loupe/contract';
import { expect, it } from 'vitest';
import { everything } from './selection.ts';
import { isNoneToSubmit } from './submittable.ts';

const counts = { submitted: 3, accepted: 0, returned: 0, unsubmitted: 0, toReview: 0, returnedToMe: 0 };
const known = (id: number): { state: ImageState; review: ReviewState | null } | undefined =>
  [
    { state: 'annotated', review: null },
    { state: 'annotated', review: 'submitted' },
    { state: 'empty', review: 'returned' },
    { state: 'unannotated', review: null },
  ][id] as never;
const ofIds = (...ids: number[]) =>
  isNoneToSubmit({ all: false, ids: new Set(ids) }, { review: counts }, { review: '' }, known);
const ofAll = (more: Partial<typeof counts>, review = '') =>
  isNoneToSubmit(everything, { review: { ...counts, ...more } }, { review }, known);

it('is known of images in sight: submitted ones and those that nobody annotated cannot be', () => {
  expect([ofIds(1), ofIds(1, 3)]).toEqual([true, true]);
  expect([ofIds(0), ofIds(1, 0), ofIds(2), ofIds(1, 2)]).toEqual([false, false, false, false]);
});

it('is not said of what is out of sight', () => {
  expect(ofIds(1, 99)).toBe(false);
});

it('is said of all by the counts of the folder and by the list', () => {
  expect([ofAll({}), ofAll({ unsubmitted: 1 }), ofAll({ returned: 1 })]).toEqual([true, false, false]);
  expect([ofAll({ unsubmitted: 1 }, 'submitted'), ofAll({ unsubmitted: 1 }, 'unsubmitted')]).toEqual([true, false]);
});
