/** The form of a new training, and the page of one that runs. */
import { expect, type Locator, type Page } from '@playwright/test';
import { detectTable as table } from '@loupe/contract';
import type { Words } from '../support/words.ts';
import { answer, button, shellPage } from './parts.ts';

type NumberKey = 'imageSize' | 'epochs' | 'batchSize' | 'warmupEpochs' | 'learningRate' | 'mosaic';

export const trainForm = (page: Page, { t, both }: Words) => ({
  folder: (name: string) => page.getByRole('checkbox', { name }).first(),
  network: (name: string, stage = 0) =>
    page
      .getByRole('radiogroup', { name: both(table.network.label) })
      .nth(stage)
      .getByText(name, { exact: true }),
  /** `stage`: of a training in several, from 0. */
  number: (key: NumberKey, stage = 0) =>
    page.getByRole('spinbutton', { name: new RegExp(`^${both(table[key].label)}`) }).nth(stage),
  byEpochs: async (stage = 0) => {
    await page
      .getByRole('combobox', { name: both(table.length.label) })
      .nth(stage)
      .click();
    await page
      .locator('.ant-select-item-option:visible')
      .filter({ hasText: both(table.length.options[0].label) })
      .click();
  },
  /** The label of parts. */
  locating: (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }),
  allParams: () => page.getByText(t.tasks.allParams, { exact: true }).click(),
  summary: page.locator('section').filter({ hasText: t.tasks.summary }).last(),
  /** Leads to the page of the training; gives its id. */
  start: async (): Promise<number> => {
    const start = button(page, t.tasks.start);
    await expect(start).toBeEnabled();
    await start.click();
    await answer(page, t.tasks.startQuestion, t.tasks.start);
    await expect(page).toHaveURL(/\/model\/trainingInfo\?id=\d+/);
    return Number(new URL(page.url()).searchParams.get('id'));
  },
});

export const trainingPage = (page: Page, words: Words) => {
  const { t } = words;
  const { top } = shellPage(page, words);
  const loss = page.getByRole('figure', { name: t.tasks.loss });
  return {
    goto: (id: number) => page.goto(`/model/trainingInfo?id=${id}`),
    state: (text: string) => top.getByText(text, { exact: true }),
    assessment: page.getByRole('region', { name: t.models.assessment.title }),
    failure: page.getByText(t.tasks.failedTitle),
    loss,
    quality: page.getByRole('figure', { name: t.tasks.quality }),
    noPoints: t.ui.noPoints,
    noPoint: (figure: Locator) => figure.getByText(t.ui.noPoints),
    stage: (name: string) => page.getByRole('radio', { name }),
    chooseStage: (name: string) => page.locator('.ant-segmented').getByText(name, { exact: true }).click(),
    button: (text: string) => button(top, text),
    toVersions: button(top, t.tasks.toVersions),
  };
};
