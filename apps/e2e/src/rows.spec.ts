/** Rows of the specification, each by its number, where they can only be seen in a browser. */
import { expect, test as base } from '@playwright/test';
import { api } from '@loupe/contract';
import { loginPage } from './pages/login-page.ts';
import { button, comesIn, dialog, shellPage } from './pages/parts.ts';
import { annotateByOps, fileOf, signInByApi, type Client } from './support/client.ts';
import { addRole } from './support/database.ts';
import { listenForNotices, type Notices } from './support/notices.ts';
import { drawImages } from './support/png.ts';
import { addFolder, addUser, signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, message, say } = words;

const test = base.extend<{ signedIn: void; notices: Notices; client: Client }>({
  signedIn: [
    async ({ context }, use) => {
      await signInBrowser(context, admin.account, admin.password);
      await use();
    },
    { auto: true },
  ],
  notices: [async ({ context }, use) => use(await listenForNotices(context)), { auto: true }],
  client: async ({ context: _ }, use) => {
    await use(await signInByApi(serverAddress, admin.account, admin.password));
  },
});

test('2.62 of 206 folders the last is found by its name and by scrolling, and all means all', async ({
  page,
  client,
}) => {
  const { call } = client;
  const { project, dataset, folder } = await addFolder(call, 'many', drawImages('many', 2, 1));
  await call(api.folderUpdate, { id: folder.id, name: 'z_last', type: 'general' });
  const shared = drawImages('shared', 1, 9).map(fileOf);
  for (let i = 0; i < 205; i++) {
    /* oxlint-disable no-await-in-loop -- one after the other is quick enough */
    const { id } = await call(api.folderAdd, { datasetId: dataset.id, name: `x_${String(i).padStart(3, '0')}` });
    if (i >= 140) {
      await call(api.imageUpload, { folderId: id }, { files: shared });
    }
    /* oxlint-enable no-await-in-loop */
  }
  const model = await call(api.modelAdd, {
    projectId: project.id,
    planName: 'many',
    functionName: 'find',
    type: 'singleStage',
    description: '',
  });
  await page.goto(`/model/addSet?modelId=${model.id}`);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect(box('x_140')).toBeVisible();
  await expect(box('z_last')).toHaveCount(0);
  const search = page.getByRole('textbox', { name: t.ui.searchFolder });
  await search.fill('Z_LA');
  await box('z_last').check();
  await expect(page.getByText(say('ui.foldersChosen', { folders: 1, images: 2 }))).toBeVisible();
  await search.fill('no_such');
  await expect(page.getByText(message('noResult'))).toBeVisible();
  await search.fill('');
  await button(page, t.ui.chooseAll).first().click();
  await expect(page.getByText(say('ui.foldersChosen', { folders: 66, images: 67 }))).toBeVisible();
  await expect(button(page, say('ui.moreFolders', { count: 16 }))).toBeVisible();
  // the end of the list brings the rest by itself
  await box('x_140').hover();
  await page.mouse.wheel(0, 10_000);
  await expect(box('z_last')).toBeChecked();
});

test('2.62 a select reads on and searches on the server', async ({ page, client }) => {
  for (let i = 0; i < 60; i++) {
    // oxlint-disable-next-line no-await-in-loop
    await client.call(api.projectAdd, { family: 'detection', name: `zz_${String(i).padStart(2, '0')}` });
  }
  await page.goto('/dataset/index');
  const field = page.getByRole('combobox', { name: t.datasets.allProjects });
  await field.click();
  await field.fill('ZZ_59');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: 'zz_59' }).click();
  await expect(page).toHaveURL(/projectId=\d+/);
  await page.reload();
  await expect(page.getByText('zz_59').first()).toBeVisible();
  await expect(page.getByText(message('noData'))).toBeVisible();
});

test('3.76 search and page of a list are there after a reload, by the menu', async ({ page, client }) => {
  await addFolder(client.call, 'remembered', []);
  await page.goto('/dataset/index?name=remembered');
  await expect(page.getByText('remembered_set')).toBeVisible();
  const shell = shellPage(page, words);
  await shell.entry(t.shell.models).click();
  await expect(page).toHaveURL(/\/model\/index/);
  await page.reload();
  await shell.entry(t.shell.datasets).click();
  await expect(page).toHaveURL(/\/dataset\/index\?name=remembered/);
});

test('2.81 what a single sign-on came with is in no address of the sign-in', async ({ page, context }) => {
  const sso = '/dashboard?phone=13800004521&sign=662E41&times=12';
  // A link that is refused leads to the sign-in, also for whoever is signed in: nobody works on as somebody else.
  await page.goto(sso);
  await expect(page).toHaveURL(/\/login$/);
  await context.clearCookies();
  await page.goto(sso);
  await expect(page).toHaveURL(/\/login$/);
});

test('6.17 a screen whose calls would be refused is refused itself, at once', async ({
  page,
  context,
  client,
  notices,
}) => {
  const viewer = { account: 'onlooker', password: 'Onlooker-1' };
  const role = await addRole('onlooker', ['project/pageList', 'dataset/pageList']);
  await addUser(client, viewer.account, viewer.password, role);
  await context.clearCookies();
  await page.goto('/model/addSet?modelId=1');
  await loginPage(page, words).signIn(viewer.account, viewer.password);
  await notices.expect(message('permission.denied'));
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('8.09 a failure shows its request id, to be copied', async ({ page }) => {
  const id = '11111111-2222-4333-8444-555555555555';
  const body = { code: 500, msg: message('failure'), en_msg: 'operation failure', data: { requestId: id } };
  await page.route('**/dataset/pageList', (route) => route.fulfill({ status: 500, json: body }));
  await page.goto('/dataset/index');
  await expect(page.getByText(id)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, t.ui.copyRequestId).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
});

test('2.83 the list of keys is moved by its title', async ({ page, client }) => {
  const { folder } = await addFolder(client.call, 'dragged', drawImages('dragged', 1, 5));
  await page.goto(`/dataset/handleImg?folderId=${folder.id}`);
  await button(page, t.annotation.help).click();
  const box = dialog(page, t.annotation.helpTitle);
  const title = box.getByText(t.annotation.helpTitle, { exact: true });
  await comesIn(box);
  const before = (await title.boundingBox())!;
  await page.mouse.move(before.x + 5, before.y + 5);
  await page.mouse.down();
  await page.mouse.move(before.x + 85, before.y + 45, { steps: 4 });
  await page.mouse.up();
  const after = (await title.boundingBox())!;
  expect([Math.round(after.x - before.x), Math.round(after.y - before.y)]).toEqual([80, 40]);
});

test('5.38 a data set that only a training without a version used says by what it was used, instead of being offered for deletion', async ({
  page,
  client,
  notices,
}) => {
  const { call } = client;
  const drawn = drawImages('used', 2, 21);
  const { project, dataset, folder } = await addFolder(call, 'used_once', drawn);
  const { list } = await call(api.imageList, { folderId: folder.id });
  const disc = await call(api.labelAdd, { datasetId: dataset.id, name: 'disc', color: '#2f6fd6' });
  for (const [i, image] of list.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await annotateByOps(call, image, drawn[i]!, [...dataset.labels, disc]);
  }
  const named = { projectId: project.id, planName: 'used', functionName: 'find', description: '' };
  const model = await call(api.modelAdd, { ...named, type: 'singleStage' });
  const request = { modelId: model.id, folderIds: [folder.id], params: {}, confirmed: true };
  const { id } = await call(api.trainAdd, request);
  // between the question and the act it may have begun
  await expect(async () => {
    const { actions } = await call(api.taskInfo, { id });
    const action = (['cancel', 'stop'] as const).find((one) => actions.includes(one));
    if (action) await call(api.taskAct, { id, action });
  }).toPass();
  await page.goto('/dataset/index?name=used_once');
  const row = page.getByRole('row').filter({ hasText: dataset.name });
  await row.getByRole('button', { name: t.ui.more }).click();
  await page.getByRole('menuitem', { name: t.ui.delete }).click();
  await notices.expect(message('dataset.usedDelete', { uses: `used / find #${id}` }));
  await expect(page.getByText(fill(t.datasets.usageTitle, { name: dataset.name }))).toBeVisible();
  await expect(page.getByRole('link', { name: fill(t.datasets.usageTask, { id }) })).toBeVisible();
});

test('8.07 what covers a place while it loads says so in the word of the specification', async ({ page, client }) => {
  const { folder } = await addFolder(client.call, 'loading', drawImages('loading', 1, 31));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/dataset/picture/shapes', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/dataset/handleImg?folderId=${folder.id}`);
  const word = page.getByText(message('loading'), { exact: true });
  await expect(word).toBeVisible();
  release();
  await expect(word).toBeHidden();
});
