/** Instance segmentation once, with the real engine: outlines come in, a version learns them, and a verdict follows rules on sizes. */
import { expect } from '@playwright/test';
import { api, families, ofType, type ModelType } from '@loupe/contract';
import { modelPage } from './pages/model-page.ts';
import { onlinePage } from './pages/online-page.ts';
import { button, longMs, slowMs } from './pages/parts.ts';
import { resultPage } from './pages/result-page.ts';
import { trainForm, trainingPage } from './pages/training-page.ts';
import { fileOf } from './support/client.ts';
import { outlinesOf } from './support/outlines.ts';
import { asFile, drawImages, imageSide } from './support/png.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, both } = words;
const names = { project: '轮廓_一号线', dataset: '轮廓_样品', plan: '轮廓缺陷', function: '正面' };
const settings = { imageSize: 320, epochs: 4, batchSize: 4, warmupEpochs: 1, learningRate: 0.005, mosaic: 0 } as const;
const type: ModelType = 'segment';
const learned = drawImages('part', 24, 1);
const tested = drawImages('test', 4, 201);

test('outlines, a training, a result with areas, a rule, and a verdict', async ({ page, client }) => {
  test.setTimeout(longMs + 6 * slowMs);
  const { call } = client;
  const { id: projectId } = await call(api.projectAdd, { family: 'detection', name: names.project });
  const labels = ['毛刺', '污点'].map((name, i) => ({ name, color: ['#f5a623', '#4aa3ff'][i]! }));
  const dataset = await call(api.datasetAdd, { projectId, name: names.dataset, setType: 'segmentation', labels });
  const known = (await call(api.datasetInfo, { id: dataset.id })).labels;
  for (const [name, drawn] of [
    ['train', learned],
    ['test', tested],
  ] as const) {
    const folder = await call(api.folderAdd, { datasetId: dataset.id, name, type: name });
    for (let from = 0; from < drawn.length; from += 20)
      await call(api.imageUpload, { folderId: folder.id }, { files: drawn.slice(from, from + 20).map(fileOf) });
    const coco = outlinesOf(drawn, known, imageSide);
    expect(await call(api.cocoImport, { folderId: folder.id, coco })).toMatchObject({
      shapes: 3 * drawn.length,
      problems: [],
    });
  }

  // the data set says which type of model it trains
  const form = trainForm(page, words);
  await page.goto(`/model/add?projectId=${projectId}&dataset=${dataset.id}`);
  const name = both(families.detection.modelTypes.find(({ id }) => id === type)!.name);
  await expect(page.locator('main').getByText(name, { exact: true })).toBeVisible();
  await page.getByLabel(t.models.planName).fill(names.plan);
  await page.getByLabel(t.models.functionName).fill(names.function);
  await button(page, t.models.addAndTrain).click();
  await expect(form.folder('train')).toBeChecked();
  await form.network('n').click();
  await form.byEpochs();
  await form.allParams();
  for (const [key, value] of Object.entries(settings))
    await form.number(key as keyof typeof settings).fill(String(value));
  await form.start();
  const training = trainingPage(page, words);
  const ended = training.state(t.ui.states.completed);
  await expect(ended.or(training.failure).first()).toBeVisible({ timeout: longMs });
  await expect(training.state(t.ui.states.certified)).toBeVisible();

  await training.toVersions.click();
  const models = modelPage(page, words);
  await models.act(fill(t.models.versionN, { n: 1 }), t.models.test);
  await models.startTest(1, 'test');
  const result = resultPage(page, words);
  await expect(result.state(t.ui.states.completed)).toBeVisible({ timeout: slowMs });
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'masks');
  expect(summary.truths).toBe(3 * tested.length);
  expect(summary.map50).toBeGreaterThan(0.3);
  await expect(result.figure(t.masks.boundaryF)).toHaveText(summary.boundaryF!.toFixed(3));
  await expect(result.findings.nth(1)).toContainText(/\d 像素²/);

  // all that is smaller than half of the image decides nothing
  await page.getByRole('button', { name: new RegExp(t.masks.rulesButton) }).click();
  for (const { name: label } of labels)
    await page.getByRole('spinbutton', { name: `${label}, ${t.masks.least.area}` }).fill(String(imageSide ** 2 / 2));
  await expect(page).toHaveURL(/rules=/);
  await expect(result.figure(t.results.escape).first()).toContainText('100');
  await page.keyboard.press('Escape');

  await page.goto('/model/online');
  const online = onlinePage(page, words);
  await online.add('轮廓_在线', `${names.plan} / ${names.function}`, 1);
  await online.chooseImage(asFile(tested[0]!));
  await expect(online.verdict).toBeVisible({ timeout: slowMs });
  expect(await online.verdictText()).toBe('NG');
  await expect(result.predictions.first()).toBeVisible();
});
