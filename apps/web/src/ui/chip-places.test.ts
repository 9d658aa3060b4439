import { expect, test } from 'vitest';
import { chipHeight, placeChips, type Chip } from './chip-places.ts';

const frame = { width: 400, height: 300 };
const chip = (x: number, top: number, width = 100): Chip => ({ x, top, bottom: top + 40, width });
const covers = (chips: readonly Chip[]): boolean => {
  const places = placeChips(chips, frame);
  return places.some((a, i) =>
    places.some(
      (b, j) => i < j && a.x < b.x + chips[j]!.width && b.x < a.x + chips[i]!.width && Math.abs(a.y - b.y) < chipHeight,
    ),
  );
};

test('a text stands above its shape, and below it where there is one already', () => {
  expect(placeChips([chip(10, 100)], frame)).toEqual([{ x: 10, y: 80 }]);
  expect(placeChips([chip(10, 100), chip(40, 102)], frame)).toEqual([
    { x: 10, y: 80 },
    { x: 40, y: 142 },
  ]);
});

test('texts of shapes that lie on each other do not cut each other', () => {
  expect(covers(Array.from({ length: 8 }, (_, i) => chip(50 + 5 * i, 120 + 3 * i)))).toBe(false);
});

test('a text at the edge stays in the frame', () => {
  expect(placeChips([chip(380, 5)], frame)).toEqual([{ x: 300, y: 0 }]);
  expect(placeChips([chip(-30, 290)], frame)[0]).toEqual({ x: 0, y: 270 });
});
