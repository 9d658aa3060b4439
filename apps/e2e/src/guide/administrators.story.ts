/**
 * Takes the images of the administrators' guide: people, roles, customers and a shared project, in Chinese and English.
 * `npx playwright test -c apps/e2e/guide.config.ts administrators`
 */
import path from 'node:path';
import { test, type Browser, type Page } from '@playwright/test';
import { api, apiBase, locales, type Call } from '@loupe/contract';
import { projectPage } from '../pages/project-page.ts';
import { dialog } from '../pages/parts.ts';
import { addUser, roleId, signInBrowser } from '../support/seed.ts';
import { signInByApi, type Client } from '../support/client.ts';
import { admin, serverAddress } from '../support/server.ts';
import { wordsOf } from '../support/words.ts';

const images = path.resolve(import.meta.dirname, '../../../../docs/images/guide');
const password = 'Guide-pass-1';
const project = 'gear_line_1';
const people = [
  { account: 'wei', realName: '魏工 Wei', phone: '13800004521' },
  { account: 'lin', realName: '林工 Lin', phone: '13800004522' },
  { account: 'chen', realName: '陈工 Chen', phone: '13800004523' },
] as const;
const customers = [
  ['13900001001', 'Zhao'],
  ['13900001002', 'Sun'],
] as const;

/** Engineers, one of whom is disabled, and a project that is shared with two. */
async function addTeam(client: Client): Promise<void> {
  const { call } = client;
  const engineer = await roleId(client, 'engineer');
  for (const { account } of people) await addUser(client, account, password, engineer);
  const { list } = await call(api.userList, { pageNum: 1, pageSize: 50 });
  const idOf = (account: string) => list.find((one) => one.account === account)!.id;
  for (const { account, realName, phone } of people)
    await call(api.userUpdate, { id: idOf(account), account, realName, phone, email: null, roleId: engineer });
  await call(api.userSetEnabled, { id: idOf('chen'), enabled: false });
  const { id } = await call(api.projectAdd, { family: 'detection', name: project });
  await call(api.memberSet, { id, userId: idOf('wei'), level: 'editor' });
  await call(api.memberSet, { id, userId: idOf('lin'), level: 'annotator' });
}

/** Two customers register with the codes that the administrator sees; the first is approved. */
async function addCustomers(call: Call, browser: Browser): Promise<void> {
  for (const [phone, name] of customers) {
    const context = await browser.newContext();
    const post = async (path: string, data: object) => {
      const answer = await context.request.post(`${serverAddress}${apiBase}/${path}`, { data });
      const { code } = (await answer.json()) as { code: number };
      if (code !== 200) throw new Error(`${path}: ${code}`);
    };
    await post(api.registerSendCode.path, { phone });
    const { code } = (await call(api.smsState, {})).codes.find((one) => one.phone === phone)!;
    await post(api.registerSmsSubmit.path, { phone, code, password, passwordAgain: password, agreed: true });
    const email = `${name.toLowerCase()}@example.com`;
    await post(api.infoCompletion.path, { name, company: 'Example Works', email });
    await context.close();
  }
  const { list } = await call(api.customerList, { pageNum: 1, pageSize: 10, text: customers[0][0] });
  await call(api.customerApprove, { id: list[0]!.id });
}

async function shoot(page: Page, locale: string, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(images, locale, `${name}.png`) });
}

test('images of the administrators’ guide', async ({ browser }) => {
  test.setTimeout(600_000);
  const client = await signInByApi(serverAddress, admin.account, admin.password);
  await addTeam(client);
  await addCustomers(client.call, browser);
  for (const locale of locales) {
    const words = wordsOf(locale);
    const { t, fill } = words;
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
    await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
    await signInBrowser(context, admin.account, admin.password);
    const page = await context.newPage();
    const share = async () => {
      await projectPage(page, words).act(project, t.projects.share);
      await dialog(page, fill(t.projects.shareTitle, { name: project })).waitFor();
    };
    const screens: [name: string, address: string, before?: () => Promise<unknown>][] = [
      ['21-users', '/authority/user'],
      ['22-roles', '/authority/role'],
      ['23-customers', '/authority/selfRegisterUser'],
      ['24-sharing', '/project/index', share],
      ['25-my-center', '/authority/myCenter'],
      ['26-menus', '/authority/menus'],
      ['27-statistics', '/authority/statistics'],
      ['28-audit-log', '/authority/audit'],
    ];
    for (const [name, address, before] of screens) {
      await page.goto(address);
      await before?.();
      await shoot(page, locale, name);
    }
    await context.close();
  }
});
