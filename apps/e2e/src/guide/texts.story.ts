/** Images of the guide's section on texts: the workbench, the form that offers the ready-made reader, a result and an online verdict. */
import { test } from '@playwright/test';
import { api, locales, type Call } from '@loupe/contract';
import { fileOf, signInByApi, typeByOps } from '../support/client.ts';
import { drawLettering, drawPlates } from '../support/lettering.ts';
import { asFile } from '../support/png.ts';
import { signInBrowser } from '../support/seed.ts';
import { admin, serverAddress } from '../support/server.ts';
import { wordsOf } from '../support/words.ts';
import { ended, shoot } from './tools.ts';

const none = { training: 'none', imageSize: 320 };
/** The letter O among digits, which a reader takes for a zero. */
const confused = ['LOT 1O42', 'LOT 5OO7'].map((lot, i) =>
  drawLettering(`check_0${i + 7}.png`, 300 + i, [lot, `2027-0${i + 3}`]),
);

async function doTheJob(call: Call) {
  const project = await call(api.projectAdd, { family: 'ocr', name: 'housing_line_4' });
  const names = { projectId: project.id, planName: 'lots_and_dates', functionName: 'top' };
  const model = await call(api.modelAdd, { ...names, type: 'text' });
  const folderIds: number[] = [];
  const imageIds: number[] = [];
  for (const [role, plates, typed] of [
    ['train', drawPlates('housing', 12, 1), 3],
    ['test', [...drawPlates('check', 6, 201), ...confused], 8],
  ] as const) {
    const { id: datasetId } = model.datasets.find((one) => one.role === role)!;
    const folder = (await call(api.folderList, { datasetId })).list[0]!;
    await call(api.imageUpload, { folderId: folder.id }, { files: plates.map(fileOf) });
    const [label] = (await call(api.datasetInfo, { id: datasetId })).labels;
    const { list } = await call(api.imageList, { folderId: folder.id, sort: 'name', pageSize: 50 });
    for (const [i, image] of list.entries()) {
      imageIds.push(image.id);
      if (i < typed) await typeByOps(call, image, plates[i]!.texts, label!.id);
    }
    folderIds.push(folder.id);
  }
  const [train, tested] = folderIds as [number, number];
  const request = {
    modelId: model.id,
    folderIds: [train],
    params: none,
    laterParams: [{ training: 'none', language: 'en' }],
  };
  const task = await ended(call, (await call(api.trainAdd, { ...request, confirmed: true })).id);
  const versionId = task.versionId!;
  const result = await ended(call, (await call(api.testAdd, { versionId, folderIds: [tested] })).id);
  const { thresholds } = await call(api.versionInfo, { id: versionId });
  const rules = [
    { type: 'matches', which: 'any', pattern: String.raw`LOT \d{4}` },
    { type: 'date', which: 'any', format: 'YYYY-MM', daysBefore: 1500, daysAfter: 1500 },
  ] as const;
  const own = { ...thresholds, rules: [...rules] };
  const entry = await call(api.onlineAdd, { versionId, name: 'lots_online', thresholds: own, confirmed: true });
  return { model, train, imageId: imageIds[0]!, result, entry };
}

test('images of the guide: texts', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const { model, train, imageId, result, entry } = await doTheJob(call);
  for (const locale of locales) {
    const { t } = wordsOf(locale);
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
    await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
    await signInBrowser(context, admin.account, admin.password);
    const page = await context.newPage();
    await page.goto(`/trainDetailOCR/trainDetailOCR/trainHandleImg?folderId=${train}&id=${imageId}`);
    await page.getByRole('region', { name: t.annotation.shapes }).getByRole('button', { name: 'LOT' }).click();
    await shoot(page, locale, '32-texts-workbench');
    await page.goto(`/trainDetailOCR/trainTaskDetailOCR/add?modelId=${model.id}`);
    await shoot(page, locale, '33-texts-form');
    await page.goto(`/testDetailOCR/testTaskDetailOCRresult?id=${result.id}`);
    await shoot(page, locale, '34-texts-result');
    await page.goto(`/onlineDetailOCR/index?id=${entry.id}`);
    await page
      .locator('main input[type=file]')
      .setInputFiles(asFile(drawLettering('line_001.png', 7, ['LOT 48', '2026-11'])));
    await page.locator('[data-verdict]').waitFor();
    await shoot(page, locale, '35-texts-online');
    await context.close();
  }
});
