/** The form of a new training, and the page of one that runs. */
import { expect, type Page } from '@playwright/test';
import { detectTable as table } from '@loupe/contract';
import type { Words } from '../support/words.ts';
import { answer, button, choose, shellPage } from './parts.ts';

type NumberKey = 'imageSize' | 'epochs' | 'batchSize' | 'warmupEpochs' | 'learningRate' | 'mosaic';

export const trainForm = (page: Page, { t, both }: Words) => ({
  folder: (name: string) => page.getByRole('checkbox', { name }).first(),
  network: (name: string) =>
    page.getByRole('radiogroup', { name: both(table.network.label) }).getByText(name, { exact: true }),
  number: (key: NumberKey) => page.getByRole('spinbutton', { name: new RegExp(`^${both(table[key].label)}`) }),
  byEpochs: () => choose(page, page, both(table.length.label), both(table.length.options[0].label)),
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
  const { t, fill } = words;
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
    button: (text: string) => button(top, text),
    toVersion: (n: number) => button(top, fill(t.tasks.toVersion, { n })),
  };
};
