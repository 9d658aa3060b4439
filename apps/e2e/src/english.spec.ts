/** A short story in English by an engineer: own data only, from project to the first drawn defect. */
import { expect, test } from '@playwright/test';
import { api } from '@loupe/contract';
import { datasetPage } from './pages/dataset-page.ts';
import { loginPage } from './pages/login-page.ts';
import { shellPage, slowMs } from './pages/parts.ts';
import { imagePage } from './pages/image-page.ts';
import { projectPage } from './pages/project-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { signInByApi } from './support/client.ts';
import { listenForFaults } from './support/faults.ts';
import { asFile, drawImages } from './support/png.ts';
import { addFolder, addUser, roleId } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('en');
const { t, fill, message } = words;
const engineer = { account: 'emma', password: 'Emma-pass-1' };

test('an engineer works in English and sees own data only', async ({ page, context }) => {
  test.setTimeout(3 * slowMs);
  const faults = listenForFaults(context);
  const client = await signInByApi(serverAddress, admin.account, admin.password);
  await addUser(client, engineer.account, engineer.password, await roleId(client, 'engineer'));
  const foreign = await addFolder(client.call, 'not_hers', []);

  await page.goto('/');
  const shell = shellPage(page, words);
  await shell.language('EN').click();
  const login = loginPage(page, words);
  await login.signIn(engineer.account, 'no-Password-1');
  await expect(login.fault).toContainText(message('account.wrong'));
  await login.signIn(engineer.account, engineer.password);
  await login.expectSignedIn();

  const projects = projectPage(page, words);
  await shell.entry(t.shell.projects).click();
  await expect(page.getByText(t.projects.emptyTitle)).toBeVisible();
  await projects.add('Line_2');
  const datasets = datasetPage(page, words);
  await datasets.add('samples', ['burr']);
  await datasets.addFolder('day-1', 'train');

  const images = imagePage(page, words);
  const drawn = drawImages('shot', 2, 401);
  const cut = { name: 'cut.png', mimeType: 'image/png', buffer: drawn[0]!.png.subarray(0, drawn[0]!.png.length / 2) };
  await images.chooseFiles([...drawn.map(asFile), cut]);
  const mixed = fill(t.datasets.uploadMixed, { added: 2, failed: 1 });
  await expect(images.report).toContainText(mixed, { timeout: slowMs });
  await expect(images.report).toContainText(message('image.corrupt', { file: cut.name }));
  await images.open('shot_01.png');

  const desk = workbenchPage(page, words);
  await desk.expectShown('shot_01.png');
  await desk.press('r');
  await desk.drag([40, 40], [100, 90]);
  await expect(desk.shape('burr', 1)).toBeVisible();
  await desk.expectSaved();
  await desk.back();
  await expect(images.image('shot_01.png')).toContainText(t.ui.states.annotated);

  // What is not hers is as if it did not exist.
  faults.allowHttp(404);
  await page.goto(`/dataset/datasetInfo?id=${foreign.dataset.id}`);
  await expect(page.getByRole('heading', { level: 1, name: t.ui.missingTitle })).toBeVisible();
  const own = await signInByApi(serverAddress, engineer.account, engineer.password);
  await expect(own.call(api.userList, {})).rejects.toMatchObject({ enMsg: message('permission.denied') });
  faults.expectNone();
});
