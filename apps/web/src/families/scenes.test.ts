import { families, initialValues, recipes, type FamilyId } from '@loupe/contract';
import { describe, expect, test } from 'vitest';
import { guard } from '../core/guard.ts';
import { sceneOf } from '../core/scene.tsx';
import { paramWords, presetWords, versionWords, wordsOf } from './recipes.ts';
import { redirects, scenes } from './scenes.ts';

test('each path stands once', () => {
  const paths = [...scenes.map(({ path }) => path), ...redirects.map(([from]) => from)];
  expect(new Set(paths).size).toBe(paths.length);
});

test('what leads on leads to a scene', () => {
  for (const [, to] of redirects) expect(scenes.map(({ path }) => path)).toContain(to);
});

test('6.17 no screen opens where each of its calls would be refused: the guard asks for their key', () => {
  const held = new Set(['project/pageList', 'dataset/pageList']);
  const opened = scenes.filter(
    ({ permission }) => guard(permission, { signedIn: true, hasSteps: false, keys: held }) === 'pass',
  );
  expect(opened.map(({ path }) => path)).toEqual([
    '/project/index',
    '/dataset/index',
    '/dataset/exports',
    '/projectOCR/index',
    '/modelOCR/exports',
    '/anomaly/exports',
  ]);
});

test('the routes of the specification for anomaly detection are there', () => {
  const under = ['okImg', 'okImg/info', 'ngImg', 'ngImg/info', 'train', 'train/add', 'train/result'];
  const more = ['testing', 'testing/add', 'testing/result', 'online', 'onlineDetail'];
  const paths = scenes.map(({ path }) => path);
  for (const path of ['/anomalyModel/index', ...[...under, ...more].map((one) => `/anomaly/${one}`)]) {
    expect(paths).toContain(path);
  }
});

test('a role that owns data sets has its lists', () => {
  for (const family of Object.keys(families) as FamilyId[]) {
    for (const { role, name } of families[family].roles) {
      if (name === null) continue;
      for (const screen of ['FolderList', 'ImageList'] as const) {
        expect(sceneOf(scenes, screen, { family, role })?.role).toBe(role);
      }
    }
  }
});

describe('the scene of a screen', () => {
  const path = (...target: Parameters<typeof sceneOf> extends [unknown, ...infer R] ? R : never) =>
    sceneOf(scenes, ...target)?.path;

  test('is that of the role or the kind', () => {
    expect(path('FolderList', { family: 'anomaly', role: 'ng' })).toBe('/anomaly/ngImg');
    expect(path('TaskList', { family: 'anomaly', kind: 'test' })).toBe('/anomaly/testing');
  });
  test('is the first where nothing says which', () => {
    expect(path('FolderList', { family: 'anomaly' })).toBe('/anomaly/okImg');
    expect(path('Result', { family: 'anomaly', role: 'ok', kind: 'train' })).toBe('/anomaly/testing/result');
  });
  test('is of the family, or of none', () => {
    expect(path('FolderList', { family: 'detection', role: 'ng' })).toBe('/dataset/datasetInfo');
    expect(path('TaskList', { family: 'detection' })).toBeUndefined();
  });
});

test('settings are told in words with units, and what is not of use is left out', () => {
  const params = { method: 'memory', backbone: 'ppocr', imageSize: 256, timeBudget: 10, bankSize: 2000 };
  expect(wordsOf('anomaly', params)).toEqual({
    zh: '记忆库 · PP-OCR · 256 像素 · 2000 块',
    en: 'Memory bank · PP-OCR · 256 px · 2000 patches',
  });
  // a backbone that earlier versions had
  expect(wordsOf('anomaly', { ...params, backbone: 'shipped' }).en).toBe(
    'Memory bank · shipped · 256 px · 2000 patches',
  );
  expect(wordsOf('detect', { network: 'n', imageSize: 640, epochs: 50 }).en).toBe('n · 640 px · 50 epochs');
});

test('a version says how long it was trained, with which backbone, and which preset that was', () => {
  const standard = initialValues(recipes.detect);
  expect(versionWords('detect', standard)).toEqual({
    main: { zh: 'n · 640 像素 · 30 分钟', en: 'n · 640 px · 30 min' },
    more: { zh: '标准 · ImageNet 预训练', en: 'Standard · Pretrained on ImageNet' },
  });
  // an hour and more is not told in minutes
  expect(versionWords('detect', { ...standard, timeBudget: 240 }).main).toEqual({
    zh: 'n · 640 像素 · 4 小时',
    en: 'n · 640 px · 4 h',
  });
  expect(paramWords('anomaly', 'timeBudget', { method: 'synthetic', timeBudget: 90.5 })?.en).toBe('90.5 min');
  // the form has set the size of the images, which are smaller than what the preset has
  expect(presetWords('detect', { ...standard, imageSize: 352 })?.en).toBe('Standard');
  expect(presetWords('detect', { ...standard, imageSize: 1280 })).toBeNull();
  const other = { ...standard, timeBudget: 31 };
  expect(presetWords('detect', other)).toBeNull();
  expect(versionWords('detect', other).more?.en).toBe('Pretrained on ImageNet');
  expect(versionWords('detect', { ...other, smallObjects: true }).more).toEqual({
    zh: 'ImageNet 预训练 · 小目标',
    en: 'Pretrained on ImageNet · Small objects',
  });
  // from before there were presets, times and backbones
  const old = { network: 's', imageSize: 640, epochs: 50 };
  expect(versionWords('detect', old)).toEqual({
    main: { zh: 's · 640 像素 · 50 轮', en: 's · 640 px · 50 epochs' },
    more: null,
  });
  const synthetic = { method: 'synthetic', backbone: 'ppocr', imageSize: 256, timeBudget: 10 };
  expect(versionWords('anomaly', synthetic).more?.en).toBe('10 min');
});
