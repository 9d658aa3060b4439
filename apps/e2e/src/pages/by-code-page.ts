/** Registering, and a new password for a forgotten one: number, code by SMS, password twice. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { button } from './parts.ts';

export const byCodePage = (page: Page, { t }: Words) => ({
  /** `codeOf`: what arrived for a number; undefined while nothing did. */
  fill: async (
    purpose: 'register' | 'reset',
    phone: string,
    password: string,
    codeOf: (phone: string) => string | undefined,
  ) => {
    await page.getByLabel(t.center.phone, { exact: true }).fill(phone);
    await button(page, t.center.sendCode).click();
    await expect.poll(() => codeOf(phone)).toBeDefined();
    await page.getByLabel(t.center.code, { exact: true }).fill(codeOf(phone)!);
    const isFirst = purpose === 'register';
    await page.getByLabel(isFirst ? t.account.password : t.account.newPassword, { exact: true }).fill(password);
    await page.getByLabel(isFirst ? t.account.repeatFirst : t.account.repeatPassword, { exact: true }).fill(password);
  },
  complete: async (name: string, company: string, email: string) => {
    await page.getByLabel(t.center.realName, { exact: true }).fill(name);
    await page.getByLabel(t.center.company, { exact: true }).fill(company);
    await page.getByLabel(t.center.email, { exact: true }).fill(email);
    await button(page, t.account.completeButton).click();
    await expect(page.getByText(t.account.waitTitle)).toBeVisible();
  },
});
