import { expect, test } from 'vitest';
import { draggedRegion, hitRegion, isDrawable, regionBetween, withRegion, type Region } from './regions.ts';

const reach = { x: 2, y: 2 };

test('two points make a rectangle whichever came first, in tenths and inside the image', () => {
  expect(regionBetween({ x: 50.26, y: 80 }, { x: 10.04, y: 20 })).toEqual([10, 20, 50.3, 80]);
  expect(regionBetween({ x: -5, y: 90 }, { x: 30, y: 130 })).toEqual([0, 90, 30, 100]);
});

test('a click draws nothing', () => {
  expect(regionBetween({ x: 10, y: 10 }, { x: 10.4, y: 60 })).toBeNull();
  expect(regionBetween({ x: 10, y: 10 }, { x: 10, y: 10 })).toBeNull();
});

test('corners are taken before insides, and what was drawn last lies on top', () => {
  const regions: Region[] = [
    [10, 10, 60, 60],
    [40, 40, 90, 90],
  ];
  expect(hitRegion(regions, { x: 9, y: 11 }, reach)).toEqual({ index: 0, part: 'nw' });
  expect(hitRegion(regions, { x: 59, y: 61 }, reach)).toEqual({ index: 1, part: 'inside' });
  expect(hitRegion(regions, { x: 91, y: 41 }, reach)).toEqual({ index: 1, part: 'ne' });
  expect(hitRegion(regions, { x: 20, y: 20 }, reach)).toEqual({ index: 0, part: 'inside' });
  expect(hitRegion(regions, { x: 95, y: 5 }, reach)).toBeNull();
});

test('a dragged region keeps its size and stays in the image', () => {
  expect(draggedRegion([10, 10, 30, 40], 'inside', { x: -25, y: 5 })).toEqual([0, 15, 20, 45]);
  expect(draggedRegion([10, 10, 30, 40], 'inside', { x: 500, y: 500 })).toEqual([80, 70, 100, 100]);
});

test('a dragged corner never passes the opposite one', () => {
  expect(draggedRegion([10, 10, 30, 40], 'se', { x: -50, y: 10 })).toEqual([10, 10, 11, 50]);
  expect(draggedRegion([10, 10, 30, 40], 'nw', { x: 50, y: -50 })).toEqual([29, 0, 30, 40]);
});

test('one more where there is room; where one may be, the new one replaces it', () => {
  const [a, b, c]: Region[] = [
    [0, 0, 10, 10],
    [1, 1, 11, 11],
    [2, 2, 12, 12],
  ];
  expect(withRegion([a!], b!, 1)).toEqual([b]);
  expect(withRegion([a!], b!, 2)).toEqual([a, b]);
  expect(withRegion([a!, b!], c!, 2)).toEqual([a, b]);
});

test('numbers that are still being typed are not drawn', () => {
  expect(isDrawable([0, 0, 50, 50])).toBe(true);
  expect(isDrawable([0, undefined, 50, 50])).toBe(false);
  expect(isDrawable([60, 0, 50, 50])).toBe(false);
  expect(isDrawable([0, 0, 101, 50])).toBe(false);
});
