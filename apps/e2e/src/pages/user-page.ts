/** Users: list, the form that adds one, and the password that a new user replaces. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { listPage } from './list-page.ts';
import { loginPage } from './login-page.ts';
import { answer, button, choose, dialog } from './parts.ts';

export interface NewUser {
  account: string;
  realName: string;
  phone: string;
  role: string;
}

export const userPage = (page: Page, words: Words) => {
  const { t, fill } = words;
  const list = listPage(page, words);
  const form = dialog(page, t.authority.addUser);
  return {
    ...list,
    goto: () => page.goto('/authority/user'),
    add: async (user: NewUser, password: string) => {
      await button(page, t.authority.addUser).click();
      await form.getByLabel(t.authority.account, { exact: true }).fill(user.account);
      await form.getByLabel(t.authority.realName, { exact: true }).fill(user.realName);
      await form.getByLabel(t.authority.phone, { exact: true }).fill(user.phone);
      await choose(page, form, t.authority.role, user.role);
      await form.getByLabel(t.authority.password, { exact: true }).fill(password);
      await button(form, t.ui.add).click();
      await expect(list.row(user.account)).toBeVisible();
    },
    disable: async (account: string) => {
      await list.act(account, t.authority.disable);
      await answer(page, fill(t.authority.disableTitle, { account }), t.authority.disable);
      await expect(list.row(account)).toContainText(t.authority.states.disabled);
    },
  };
};

/** The first sign-in of a user whose password somebody else chose. */
export const firstSignIn = async (page: Page, words: Words, account: string, given: string, own: string) => {
  const { t } = words;
  await page.goto('/login');
  await loginPage(page, words).signIn(account, given);
  await page.getByLabel(t.account.newPassword, { exact: true }).fill(own);
  await page.getByLabel(t.account.repeatPassword, { exact: true }).fill(own);
  await button(page, t.account.setPassword).click();
  await expect(page).toHaveURL(/\/dashboard/);
};
