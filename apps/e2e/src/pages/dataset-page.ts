/** Data sets, and one data set with its folders. */
import { expect, type Page } from '@playwright/test';
import type { FolderType } from '@loupe/contract';
import type { Words } from '../support/words.ts';
import { listPage } from './list-page.ts';
import { button, choose, dialog } from './parts.ts';

export const datasetPage = (page: Page, words: Words) => {
  const { t } = words;
  const form = dialog(page, t.datasets.add);
  const folderForm = dialog(page, t.datasets.folderAdd);
  return {
    ...listPage(page, words),
    goto: (projectId: number) => page.goto(`/dataset/index?projectId=${projectId}`),
    /** Leads to the new data set. */
    add: async (name: string, labels: readonly string[]) => {
      await button(page, t.datasets.add).first().click();
      await form.getByLabel(t.ui.name, { exact: true }).fill(name);
      const fields = form.getByRole('textbox', { name: t.datasets.labelName });
      for (const [i, label] of labels.entries()) {
        if (i > 0) await button(form, t.datasets.addLabel).click();
        await fields.nth(i).fill(label);
      }
      await button(form, t.ui.add).click();
      await expect(page).toHaveURL(/\/dataset\/datasetInfo\?id=\d+/);
    },
    /** Leads to the new folder; gives its id. */
    addFolder: async (name: string, type: FolderType): Promise<number> => {
      await button(page, t.datasets.folderAdd).first().click();
      await folderForm.getByLabel(t.datasets.folderName).fill(name);
      await choose(page, folderForm, t.datasets.folderType, t.datasets.folderTypes[type]);
      await button(folderForm, t.ui.add).click();
      await expect(page).toHaveURL(/\/dataset\/fileInfo\?id=\d+/);
      return Number(new URL(page.url()).searchParams.get('id'));
    },
  };
};
