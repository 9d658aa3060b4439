/** Texts that other people read keep nothing that nobody sees. */
import { expect, it } from 'vitest';
import { FileName, readText, TextOnPart } from './fields.ts';
import { limits } from './limits.ts';

it('a text of several lines loses control characters and turns of direction, and keeps its lines and signs', () => {
  const text = readText(60);
  expect(text.parse('\u001b[31mred\u001b[0m\u0007')).toBe('[31mred[0m');
  expect(text.parse('abc\u202edcba\u2066x\u2069\u200f')).toBe('abcdcbax');
  expect(text.parse(' left edge\r\nis\tcut \n')).toBe('left edge\nis cut');
  // what joins signs is part of how they are written
  expect(text.parse('焊缝 👩‍🔧')).toBe('焊缝 👩‍🔧');
});

it('a text of nothing else is none', () => {
  expect(readText(10).safeParse('\u001b\u202e \n').success).toBe(false);
  expect(readText(3).safeParse('\u001ba\u001bb\u001bc').success).toBe(true);
  expect(readText(3).safeParse('abcd').success).toBe(false);
});

it.each(['\u200b', '\u061c\u061c', '\ufeff', '\u00ad', '\u2060', '\u200d', '\u200c \u200d'])(
  'a text of nothing but %j is none',
  (text) => {
    for (const field of [readText(10), FileName, TextOnPart]) expect(field.safeParse(text).success).toBe(false);
    // in a word joiners alone stay
    const inWord = `a${text}b`;
    expect(readText(10).parse(inWord)).toBe(/[\u200c\u200d]/.test(text) ? inWord : 'ab');
  },
);

it('names of files are what they look like', () => {
  expect(FileName.parse(' plate\u202egnp.zip\u0000 ')).toBe('plategnp.zip');
  expect(FileName.parse('图片\n2.zip')).toBe('图片 2.zip');
  expect(FileName.safeParse('\u200e\u2066').success).toBe(false);
  expect(FileName.safeParse('a'.repeat(256)).success).toBe(false);
});

it('a text on a part is one line, as a scanner sends it', () => {
  expect(TextOnPart.parse('LOT 42\r\n')).toBe('LOT 42');
  expect(TextOnPart.parse('批号\t7\u202e\u0000')).toBe('批号 7');
  for (const none of ['', ' \r\n', '\ud800', 'x'.repeat(limits.textValue + 1)])
    expect(TextOnPart.safeParse(none).success).toBe(false);
  expect(TextOnPart.parse(`${'x'.repeat(limits.textValue)}\n`)).toHaveLength(limits.textValue);
});
