import { limits, patterns } from '@loupe/contract';
import { expect, test } from 'vitest';
import { curlExample, entryName, refusalOf } from './online-rules.ts';

const file = (name: string, size = 1000, type = '') => ({ name, size, type });

test('one JPG or PNG of at most 10 × 1024² bytes may be sent', () => {
  expect(refusalOf([file('a.JPG')])).toBeNull();
  expect(refusalOf([file('a.png', limits.onlineImageBytes)])).toBeNull();
  expect(refusalOf([file('pasted', 10, 'image/png')])).toBeNull();
  expect(refusalOf([file('a.png', limits.onlineImageBytes + 1)])).toBe('large');
  expect(refusalOf([file('a.bmp', 10, 'image/bmp')])).toBe('type');
  expect(refusalOf([file('a.jpg', 0)])).toBe('empty');
  expect(refusalOf([file('a.jpg'), file('b.jpg')])).toBe('count');
  expect(refusalOf([])).toBe('count');
});

test('a proposed name obeys the rule for names, however long the model is called', () => {
  for (const name of ['plan / function', '缺陷 / 正面', 'x'.repeat(80), '- / -']) {
    const proposed = entryName(name, 12);
    expect(proposed).toMatch(patterns.name);
    expect(proposed.length).toBeLessThanOrEqual(limits.nameLong);
    expect(proposed.endsWith('_v12')).toBe(true);
  }
  expect(entryName('plan / function', 3)).toBe('plan_function_v3');
});

test('the call names key and address', () => {
  const text = curlExample('http://h/api', 'k1');
  expect(text).toContain('authorization: Bearer k1');
  expect(text.trimEnd().endsWith('http://h/api')).toBe(true);
  expect(text).toContain("'input={}'");
  expect(curlExample('http://h/api', 'k1', { expected: 'LOT 7' })).toContain(`'input={"expected":"LOT 7"}'`);
  // the shell ends its quotes at an apostrophe
  expect(curlExample('http://h/api', 'k1', { expected: "O'K" })).toContain(`'input={"expected":"O'\\''K"}'`);
});
