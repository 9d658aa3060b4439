/** Images of the guide's section on outlines: burrs and pits with their shapes, a version, its result and an online verdict. */
import { test } from '@playwright/test';
import { api, locales, type Call } from '@loupe/contract';
import { fileOf, signInByApi } from '../support/client.ts';
import { outlinesOf, ringOf } from '../support/outlines.ts';
import { asFile, type Mark } from '../support/png.ts';
import { signInBrowser } from '../support/seed.ts';
import { admin, serverAddress } from '../support/server.ts';
import { wordsOf } from '../support/words.ts';
import { drawMetal, drawMetals, metalSide } from './metal.ts';
import { ended, shoot } from './tools.ts';

const params = {
  network: 'n',
  backbone: 'imagenet',
  imageSize: 320,
  length: 'time',
  timeBudget: 2,
  batchSize: 8,
  warmupEpochs: 1,
  mosaic: 0,
};

/** As `metal.ts` draws them: burrs are ragged, pits are round. */
const outline = (mark: Mark): number[] =>
  ringOf(mark, (angle) => (mark.sort === 'disc' ? 0.94 : 0.72 + 0.28 * Math.sin(5 * angle + mark.box[0])));

async function doTheJob(call: Call) {
  const project = await call(api.projectAdd, { family: 'detection', name: 'plate_line_3' });
  const labels = [
    { name: 'burr', color: '#f5a623' },
    { name: 'pit', color: '#4aa3ff' },
  ];
  const set = { projectId: project.id, name: 'plates_2026', setType: 'segmentation', labels } as const;
  const { id: datasetId } = await call(api.datasetAdd, set);
  const known = (await call(api.datasetInfo, { id: datasetId })).labels;
  const folderIds: number[] = [];
  for (const [type, prefix, count, seed] of [
    ['train', 'plate', 40, 301],
    ['test', 'check', 16, 501],
  ] as const) {
    const folder = await call(api.folderAdd, { datasetId, name: `${type}_01`, type });
    folderIds.push(folder.id);
    const drawn = drawMetals(prefix, count, seed);
    for (let from = 0; from < count; from += 20)
      await call(api.imageUpload, { folderId: folder.id }, { files: drawn.slice(from, from + 20).map(fileOf) });
    await call(api.cocoImport, { folderId: folder.id, coco: outlinesOf(drawn, known, metalSide, outline) });
  }
  const [train, tested] = folderIds as [number, number];
  const names = { projectId: project.id, planName: 'plate_outlines', functionName: 'top' };
  const model = await call(api.modelAdd, { ...names, type: 'segment' });
  const request = { modelId: model.id, folderIds: [train], params, confirmed: true };
  const versionId = (await ended(call, (await call(api.trainAdd, request)).id)).versionId!;
  const result = await ended(call, (await call(api.testAdd, { versionId, folderIds: [tested] })).id);
  const { thresholds } = await call(api.versionInfo, { id: versionId });
  const rules = { byLabelLeast: { pit: { length: 1.5, unit: 'mm' as const } }, mmPerPixel: 0.05 };
  const own = { ...thresholds, ...rules };
  const entry = await call(api.onlineAdd, { versionId, name: 'plates_online', thresholds: own, confirmed: true });
  return { result, entry, rules };
}

test('images of the guide: outlines', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const { result, entry, rules } = await doTheJob(call);
  const asked = new URLSearchParams({ id: String(result.id), show: 'all', rules: JSON.stringify(rules) });
  for (const locale of locales) {
    const { t } = wordsOf(locale);
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
    await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
    await signInBrowser(context, admin.account, admin.password);
    const page = await context.newPage();
    await page.goto(`/model/result?${asked}`);
    await shoot(page, locale, '18-outlines');
    await page.getByRole('button', { name: new RegExp(t.masks.rulesButton) }).click();
    await shoot(page, locale, '19-size-rules');
    await page.goto(`/model/onlineDetail?id=${entry.id}`);
    await page.locator('main input[type=file]').setInputFiles(asFile(drawMetal('line_001.png', 9001, 3)));
    await page.locator('[data-verdict]').waitFor();
    await shoot(page, locale, '20-outlines-online');
    await context.close();
  }
});
