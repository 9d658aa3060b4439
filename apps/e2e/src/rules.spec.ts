/** Rules that hold on every screen: language, theme, guard, wrong addresses, names, deletion, lists in the address. */
import { expect } from '@playwright/test';
import { api } from '@loupe/contract';
import { datasetPage } from './pages/dataset-page.ts';
import { loginPage } from './pages/login-page.ts';
import { answer, button, dialog, shellPage } from './pages/parts.ts';
import { imagePage } from './pages/image-page.ts';
import { projectPage } from './pages/project-page.ts';
import { removeBlob } from './support/blobs.ts';
import { addRole } from './support/database.ts';
import { drawImages } from './support/png.ts';
import { addFolder, addUser } from './support/seed.ts';
import { serverAddress } from './support/server.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const english = wordsOf('en');
const { t, fill, message, say } = words;

test('language and theme stay as they were chosen', async ({ page }) => {
  const shell = shellPage(page, words);
  await page.goto('/dashboard');
  await expect(shell.entry(t.shell.projects)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await shell.language('EN').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await shellPage(page, english).toDark.click();
  await page.reload();
  await expect(shellPage(page, english).entry(english.t.shell.projects)).toBeVisible();
  await expect(shellPage(page, english).toLight).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an address that leads nowhere has a page of its own', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { name: t.shell.notFoundTitle })).toBeVisible();
  await page.getByRole('link', { name: t.shell.toDashboard }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an image whose file is gone says so in the grid and in the workbench; the others are shown', async ({
  page,
  client,
  faults,
}) => {
  const drawn = drawImages('vanish', 2, 611);
  const { folder } = await addFolder(client.call, 'vanished_line', drawn);
  const { list } = await client.call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 20 });
  removeBlob(list.find(({ name }) => name === drawn[1]!.name)!.sha256);
  faults.allowHttp(500);
  const images = imagePage(page, words);
  await images.goto(folder.id);
  await expect(images.image(drawn[1]!.name)).toContainText(t.datasets.thumbBroken);
  await expect(images.image(drawn[0]!.name)).not.toContainText(t.datasets.thumbBroken);
  await images.open(drawn[1]!.name);
  await expect(page.getByText(t.annotation.pixelsFailedTitle)).toBeVisible();
});

test('images that somebody looked at are not shown from the cache once they are signed out', async ({
  page,
  context,
  client,
  faults,
}) => {
  const { folder } = await addFolder(client.call, 'private_line', drawImages('private', 1, 733));
  const images = imagePage(page, words);
  const shown = page.waitForResponse((answer) => answer.url().includes('/dataset/picture/thumb'));
  await images.goto(folder.id);
  const address = (await shown).url();
  const seen = () =>
    page.evaluate(async (url) => {
      const answer = await fetch(url);
      return { type: answer.headers.get('content-type'), bytes: (await answer.arrayBuffer()).byteLength };
    }, address);
  expect(await seen()).toMatchObject({ type: 'image/webp' });
  await context.request.post(`${serverAddress}/api/qic/v1/sysUser/logout`, { data: {} });
  faults.allowHttp(401);
  expect((await seen()).type).toContain('application/json');
});

test('short addresses lead to their screens', async ({ page }) => {
  for (const [from, to] of [
    ['/', '/dashboard'],
    ['/dataset', '/dataset/index'],
    ['/model', '/model/index'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(`${serverAddress}${to}`);
  }
});

test('without the key of a screen: not in the menu, and refused by its address', async ({
  page,
  context,
  client,
  notices,
}) => {
  const viewer = { account: 'viewer', password: 'Viewer-1' };
  const role = await addRole('viewer', ['project/pageList']);
  await addUser(client, viewer.account, viewer.password, role);
  await context.clearCookies();
  const shell = shellPage(page, words);
  const login = loginPage(page, words);
  await page.goto('/model/index');
  await login.signIn(viewer.account, viewer.password);
  await notices.expect(message('permission.denied'));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(shell.entry(t.shell.projects)).toBeVisible();
  await expect(shell.entry(t.shell.models)).toHaveCount(0);
});

test('without the key of images nothing offers an upload, and nothing asks for one', async ({
  page,
  context,
  client,
}) => {
  const { dataset } = await addFolder(client.call, 'no_uploads', []);
  const counter = { account: 'counter', password: 'Counter-1' };
  const keys = ['allData', 'project/pageList', 'dataset/pageList', 'folder/pageList'] as const;
  await addUser(client, counter.account, counter.password, await addRole('counter', keys));
  await context.clearCookies();
  await page.goto(`/dataset/datasetInfo?id=${dataset.id}`);
  await loginPage(page, words).signIn(counter.account, counter.password);
  await expect(button(page, t.datasets.folderAdd).first()).toBeVisible();
  await expect(button(page, t.transfers.startTitle)).toHaveCount(0);
  await expect(page.getByRole('button', { name: say('transfers.uploadsCount', { count: 0 }) })).toHaveCount(0);
});

test('a name that is taken is said at its field, and what was typed stays', async ({ page, client }) => {
  await addFolder(client.call, 'taken', []);
  const projects = projectPage(page, words);
  await projects.goto();
  await projects.add('taken');
  const fault = projects.form.locator('.ant-form-item-explain-error');
  await expect(fault).toHaveText(message('project.nameExists'));
  await expect(projects.form.getByLabel(t.ui.name, { exact: true })).toHaveValue('taken');
  await projects.form.getByLabel(t.ui.name, { exact: true }).fill('not allowed!');
  await button(projects.form, t.ui.add).click();
  await expect(fault).toHaveText(fill(t.ui.nameCharacters, { which: '!' }));
});

test.describe('as most people see it, with what comes in and goes out', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a list opened while its dialog still comes in stays open', async ({ page, context, client }) => {
    const { dataset } = await addFolder(client.call, 'hurried_line', []);
    await page.goto(`/dataset/datasetInfo?id=${dataset.id}`);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    await button(page, t.datasets.folderAdd).first().click();
    const form = dialog(page, t.datasets.folderAdd);
    const option = page.locator('.ant-select-item-option:visible').filter({ hasText: t.datasets.folderTypes.test });
    await form.getByRole('combobox', { name: t.datasets.folderType }).press('ArrowDown');
    await expect(form).toHaveClass(/ant-zoom-appear/);
    await expect(option).toBeVisible();
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect(form).not.toHaveClass(/ant-zoom-appear/);
    await option.click();
    await expect(form).toContainText(t.datasets.folderTypes.test);
  });
});

test('who wants little motion sees menus as everybody does', async ({ page, client }) => {
  const { project, dataset } = await addFolder(client.call, 'calm_line', []);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const datasets = datasetPage(page, words);
  await datasets.goto(project.id);
  await datasets.row(dataset.name).getByRole('button', { name: t.ui.more }).click();
  await expect(page.getByRole('menuitem', { name: t.ui.edit })).toBeInViewport();
});

test('deleting says what goes, and goes only after that', async ({ page, client }) => {
  await addFolder(client.call, 'goes_away', drawImages('gone', 2, 501));
  const projects = projectPage(page, words);
  await projects.goto();
  const title = fill(t.ui.deleteTitle, { name: 'goes_away' });
  await projects.act('goes_away', t.ui.delete);
  const question = dialog(page, title);
  for (const [what, count] of [
    ['datasets', 1],
    ['folders', 1],
    ['images', 2],
  ] as const) {
    await expect(question).toContainText(say(`ui.counts.${what}`, { count }));
  }
  await button(question, t.ui.cancel).click();
  await expect(projects.row('goes_away')).toBeVisible();
  await projects.act('goes_away', t.ui.delete);
  await button(question, t.ui.delete).click();
  await expect(projects.row('goes_away')).toHaveCount(0);
});

test('what was deleted comes back: at once by Undo, and later from the bin', async ({ page, client }) => {
  await addFolder(client.call, 'comes_back', drawImages('back', 1, 502));
  const projects = projectPage(page, words);
  await projects.goto();
  const remove = async () => {
    await projects.act('comes_back', t.ui.delete);
    await answer(page, fill(t.ui.deleteTitle, { name: 'comes_back' }), t.ui.delete);
    await expect(projects.row('comes_back')).toHaveCount(0);
  };
  await remove();
  await button(page, t.ui.undo).click();
  await expect(projects.row('comes_back')).toBeVisible();
  await remove();
  await button(page, t.bin.title).click();
  const line = page.getByRole('row').filter({ hasText: 'comes_back' });
  await button(line, t.bin.restore).click();
  await expect(line).toHaveCount(0);
  await projects.goto();
  await expect(projects.row('comes_back')).toBeVisible();
});

test('the search of a list stays in the address', async ({ page, client }) => {
  const { project } = await addFolder(client.call, 'searched', []);
  const datasets = datasetPage(page, words);
  const field = datasets.searched(t.datasets.searchName);
  await datasets.goto(project.id);
  await expect(datasets.row('searched_set')).toBeVisible();
  await datasets.search(t.datasets.searchName, 'nothing_like_it');
  await expect(page.getByText(message('noResult'))).toBeVisible();
  await expect(page).toHaveURL(/[?&]name=nothing_like_it/);
  await datasets.search(t.datasets.searchName, 'searched');
  await expect(datasets.row('searched_set')).toBeVisible();
  await datasets.open('searched_set');
  await page.goBack();
  await expect(field).toHaveValue('searched');
  await page.reload();
  await expect(field).toHaveValue('searched');
  const shell = shellPage(page, words);
  await shell.entry(t.shell.projects).click();
  await expect(page).toHaveURL(/\/project\/index/);
  await shell.entry(t.shell.datasets).click();
  await expect(page).toHaveURL(/[?&]name=searched/);
  await datasets.reset();
  await expect(page).not.toHaveURL(/name=/);
});
