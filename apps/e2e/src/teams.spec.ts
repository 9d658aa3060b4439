/** A shared project: what each level finds there, and two people in one image, one in Chinese, one in English. */
import { expect, type Browser, type Page } from '@playwright/test';
import { api, levelTexts, type DatasetImage, type Locale } from '@loupe/contract';
import { answer, button, choose, dialog } from './pages/parts.ts';
import { projectPage } from './pages/project-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { fileOf, signInByApi } from './support/client.ts';
import { listenForNotices } from './support/notices.ts';
import { drawImages } from './support/png.ts';
import { addFolder, addUser, roleId, signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { test } from './support/signed-in.ts';
import { wordsOf, type Words } from './support/words.ts';

const [zh, en] = [wordsOf('zh'), wordsOf('en')];
const li = { account: 'li_annotates', password: 'Li-pass-12' };

/** A second person in a browser of their own. */
const pageOf = async (browser: Browser, person: typeof li, locale: Locale): Promise<Page> => {
  const context = await browser.newContext();
  await context.addInitScript((chosen) => localStorage.setItem('loupe.locale', chosen), locale);
  await signInBrowser(context, person.account, person.password);
  return context.newPage();
};
const addressOf = ({ folderId, id }: DatasetImage) => `/dataset/handleImg?folderId=${folderId}&id=${id}`;
/** Rows of the list of shapes, also of copies, which say more than their name. */
const rows = (page: Page, { t }: Words) =>
  page.getByRole('region', { name: t.annotation.shapes }).getByRole('button', { name: / #\d/ });
const people = (page: Page) => page.getByTestId('people');

test('two people share a project, see each other in an image, and lose nothing when both change a shape', async ({
  page,
  browser,
  client,
  notices,
}) => {
  await addUser(client, li.account, li.password, await roleId(client, 'engineer'));
  const { project, folder } = await addFolder(client.call, 'shared_line', []);
  await client.call(api.imageUpload, { folderId: folder.id }, { files: drawImages('both', 2, 901).map(fileOf) });
  const { list } = await client.call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 10 });
  const [first, second] = [list[0]!, list[1]!];

  // the owner shares it as a viewer
  const projects = projectPage(page, zh);
  await projects.goto();
  await projects.act(project.name, zh.t.projects.share);
  const box = dialog(page, zh.fill(zh.t.projects.shareTitle, { name: project.name }));
  await box.getByRole('combobox', { name: zh.t.projects.sharePerson }).fill('li_anno');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: li.account }).click();
  await choose(page, box, zh.t.projects.level, zh.both(levelTexts.viewer));
  await button(box, zh.t.projects.share).click();
  await notices.expect(zh.t.projects.shared);
  await expect(box.getByRole('list', { name: zh.t.projects.members })).toContainText(li.account);
  await button(box, zh.t.ui.close).last().click();

  // a viewer finds it marked, and no button that changes anything
  const other = await pageOf(browser, li, 'en');
  const herNotices = await listenForNotices(other.context());
  const hers = projectPage(other, en);
  await hers.goto();
  const row = hers.row(project.name);
  await expect(row).toContainText('Viewer');
  await expect(row.getByRole('button')).toHaveText([en.t.projects.openModels, en.t.projects.members]);
  const herDesk = workbenchPage(other, en);
  await other.goto(addressOf(first));
  await herDesk.expectShown(first.name);
  await expect(other.getByText(en.message('project.onlyView', { owner: admin.account }))).toBeVisible();
  await expect(herDesk.undo).toHaveCount(0);
  await herDesk.press('r');
  await herDesk.drag([20, 20], [80, 80]);
  await expect(herDesk.shapes).toHaveCount(0);

  // each sees the other
  const desk = workbenchPage(page, zh);
  await page.goto(addressOf(first));
  await desk.expectShown(first.name);
  await expect(people(page)).toHaveText(zh.say('annotation.looking', { count: 1, names: li.account }));
  await expect(people(other)).toHaveText(en.say('annotation.editing', { count: 1, names: admin.account }));

  // more rights, without a reload
  const sessions = await signInByApi(serverAddress, li.account, li.password);
  const { userId } = await sessions.call(api.userInfo, {});
  await client.call(api.memberSet, { id: project.id, userId, level: 'annotator' });
  await expect(herDesk.undo).toBeVisible();
  await expect(people(page)).toHaveText(zh.say('annotation.editing', { count: 1, names: li.account }));

  // both change one shape before either hears of the other
  await herDesk.press('r');
  await herDesk.press('1');
  await herDesk.drag([40, 40], [120, 120]);
  await herDesk.expectSaved();
  await expect(desk.shapes).toHaveCount(1);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await other.route('**/dataset/picture/opsAfter', async (route) => {
    await held;
    await route.continue();
  });
  await other.route('**/dataset/picture/ops', async (route) => {
    await held;
    await route.continue();
  });
  await herDesk.press('v');
  await herDesk.drag([80, 80], [90, 80]);
  await desk.press('v');
  await desk.saving(() => desk.drag([80, 80], [80, 110]));
  release();
  await herNotices.expect(en.t.annotation.copied);
  await expect(rows(page, zh)).toHaveCount(2);
  await expect(rows(other, en)).toHaveCount(2);
  const { shapes } = await client.call(api.imageShapes, { imageId: first.id });
  expect(shapes.map(({ author, conflictOf }) => [author, conflictOf !== null]).toSorted()).toEqual([
    [admin.account, false],
    [li.account, true],
  ]);

  // both are asked which is right; what one decides the other sees
  const asked = (one: Page) => one.getByTestId('conflicts');
  await expect(asked(other).getByRole('listitem')).toHaveCount(2);
  await button(asked(page), zh.t.conflicts.keepBoth).click();
  await expect(asked(page)).toBeHidden();
  await expect(asked(other)).toBeHidden();
  await expect(rows(other, en)).toHaveCount(2);

  // seen no more in another image, nor with the window closed
  await other.goto(addressOf(second));
  await expect(people(page)).toHaveText('');
  await page.goto(addressOf(second));
  await expect(people(page)).toHaveText(zh.say('annotation.editing', { count: 1, names: li.account }));
  await other.context().close();
  await expect(people(page)).toHaveText('');
});

test('the owner hands a project over to a member who then decides who else sees it', async ({
  page,
  browser,
  client,
}) => {
  const zhao = { account: 'zhao_owns', password: 'Zhao-pass-1' };
  await addUser(client, zhao.account, zhao.password, await roleId(client, 'engineer'));
  const session = await signInByApi(serverAddress, zhao.account, zhao.password);
  const { userId } = await session.call(api.userInfo, {});
  const project = await client.call(api.projectAdd, { family: 'detection', name: 'handed_line' });
  await client.call(api.memberSet, { id: project.id, userId, level: 'editor' });
  const projects = projectPage(page, zh);
  await projects.goto();
  await projects.act(project.name, zh.t.projects.share);
  const box = dialog(page, zh.fill(zh.t.projects.shareTitle, { name: project.name }));
  await box.getByRole('button', { name: zh.fill(zh.t.projects.actionsOf, { name: zhao.account }) }).click();
  await page.getByRole('menuitem', { name: zh.t.projects.makeOwner }).click();
  await answer(page, zh.fill(zh.t.projects.handOverTitle, { name: zhao.account }), zh.t.projects.handOver);
  await expect(projects.row(project.name)).toContainText(zhao.account);
  expect(await session.call(api.projectInfo, { id: project.id })).toMatchObject({
    level: 'owner',
    owner: zhao.account,
  });

  const other = await pageOf(browser, zhao, 'en');
  const his = projectPage(other, en);
  await his.goto();
  await his.act(project.name, en.t.projects.share);
  const members = dialog(other, en.fill(en.t.projects.shareTitle, { name: project.name }));
  await expect(members.getByRole('list', { name: en.t.projects.members })).toContainText(admin.account);
  await other.context().close();
});
