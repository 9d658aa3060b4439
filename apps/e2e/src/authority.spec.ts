/**
 * An administrator makes a role and a user, who sees what the role allows and nothing else, and is signed out wherever they
 * are when the account is disabled. Then the entry of a page gets another name in the side bar. In Chinese, then in English.
 */
import { expect } from '@playwright/test';
import { permissionTitles, type Locale } from '@loupe/contract';
import { loginPage } from './pages/login-page.ts';
import { listPage } from './pages/list-page.ts';
import { answer, button, choose, comesIn, dialog, shellPage } from './pages/parts.ts';
import { listenForFaults } from './support/faults.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const password = 'Night-pass-1';

for (const locale of ['zh', 'en'] as const satisfies Locale[]) {
  test(`roles, users and menus (${locale})`, async ({ page, browser }) => {
    const words = wordsOf(locale);
    const { t, fill, both, message } = words;
    const [roleName, account] = [`night_${locale}`, `nina_${locale}`];
    const shell = shellPage(page, words);
    const list = listPage(page, words);
    await page.goto('/authority/role');
    await shell.language(locale === 'zh' ? '中文' : 'EN').click();

    await button(page, t.authority.addRole).click();
    const roleForm = dialog(page, t.authority.addRole);
    await comesIn(roleForm);
    await roleForm.getByLabel(t.ui.name, { exact: true }).fill(roleName);
    const box = (key: keyof typeof permissionTitles) =>
      roleForm
        .locator('.ant-tree-treenode')
        .filter({ hasText: both(permissionTitles[key]) })
        .locator('.ant-tree-checkbox');
    await box('dataset/picture/handleImg').click();
    await box('project/pageList').click();
    await button(roleForm, t.ui.add).click();
    await expect(roleForm).toBeHidden();
    await expect(list.row(roleName)).toContainText(both(permissionTitles['folder/pageList']));

    await page.goto('/authority/user');
    await button(page, t.authority.addUser).click();
    const userForm = dialog(page, t.authority.addUser);
    await comesIn(userForm);
    await userForm.getByLabel(t.authority.account, { exact: true }).fill(account);
    await userForm.getByRole('button', { name: t.authority.generate }).click();
    const given = await userForm.getByLabel(t.authority.password, { exact: true }).inputValue();
    await choose(page, userForm, t.authority.role, roleName);
    await button(userForm, t.ui.add).click();
    await expect(userForm).toBeHidden();

    const elsewhere = await browser.newContext();
    const faults = listenForFaults(elsewhere);
    const own = await elsewhere.newPage();
    await own.goto('/');
    await shellPage(own, words)
      .language(locale === 'zh' ? '中文' : 'EN')
      .click();
    await loginPage(own, words).signIn(account, given);
    await own.getByLabel(t.account.newPassword, { exact: true }).fill(password);
    await own.getByLabel(t.account.repeatPassword, { exact: true }).fill(password);
    await button(own, t.account.setPassword).click();
    await loginPage(own, words).expectSignedIn();
    await own.goto('/project/index');
    const side = shellPage(own, words);
    await expect(side.entry(t.shell.datasets)).toBeVisible();
    await expect(side.entry(t.shell.models)).toBeHidden();
    await own.goto('/authority/user');
    await expect(own.getByText(message('permission.denied'))).toBeVisible();
    await expect(own).toHaveURL(/\/dashboard$/);

    await list.act(account, t.authority.disable);
    await answer(page, fill(t.authority.disableTitle, { account }), t.authority.disable);
    await expect(list.row(account)).toContainText(t.authority.states.disabled);
    await expect(own).toHaveURL(/\/login/);
    await list.act(account, t.ui.delete);
    await answer(page, fill(t.authority.deleteTitle, { account }), t.ui.delete);
    await expect(list.row(account)).toBeHidden();

    await page.goto('/authority/menus');
    const entry = page.getByRole('row').filter({ hasText: 'sys/menu/list' });
    await button(entry, t.ui.edit).click();
    const menuForm = dialog(page, t.authority.editMenu);
    const field = menuForm.getByLabel(locale === 'zh' ? t.authority.nameZh : t.authority.nameEn);
    await comesIn(menuForm);
    await field.fill(`Side ${locale}`);
    await button(menuForm, t.ui.save).click();
    await expect(shell.entry(`Side ${locale}`)).toBeVisible();
    await expect(menuForm).toBeHidden();
    await button(entry, t.ui.edit).click();
    await comesIn(menuForm);
    await field.fill('');
    await button(menuForm, t.ui.save).click();
    await expect(shell.entry(t.shell.pages.menus)).toBeVisible();

    faults.expectNone();
    await elsewhere.close();
  });
}
