/** Projects: list and dialog. */
import type { Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { listPage } from './list-page.ts';
import { button, dialog } from './parts.ts';

export const projectPage = (page: Page, words: Words) => {
  const { t } = words;
  const form = dialog(page, t.projects.add);
  return {
    ...listPage(page, words),
    form,
    goto: () => page.goto('/project/index'),
    /** The empty list and the filled one have a button each. */
    add: async (name: string) => {
      await button(page, t.projects.add).first().click();
      await form.getByLabel(t.ui.name, { exact: true }).fill(name);
      await button(form, t.ui.add).click();
    },
  };
};
