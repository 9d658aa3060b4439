import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { contractText, startI18n } from './i18n.ts';
import { en } from '../locales/en.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('en');
});

it.each([
  '{{state}}.png',
  '{{name}}',
  '$t(ui.save)',
  '$& $1 $$',
  '<img src=x onerror=alert(1)>',
  '{{state}} $t(ui.save)',
])('shows the name %s as it is', (name) => {
  expect(i18next.t('annotation.openImage', { name, state: 'new' })).toBe(`${name}: new`);
  expect(i18next.t('ui.deleteTitle', { name })).toBe(`Delete “${name}”?`);
});

it('counts with the right form of the word', () => {
  expect(i18next.t('ui.total', { count: 3 })).toContain('3');
});

it('a text of the catalogue is shown as a sentence', () => {
  expect(contractText('noResult')).toBe('No result');
  expect(contractText('analysis.completed', { set: 'testing', n: 3 })).toBe('Testing 3 Analysis completed');
  expect(contractText('assessment.why.foundNothing', { map50: '0.000', val: 9 })).toMatch(/^mAP50 /);
});

it('an image is called an image everywhere in English', () => {
  const texts = (room: object): string[] =>
    Object.values(room).flatMap((one: unknown) => (typeof one === 'string' ? [one] : texts(one as object)));
  const words = texts(en).map((text) => text.replaceAll(/\{\{\w+\}\}/g, ''));
  expect(words.filter((text) => /\bpictures?\b/i.test(text))).toEqual([]);
});
