/** Upload management in the header, and exports with their history. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { listPage } from './list-page.ts';
import { button, choose, comesIn, dialog, slowMs } from './parts.ts';

export const uploadPage = (page: Page, words: Words) => {
  const { t, fill, say } = words;
  const drawer = page.getByRole('dialog', { name: t.transfers.uploads });
  const start = page.getByRole('dialog', { name: t.transfers.startTitle });
  const row = (name: string) => drawer.getByRole('listitem').filter({ hasText: name });
  return {
    row,
    /** As on a page that is not secure: the browser's own picker of the file system cannot be answered by a test. */
    withPlainPickers: () =>
      page.addInitScript(() => {
        for (const picker of ['showOpenFilePicker', 'showDirectoryPicker']) {
          Object.defineProperty(window, picker, { value: undefined });
        }
      }),
    /** From the header of any page: a folder of this machine into one of the data set. */
    sendFolder: async (source: string, dataset: string, folder: string) => {
      await page.getByRole('button', { name: say('transfers.uploadsCount', { count: 0 }) }).click();
      await button(drawer, t.transfers.startTitle).click();
      const chooser = page.waitForEvent('filechooser');
      await button(start, t.transfers.chooseDirectory).click();
      await (await chooser).setFiles(source);
      await choose(page, start, t.transfers.dataset, dataset);
      await choose(page, start, t.transfers.folder, folder);
      const chosen = start.getByRole('combobox', { name: t.transfers.folder });
      // While its list closes, and until the folder is known, Enter starts nothing.
      await expect(chosen).toHaveAttribute('aria-expanded', 'false');
      await expect(button(start, t.transfers.start)).toBeEnabled();
      await chosen.press('Enter');
      await expect(start).toBeHidden();
    },
    /** An archive into the list that is open. */
    sendArchive: async (file: string) => {
      await button(page.getByRole('main'), t.transfers.startTitle).first().click();
      const chooser = page.waitForEvent('filechooser');
      await button(start, t.transfers.chooseArchives).click();
      await (await chooser).setFiles(file);
      await button(start, t.transfers.start).click();
    },
    /** The question where the classes go, once the server has read what was sent. */
    mapping: async (name: string) => {
      const ask = button(row(name), t.transfers.mapClasses);
      await expect(ask).toBeVisible({ timeout: slowMs });
      await ask.click();
      return dialog(page, fill(t.transfers.mappingTitle, { name }));
    },
    report: async (name: string) => {
      await button(row(name), t.transfers.report).click();
      return dialog(page, fill(t.transfers.reportTitle, { name }));
    },
    closeReport: async (name: string) => {
      const report = dialog(page, fill(t.transfers.reportTitle, { name }));
      await comesIn(report);
      await button(report, t.ui.close).last().click();
      await expect(report).toBeHidden();
    },
    close: async () => {
      await drawer.locator('.ant-drawer-close').click();
      await expect(drawer).toBeHidden();
    },
  };
};

export const exportPage = (page: Page, words: Words) => {
  const { t, fill } = words;
  const list = listPage(page, words);
  return {
    row: list.row,
    /** All of a data set, as COCO with images; leads to the history. */
    start: async (dataset: string) => {
      await list.act(dataset, t.transfers.export);
      await button(dialog(page, fill(t.transfers.exportTitle, { name: dataset })), t.transfers.exportStart).click();
    },
    /** Where the file came to lie. */
    download: async (dataset: string): Promise<string> => {
      const download = page.waitForEvent('download');
      await list.act(dataset, t.transfers.download);
      return (await download).path();
    },
  };
};
