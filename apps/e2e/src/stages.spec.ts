/** Detection in stages once, with the real engine: parts are named, both stages learn, and a verdict follows from crops of parts. */
import { expect } from '@playwright/test';
import { api, ofType, recipes, type ModelType } from '@loupe/contract';
import { modelPage } from './pages/model-page.ts';
import { onlinePage } from './pages/online-page.ts';
import { longMs, slowMs } from './pages/parts.ts';
import { resultPage } from './pages/result-page.ts';
import { trainForm, trainingPage } from './pages/training-page.ts';
import { cocoOf, fileOf } from './support/client.ts';
import { drawPlates } from './support/plates.ts';
import { asFile, imageSide } from './support/png.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, both } = words;
const names = { project: '分段_一号线', dataset: '分段_样品', plan: '零件缺陷', function: '正面' };
/** Of both stages. An epoch has 20 steps: enough that parts are found, and that the graphs can be compared. */
const settings = { imageSize: 320, epochs: 3, batchSize: 4, warmupEpochs: 1, learningRate: 0.005, mosaic: 0 } as const;
const type: ModelType = 'multiStage';
const learned = drawPlates('plate', 16, 1);
const tested = drawPlates('check', 4, 201);
const stageNames = (['locate', 'inspect'] as const).map((id, i) =>
  fill(t.tasks.stageN, { n: i + 1, name: both(recipes[id].stageName!) }),
);

test('parts, a training in two stages with the curves of each, a result, and a verdict', async ({ page, client }) => {
  test.setTimeout(2 * longMs + 6 * slowMs);
  const { call } = client;
  const { id: projectId } = await call(api.projectAdd, { family: 'detection', name: names.project });
  const labels = ['零件', '污点'].map((name, i) => ({ name, color: ['#4aa3ff', '#f5a623'][i]! }));
  const dataset = await call(api.datasetAdd, { projectId, name: names.dataset, setType: 'detection', labels });
  const known = (await call(api.datasetInfo, { id: dataset.id })).labels;
  for (const [name, drawn] of [
    ['train', learned],
    ['test', tested],
  ] as const) {
    const folder = await call(api.folderAdd, { datasetId: dataset.id, name, type: name });
    await call(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
    const coco = cocoOf(drawn, known, imageSide);
    expect(await call(api.cocoImport, { folderId: folder.id, coco })).toMatchObject({ shapes: 4 * drawn.length });
  }
  const naming = { planName: names.plan, functionName: names.function, type };
  const model = await call(api.modelAdd, { projectId, ...naming });

  // without the labels of the parts nothing can start; with them both stages have their own parameters
  const form = trainForm(page, words);
  await page.goto(`/model/addSet?modelId=${model.id}`);
  await expect(form.folder('train')).toBeChecked();
  await form.locating('零件').click();
  await form.allParams();
  for (const stage of [0, 1]) {
    await form.network('n', stage).click();
    await form.byEpochs(stage);
    for (const [key, value] of Object.entries(settings))
      await form.number(key as keyof typeof settings, stage).fill(String(value));
  }
  for (const name of stageNames) await expect(form.summary).toContainText(name);
  await form.start();

  // the curves of both are there when all is over, and either can be chosen
  const training = trainingPage(page, words);
  const ended = training.state(t.ui.states.completed);
  await expect(ended.or(training.failure).first()).toBeVisible({ timeout: 2 * longMs });
  await expect(training.state(t.ui.states.certified)).toBeVisible();
  await expect(training.stage(stageNames[1]!)).toBeChecked();
  await expect(training.noPoint(training.loss)).toBeHidden();
  await training.chooseStage(stageNames[0]!);
  await expect(page).toHaveURL(/stage=1/);
  await expect(training.stage(stageNames[0]!)).toBeChecked();
  await expect(training.noPoint(training.loss)).toBeHidden();

  // the version tells the settings of both, and has the score of a part that its training chose
  await training.toVersions.click();
  const models = modelPage(page, words);
  const { list } = await call(api.versionList, { modelId: model.id });
  const { partScore } = list[0]!.stages[1]!.params as { partScore: number };
  expect(partScore).toBeGreaterThan(0);
  expect(partScore).toBeLessThanOrEqual(0.25);
  for (const n of [1, 2]) await expect(page.getByRole('row').getByText(`${n} · `)).toBeVisible();
  await models.act(fill(t.models.versionN, { n: 1 }), t.models.test);
  await models.startTest(1, 'test');
  const result = resultPage(page, words);
  await expect(result.state(t.ui.states.completed)).toBeVisible({ timeout: slowMs });
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'boxes');
  const [parts, dots] = summary.classes;
  expect(parts).toMatchObject({ locates: true, truths: 2 * tested.length });
  expect(parts!.ap50).toBeGreaterThan(0.5);
  // parts count in no figure of the whole
  expect(dots!.truths).toBe(summary.truths);

  await page.goto('/model/online');
  const online = onlinePage(page, words);
  await online.add('分段_在线', `${names.plan} / ${names.function}`, 1);
  await online.chooseImage(asFile(tested[0]!));
  await expect(online.verdict).toBeVisible({ timeout: slowMs });
  expect(await online.verdictText()).not.toBe('noPart');
  await expect(page.getByText(t.online.parts_other.split('{{')[0]!)).toBeVisible();
});
