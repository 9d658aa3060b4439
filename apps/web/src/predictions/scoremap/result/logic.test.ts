import { expect, test } from 'vitest';
import {
  histogram,
  listsAt,
  outcomeOf,
  prepare,
  ratesAt,
  rocCorners,
  rocPointAt,
  zoneFrom,
  type Scored,
} from './logic.ts';

const image = (imageId: number, score: number, ng: boolean, name = `p${imageId}`): Scored => ({
  imageId,
  name,
  score,
  ng,
  masks: 0,
});
const prepared = prepare([
  image(1, 0.05, false, 'p10'),
  image(2, 0.56, false, 'p9'),
  image(3, 0.4, false),
  image(4, 0.9, true),
  image(5, 0.2, true),
  image(6, 0.45, true),
]);
const zone = zoneFrom(0.5, 0.35);

test('each image is right, overkill, an escape, or left to a person', () => {
  expect(prepared.images.map((one) => outcomeOf(one, zone))).toEqual([
    'right',
    'overkill',
    'review',
    'right',
    'escape',
    'review',
  ]);
});

test('a score at a threshold is on its upper side', () => {
  expect(outcomeOf({ score: 0.5, ng: false }, zone)).toBe('overkill');
  expect(outcomeOf({ score: 0.35, ng: true }, zone)).toBe('review');
  expect(outcomeOf({ score: 0.35, ng: true }, zoneFrom(0.5, null))).toBe('escape');
});

test('lists count every kind and begin with what is furthest on the wrong side', () => {
  const { counts, list } = listsAt(prepared, zone, 'all', 'worst');
  expect(counts).toEqual({ all: 6, wrong: 2, escape: 1, overkill: 1, review: 2, right: 2 });
  expect(list.map((place) => prepared.images[place]!.imageId)).toEqual([5, 2, 6, 3, 4, 1]);
  expect(listsAt(prepared, zone, 'wrong', 'worst').list).toEqual([4, 1]);
});

test('names are ordered as people count', () => {
  const { list } = listsAt(prepared, zone, 'all', 'name');
  expect(list.map((place) => prepared.images[place]!.name)).toEqual(['p3', 'p4', 'p5', 'p6', 'p9', 'p10']);
});

test('moving the threshold moves figures and lists together', () => {
  for (const ng of [0, 0.15, 0.45, 0.6, 1]) {
    const at = zoneFrom(ng, null);
    const { counts } = listsAt(prepared, at, 'all', 'worst');
    const rates = ratesAt(prepared, at);
    expect([rates.overkill.count, rates.escape.count, rates.review.count]).toEqual([
      counts.overkill,
      counts.escape,
      counts.review,
    ]);
  }
  expect(ratesAt(prepared, zone).review).toMatchObject({ count: 2, of: 6 });
});

test('the grey zone never passes the threshold', () => {
  expect(zoneFrom(0.3, 0.4)).toEqual({ ng: 0.3, review: 0.3 });
});

test('the histogram holds every score, the largest too', () => {
  expect(histogram([0, 0.05, 0.1, 0.999, 1], 10)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
});

test('the ROC keeps its corners and carries the point of the threshold', () => {
  expect(rocCorners(prepared)).toEqual([
    [0, 0],
    [0, 1 / 3],
    [1 / 3, 1 / 3],
    [1 / 3, 2 / 3],
    [2 / 3, 2 / 3],
    [2 / 3, 1],
    [1, 1],
  ]);
  expect(rocPointAt(prepared, zone)).toEqual([1 / 3, 1 / 3]);
  expect(rocPointAt(prepare([image(1, 0.1, false)]), zone)).toBeNull();
});

test('of thousands of images each is in one list', () => {
  const many = prepare(Array.from({ length: 5000 }, (_, i) => image(i, ((i * 7919) % 5000) / 5000, i % 3 === 0)));
  const { counts, list } = listsAt(many, zoneFrom(0.7, 0.5), 'all', 'worst');
  expect(list).toHaveLength(5000);
  expect(counts.escape + counts.overkill + counts.review + counts.right).toBe(5000);
});
