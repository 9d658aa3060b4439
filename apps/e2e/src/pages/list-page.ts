/** A screen that is one list: rows with their actions, the search above. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { button } from './parts.ts';

export const listPage = (page: Page, { t }: Words) => {
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
  return {
    row,
    open: (text: string) => row(text).getByRole('link', { name: text, exact: true }).click(),
    /** An action of a row, also one that stands behind "more". */
    act: async (text: string, action: string) => {
      const direct = row(text).getByRole('button', { name: action, exact: true });
      const more = row(text).getByRole('button', { name: t.ui.more });
      await expect(direct.or(more).first()).toBeVisible();
      if ((await direct.count()) > 0) return direct.click();
      await more.click();
      return page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: action }).click();
    },
    search: async (placeholder: string, text: string) => {
      await page.getByRole('search').getByPlaceholder(placeholder).fill(text);
      await page.keyboard.press('Enter');
    },
    searched: (placeholder: string) => page.getByRole('search').getByPlaceholder(placeholder),
    reset: () => button(page, t.ui.reset).click(),
  };
};
