/** OCR once, with the real engine: an archive is read by the ready-made reader, a text is corrected, a version learns, and a rule judges. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { api, ofType } from '@loupe/contract';
import { zipOf } from '../../server/src/testing/archives.ts';
import { ocrPage } from './pages/ocr-page.ts';
import { onlinePage } from './pages/online-page.ts';
import { button, comesIn, dialog, longMs, slowMs } from './pages/parts.ts';
import { listPage } from './pages/list-page.ts';
import { resultPage } from './pages/result-page.ts';
import { trainingPage } from './pages/training-page.ts';
import { uploadPage } from './pages/transfer-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { fileOf, typeByOps } from './support/client.ts';
import { drawLettering, drawPlates } from './support/lettering.ts';
import { asFile } from './support/png.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill, message } = words;
const learned = drawPlates('plate', 8, 1);
const tested = drawPlates('check', 4, 201);
/** Of both stages; so short a training changes the ready-made reader little. */
const settings = { epochs: 1, batchSize: 4, warmupEpochs: 0, epochSteps: 1 } as const;
/** Without the space that is on the plate: what the person wants it to be. */
const corrected = learned[0]!.texts[0]!.text.replace(' ', '');
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-texts-'));
  writeFileSync(path.join(folder, 'plates.zip'), zipOf(learned.map(({ name, png }) => ({ name, data: png }))));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('an archive is pre-annotated by the ready-made reader, corrected and learned; a rule gives a verdict with its reason', async ({
  page,
  client: { call },
}) => {
  test.setTimeout(2 * longMs + 6 * slowMs);
  const screen = ocrPage(page, words);
  const training = trainingPage(page, words);
  const uploads = uploadPage(page, words);
  const project = await call(api.projectAdd, { family: 'ocr', name: 'texts_e2e' });
  const names = { planName: 'lots', functionName: 'front' };
  const model = await call(api.modelAdd, { projectId: project.id, ...names, type: 'text' });
  const [trainSet, testSet] = (['train', 'test'] as const).map((role) => model.datasets.find((d) => d.role === role)!);
  const images = (await call(api.folderList, { datasetId: trainSet!.id })).list[0]!;

  await uploads.withPlainPickers();
  await screen.goto('trainImages', { model: model.id });
  await uploads.sendArchive(path.join(folder, 'plates.zip'));
  await expect(uploads.row('plates.zip')).toContainText(t.transfers.statuses.completed, { timeout: slowMs });
  await uploads.close();

  // nothing is annotated, and the form says what comes first
  const newTraining = `/trainDetailOCR/trainTaskDetailOCR/add?modelId=${model.id}`;
  await page.goto(newTraining);
  await screen.chooseReady();
  await screen.startTraining({ isReady: true });
  const hasEnded = training.state(t.ui.states.completed).or(training.failure).first();
  await expect(hasEnded).toBeVisible({ timeout: longMs });
  await expect(training.state(t.ui.states.certified)).toBeVisible();

  await page.goto(newTraining);
  await screen.toPreannotation();
  const list = listPage(page, words);
  await list.act(images.name, t.preannotation.open);
  const form = dialog(page, fill(t.preannotation.title, { name: images.name }));
  await comesIn(form);
  await button(form, t.preannotation.start).click();
  await expect(form).toBeHidden();
  await expect(list.row(images.name)).toContainText(t.ui.states.preLabeled, { timeout: slowMs });

  const desk = workbenchPage(page, words);
  const shown = (await call(api.imageList, { folderId: images.id, sort: 'name' })).list;
  expect(shown).toHaveLength(learned.length);
  for (const [i, image] of shown.entries()) {
    /* oxlint-disable no-await-in-loop -- one image after the other */
    await screen.goto('trainDesk', { folderId: images.id, id: image.id });
    await desk.expectShown(image.name);
    await desk.saving(() => desk.press('Shift+Y'));
    if (i === 0) {
      await screen.listed(learned[0]!.texts[0]!.text).click();
      await screen.field.fill(corrected);
      await desk.saving(() => screen.field.press('Enter'));
      await expect(screen.listed(corrected)).toBeVisible();
    }
    /* oxlint-enable no-await-in-loop */
  }
  const { shapes } = await call(api.imageShapes, { imageId: shown[0]!.id });
  expect(shapes.map(({ text }) => text)).toEqual(expect.arrayContaining([corrected, learned[0]!.texts[1]!.text]));

  await page.goto(newTraining);
  await page.getByText(t.tasks.allParams, { exact: true }).click();
  await screen.number('imageSize', 0).fill('320');
  for (const stage of [0, 1] as const) {
    await screen.byEpochs(stage);
    for (const [key, value] of Object.entries(settings))
      await screen.number(key as keyof typeof settings, stage).fill(String(value));
  }
  await screen.startTraining();
  await expect(hasEnded).toBeVisible({ timeout: longMs });
  await expect(training.state(t.ui.states.certified)).toBeVisible();

  const testFolder = (await call(api.folderList, { datasetId: testSet!.id })).list[0]!;
  await call(api.imageUpload, { folderId: testFolder.id }, { files: tested.map(fileOf) });
  const [label] = (await call(api.datasetInfo, { id: testSet!.id })).labels;
  const given = (await call(api.imageList, { folderId: testFolder.id, sort: 'name' })).list;
  await Promise.all(given.map((image, i) => typeByOps(call, image, tested[i]!.texts, label!.id)));
  await screen.goto('newTest', { model: model.id });
  await screen.startTest(2);
  const result = resultPage(page, words);
  await expect(result.state(t.ui.states.completed)).toBeVisible({ timeout: slowMs });
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const summary = ofType(await call(api.testSummary, { taskId: id }), 'texts');
  expect(summary).toMatchObject({ images: tested.length, typed: 2 * tested.length });
  expect(summary.hmean).toBeGreaterThan(0.8);
  expect(summary.charAccuracy).toBeGreaterThan(0.8);
  await expect(result.figure(t.models.metrics.det_hmean)).toHaveText(summary.hmean!.toFixed(3));
  await expect(screen.read.first()).toContainText(/LOT|20\d\d/);
  // a wrong truth is one key away, and at once in the field
  await expect(page.getByRole('link', { name: t.results.toWorkbench }).first()).toBeVisible();
  await page.keyboard.press('w');
  await expect(screen.field).toHaveValue(/LOT|20\d\d/);

  await screen.goto('online', { model: model.id });
  const pattern = String.raw`LOT ?\d{4}`;
  await screen.addOnline('texts_line', 2, pattern);
  const online = onlinePage(page, words);
  const wrong = drawLettering('wrong.png', 7, ['LOT 12', '2026-11']);
  for (const [i, plate] of [tested[0]!, wrong].entries()) {
    await online.chooseImage(asFile(plate)); // oxlint-disable-line no-await-in-loop
    await expect(online.records).toHaveCount(i + 1, { timeout: slowMs }); // oxlint-disable-line no-await-in-loop
    await expect(online.verdict).toHaveAttribute('data-verdict', i === 0 ? 'OK' : 'NG'); // oxlint-disable-line no-await-in-loop
  }
  await expect(online.verdict).toContainText('LOT 12');
  await expect(online.verdict).toContainText(message('texts.reason.matches', { wanted: pattern }));
});
