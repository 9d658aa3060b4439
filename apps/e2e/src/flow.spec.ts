/** The whole job in one story, with the real server and the real engine: from images to a verdict, in Chinese. */
import { expect, test, type Page } from '@playwright/test';
import { api, confirmPrompts, ofType } from '@loupe/contract';
import { datasetPage } from './pages/dataset-page.ts';
import { loginPage } from './pages/login-page.ts';
import { modelPage } from './pages/model-page.ts';
import { onlinePage } from './pages/online-page.ts';
import { answer, button, dialog, longMs, shellPage, slowMs } from './pages/parts.ts';
import { imagePage } from './pages/image-page.ts';
import { projectPage } from './pages/project-page.ts';
import { resultPage } from './pages/result-page.ts';
import { trainForm, trainingPage } from './pages/training-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { annotateByOps, cocoOf, detectByKey, fileOf, signInByApi, type Client } from './support/client.ts';
import { listenForFaults, type Faults } from './support/faults.ts';
import { asFile, drawImage, drawImages, imageSide } from './support/png.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

// as most people see it, with what comes in and goes out
test.use({ reducedMotion: 'no-preference' });

const words = wordsOf('zh');
const { t, fill, message, both, say } = words;

const names = {
  project: '齿轮_一号线',
  dataset: '齿轮_样品',
  labels: ['毛刺', '污点'] as const,
  train: 'train-01',
  test: 'test-01',
  plan: '齿轮缺陷',
  function: '正面',
  entry: '齿轮_在线',
};
const modelName = `${names.plan} / ${names.function}`;
/** Few enough for a busy machine, enough that the marks are found: an epoch has 20 steps, and 40 of them reach mAP50 1. */
const settings = { imageSize: 320, epochs: 3, batchSize: 4, warmupEpochs: 1, learningRate: 0.005, mosaic: 0 } as const;
const clean = drawImage('part_02.png', 2, 0);
const chosen = drawImages('part', 10, 1).map((drawn) => (drawn.name === clean.name ? clean : drawn));
/** Come through the API, as from another program. */
const sent = drawImages('more', 14, 101);
const tested = drawImages('test', 4, 201);

test.describe.configure({ mode: 'serial' });

let page: Page;
let faults: Faults;
let client: Client;
const made = { folder: 0, model: 0 };

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  faults = listenForFaults(page.context());
});
test.afterEach(() => faults.expectNone());
test.afterAll(() => page.context().close());

test('a wrong password is told, the right one signs in', async () => {
  const login = loginPage(page, words);
  await page.goto('/');
  await login.signIn(admin.account, 'wrong-Password-1');
  await expect(login.fault).toContainText(message('account.wrong'));
  await login.signIn(admin.account, admin.password);
  await login.expectSignedIn();
  client = await signInByApi(serverAddress, admin.account, admin.password);
});

test('a project, a data set with two labels, a folder', async () => {
  const projects = projectPage(page, words);
  const datasets = datasetPage(page, words);
  await shellPage(page, words).entry(t.shell.projects).click();
  await projects.add(names.project);
  await datasets.add(names.dataset, names.labels);
  made.folder = await datasets.addFolder(names.train, 'train');
});

test('good images come in, a text named .jpg is named', async () => {
  const images = imagePage(page, words);
  const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no image') };
  await images.chooseFiles([...chosen.map(asFile), text]);
  await expect(images.report).toContainText(fill(t.datasets.uploadMixed, { added: chosen.length, failed: 1 }), {
    timeout: slowMs,
  });
  await expect(images.report).toContainText(message('image.type', { file: text.name }));
  await expect(images.images).toHaveCount(chosen.length);
  await images.closeReport();
});

test('drawing by hand: rectangle, polygon, undo, redo, label by key', async () => {
  const desk = workbenchPage(page, words);
  const [first, second] = names.labels;
  await imagePage(page, words).open('part_01.png');
  await desk.expectShown('part_01.png');
  await desk.press('1');
  await desk.press('r');
  await desk.drag([20, 30], [120, 110]);
  await expect(desk.shape(first, 1)).toBeVisible();
  await desk.press('v');
  await desk.press('2');
  await expect(desk.shape(second, 1)).toBeVisible();
  await desk.undo.click();
  await expect(desk.shape(first, 1)).toBeVisible();
  await desk.press('Control+z');
  await expect(desk.shapes).toHaveCount(0);
  await desk.press('Control+y');
  await desk.redo.click();
  await expect(desk.shape(second, 1)).toBeVisible();

  await desk.press('p');
  for (const corner of [
    [200, 180],
    [290, 200],
    [270, 290],
    [190, 270],
  ] as const)
    await desk.click(corner);
  await desk.press('Enter');
  await expect(desk.shapes).toHaveCount(2);
  await desk.expectSaved();
});

test('"checked, empty" for a clean part; after a reload everything is still there', async () => {
  const desk = workbenchPage(page, words);
  await desk.next.click();
  await desk.expectShown(clean.name);
  await desk.checkEmpty.click();
  await expect(desk.checkEmpty).toHaveAttribute('aria-pressed', 'true');
  await desk.expectSaved();
  await page.reload();
  await desk.expectShown(clean.name);
  await expect(desk.checkEmpty).toHaveAttribute('aria-pressed', 'true');
  await desk.press('a');
  await desk.expectShown('part_01.png');
  await expect(desk.shapes).toHaveCount(2);
  await expect(desk.chip).toHaveAttribute('data-kind', 'saved');

  const { list } = await client.call(api.imageList, {
    folderId: made.folder,
    name: 'part_01',
    pageNum: 1,
    pageSize: 1,
  });
  const { shapes, labels } = await client.call(api.imageShapes, { imageId: list[0]!.id });
  const rect = shapes.find((shape) => shape.kind === 'rect')!;
  // Drawn at a zoom: a screen pixel is less than a pixel of the image.
  for (const [i, wanted] of [20, 30, 120, 110].entries()) expect(Math.abs(rect.points[i]! - wanted)).toBeLessThan(2);
  expect(labels.find((label) => label.id === rect.labelId)?.name).toBe(names.labels[1]);
  expect(shapes.find((shape) => shape.kind === 'polygon')?.points).toHaveLength(8);
  // What was drawn is not what is on the image: it must not teach the model.
  await client.call(api.imageDelete, { ids: [list[0]!.id] });
});

test('another program sends images and annotations through the API', async () => {
  const { call } = client;
  const folder = await call(api.folderInfo, { id: made.folder });
  const { labels } = await call(api.datasetInfo, { id: folder.datasetId });
  const { list } = await call(api.imageList, {
    folderId: made.folder,
    state: 'unannotated',
    pageSize: 200,
    pageNum: 1,
  });
  for (const image of list) {
    await annotateByOps(
      call,
      image,
      chosen.find((drawn) => drawn.name === image.name)!,
      labels,
    );
  }
  const testFolder = await call(api.folderAdd, { datasetId: folder.datasetId, name: names.test, type: 'test' });
  for (const [folderId, drawn] of [
    [made.folder, sent],
    [testFolder.id, tested],
  ] as const) {
    const upload = await call(api.imageUpload, { folderId }, { files: drawn.map(fileOf) });
    expect(upload.problems).toEqual([]);
    const report = await call(api.cocoImport, { folderId, coco: cocoOf(drawn, labels, imageSide) });
    expect(report).toMatchObject({ images: drawn.length, shapes: 3 * drawn.length, problems: [], labelsAdded: 0 });
  }
  const images = imagePage(page, words);
  await images.goto(made.folder);
  // 24 images: those chosen without the one that was deleted, and those sent.
  await expect(page.getByRole('main')).toContainText(
    say('datasets.annotatedCount', { count: chosen.length - 1 + sent.length }),
  );
});

test('training: form, live curve, version with a certificate', async () => {
  test.setTimeout(longMs + 3 * slowMs);
  await shellPage(page, words).entry(t.shell.models).click();
  made.model = await modelPage(page, words).add(names.project, names.plan, names.function);
  const form = trainForm(page, words);
  await expect(form.folder(names.train)).toBeChecked();
  await form.network('n').click();
  await form.byEpochs();
  await form.allParams();
  // as large as the images are, and at least that
  await expect(form.number('imageSize')).toHaveValue('320');
  for (const [key, value] of Object.entries(settings)) {
    await form.number(key as keyof typeof settings).fill(String(value));
  }
  const id = await form.start();

  // No look at "running" here: it may be over before the screen hears of it.
  const training = trainingPage(page, words);
  await expect(training.loss.locator('canvas')).toBeVisible();
  await expect(training.loss.getByText(training.noPoints)).toBeHidden({ timeout: longMs });
  await expect(training.quality.getByText(training.noPoints)).toBeHidden({ timeout: longMs });
  const ended = training.state(t.ui.states.completed);
  await expect(ended.or(training.failure).first()).toBeVisible({ timeout: longMs });
  await expect(ended).toBeVisible();
  await expect(training.state(t.ui.states.certified)).toBeVisible();
  // five images to validate with are too few to tell
  await expect(training.assessment).toContainText(message('assessment.level.unsure'));

  const series = await client.call(api.taskSeries, { id });
  const losses = series.filter((point) => point.name === 'loss').map((point) => point.value);
  expect(Math.min(...losses)).toBeLessThan(losses[0]!);
  await training.toVersions.click();
  const models = modelPage(page, words);
  await models.act(fill(t.models.versionN, { n: 1 }), t.models.showCertificate);
  await expect(models.certificate(1)).toContainText(t.models.cert.equal);
  await expect(models.certificate(1)).toContainText(t.ui.states.certified);
  await models.closeCertificate(1);
});

test('test: truth and prediction, image by image', async () => {
  test.setTimeout(3 * slowMs);
  const models = modelPage(page, words);
  await models.act(fill(t.models.versionN, { n: 1 }), t.models.test);
  await models.startTest(1, names.test);
  const result = resultPage(page, words);
  await expect(result.state(t.ui.states.completed)).toBeVisible({ timeout: slowMs });
  await expect(result.images).toHaveCount(tested.length);
  await expect(result.position(1, tested.length)).toBeVisible();
  // So short a training may be unsure of itself: everything that it proposes is shown.
  await result.confidence.press('Home');
  await expect(page).toHaveURL(/confidence=0\.01/);
  await result.image('test_03.png').click();
  await expect(result.caption('test_03.png')).toBeVisible();
  await result.side('truth').click();
  await expect(result.truths).toHaveCount(3);
  await expect(result.predictions).toHaveCount(0);
  await result.side('prediction').click();
  await expect(result.truths).toHaveCount(0);
  await expect(result.predictions.first()).toBeVisible();
  await result.side('both').click();
  await expect(result.truths).toHaveCount(3);
  await expect(result.findings.nth(3)).toBeVisible();

  const { list } = await client.call(api.taskList, { kind: 'test', modelId: made.model, pageNum: 1, pageSize: 1 });
  const summary = ofType(await client.call(api.testSummary, { taskId: list[0]!.id }), 'boxes');
  expect(summary).toMatchObject({ images: tested.length, truths: 3 * tested.length });
  expect(summary.map50).toBeGreaterThan(0.3);
  await expect(result.figure('mAP50')).toHaveText(summary.map50!.toFixed(3));

  await result.images.first().click();
  await expect(result.position(1, tested.length)).toBeVisible();
  const before = await result.images.nth(1).getAttribute('title');
  await result.next.click();
  await expect(result.position(2, tested.length)).toBeVisible();
  await expect(result.caption(before!)).toBeVisible();

  // From a finding to its image in the workbench, and back to the same finding.
  const desk = workbenchPage(page, words);
  await result.toWorkbench.last().click();
  await desk.expectShown(before!);
  await expect(page).toHaveURL(/[?&]mark=\d+(%2C|,)\d+/);
  await desk.backToResult.click();
  await expect(result.caption(before!)).toBeVisible();
  await expect(result.current).toHaveCount(1);
});

test('online: a verdict in the browser, the same by HTTP with a key, none after the key is revoked', async () => {
  test.setTimeout(3 * slowMs);
  const online = onlinePage(page, words);
  await shellPage(page, words).entry(t.shell.online).click();
  await online.add(names.entry, modelName, 1);
  await online.chooseImage(asFile(tested[0]!));
  await expect(online.verdict).toBeVisible({ timeout: slowMs });
  await expect(online.records).toHaveCount(1);
  // There are defects on it, and the training has learnt to find them.
  const verdict = await online.verdictText();
  expect(verdict).toBe('NG');

  const key = await online.createKey();
  await expect(online.keyActive).toBeVisible();
  const byKey = await detectByKey(serverAddress, key, tested[0]!);
  expect(byKey).toMatchObject({ status: 200, body: { code: 200, data: { verdict, width: imageSide } } });
  await online.revokeKey();
  await expect(online.noKey).toBeVisible();
  const refused = await detectByKey(serverAddress, key, tested[0]!);
  expect(refused).toMatchObject({ status: 403, body: { code: 403, msg: message('online.keyWrong') } });
  await page.reload();
  await expect(online.records).toHaveCount(2);
});

test('a running training is stopped, a waiting one canceled, each after asking', async () => {
  test.setTimeout(longMs + 4 * slowMs);
  const params = { ...settings, network: 'n', epochs: 2000 };
  const request = { modelId: made.model, folderIds: [made.folder], params, confirmed: true };
  const first = await client.call(api.trainAdd, request);
  const second = await client.call(api.trainAdd, request);
  const training = trainingPage(page, words);
  await training.goto(second.id);
  await expect(training.state(t.ui.states.queued)).toBeVisible();
  await training.button(t.tasks.actions.cancel).click();
  const prompt = both(confirmPrompts.cancel.title);
  await expect(dialog(page, prompt)).toContainText(both(confirmPrompts.cancel.text));
  await answer(page, prompt, t.tasks.keepGoing);
  await expect(training.state(t.ui.states.queued)).toBeVisible();
  await training.button(t.tasks.actions.cancel).click();
  await answer(page, prompt, t.tasks.actions.cancel);
  await expect(training.state(t.ui.states.canceled)).toBeVisible();

  // It would train for a long time yet, so it is still running when the screen gets to it.
  await training.goto(first.id);
  await expect(training.state(t.ui.states.running)).toBeVisible({ timeout: longMs });
  await training.button(t.tasks.actions.stop).click();
  await answer(page, both(confirmPrompts.stop.title), t.tasks.actions.stop);
  await expect(training.state(t.ui.states.stopped)).toBeVisible({ timeout: 2 * slowMs });
  await expect(button(page, t.ui.delete).first()).toBeVisible();
});

test('signed out, a protected address leads to sign-in and back', async () => {
  await shellPage(page, words).signOut(admin.account);
  await page.goto(`/dataset/fileInfo?id=${made.folder}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  const login = loginPage(page, words);
  await login.signIn(admin.account, admin.password);
  await expect(page).toHaveURL(new RegExp(`/dataset/fileInfo\\?id=${made.folder}$`));
  await expect(imagePage(page, words).images.first()).toBeVisible();
});
