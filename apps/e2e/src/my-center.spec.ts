/**
 * My center by an engineer: the profile is saved, another browser is signed out from here, and an access token that was
 * shown once works until it is revoked. In Chinese, then in English.
 */
import { expect, test } from '@playwright/test';
import { api, apiBase, type Locale } from '@loupe/contract';
import { answer, button, dialog, shellPage } from './pages/parts.ts';
import { signInByApi } from './support/client.ts';
import { listenForFaults } from './support/faults.ts';
import { addUser, roleId, signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const password = 'Center-pass-1';

const read = async (token: string): Promise<number> => {
  const answered = await fetch(`${serverAddress}${apiBase}/${api.projectList.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answered.json()) as { code: number }).code;
};

for (const locale of ['zh', 'en'] as const satisfies Locale[]) {
  test(`profile, sessions and access tokens (${locale})`, async ({ page, context, browser }) => {
    const words = wordsOf(locale);
    const { t, fill } = words;
    const account = `center_${locale}`;
    const faults = listenForFaults(context);
    const client = await signInByApi(serverAddress, admin.account, admin.password);
    await addUser(client, account, password, await roleId(client, 'engineer'));
    const elsewhere = await browser.newContext();
    await signInBrowser(elsewhere, account, password);
    await signInBrowser(context, account, password);

    await page.goto('/');
    const shell = shellPage(page, words);
    await shell.language(locale === 'zh' ? '中文' : 'EN').click();
    await page.getByRole('button', { name: fill(t.shell.userMenu, { name: account }) }).click();
    await page.getByRole('menuitem', { name: t.shell.pages.myCenter }).click();
    await expect(page).toHaveURL(/\/authority\/myCenter$/);

    await page.getByLabel(t.center.realName, { exact: true }).fill('李娅 O’Neil');
    await page.getByLabel(t.center.postcode).fill('215000');
    await button(page, t.ui.save).click();
    await expect(page.getByRole('button', { name: fill(t.shell.userMenu, { name: '李娅 O’Neil' }) })).toBeVisible();

    // the other browser, and the client that chose the password
    await button(page, t.center.endOthers).click();
    await answer(page, t.center.endOthersTitle, t.center.endOthers);
    await expect(button(page, t.center.endOthers)).toBeDisabled();
    const other = await elsewhere.request.post(`${serverAddress}${apiBase}/${api.userInfo.path}`, { data: {} });
    expect(await other.json()).toMatchObject({ code: 10010 });

    await button(page, t.center.createToken).click();
    const form = dialog(page, t.center.createToken);
    await form.getByLabel(t.center.tokenName, { exact: true }).fill('line_3');
    await button(form, t.center.createToken).click();
    const token = await page.getByLabel(t.center.tokens, { exact: true }).inputValue();
    expect(await read(token)).toBe(200);
    await page.getByRole('button', { name: t.center.done, exact: true }).click();
    await expect(page.getByRole('cell', { name: 'line_3', exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: `${t.center.revoke} · line_3` }).click();
    await answer(page, fill(t.center.revokeTitle, { name: 'line_3' }), t.center.revoke);
    await expect(page.getByText(t.center.tokensEmptyTitle)).toBeVisible();
    expect(await read(token)).toBe(10010);
    faults.expectNone();
    await elsewhere.close();
  });
}
