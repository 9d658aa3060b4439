/** The screens of a model with images of its own: its lists, trainings, tests and the result of scores. */
import { expect, type Page } from '@playwright/test';
import { anomalyTable as table } from '@loupe/contract';
import type { Words } from '../support/words.ts';
import { answer, button, dialog, shellPage } from './parts.ts';

export const anomalyPage = (page: Page, words: Words) => {
  const { t, both, fill } = words;
  const main = page.getByRole('main');
  const { top } = shellPage(page, words);
  return {
    main,
    state: (text: string) => top.getByText(text, { exact: true }),
    goto: (place: 'okImg' | 'ngImg' | 'train' | 'testing' | 'online', model: number) =>
      page.goto(`/anomaly/${place}?model=${model}`),
    tab: (name: string) => page.getByRole('navigation', { name: t.models.inModel }).getByRole('link', { name }),
    /** Splits train and test as it is offered. */
    split: async (): Promise<void> => {
      await button(main, t.datasets.splitOpen).click();
      const box = page.getByRole('dialog').last();
      await button(box, t.datasets.split).click();
      await expect(box).toBeHidden();
    },
    number: (key: 'imageSize' | 'timeBudget') =>
      page.getByRole('spinbutton', { name: new RegExp(`^${both(table[key].label)}`) }),
    /** Leads to the page of the training; gives its id. */
    startTraining: async (): Promise<number> => {
      const start = button(page, t.tasks.start);
      await expect(start).toBeEnabled();
      await start.click();
      await answer(page, t.tasks.startQuestion, t.tasks.start);
      await expect(page).toHaveURL(/\/anomaly\/train\/result\?id=\d+/);
      return Number(new URL(page.url()).searchParams.get('id'));
    },
    startTest: async (version: number) => {
      await button(main, t.models.startTest).click();
      await answer(page, fill(t.models.testQuestion, { n: version }), t.models.startTest);
      await expect(page).toHaveURL(/\/anomaly\/testing\/result\?id=\d+/);
    },
    threshold: page.getByRole('slider', { name: t.scores.threshold }),
    /** A figure with its count and bounds, by its name. */
    figure: (name: string) =>
      main.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) }),
    images: page.getByRole('navigation', { name: t.tasks.imagesLabel }).getByRole('button'),
    dialog: (title: string) => dialog(page, title),
  };
};
