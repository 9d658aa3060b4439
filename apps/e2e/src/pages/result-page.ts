/** The result of a test: images at the left, one of them large with truth and prediction, thresholds and figures. */
import type { Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { shellPage } from './parts.ts';

export const resultPage = (page: Page, words: Words) => {
  const { t, fill } = words;
  const { top } = shellPage(page, words);
  const overlay = page.locator('main svg[aria-hidden=true]');
  const strip = page.getByRole('navigation', { name: t.tasks.imagesLabel });
  return {
    state: (text: string) => top.getByText(text, { exact: true }),
    images: strip.getByRole('button'),
    image: (name: string) => strip.getByTitle(name),
    /** Name and size below the large image. */
    caption: (name: string) => page.getByText(`${name} · `),
    position: (n: number, of: number) => page.getByText(fill(t.tasks.position, { n, of }), { exact: true }),
    next: page.getByRole('button', { name: t.tasks.next, exact: true }),
    side: (side: 'truth' | 'prediction' | 'both') =>
      page.locator('.ant-segmented').getByText(t.tasks.sides[side], { exact: true }),
    /** Lines over the image: solid ones are truth, dashed ones prediction. */
    truths: overlay.locator('g > path[fill=none]:not([stroke-dasharray])'),
    predictions: overlay.locator('g > path[fill=none][stroke-dasharray]'),
    findings: page.getByRole('region', { name: t.tasks.finding }).getByRole('row'),
    /** Of each finding, into the workbench. */
    toWorkbench: page.getByRole('region', { name: t.tasks.finding }).getByRole('link', { name: t.results.toWorkbench }),
    /** The finding that one came back to. */
    current: page.getByRole('region', { name: t.tasks.finding }).locator('tr[aria-selected=true]'),
    /** A figure of the whole test, by its name. */
    figure: (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
        .locator('dd'),
    confidence: page.getByRole('slider', { name: t.tasks.confidence }),
  };
};
