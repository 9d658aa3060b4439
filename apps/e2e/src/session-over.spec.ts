/** The session is over while somebody draws: they sign in over the page and go on, and nothing of what they drew is lost. */
import { expect } from '@playwright/test';
import { api } from '@loupe/contract';
import { button, dialog } from './pages/parts.ts';
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

test('signs in over the page and goes on drawing', async ({ browser, client }) => {
  await addUser(client, wang.account, wang.password, await roleId(client, 'engineer'));
  const own = await signInByApi(serverAddress, wang.account, wang.password);
  const { folder } = await addFolder(own.call, 'long_day', []);
  await own.call(api.imageUpload, { folderId: folder.id }, { files: drawImages('day', 1, 77).map(fileOf) });
  const { list } = await own.call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 10 });
  const image = list[0]!;
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem('loupe.locale', 'en'));
  await signInBrowser(context, wang.account, wang.password);
  const page = await context.newPage();
  // a socket would tell of it before anything is drawn
  await page.routeWebSocket(/handler|socketServer/, () => {});
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
