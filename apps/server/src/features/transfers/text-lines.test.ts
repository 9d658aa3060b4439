/** Lists of texts there and back, and lines that are none. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cropLine, icdarLine, ppocrLine, readIcdarLine, readTabLine, type TextLine } from './text-lines.ts';

const corner = fc.integer({ min: -10, max: 20_000 }).map((value) => value / 4);
const points = fc.array(corner, { minLength: 8, maxLength: 8 });
const words = fc
  .string({ unit: fc.constantFrom('A', '7', ',', '"', '\\', ' ', '字', '𠮷', '[', '{'), minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const typed = fc.record({ points, text: words, ignore: fc.constant(false) });
const line = fc.oneof(
  typed,
  fc.record({ points, text: fc.constant(null), ignore: fc.boolean() }),
  fc.record({ points, text: words, ignore: fc.constant(true) }),
);

it('PPOCRLabel: what is written is read again', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (texts: TextLine[]) => {
      const written = ppocrLine('lot 1/a,b.png', texts);
      expect(readTabLine(written.replace(/\n$/, ''))).toEqual({ image: 'lot 1/a,b.png', texts, bad: 0 });
    }),
  );
});

it('ICDAR: what is written is read again in whole pixels; of a region to ignore only that it is one', () => {
  fc.assert(
    fc.property(line, (text: TextLine) => {
      const read = readIcdarLine(icdarLine(text).replace(/\n$/, ''));
      const points = text.points!.map((value) => Math.round(value) + 0);
      expect(read).toEqual({ ...text, points, text: text.ignore ? null : text.text });
    }),
  );
});

it('a list of crops: every text is read again, also one that looks like another list', () => {
  fc.assert(
    fc.property(words, (text) => {
      const read = readTabLine(cropLine('crop_img/a.png', text).replace(/\n$/, ''), true);
      expect(read).toEqual({ image: 'crop_img/a.png', texts: [{ points: null, text, ignore: false }], bad: 0 });
    }),
  );
  expect(cropLine('a.png', 'LOT\r\n7')).toBe('a.png\tLOT 7\n');
});

it('a list of crops says what each whole image is', () => {
  expect(readTabLine('crops/1.png\tLOT 12')).toEqual({
    image: 'crops/1.png',
    texts: [{ points: null, text: 'LOT 12', ignore: false }],
    bad: 0,
  });
  expect(readTabLine('1.png\t###')?.texts).toEqual([{ points: null, text: null, ignore: true }]);
  expect(readTabLine('1.png\t[A]')?.texts).toEqual([{ points: null, text: '[A]', ignore: false }]);
});

it('uses the good texts of a line beside those that are none', () => {
  const good = { transcription: 'A', points: [[1, 1], [9, 1], [9, 5], [1, 5]] }; // prettier-ignore
  const line = `a.png\t${JSON.stringify([{ points: good.points }, good, { transcription: 'B', points: [[1, 1]] }])}`;
  expect(readTabLine(line)).toMatchObject({ texts: [{ text: 'A' }], bad: 2 });
});

it.each([
  '',
  'a.png',
  '\tA',
  'a.png\t[{"transcription":1}]',
  'a.png\t[{"transcription":"A","points":[[1,2]]}]',
  'a.png\t[{',
])('is no line of a list: %j', (text) => {
  expect(readTabLine(text)).toBeUndefined();
});
it.each(['', '1,2,3,4,5,6,7,8', '1,2,3,4,5,6,7,x,A', '1,2,3,4,5,6,7,,A', '1,2,3,4,5,6,7,NaN,A'])(
  'is no line of ICDAR: %j',
  (text) => {
    expect(readIcdarLine(text)).toBeUndefined();
  },
);
