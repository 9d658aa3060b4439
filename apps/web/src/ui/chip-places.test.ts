import { expect, test } from 'vitest';
import { chipHeight, placeChips, placeOver, type Chip, type Place, type Rect } from './chip-places.ts';

const frame = { width: 400, height: 300 };
const chip = (left: number, top: number, fields: Partial<Chip> = {}): Chip => ({
  left,
  top,
  right: left + 40,
  bottom: top + 40,
  width: 100,
  ...fields,
});
const rectOf = ({ x, y }: Place, { width }: Chip): Rect => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + chipHeight,
});
const meet = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a text stands above its shape, and elsewhere beside it where there is one already', () => {
  expect(placeChips([chip(10, 100)], frame)).toEqual([{ x: 10, y: 80 }]);
  expect(placeChips([chip(10, 100), chip(70, 100)], frame)).toEqual([
    { x: 10, y: 80 },
    { x: 70, y: 140 },
  ]);
});

test('a text covers no small object, neither its own nor another', () => {
  const chips = Array.from({ length: 12 }, (_, i) => chip(40 + 70 * (i % 4), 60 + 75 * Math.floor(i / 4)));
  const others = [chip(150, 20), chip(20, 150)];
  const places = placeChips(chips, frame, others);
  expect(places.filter((one) => one !== null).length).toBeGreaterThan(6);
  const texts = places.flatMap((place, i) => (place ? [rectOf(place, chips[i]!)] : []));
  for (const text of texts) {
    expect([...chips, ...others].filter((one) => meet(text, one))).toEqual([]);
    expect(texts.filter((one) => one !== text && meet(text, one))).toEqual([]);
    expect(text.left >= 0 && text.top >= 0 && text.right <= 400 && text.bottom <= 300).toBe(true);
  }
});

test('a text that stands away is led to its shape', () => {
  // walled in: above and below there is no room, nor at its sides
  const walls = [chip(60, 78, { bottom: 98 }), chip(60, 142, { bottom: 162 }), chip(104, 100), chip(10, 100)];
  const [place] = placeChips([chip(60, 100)], frame, walls);
  const [x1, y1, x2, y2] = place!.leader!;
  expect(x1 >= 60 && x1 <= 100 && y1 >= 100 && y1 <= 140).toBe(true);
  expect(x2 >= place!.x && x2 <= place!.x + 100 && y2 >= place!.y && y2 <= place!.y + chipHeight).toBe(true);
});

test('a text that has to stand near waits instead where there is no room, and stands there where there is', () => {
  const walls = [chip(60, 78, { bottom: 98 }), chip(60, 142, { bottom: 162 }), chip(104, 100), chip(10, 100)];
  expect(placeChips([chip(60, 100, { near: true })], frame, walls)).toEqual([null]);
  expect(placeChips([chip(60, 100, { near: true })], frame)).toEqual([{ x: 60, y: 80 }]);
});

test('a text that has to stand near is not set between its shape and another, whose it would seem to be', () => {
  const line = (top: number): Chip => chip(60, top, { right: 120, bottom: top + 20, width: 50, near: true });
  const rows = [line(30), line(54), line(96)];
  const [, second, third] = placeChips(rows, frame);
  expect(second, 'below it there is room, right above the third').toEqual({ x: 124, y: 54 });
  expect(third, 'nobody is below').toEqual({ x: 60, y: 116 });
  const between = [chip(0, 90, { right: 56, bottom: 120 }), chip(124, 90, { right: 200, bottom: 120 })];
  const crowded = placeChips([line(54), line(96)], frame, [...between, { ...line(54), top: 30, bottom: 52 }]);
  expect(crowded[1], 'where there is no other it is better than none').not.toBeNull();
});

test('without room a text is left out, unless it has to be seen', () => {
  const low = { width: 120, height: 60 };
  const crowd = [chip(0, 20), chip(40, 20), chip(80, 20)];
  expect(placeChips(crowd, low)).toEqual([{ x: 0, y: 0 }, null, null]);
  const seen = placeChips([...crowd.slice(0, 2), { ...crowd[2]!, strong: true }], low);
  expect(seen[2]).not.toBeNull();
});

test('a large object may be covered at its edge', () => {
  const large = { left: 0, top: 0, right: 400, bottom: 300, width: 100 };
  expect(placeChips([large], frame)).toEqual([{ x: 0, y: 0 }]);
  const small = chip(200, 120);
  expect(placeChips([small], frame, [large])).toEqual([{ x: 200, y: 100 }]);
});

test('a text at the edge stays in the frame, and that of a shape out of sight is left out', () => {
  expect(placeChips([chip(370, 100)], frame)).toEqual([{ x: 266, y: 100 }]);
  expect(placeOver(chip(380, 5), frame)).toEqual({ x: 300, y: 0 });
  expect(placeChips([chip(500, 100)], frame)).toEqual([null]);
});
