/** The session is over while somebody draws: they sign in over the page and go on, and nothing of what they drew is lost. */
import { expect, type Browser } from '@playwright/test';
import { api } from '@loupe/contract';
import { loginPage } from './pages/login-page.ts';
import { button, dialog, shellPage } from './pages/parts.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { fileOf, signInByApi } from './support/client.ts';
import { drawImages } from './support/png.ts';
import { addFolder, addUser, roleId, signInBrowser } from './support/seed.ts';
import { serverAddress } from './support/server.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('en');
const { t } = words;
const wang = { account: 'wang_draws', password: 'Wang-pass-1' };

/** Somebody at work, whose session another of theirs can end. */
async function begin(browser: Browser, name: string, seed: number, account = wang.account) {
  const own = await signInByApi(serverAddress, account, wang.password);
  const { folder } = await addFolder(own.call, name, []);
  await own.call(api.imageUpload, { folderId: folder.id }, { files: drawImages(name, 1, seed).map(fileOf) });
  const { list } = await own.call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 10 });
  const image = list[0]!;
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem('loupe.locale', 'en'));
  await signInBrowser(context, account, wang.password);
  const page = await context.newPage();
  // a socket would tell of it before anything is drawn
  await page.routeWebSocket(/handler|socketServer/, () => {});
  return { own, folder, image, context, page };
}

test('signs in over the page and goes on drawing', async ({ browser, client }) => {
  await addUser(client, wang.account, wang.password, await roleId(client, 'engineer'));
  const { own, folder, image, context, page } = await begin(browser, 'long_day', 77);
  const desk = workbenchPage(page, words);
  await page.goto(`/dataset/handleImg?folderId=${folder.id}&id=${image.id}`);
  await desk.expectShown(image.name);
  await desk.press('r');
  await desk.press('1');

  await own.call(api.sessionEndOthers, {});
  await desk.drag([40, 40], [120, 120]);
  const over = dialog(page, t.account.again.title);
  await expect(over).toContainText(wang.account);
  await expect(desk.chip).toHaveAttribute('data-kind', 'signedOut');
  expect((await own.call(api.imageShapes, { imageId: image.id })).shapes).toHaveLength(0);

  // beside the dialog, and round it with Tab: no key is the image's, and the focus stays
  await page.mouse.click(20, 400);
  await expect(over.getByLabel(t.account.password)).toBeFocused();
  for (let i = 0; i < 5; i++) {
    // oxlint-disable-next-line no-await-in-loop
    await desk.press('Tab');
    // oxlint-disable-next-line no-await-in-loop
    await expect(over.locator(':focus')).toHaveCount(1);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const key of ['Delete', 'Control+a', 'ArrowRight', 'r', 'Control+z']) {
    // oxlint-disable-next-line no-await-in-loop
    await desk.press(key);
  }
  await expect(desk.shapes).toHaveCount(1);

  await over.getByLabel(t.account.password).fill('Wang-pass-2');
  await button(over, t.account.signIn).click();
  await expect(over.getByRole('alert')).toBeVisible();
  await over.getByLabel(t.account.password).fill(wang.password);
  await page.keyboard.press('Enter');
  await expect(over).toBeHidden();
  await desk.expectSaved();
  await desk.press('r');
  await desk.saving(() => desk.drag([160, 160], [240, 220]));
  await expect(desk.shapes).toHaveCount(2);
  expect((await own.call(api.imageShapes, { imageId: image.id })).shapes).toHaveLength(2);
  await context.close();
});

test('keeps the drawing where another tab of the browser goes to the sign-in page, and goes on when that has signed in', async ({
  browser,
  client,
}) => {
  const li = { account: 'li_tabs', password: 'Li-pass-12' };
  await addUser(client, 'wang_tabs', wang.password, await roleId(client, 'engineer'));
  await addUser(client, li.account, li.password, await roleId(client, 'engineer'));
  const { own, folder, image, context, page } = await begin(browser, 'two_tabs', 78, 'wang_tabs');
  const desk = workbenchPage(page, words);
  await page.goto(`/dataset/handleImg?folderId=${folder.id}&id=${image.id}`);
  await desk.expectShown(image.name);
  await desk.press('p');
  await desk.press('1');
  await desk.click([40, 40]);
  await desk.click([160, 40]);
  await desk.click([160, 160]);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second).toHaveURL(/\/dashboard/);

  await own.call(api.sessionEndOthers, {});
  await second.reload();
  await expect(second).toHaveURL(/\/login/);
  const over = dialog(page, t.account.again.title);
  await expect(over).toContainText('wang_tabs');
  await loginPage(second, words).signIn('wang_tabs', wang.password);
  await expect(second).toHaveURL(/\/dashboard/);
  await expect(over).toBeHidden();
  await desk.saving(() => desk.press('Enter'));
  await expect(desk.shapes).toHaveCount(1);

  // who leaves leaves everywhere; nobody goes on as somebody else
  await shellPage(second, words).signOut('wang_tabs');
  await expect(second).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login/);
  await loginPage(second, words).signIn(li.account, li.password);
  await expect(second).toHaveURL(/\/dashboard/);
  await expect(page).not.toHaveURL(/\/login/);
  await context.close();
});
