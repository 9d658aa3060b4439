// Order and counts of texts, templates, characters, and the crop that is turned upright.

import { newShape, type Shape } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { compareCharacters } from './characters.ts';
import { templateOf, templates } from './template.ts';
import { countTexts, fits, inReadingOrder, nextText, nextUntyped, quadOf, textAt, typedText } from './text-facts.ts';
import { regionAround, turnUpright, uprightSize, widened } from '../../../ui/upright.ts';

const text = (id: string, left: number, top: number, more: Partial<Shape> = {}): Shape =>
  newShape({
    id,
    labelId: 1,
    kind: 'quad',
    points: [left, top, left + 60, top, left + 60, top + 20, left, top + 20],
    ...more,
  });

describe('order', () => {
  const shapes = [text('d', 10, 60), text('b', 200, 14), text('a', 10, 10), text('c', 300, 6), text('e', 200, 64)];

  it('is that of reading: line by line, also where a line is not quite level', () => {
    expect(inReadingOrder(shapes).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(inReadingOrder([])).toEqual([]);
  });

  it('knows which text lies at a place that a result points out, and that at a bare one there is none', () => {
    expect(textAt(shapes, [198, 12, 262, 38])).toBe('b');
    expect(textAt(shapes, [10, 30, 70, 50])).toBeNull();
    expect(textAt([], [10, 30, 70, 50])).toBeNull();
  });

  it('goes on to the next that is not typed, round the end, and back; nowhere where none is left', () => {
    const ordered = [
      text('a', 0, 0),
      text('b', 0, 40, { text: 'x' }),
      text('c', 0, 80),
      text('d', 0, 120, { ignore: true }),
    ];
    expect(nextUntyped(ordered, 'a', 1)).toBe('c');
    expect(nextUntyped(ordered, 'c', 1)).toBe('a');
    expect(nextUntyped(ordered, 'a', -1)).toBe('c');
    expect(nextUntyped(ordered, null, 1)).toBe('a');
    expect(nextUntyped(ordered, null, -1)).toBe('c');
    expect(nextUntyped(ordered.slice(0, 2), 'a', 1)).toBeNull();
    expect(nextUntyped([], null, 1)).toBeNull();
  });

  it('goes through all where all are typed, and nowhere behind the last', () => {
    const typed = ['a', 'b', 'c'].map((id, i) => text(id, 0, 40 * i, { text: id }));
    expect(nextText(typed, null, 1)).toBe('a');
    expect(nextText(typed, null, -1)).toBe('c');
    expect(nextText(typed, 'a', 1)).toBe('b');
    expect(nextText(typed, 'c', 1)).toBeNull();
    expect(nextText(typed, 'a', -1)).toBeNull();
    expect(nextText([...typed, text('d', 0, 160)], 'a', 1)).toBe('d');
    expect(nextText([], null, 1)).toBeNull();
  });
});

describe('typed', () => {
  it('is one line without space around it; nothing is no text, and ### cannot be read', () => {
    expect(typedText('  LOT 7 ')).toEqual({ text: 'LOT 7', ignore: false });
    expect(typedText('LOT\r\n 7')).toEqual({ text: 'LOT 7', ignore: false });
    expect(typedText('   ')).toEqual({ text: null, ignore: false });
    expect(typedText('###')).toEqual({ text: null, ignore: true });
    expect(typedText('x'.repeat(2000)).text).toHaveLength(1000);
  });

  it('is held to the template as a whole; what is not typed or not readable is not judged', () => {
    const date = templateOf(templates[0]!.pattern);
    expect(fits({ text: '2026-11-30', ignore: false }, date)).toBe(true);
    expect(fits({ text: 'EXP 2026-11-30', ignore: false }, date)).toBe(false);
    expect(fits({ text: null, ignore: false }, date)).toBe(true);
    const shapes = [text('a', 0, 0, { text: '12' }), text('b', 0, 40), text('c', 0, 80, { ignore: true })];
    expect(countTexts(shapes, date)).toEqual({ all: 3, untyped: 1, odd: 1 });
    expect(countTexts(shapes, null).odd).toBe(0);
    // takes others for ever
    const nested = templateOf('(a+)+');
    expect(fits({ text: `${'a'.repeat(200)}b`, ignore: false }, nested)).toBe(false);
  });

  it('has templates that all can be read, and says of a broken one that it is none', () => {
    for (const { pattern } of templates) expect(templateOf(pattern)).not.toBeNull();
    expect(templateOf('[A-')).toBeNull();
    expect(templateOf('')).toBeNull();
    expect(templateOf('(.?){1000}')).toBeNull();
  });
});

it('compares the characters of a set with those that were typed', () => {
  const seen = [
    { character: '1', count: 7 },
    { character: 'é', count: 2 },
    { character: '0', count: 1 },
    { character: ' ', count: 9 },
    { character: '年', count: 4 },
  ];
  expect(compareCharacters(seen, '0 1 2')).toEqual({
    present: [
      { character: '0', count: 1 },
      { character: '1', count: 7 },
    ],
    missing: ['2'],
    beyond: [
      { character: '年', count: 4 },
      { character: 'é', count: 2 },
    ],
  });
});

describe('crop', () => {
  /** 40 × 20, each pixel with its column in red and its row in green. */
  const pixels = {
    width: 40,
    height: 20,
    data: Uint8ClampedArray.from({ length: 40 * 20 * 4 }, (_, i) => {
      const [column, row] = [Math.floor(i / 4) % 40, Math.floor(i / 160)];
      return [column, row, 0, 255][i % 4]!;
    }),
  };
  const region = { pixels, left: 0, top: 0, scale: 1 };
  const at = (data: Uint8ClampedArray, width: number, column: number, row: number) =>
    Array.from(data.slice(4 * (row * width + column), 4 * (row * width + column) + 4));

  it('is the text as it lies where it is upright', () => {
    const upright = turnUpright(region, [4, 2, 24, 2, 24, 12, 4, 12], { width: 20, height: 10 });
    expect(at(upright.data, 20, 0, 0)).toEqual([4, 2, 0, 255]);
    expect(at(upright.data, 20, 19, 9)).toEqual([23, 11, 0, 255]);
  });

  it('is turned by its reading start: a text that stands on its head comes upright', () => {
    const upright = turnUpright(region, [24, 12, 4, 12, 4, 2, 24, 2], { width: 20, height: 10 });
    expect(at(upright.data, 20, 0, 0)).toEqual([23, 11, 0, 255]);
    expect(at(upright.data, 20, 19, 9)).toEqual([4, 2, 0, 255]);
  });

  it('is clear beside the image, and fits into the panel without being cut', () => {
    const upright = turnUpright(region, [-10, 0, 10, 0, 10, 10, -10, 10], { width: 20, height: 10 });
    expect(at(upright.data, 20, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(upright.data, 20, 19, 0)).toEqual([9, 0, 0, 255]);
    const room = { width: 300, high: 110 };
    expect(uprightSize([0, 0, 60, 0, 60, 20, 0, 20], room)).toEqual({ width: 300, height: 100 });
    expect(uprightSize([0, 0, 20, 0, 20, 20, 0, 20], room)).toEqual({ width: 110, height: 110 });
    // a long line is shown whole, however low it is then
    expect(uprightSize([0, 0, 400, 0, 400, 20, 0, 20], room)).toEqual({ width: 300, height: 15 });
  });

  it('takes a margin around the corners, and whole pixels that lie on the image', () => {
    const wide = widened([10, 10, 60, 10, 60, 60, 10, 60]);
    [4, 4, 66, 4, 66, 66, 4, 66].forEach((value, i) => expect(wide[i]).toBeCloseTo(value));
    expect(regionAround([-5, 2.5, 30.2, 2.5, 30.2, 50, -5, 50], { width: 40, height: 20 })).toEqual({
      left: 0,
      top: 2,
      width: 31,
      height: 18,
    });
  });

  it('knows the corners of every kind: a polygon is read along its smallest rectangle', () => {
    expect(quadOf(text('a', 10, 10))).toEqual([10, 10, 70, 10, 70, 30, 10, 30]);
    expect(quadOf({ kind: 'rect', points: [1, 2, 3, 4], parts: [0] })).toEqual([1, 2, 3, 2, 3, 4, 1, 4]);
    const read = quadOf({ kind: 'polygon', points: [0, 0, 50, 0, 50, 10, 25, 8, 0, 10], parts: [0] });
    [0, 0, 50, 0, 50, 10, 0, 10].forEach((value, i) => expect(read[i]).toBeCloseTo(value));
  });
});
