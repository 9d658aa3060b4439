/**
 * Takes the images of the user guide (docs/guide): a small job is done through the API, then its screens are shown in
 * Chinese and in English. `npx playwright test -c apps/e2e/guide.config.ts`
 */
import { test } from '@playwright/test';
import { api, locales, type Call } from '@loupe/contract';
import { cocoOf, fileOf, signInByApi } from '../support/client.ts';
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

/** Project, images, annotations, a version, its test and an online entry. */
async function doTheJob(call: Call) {
  const project = await call(api.projectAdd, { family: 'detection', name: 'gear_line_1' });
  const labels = [
    { name: 'burr', color: '#f5a623' },
    { name: 'pit', color: '#d64545' },
  ];
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: 'gears_2026', labels });
  const folderOf = (name: string, type: 'train' | 'test') => call(api.folderAdd, { datasetId: dataset.id, name, type });
  const train = await folderOf('train_01', 'train');
  const tested = await folderOf('test_01', 'test');
  const known = (await call(api.datasetInfo, { id: dataset.id })).labels;
  for (const [folder, prefix, count, seed] of [
    [train, 'gear', 40, 1],
    [tested, 'check', 16, 201],
  ] as const) {
    const drawn = drawMetals(prefix, count, seed);
    for (let from = 0; from < count; from += 20) {
      await call(api.imageUpload, { folderId: folder.id }, { files: drawn.slice(from, from + 20).map(fileOf) });
    }
    await call(api.cocoImport, { folderId: folder.id, coco: cocoOf(drawn, known, metalSide) });
  }
  const model = await call(api.modelAdd, {
    projectId: project.id,
    planName: 'gear_defects',
    functionName: 'front',
  });
  const request = { modelId: model.id, folderIds: [train.id], params, confirmed: true };
  const training = await ended(call, (await call(api.trainAdd, request)).id);
  const versionId = training.versionId!;
  const result = await ended(call, (await call(api.testAdd, { versionId, folderIds: [tested.id] })).id);
  const second = await call(api.trainAdd, { ...request, params: { ...params, timeBudget: 60 } });
  const entry = await call(api.onlineAdd, { versionId, name: 'gears_online', confirmed: true });
  return { project, dataset, train, model, training, result, second, entry };
}

const side = { ok: 60, ng: 16 } as const;

/** A model from good parts, with its test. */
async function learnGoodParts(call: Call) {
  const project = await call(api.projectAdd, { family: 'anomaly', name: 'cast_line_2' });
  const model = await call(api.modelAdd, { projectId: project.id, planName: 'cast_surface', functionName: 'top' });
  const folderIds: number[] = [];
  for (const { id: datasetId, role } of model.datasets) {
    const folder = (await call(api.folderList, { datasetId, pageNum: 1, pageSize: 1 })).list[0]!;
    folderIds.push(folder.id);
    const drawn = Array.from({ length: side[role as keyof typeof side] }, (_, i) =>
      drawMetal(`part_${role}${i + 1}.png`, i + (role === 'ng' ? 700 : 400), role === 'ng' ? 1 + (i % 2) : 0),
    );
    for (let from = 0; from < drawn.length; from += 20) {
      await call(api.imageUpload, { folderId: folder.id }, { files: drawn.slice(from, from + 20).map(fileOf) });
    }
    await call(api.imageSplit, { datasetId, testPercent: role === 'ng' ? 75 : 30 });
  }
  const request = { modelId: model.id, folderIds, params: { timeBudget: 3 }, confirmed: true };
  const training = await ended(call, (await call(api.trainAdd, request)).id);
  const memory = await ended(call, (await call(api.trainAdd, { ...request, params: { method: 'memory' } })).id);
  const test = { versionId: training.versionId!, folderIds, part: 'test' } as const;
  const result = await ended(call, (await call(api.testAdd, test)).id);
  return { model, memory, result, okFolder: folderIds[0]! };
}

test('images of the guide', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const parts = await learnGoodParts(call);
  const job = await doTheJob(call);
  for (const locale of locales) {
    const { t } = wordsOf(locale);
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
    await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
    const page = await context.newPage();
    await page.goto('/login');
    await shoot(page, locale, '01-sign-in');
    await signInBrowser(context, admin.account, admin.password);
    const screens: [name: string, address: string, before?: () => Promise<unknown>][] = [
      ['02-dashboard', '/dashboard'],
      ['03-data-set', `/dataset/datasetInfo?id=${job.dataset.id}`],
      ['04-images', `/dataset/fileInfo?id=${job.train.id}`],
      [
        '05-uploads',
        `/dataset/fileInfo?id=${job.train.id}`,
        () => page.getByRole('button', { name: t.transfers.uploads }).click(),
      ],
      ['07-training-form', `/model/addSet?modelId=${job.model.id}`],
      ['08-training', `/model/trainingInfo?id=${job.training.id}`],
      ['09-versions', `/model/index?id=${job.model.id}`],
      ['10-result', `/model/result?id=${job.result.id}`],
      ['11-figures', `/model/result?id=${job.result.id}&view=figures`],
      ['12-decide', `/model/result?id=${job.result.id}&view=decide`],
      ['13-online', `/model/onlineDetail?id=${job.entry.id}`],
      ['14-ok-images', `/anomaly/okImg/info?model=${parts.model.id}&id=${parts.okFolder}`],
      ['15-anomaly-training', `/anomaly/train/add?modelId=${parts.model.id}`],
      ['16-scores', `/anomaly/testing/result?id=${parts.result.id}`],
      [
        '17-finds',
        `/anomaly/train/result?id=${parts.memory.id}`,
        async () => {
          await page.getByText(t.scores.finds.title).waitFor();
          await page.mouse.move(700, 400);
          await page.mouse.wheel(0, 300);
        },
      ],
    ];
    for (const [name, address, before] of screens) {
      await page.goto(address);
      await before?.();
      await shoot(page, locale, name);
    }
    await context.close();
  }
  await call(api.taskAct, { id: job.second.id, action: 'stop' });
});
