/** The dialog in which the owner of a project shares it. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { button, choose, dialog } from './parts.ts';

export const sharingPage = (page: Page, { t, fill }: Words, project: string) => {
  const box = dialog(page, fill(t.projects.shareTitle, { name: project }));
  return {
    box,
    share: async (account: string, level: string) => {
      const who = box.getByRole('combobox', { name: t.projects.sharePerson });
      await who.click();
      await who.fill(account);
      await page.locator('.ant-select-item-option:visible').filter({ hasText: account }).click();
      await choose(page, box, t.projects.level, level);
      await button(box, t.projects.share).click();
      await expect(box.getByRole('list', { name: t.projects.members })).toContainText(account);
    },
    close: () => box.getByText(t.ui.close, { exact: true }).click(),
  };
};
