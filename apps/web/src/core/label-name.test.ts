/** A label that a model began with is shown in the language of who looks, any other as it is. */
import { families } from '@loupe/contract';
import { expect, it } from 'vitest';
import { labelName, setName } from './label-name.ts';

it('names the label of texts in both languages', () => {
  const names = ['文字', 'text', '批号'];
  expect(names.map((name) => labelName(name, families.ocr, 'en'))).toEqual(['text', 'text', '批号']);
  expect(names.map((name) => labelName(name, families.ocr, 'zh'))).toEqual(['文字', '文字', '批号']);
  expect(labelName('文字', families.detection, 'en')).toBe('文字');
});

it('names data sets of a model by their role, in both languages', () => {
  expect([setName('TRAIN', families.ocr, 'zh'), setName('TEST', families.ocr, 'en')]).toEqual(['训练集', 'Test set']);
  expect(setName('TRAIN', families.detection, 'en')).toBe('TRAIN');
});
