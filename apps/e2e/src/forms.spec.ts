/** Forms: Enter submits each dialog, labels follow each other, names become what the rule allows, lists search while one types. */
import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '@loupe/contract';
import { datasetPage } from './pages/dataset-page.ts';
import { listPage } from './pages/list-page.ts';
import { button, choose, comesIn, dialog, shellPage, slowMs } from './pages/parts.ts';
import { imagePage } from './pages/image-page.ts';
import { projectPage } from './pages/project-page.ts';
import { cocoOf } from './support/client.ts';
import { drawImages, imageSide } from './support/png.ts';
import { addFolder } from './support/seed.ts';
import { admin } from './support/server.ts';
import { test } from './support/signed-in.ts';
import { addBoxVersion } from './support/versions.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, say } = words;

/** Types into a field of a dialog and presses Enter there; the dialog closes by that alone. */
const enterIn = async (box: Locator, field: Locator, text: string): Promise<void> => {
  await comesIn(box);
  await field.fill(text);
  await field.press('Enter');
  await expect(box).toBeHidden();
};
const nameIn = (box: Locator): Locator => box.getByLabel(t.ui.name, { exact: true });

test('Enter submits the dialogs of projects, data sets, labels and folders', async ({ page, client }) => {
  const projects = projectPage(page, words);
  await projects.goto();
  await button(page, t.projects.add).first().click();
  await enterIn(projects.form, nameIn(projects.form), 'enter_line');
  await expect(page).toHaveURL(/\/dataset\/index\?projectId=\d+/);
  await projects.goto();
  await projects.act('enter_line', t.ui.edit);
  const edit = dialog(page, t.projects.editTitle);
  await enterIn(edit, nameIn(edit), 'enter_line_2');
  await expect(projects.row('enter_line_2')).toBeVisible();

  const { list } = await client.call(api.projectList, { family: 'detection', name: 'enter_line_2' });
  const datasets = datasetPage(page, words);
  const editOf = (label: string) => page.getByRole('button', { name: `${t.datasets.editLabel} ${label}`, exact: true });
  await datasets.goto(list[0]!.id);
  await button(page, t.datasets.add).first().click();
  const add = dialog(page, t.datasets.add);
  await nameIn(add).fill('enter_set');
  // one label after the other by Enter alone; in the empty row that is left, Enter submits
  await add.getByRole('textbox', { name: t.datasets.labelName }).first().click();
  for (const label of ['spur', 'crack', 'pit']) {
    await page.keyboard.type(label);
    await page.keyboard.press('Enter');
  }
  await expect(add.getByRole('textbox', { name: t.datasets.labelName })).toHaveCount(4);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dataset\/datasetInfo\?id=\d+/);
  for (const label of ['spur', 'crack', 'pit']) await expect(editOf(label)).toBeVisible();

  const label = dialog(page, t.datasets.addLabel);
  await button(page, t.datasets.addLabel).click();
  await enterIn(label, label.getByLabel(t.datasets.labelName), 'dent');
  await editOf('dent').click();
  const labelEdit = dialog(page, t.datasets.editLabel);
  await enterIn(labelEdit, labelEdit.getByLabel(t.datasets.labelName), 'dented');
  await expect(editOf('dented')).toBeVisible();

  // an open list keeps Enter for its choice; closed, it submits as well
  await button(page, t.datasets.folderAdd).first().click();
  const folder = dialog(page, t.datasets.folderAdd);
  await folder.getByLabel(t.datasets.folderName).fill('by_hand');
  const purpose = folder.getByRole('combobox', { name: t.datasets.folderType });
  await purpose.press('ArrowDown');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: t.datasets.folderTypes.test }).hover();
  await purpose.press('Enter');
  await expect(folder).toContainText(t.datasets.folderTypes.test);
  await expect(folder).toBeVisible();
  await purpose.press('Enter');
  await expect(page).toHaveURL(/\/dataset\/fileInfo\?id=\d+/);
});

test('Enter submits the dialogs of data sets, folders and images that are there', async ({ page, client }) => {
  const { project, dataset, folder } = await addFolder(client.call, 'enter_change', drawImages('enter', 2, 71));
  const other = await client.call(api.folderAdd, { datasetId: dataset.id, name: 'other' });
  const datasets = datasetPage(page, words);
  await datasets.goto(project.id);
  await datasets.act('enter_change_set', t.ui.edit);
  const edit = dialog(page, t.datasets.editTitle);
  await enterIn(edit, nameIn(edit), 'enter_changed_set');
  await datasets.open('enter_changed_set');
  await datasets.act('other', t.ui.edit);
  const folderEdit = dialog(page, t.datasets.folderEdit);
  await enterIn(folderEdit, folderEdit.getByLabel(t.datasets.folderName), 'further');

  const images = imagePage(page, words);
  await images.goto(folder.id);
  const [first] = (await client.call(api.imageList, { folderId: folder.id })).list;
  await page
    .getByRole('checkbox', { name: fill(t.datasets.selectImage, { name: first!.name }) })
    .check({ force: true });
  await button(page, t.datasets.rename).click();
  const rename = dialog(page, t.datasets.renameTitle);
  await enterIn(rename, rename.getByLabel(t.datasets.imageName), 'renamed');
  await expect(images.image('renamed.png')).toBeVisible();
  await button(page, t.datasets.move).click();
  const move = dialog(page, say('datasets.moveTitle', { count: 1 }));
  await choose(page, move, t.datasets.moveTo, 'further');
  await move.getByRole('combobox', { name: t.datasets.moveTo }).press('Enter');
  await expect(move).toBeHidden();
  await expect
    .poll(async () => (await client.call(api.imageList, { folderId: other.id })).list.map(({ name }) => name))
    .toEqual(['renamed.png']);
});

test('Enter submits the forms of models, online entries, the clean-up and the password', async ({ page, client }) => {
  const { project } = await addFolder(client.call, 'enter_model', []);
  await page.goto(`/model/add?projectId=${project.id}`);
  await page.getByLabel(t.models.planName).fill('board 7');
  await page.getByLabel(t.models.functionName).fill('top-side');
  await page.getByLabel(t.models.functionName).press('Enter');
  await expect(page).toHaveURL(/\/model\/addSet\?modelId=\d+/);
  const modelId = Number(new URL(page.url()).searchParams.get('modelId'));
  // of several versions none is chosen at first
  const { user } = await client.call(api.userInfo, {});
  const place = { projectId: project.id, modelId };
  await addBoxVersion(user.id, place, [1, 2]);
  await addBoxVersion(user.id, place, [1, 2]);
  await page.goto(`/model/index?projectId=${project.id}`);
  const models = listPage(page, words);
  await models.act('board_7', t.ui.edit);
  const edit = dialog(page, t.models.editTitle);
  await enterIn(edit, edit.getByLabel(t.models.functionName), 'bottom_side');
  await expect(models.row('bottom_side')).toBeVisible();

  await page.goto('/model/online');
  await button(page, t.online.add).first().click();
  const entry = dialog(page, t.online.add);
  await nameIn(entry).fill('entry');
  await nameIn(entry).press('Enter');
  await expect(entry.getByText(t.online.versionNeeded).last()).toBeVisible();
  await expect(entry.locator('.ant-form-item-explain-error')).toHaveText(t.online.versionNeeded);

  await page.goto('/dashboard');
  await button(page, t.dashboard.cleanup.title).click();
  const cleanup = dialog(page, t.dashboard.cleanup.title);
  await enterIn(cleanup, cleanup.getByLabel(t.dashboard.cleanup.days), '30');

  await page.getByRole('button', { name: fill(t.shell.userMenu, { name: admin.account }) }).click();
  await page.getByRole('menuitem', { name: t.account.changeTitle }).click();
  const password = dialog(page, t.account.changeTitle);
  await password.getByLabel(t.account.oldPassword).press('Enter');
  await expect(password.locator('.ant-form-item-explain-error').first()).toHaveText(t.account.passwordRequired);
});

test('Enter splits the images of a model; the dialog closes with what came of it', async ({
  page,
  client,
  notices,
}) => {
  const project = await client.call(api.projectAdd, { family: 'anomaly', name: 'enter_parts' });
  const model = await client.call(api.modelAdd, { projectId: project.id, planName: 'lid', functionName: 'top' });
  const ok = (await client.call(api.modelInfo, { id: model.id })).datasets.find(({ role }) => role === 'ok')!;
  const folder = (await client.call(api.folderList, { datasetId: ok.id })).list[0]!;
  const files = drawImages('part', 5, 91).map(({ name, png }) => ({ name, data: new Blob([new Uint8Array(png)]) }));
  await client.call(api.imageUpload, { folderId: folder.id }, { files });
  await page.goto(`/anomaly/okImg?model=${model.id}`);
  await button(page, t.datasets.splitOpen).click();
  const box = page.getByRole('dialog').last();
  await box.getByRole('spinbutton').press('Enter');
  await expect(box).toBeHidden();
  await notices.expect(fill(t.datasets.splitDone, { train: 4, test: 1 }));

  // the count of the tab follows what comes and goes
  const tab = page.getByRole('navigation', { name: t.models.inModel }).getByRole('link', { name: 'OK' });
  await expect(tab).toContainText('5');
  await page.goto(`/anomaly/okImg/info?id=${folder.id}`);
  const [more] = drawImages('more', 1, 17);
  await expect(tab).toContainText('5');
  await page.getByLabel(t.datasets.chooseImages).first().setInputFiles({
    name: more!.name,
    mimeType: 'image/png',
    buffer: more!.png,
  });
  await expect(tab).toContainText('6');
});

test('names: the rule stands there, spaces and hyphens become underscores, nothing is cut off', async ({ page }) => {
  const projects = projectPage(page, words);
  await projects.goto();
  await button(page, t.projects.add).first().click();
  const box = projects.form;
  await expect(box).toContainText(fill(t.ui.nameRule, { max: 50 }));
  const field = nameIn(box);
  await field.pressSequentially('line 2-top');
  await expect(field).toHaveValue('line_2_top');
  // in the middle: the cursor stays where it is
  for (let i = 0; i < 3; i++) await field.press('ArrowLeft');
  await field.pressSequentially(' x');
  await expect(field).toHaveValue('line_2__xtop');
  const long = 'n'.repeat(63);
  await field.fill(long);
  await expect(field).toHaveValue(long);
  await expect(box.locator('.ant-form-item-explain-error')).toHaveText(fill(t.ui.nameLong, { max: 50, count: 63 }));
  await expect(box).toContainText('63 / 50');
  await compose(page, field, 'ni hao', '你 好');
  await expect(field).toHaveValue('你_好');
});

/** As an input method does: what it composes is left alone, what it commits is a name. */
const compose = async (page: Page, field: Locator, composed: string, committed: string): Promise<void> => {
  await field.fill('');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: composed, selectionStart: 6, selectionEnd: 6 });
  await expect(field).toHaveValue(composed);
  await devtools.send('Input.insertText', { text: committed });
};

test('a question is answered with Enter, a dangerous one is not', async ({ page, client }) => {
  await addFolder(client.call, 'enter_stays', []);
  const projects = projectPage(page, words);
  await projects.goto();
  await projects.act('enter_stays', t.ui.delete);
  const question = dialog(page, fill(t.ui.deleteTitle, { name: 'enter_stays' }));
  await expect(button(question, t.ui.cancel)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(projects.row('enter_stays')).toBeVisible();
});

test('a list searches while one types', async ({ page, client }) => {
  await addFolder(client.call, 'typed_one', []);
  await addFolder(client.call, 'typed_two', []);
  const projects = projectPage(page, words);
  await projects.goto();
  const field = projects.searched(t.projects.searchName);
  await field.pressSequentially('typed_');
  await expect(page).toHaveURL(/[?&]name=typed_/);
  await field.pressSequentially('two');
  await expect(projects.row('typed_one')).toHaveCount(0);
  await expect(projects.row('typed_two')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('typed_two');
  await projects.reset();
  await expect(field).toHaveValue('');
  await expect(shellPage(page, words).title).toBeVisible();
});

test('a label in use says why it stays; another can be deleted', async ({ page, client }) => {
  const drawn = drawImages('used', 1, 41);
  const { dataset, folder } = await addFolder(client.call, 'used_labels', drawn);
  await client.call(api.labelAdd, { datasetId: dataset.id, name: 'free', color: '#00aa00' });
  const labels = (await client.call(api.datasetInfo, { id: dataset.id })).labels;
  const [used] = labels;
  const coco = cocoOf(drawn, [used!, used!], imageSide);
  await client.call(api.cocoImport, { folderId: folder.id, coco });
  await page.goto(`/dataset/datasetInfo?id=${dataset.id}`);
  const count = coco.annotations.length;
  const reason = say('datasets.labelUsed', { count });
  await expect(page.getByRole('button', { name: `${t.ui.delete} ${used!.name}: ${reason}` })).toBeDisabled();
  await page.getByRole('button', { name: `${t.ui.delete} free`, exact: true }).click();
  const question = dialog(page, fill(t.datasets.deleteLabel, { name: 'free' }));
  await comesIn(question);
  await button(question, t.ui.delete).click();
  await expect(page.getByRole('button', { name: `${t.ui.delete} free`, exact: true })).toHaveCount(0);
});

test('more images than one batch takes are uploaded all the same', async ({ page, client }) => {
  const { folder } = await addFolder(client.call, 'many_loose', []);
  await page.goto(`/dataset/fileInfo?id=${folder.id}`);
  const files = drawImages('many', 24, 300).map(({ name, png }) => ({ name, mimeType: 'image/png', buffer: png }));
  await page.getByLabel(t.datasets.chooseImages).first().setInputFiles(files);
  await expect
    .poll(async () => (await client.call(api.folderInfo, { id: folder.id })).images, { timeout: slowMs })
    .toBe(24);
});

test('a new model begins with the project that one came from, and the dashboard opens the dialog', async ({
  page,
  client,
}) => {
  const { project } = await addFolder(client.call, 'came_from', []);
  await page.goto(`/dataset/index?projectId=${project.id}`);
  const shell = shellPage(page, words);
  await expect(shell.title).toContainText('came_from');
  await shell.entry(t.shell.models).click();
  await button(page, t.models.add).first().click();
  await expect(page).toHaveURL(/\/model\/add/);
  await expect(page.getByRole('main')).toContainText('came_from');
  await page.goto('/dashboard');
  await button(page.getByRole('main'), t.projects.add).click();
  await expect(dialog(page, t.projects.add)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/project\/index$/);
});
