/** From a data set or a folder to the form of a training: the model is found, chosen or created, and the images stand there. */
import { expect } from '@playwright/test';
import { api } from '@loupe/contract';
import { datasetPage } from './pages/dataset-page.ts';
import { loginPage } from './pages/login-page.ts';
import { button, choose, dialog } from './pages/parts.ts';
import { trainForm } from './pages/training-page.ts';
import { annotateByOps } from './support/client.ts';
import { addRole } from './support/database.ts';
import { drawImages } from './support/png.ts';
import { addFolder, addUser } from './support/seed.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t } = words;

test('a data set or a folder goes to the training of the model that there is, is chosen, or is created', async ({
  page,
  client,
}) => {
  const drawn = drawImages('from', 2, 31);
  const { project, dataset, folder } = await addFolder(client.call, 'train_from', drawn);
  const bare = await client.call(api.folderAdd, { datasetId: dataset.id, name: 'bare' });
  const tests = await client.call(api.folderAdd, { datasetId: dataset.id, name: 'for_tests', type: 'test' });
  const datasets = datasetPage(page, words);
  const home = `/dataset/datasetInfo?id=${dataset.id}`;
  const train = button(page.locator('header'), t.models.train);
  await page.goto(home);
  // nothing is annotated: nothing to train with
  await expect(train).toBeDisabled();

  const { labels } = await client.call(api.datasetInfo, { id: dataset.id });
  const { list } = await client.call(api.imageList, { folderId: folder.id });
  for (const image of list) {
    const own = drawn.find(({ name }) => name === image.name)!;
    // oxlint-disable-next-line no-await-in-loop -- one image after the other
    await annotateByOps(
      client.call,
      image,
      { ...own, marks: own.marks.filter(({ sort }) => sort === 'block') },
      labels,
    );
  }
  await page.reload();
  await expect(datasets.row(bare.name).getByRole('button', { name: t.models.train, exact: true })).toBeDisabled();
  await expect(datasets.row(tests.name).getByRole('button', { name: t.models.train, exact: true })).toBeDisabled();

  // no model: one is created, and its first training begins with the data set
  await train.click();
  await expect(page).toHaveURL(new RegExp(`/model/add\\?projectId=${project.id}&dataset=${dataset.id}$`));
  await page.getByLabel(t.models.planName).fill('board');
  await page.getByLabel(t.models.functionName).fill('top');
  await page.getByLabel(t.models.functionName).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/model/addSet\\?modelId=\\d+&dataset=${dataset.id}$`));
  const form = trainForm(page, words);
  await expect(form.folder(folder.name)).toBeChecked();

  // one model: straight to its form, from the list of data sets and from a folder
  await datasets.goto(project.id);
  await datasets.act(dataset.name, t.models.train);
  await expect(form.folder(folder.name)).toBeChecked();
  await page.goto(home);
  await datasets.act(folder.name, t.models.train);
  await expect(page).toHaveURL(new RegExp(`dataset=${dataset.id}&folder=${folder.id}$`));
  await expect(form.folder(folder.name)).toBeChecked();

  // two models: the person chooses, or creates another
  const other = await client.call(api.modelAdd, { projectId: project.id, planName: 'lid', functionName: 'side' });
  await page.goto(home);
  await train.click();
  const box = dialog(page, t.models.trainWhich);
  await choose(page, box, t.models.trainModel, 'lid / side');
  await box.getByRole('combobox', { name: t.models.trainModel }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/model/addSet\\?modelId=${other.id}&dataset=${dataset.id}$`));
  await expect(form.folder(folder.name)).toBeChecked();
  await page.goto(home);
  await train.click();
  await box.getByRole('link', { name: t.models.add }).click();
  await expect(page).toHaveURL(/\/model\/add\?/);
});

test('without the right to train there is no button', async ({ page, context, client }) => {
  const { dataset, folder } = await addFolder(client.call, 'train_never', drawImages('never', 1, 37));
  const role = await addRole('marker', [
    'allData',
    'project/pageList',
    'dataset/pageList',
    'folder/pageList',
    'dataset/picture/pageList',
  ]);
  const marker = { account: 'marker', password: 'Marker-1' };
  await addUser(client, marker.account, marker.password, role);
  await context.clearCookies();
  await page.goto('/project/index');
  await loginPage(page, words).signIn(marker.account, marker.password);
  await expect(page).toHaveURL(/\/project\/index/);
  await page.goto(`/dataset/datasetInfo?id=${dataset.id}`);
  const row = datasetPage(page, words).row(folder.name);
  await expect(row).toBeVisible();
  await expect(button(page, t.datasets.folderAdd).first()).toBeVisible();
  await expect(button(page, t.models.train)).toHaveCount(0);
});
