/** A label that a model began with is shown in the language of who looks, any other as it is. */
import { families } from '@loupe/contract';
import { expect, it } from 'vitest';
import { labelName } from './label-name.ts';

it('names the label of texts in both languages', () => {
  const names = ['文字', 'text', '批号'];
  expect(names.map((name) => labelName(name, families.ocr, 'en'))).toEqual(['text', 'text', '批号']);
  expect(names.map((name) => labelName(name, families.ocr, 'zh'))).toEqual(['文字', '文字', '批号']);
  expect(labelName('文字', families.detection, 'en')).toBe('文字');
});
