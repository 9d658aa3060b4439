/** Sign-in. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { button } from './parts.ts';

export const loginPage = (page: Page, { t }: Words) => ({
  fault: page.getByRole('alert'),
  account: page.getByLabel(t.account.account),
  signIn: async (account: string, password: string) => {
    await page.getByLabel(t.account.account).fill(account);
    await page.getByLabel(t.account.password, { exact: true }).fill(password);
    await button(page, t.account.signIn).click();
  },
  expectSignedIn: () => expect(page).toHaveURL(/\/dashboard/),
});
