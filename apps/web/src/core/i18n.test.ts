import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contractText, startI18n } from './i18n.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

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
  expect(i18next.t('datasets.imagesMoved', { count: 1, folder: name })).toBe(`1 image moved to “${name}”`);
});

const textsOf = (room: object, path = ''): [string, string][] =>
  Object.entries(room).flatMap(([key, one]: [string, unknown]) =>
    typeof one === 'string' ? [[`${path}${key}`, one] as [string, string]] : textsOf(one as object, `${path}${key}.`),
  );
const forms = { en: ['one', 'other'], zh: ['other'] } as const;

it('a person’s name is set apart in Chinese, as it may be a Latin one', () => {
  const { projects } = zh;
  const named = ['levelOf', 'actionsOf', 'removeTitle', 'handOverTitle', 'handOverText', 'handedOverRenamed'] as const;
  const texts = [zh.review.returnedBy, projects.exampleHint, projects.sharedHint, ...named.map((key) => projects[key])];
  for (const text of texts)
    expect(text).not.toMatch(/\p{Script=Han}\{\{(name|owner)|\{\{(name|owner)\}\}\p{Script=Han}/u);
});

describe('counts', () => {
  it.each([
    [0, 'Delete 0 images?', '删除 0 张图片？'],
    [1, 'Delete 1 image?', '删除 1 张图片？'],
    [2, 'Delete 2 images?', '删除 2 张图片？'],
    [21, 'Delete 21 images?', '删除 21 张图片？'],
    [1200, 'Delete 1,200 images?', '删除 1,200 张图片？'],
  ])('of %i', (count, inEnglish, inChinese) => {
    expect(i18next.t('datasets.deleteImages', { count })).toBe(inEnglish);
    expect(i18next.t('datasets.deleteImages', { count, lng: 'zh' })).toBe(inChinese);
  });

  it('of several things in one sentence', () => {
    expect(i18next.t('datasets.cocoDoneAdding', { shapes: 1200, images: 1, labels: 0 })).toBe(
      'Imported 1,200 shapes on 1 image, added 0 new labels',
    );
    expect(i18next.t('ui.foldersChosen', { folders: 1, images: 21 })).toBe('1 folder · 21 images');
  });

  it.each(['en', 'zh'] as const)('every counted text has the forms of its language, no more: %s', (lng) => {
    const texts = new Map(textsOf(lng === 'en' ? en : zh));
    const counted = [...texts.keys()].flatMap((key) => /^(.*)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? []);
    expect(counted.length).toBeGreaterThan(0);
    for (const key of new Set(counted)) {
      const present = [...texts.keys()].filter((one) => one === key || one.startsWith(`${key}_`));
      expect(present.sort(), key).toEqual(forms[lng].map((form) => `${key}_${form}`));
      expect(new Intl.PluralRules(lng).resolvedOptions().pluralCategories.toSorted()).toEqual(forms[lng]);
    }
  });

  it('what is counted in one language is counted in the other', () => {
    const counted = (room: object) => textsOf(room).flatMap(([key]) => (key.endsWith('_other') ? [key] : []));
    expect(counted(en)).toEqual(expect.arrayContaining(counted(zh)));
    expect(counted(en)).toHaveLength(counted(zh).length);
  });
});

it('a text of the catalogue is shown as a sentence', () => {
  expect(contractText('noResult')).toBe('No result');
  expect(contractText('analysis.completed', { set: 'testing', n: 3 })).toBe('Testing 3 Analysis completed');
  expect(contractText('assessment.why.foundNothing', { map50: '0.000', val: 9 })).toMatch(/^mAP50 /);
});

it('an image is called an image everywhere in English', () => {
  const words = textsOf(en).map(([, text]) => text.replaceAll(/\{\{\w+\}\}/g, ''));
  expect(words.filter((text) => /\bpictures?\b/i.test(text))).toEqual([]);
});

it('Chinese has no space between sentences, and its own marks', () => {
  const plain = textsOf(zh).map(([, text]) => text.replaceAll(/\{\{[^}]+\}\}/g, 'N'));
  expect(plain.filter((text) => / {2}|[。；，：？！] |[\p{Script=Han}][,;:?!](?:\s|$)|[“”]/u.test(text))).toEqual([]);
});
