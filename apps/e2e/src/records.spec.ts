/** Statistics and audit log of an administrator, the guided tour of a person who is here for the first time, and the help. */
import { api, routeUrl } from '@loupe/contract';
import { expect, type Page } from '@playwright/test';
import { button } from './pages/parts.ts';
import { signInByApi } from './support/client.ts';
import { drawImages } from './support/png.ts';
import { addFolder, roleId } from './support/seed.ts';
import { serverAddress } from './support/server.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const { t } = wordsOf('zh');
const person = { account: 'first_timer', password: 'First-Time-1' };

test('statistics count what was done today, and the audit log says by whom', async ({ page, client }) => {
  const { folder } = await addFolder(client.call, 'counted', drawImages('counted', 3, 811));
  await client.call(api.folderDelete, { id: folder.id });
  await page.goto('/authority/statistics');
  const images = page.getByRole('button', { name: t.records.figures.images });
  await expect(images).toContainText(/[1-9]/);
  await images.click();
  await expect(page).toHaveURL(/figure=images/);
  const saved = page.waitForEvent('download');
  await button(page, t.records.csv).click();
  await page.getByRole('menuitem', { name: t.records.byPersonCsv }).click();
  expect((await saved).suggestedFilename()).toMatch(/^statistics-person-.*\.csv$/);

  await page.goto('/authority/audit?action=folder.delete');
  const line = page.getByRole('row').filter({ hasText: `#${folder.id}` });
  await expect(line).toContainText('admin');
  const log = page.waitForEvent('download');
  await button(page, t.records.csv).click();
  expect((await log).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

const tourOf = (page: Page) => {
  const card = page.locator('.ant-tour');
  return {
    card,
    title: (text: string) => expect(card.locator('.ant-tour-title')).toHaveText(text),
    press: (text: string) => button(card, text).click(),
  };
};

test('the tour is shown once, and again on request', async ({ browser, client, page: _ }) => {
  const given = 'given-Pass-1';
  await client.call(api.userAdd, {
    account: person.account,
    password: given,
    roleId: await roleId(client, 'engineer'),
  });
  const first = await signInByApi(serverAddress, person.account, given);
  await first.call(api.changePassword, { oldPassword: given, newPassword: person.password });

  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(t.account.account).fill(person.account);
  await page.getByLabel(t.account.password, { exact: true }).fill(person.password);
  await button(page, t.account.signIn).click();
  const tour = tourOf(page);
  const words = t.help.tours.dashboard;
  await tour.title(words.menu);
  await tour.press(t.help.next);
  await tour.title(words.machine);
  await tour.press(t.help.previous);
  await tour.title(words.menu);
  for (const title of [words.machine, words.steps, words.queue, words.help]) {
    /* oxlint-disable no-await-in-loop -- one step after the other */
    await tour.press(t.help.next);
    await tour.title(title);
    /* oxlint-enable no-await-in-loop */
  }
  await tour.press(t.help.done);
  await expect(tour.card).toBeHidden();

  // what the server knows counts, also after a reload
  await page.reload();
  await expect(page.getByText(t.dashboard.tasksNone)).toBeVisible();
  const kept = await context.request.post(serverAddress + routeUrl(api.userInfo), { data: {} });
  expect(((await kept.json()) as { data: unknown }).data).toMatchObject({ toursSeen: ['dashboard'] });

  await page.getByRole('button', { name: t.help.title, exact: true }).click();
  await page.getByRole('menuitem', { name: t.help.again }).click();
  await tour.title(words.menu);
  await page.keyboard.press('Escape');
  await expect(tour.card).toBeHidden();

  // over an image it leaves keys and mouse to the image
  const { folder } = await addFolder(first.call, 'toured', drawImages('toured', 2, 812));
  await page.goto(`/dataset/handleImg?folderId=${folder.id}`);
  await tour.title(t.help.tours.workbench.tools);
  await page.keyboard.press('r');
  const tools = page.getByRole('navigation', { name: t.annotation.tools });
  await expect(tools.getByRole('button', { pressed: true })).toHaveText(/R$/);
  await tour.press(t.help.next);
  await tour.title(t.help.tours.workbench.labelPanel);
  await context.close();
});

test('the guide is read in the app, with its images, and so is what is new', async ({ page }) => {
  await page.goto('/bin');
  const menu = page.getByRole('button', { name: t.help.title, exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: t.help.guide }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.help.guide })).toBeVisible();
  const parts = page.getByRole('navigation', { name: t.help.contents });
  const last = parts.getByRole('button').last();
  await last.click();
  await expect(page.getByRole('heading', { level: 2, name: await last.innerText() })).toBeInViewport();
  const image = page.getByRole('main').getByRole('img').first();
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await menu.click();
  await page.getByRole('menuitem', { name: t.help.news }).click();
  await expect(page.getByRole('main')).toContainText(t.help.newsLanguage);
  await menu.click();
  await page.getByRole('menuitem', { name: t.help.keys }).click();
  await expect(page.getByRole('dialog', { name: t.help.keys })).toContainText(t.annotation.helpGroups.edit);
});
