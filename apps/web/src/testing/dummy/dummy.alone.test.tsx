// The proof of the seam on the screens (decision 0028): what the dummy registers from this folder is what they show.

import './register.tsx';
import {
  families,
  firstMenu,
  menuTree,
  modelTypeOf,
  recipes,
  type OnlineAnswer,
  type Task,
  type TestSummary,
} from '@loupe/contract';
import { dummy } from '@loupe/contract/testing/dummy';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next, useTranslation } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { menuRows } from '../../app/menu.tsx';
import { sceneOf } from '../../core/scene.tsx';
import { scenes } from '../../families/scenes.ts';
import { wordsOf, viewOfRecipe } from '../../families/recipes.ts';
import { trainBodies } from '../../families/train-bodies.ts';
import type { TrainDataProps } from '../../families/train-data.ts';
import { resultBodyOf } from '../../predictions/results.tsx';
import { en } from '../../locales/en.ts';
import {
  predictionTypeOf,
  predictionTypeOfModel,
  predictionTypeOfThresholds,
  topScore,
  zoneOf,
} from '../../predictions/registry.ts';
import { onlineViewOf } from '../../predictions/online.ts';
import { ParamForm } from '../../ui/ParamForm.tsx';
import { defaultsOf, paramFaults } from '../../ui/param-values.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: en } } }));

const stages = () => modelTypeOf('findAndMeasure')!.stages.map((id) => recipes[id]);

it('has scenes among those that the router makes routes of, and the side bar leads to them', () => {
  expect(sceneOf(scenes, 'FolderList', { family: dummy.family, role: dummy.role })?.path).toBe('/dummy/samples');
  expect(sceneOf(scenes, 'Result', { family: dummy.family })?.path).toBe('/dummy/result');
  expect(sceneOf(scenes, 'Annotate', { family: dummy.family })).toBeUndefined();
  const own = scenes.filter(({ family }) => family === dummy.family);
  expect(menuRows(own, [], menuTree(firstMenu), () => true).map(({ path }) => path)).toEqual([
    '/dashboard',
    '/dummy/index',
  ]);
});

it('shows a form for each stage of its training, drawn from the table of the recipe', () => {
  const html = stages().map(({ table }) =>
    renderToStaticMarkup(<ParamForm table={table} values={defaultsOf(table)} onChange={() => undefined} />),
  );
  expect(html[0]).toContain('Rounds');
  expect(html[0]).not.toContain('Margin');
  expect(html[1]).toContain('Margin');
  const shade = stages()[1]!;
  expect(paramFaults(shade.table, shade.params, { epochs: 2, margin: 51 })).toMatchObject({
    margin: { kind: 'range', max: 50 },
  });
});

it('shows the data of a training in its own words and its own body', () => {
  const Body = trainBodies[dummy.family as 'anomaly'];
  const form = { draft: { folderIds: [1, 2] } } as unknown as TrainDataProps['form'];
  const model = { id: 1, projectId: 1, type: 'findAndMeasure', datasets: [] } as unknown as TrainDataProps['model'];
  expect(renderToStaticMarkup(<Body model={model} form={form} />)).toContain('2 folders of samples');
  const Words = () => {
    const { t } = useTranslation();
    return <b>{t(`families.${dummy.family as 'anomaly'}.data`)}</b>;
  };
  expect(renderToStaticMarkup(<Words />)).toContain('Samples of lamps');
  expect(wordsOf('shade', { epochs: 2, margin: 6 }).en).toBe('2 · 6');
  expect(viewOfRecipe('spot').curves.map(({ key }) => key)).toEqual(['loss']);
});

it('draws results, thresholds and certificates of its prediction type', () => {
  expect(predictionTypeOfModel('findAndMeasure').type).toBe('level');
  expect(predictionTypeOfThresholds({ least: undefined }).type).toBe('level');
  expect(zoneOf({ least: 0.3 } as never)).toEqual({ ng: 0.3, review: null });
  expect(topScore({ type: 'level', level: 0.7, found: 1 } as never)).toBe(0.7);
  expect(predictionTypeOf('level').certificate.deltas).toHaveProperty('level');
  const summary = { type: 'level', right: 11, images: 12 } as unknown as TestSummary;
  expect(renderToStaticMarkup(<>{resultBodyOf({ id: 5 } as Task, summary)}</>)).toContain('Test 5: 11 of 12 right');
});

it('draws an online verdict', () => {
  const answer = {
    fileName: 'lamp.png',
    prediction: { type: 'level', level: 0.7, found: 2 },
  } as unknown as OnlineAnswer;
  const { Image, words } = onlineViewOf('level');
  expect(renderToStaticMarkup(<Image answer={answer} />)).toContain('lamp.png: level 0.7');
  expect(words(answer, i18next.t)).toEqual({ found: '2 parts', why: 'level 0.7' });
});

it('leaves the families of the product as they are', () => {
  expect(Object.keys(families)).toEqual(['detection', 'ocr', 'anomaly', 'dummy']);
  expect(predictionTypeOfModel('singleStage').type).toBe('boxes');
  expect(() => predictionTypeOf('points')).toThrow('not registered');
});
