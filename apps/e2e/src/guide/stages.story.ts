/** Images of the guide's section on detection in stages: the labels of parts in the form, the curves of each stage, and an online verdict. */
import { test } from '@playwright/test';
import { api, locales, type Call } from '@loupe/contract';
import { cocoOf, fileOf, signInByApi } from '../support/client.ts';
import { drawPlate, drawPlates } from '../support/plates.ts';
import { asFile, imageSide } from '../support/png.ts';
import { signInBrowser } from '../support/seed.ts';
import { admin, serverAddress } from '../support/server.ts';
import { ended, shoot } from './tools.ts';

const params = {
  network: 'n',
  imageSize: 320,
  length: 'epochs',
  epochs: 6,
  batchSize: 4,
  warmupEpochs: 1,
  learningRate: 0.005,
  mosaic: 0,
};

async function doTheJob(call: Call) {
  const project = await call(api.projectAdd, { family: 'detection', name: 'tray_line_2' });
  const labels = [
    { name: 'plate', color: '#4aa3ff' },
    { name: 'spot', color: '#f5a623' },
  ];
  const set = { projectId: project.id, name: 'trays_2026', setType: 'detection', labels } as const;
  const { id: datasetId } = await call(api.datasetAdd, set);
  const known = (await call(api.datasetInfo, { id: datasetId })).labels;
  const folder = await call(api.folderAdd, { datasetId, name: 'train_01', type: 'train' });
  const drawn = drawPlates('tray', 16, 1);
  await call(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
  await call(api.cocoImport, { folderId: folder.id, coco: cocoOf(drawn, known, imageSide) });
  const names = { projectId: project.id, planName: 'tray_parts', functionName: 'top' };
  const model = await call(api.modelAdd, { ...names, type: 'multiStage' });
  const first = { ...params, locating: ['plate'] };
  const request = { modelId: model.id, folderIds: [folder.id], params: first, laterParams: [params], confirmed: true };
  const task = await ended(call, (await call(api.trainAdd, request)).id);
  const entry = await call(api.onlineAdd, { versionId: task.versionId!, name: 'trays_online', confirmed: true });
  return { task, entry };
}

test('images of the guide: stages', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const { task, entry } = await doTheJob(call);
  for (const locale of locales) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
    await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
    await signInBrowser(context, admin.account, admin.password);
    const page = await context.newPage();
    await page.goto(`/model/addSet?modelId=${task.modelId}&like=${task.id}`);
    await page.getByRole('checkbox', { name: /^plate/ }).scrollIntoViewIfNeeded();
    await shoot(page, locale, '29-stages-form');
    await page.goto(`/model/trainingInfo?id=${task.id}&stage=1`);
    await page.getByRole('figure').first().scrollIntoViewIfNeeded();
    await shoot(page, locale, '30-stages-curves');
    await page.goto(`/model/onlineDetail?id=${entry.id}`);
    await page.locator('main input[type=file]').setInputFiles(asFile(drawPlate('line_001.png', 9001)));
    await page.locator('[data-verdict]').waitFor();
    await shoot(page, locale, '31-stages-online');
    await context.close();
  }
});
