/**
 * A customer registers with the code that an administrator reads out (there is no gateway), tells who they are, and works
 * once approved. The agreements are open to everybody. In Chinese, then in English.
 */
import { expect, test } from '@playwright/test';
import { agreementPaths, type Locale } from '@loupe/contract';
import { button, shellPage } from './pages/parts.ts';
import { listenForFaults } from './support/faults.ts';
import { signInBrowser } from './support/seed.ts';
import { admin } from './support/server.ts';
import { wordsOf } from './support/words.ts';

for (const locale of ['zh', 'en'] as const satisfies Locale[]) {
  test(`a customer registers, tells who they are, and is approved (${locale})`, async ({ page, context, browser }) => {
    test.slow();
    const words = wordsOf(locale);
    const { t, fill } = words;
    const phone = locale === 'zh' ? '13900001001' : '13900001002';
    const name = locale === 'zh' ? '李雅' : 'Li Ya';
    const faults = listenForFaults(context);
    const office = await browser.newContext();
    await signInBrowser(office, admin.account, admin.password);
    const desk = await office.newPage();

    await page.goto('/login');
    await shellPage(page, words)
      .language(locale === 'zh' ? '中文' : 'EN')
      .click();
    await button(page, t.account.registerLink).click();
    await expect(page.getByText(t.account.noGateway, { exact: false })).toBeVisible();
    const [agreement] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: t.account.productService }).click(),
    ]);
    await expect(agreement).toHaveURL(new RegExp(`${agreementPaths.productService}$`));
    await expect(agreement.getByRole('heading', { level: 1 })).toHaveText(t.account.agreements.productService);
    await agreement.getByRole('link', { name: t.account.agreements.personalInformation }).click();
    await expect(agreement.getByRole('heading', { level: 1 })).toHaveText(t.account.agreements.personalInformation);
    await agreement.close();

    const waiting = async (): Promise<string> => {
      await desk.goto('/authority/sms');
      await shellPage(desk, words)
        .language(locale === 'zh' ? '中文' : 'EN')
        .click();
      const row = desk.getByRole('row').filter({ hasText: phone }).first();
      return (await row.locator('strong').textContent())!;
    };
    await page.getByLabel(t.center.phone, { exact: true }).fill(phone);
    await button(page, t.center.sendCode).click();
    await expect(page.getByText(fill(t.center.codeToAsk, { phone, minutes: 5 }))).toBeVisible();
    await page.getByLabel(t.center.code, { exact: true }).fill(await waiting());
    await page.getByLabel(t.account.password, { exact: true }).fill('Customer-1');
    await page.getByLabel(t.account.repeatFirst, { exact: true }).fill('Customer-1');
    await page.getByRole('checkbox').check();
    await button(page, t.account.registerButton).click();

    await expect(page.getByText(t.account.completeText)).toBeVisible();
    await page.getByLabel(t.center.realName, { exact: true }).fill(name);
    await page.getByLabel(t.center.company, { exact: true }).fill('Example Works');
    await page.getByLabel(t.center.email, { exact: true }).fill('li@example.com');
    await button(page, t.account.completeButton).click();
    await expect(page.getByText(t.account.waitTitle)).toBeVisible();

    await desk.goto('/authority/selfRegisterUser');
    await desk.getByRole('row').filter({ hasText: phone }).getByRole('button', { name: t.authority.approve }).click();
    await expect(desk.getByText(t.authority.approved)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    // another code within a minute is refused, and the button counts down to when it is not
    const other = await office.browser()!.newContext();
    const again = await other.newPage();
    await again.goto('/login?by=reset');
    await shellPage(again, words)
      .language(locale === 'zh' ? '中文' : 'EN')
      .click();
    await again.getByLabel(t.center.phone, { exact: true }).fill(phone);
    await button(again, t.center.sendCode).click();
    await expect(again.getByRole('button', { name: /\d/ })).toBeDisabled();
    faults.expectNone();
    await other.close();
    await office.close();
  });
}
