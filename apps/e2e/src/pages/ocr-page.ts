/** The screens of a model that reads texts: its trainings and tests, texts in the workbench, the list of a result, and rules. */
import { expect, type Page } from '@playwright/test';
import { recipes, textdetTable } from '@loupe/contract';
import type { Words } from '../support/words.ts';
import { answer, button, choose, dialog } from './parts.ts';

const places = {
  trainImages: '/trainDetailOCR/trainDetailOCR/trainGatherDetail',
  trainDesk: '/trainDetailOCR/trainDetailOCR/trainHandleImg',
  newTest: '/testDetailOCR/testTaskDetailOCR/add',
  online: '/modelOCR/online',
} as const;
type NumberKey = 'imageSize' | 'epochs' | 'epochSteps' | 'batchSize' | 'warmupEpochs';

export const ocrPage = (page: Page, { t, fill, both }: Words) => {
  const shapes = page.getByRole('region', { name: t.annotation.shapes });
  const texts = page.getByTestId('texts');
  const preset = (id: string): string => both(recipes.textdet.presets!.all.find((one) => one.id === id)!.name);
  const form = dialog(page, t.online.add);
  return {
    goto: (place: keyof typeof places, search: Readonly<Record<string, number>>) =>
      page.goto(`${places[place]}?${new URLSearchParams(Object.entries(search).map(([k, v]) => [k, String(v)]))}`),
    chooseReady: () => button(page, fill(t.families.ocr.chooseReady, { name: preset('ready') })).click(),
    toPreannotation: () => page.getByRole('link', { name: t.families.ocr.toPreannotation }).click(),
    chooseFolders: (name: string) => page.getByRole('checkbox', { name }).first().check(),
    number: (key: NumberKey, stage: 0 | 1) =>
      page.getByRole('spinbutton', { name: new RegExp(`^${both(textdetTable[key].label)}`) }).nth(stage),
    byEpochs: async (stage: 0 | 1) => {
      await page
        .getByRole('combobox', { name: both(textdetTable.length.label) })
        .nth(stage)
        .click();
      const [epochs] = textdetTable.length.options;
      await page
        .locator('.ant-select-item-option:visible')
        .filter({ hasText: both(epochs.label) })
        .click();
    },
    /** `isReady`: of a version of the ready-made reader, which learns nothing. */
    startTraining: async ({ isReady = false } = {}) => {
      const [start, question] = isReady
        ? [t.tasks.createVersion, t.tasks.readyQuestion]
        : [t.tasks.start, t.tasks.startQuestion];
      await expect(button(page, start)).toBeEnabled();
      await button(page, start).click();
      await answer(page, question, start);
      await expect(page).toHaveURL(/\/trainingInfoOCR\?id=\d+/);
    },
    startTest: async (version: number) => {
      await button(page, t.models.startTest).click();
      await answer(page, fill(t.models.testQuestion, { n: version }), t.models.startTest);
      await expect(page).toHaveURL(/\/testTaskDetailOCRresult\?id=\d+/);
    },
    /** A text in the list of the workbench. */
    listed: (text: string) => shapes.getByRole('button', { name: text }),
    field: texts.getByRole('textbox', { name: t.typing.field }),
    /** Texts of a result. */
    read: page.getByRole('list', { name: t.texts.resultTexts }).getByRole('button'),
    /** A new entry with a pattern that one of the texts has to match. */
    addOnline: async (name: string, version: number, pattern: string) => {
      await button(page, t.online.add).first().click();
      await choose(page, form, t.models.version, fill(t.models.versionN, { n: version }));
      await form.getByLabel(t.ui.name, { exact: true }).fill(name);
      await button(form, t.texts.addRule).click();
      await page.getByRole('menuitem', { name: t.texts.types.matches }).click();
      await form.getByRole('textbox', { name: t.texts.types.matches }).fill(pattern);
      await button(form, t.ui.add).click();
      await answer(page, fill(t.models.assessment.onlineTitle, { n: version }), t.models.assessment.online);
      await expect(page).toHaveURL(/\/onlineDetailOCR\/index\?id=\d+/);
    },
  };
};
