/** Anomaly detection from an archive of good and bad parts to a verdict, with the real engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, ofType } from '@loupe/contract';
import { expect, test } from '@playwright/test';
import { zipOf } from '../../server/src/testing/archives.ts';
import { anomalyPage } from './pages/anomaly-page.ts';
import { longMs, slowMs } from './pages/parts.ts';
import { onlinePage } from './pages/online-page.ts';
import { uploadPage } from './pages/transfer-page.ts';
import { signInByApi } from './support/client.ts';
import { listenForFaults } from './support/faults.ts';
import { listenForNotices } from './support/notices.ts';
import { drawPart } from './support/parts.ts';
import { signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, message, fill } = words;
const counts = { ok: 30, ng: 8 };
/** A part as its name says it. */
const partOf = (name: string): Buffer => {
  const [, side, number] = /_(OK|NG)(\d+)\.png$/.exec(name)!;
  return drawPart(Number(number) + (side === 'NG' ? 500 : 0), side === 'NG');
};
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-parts-'));
  const many = (side: 'OK' | 'NG', count: number) =>
    Array.from({ length: count }, (_, i) => `part_${side}${i}.png`).map((name) => ({
      name: `line/${side}/${name}`,
      data: partOf(name),
    }));
  const entries = [...many('OK', counts.ok), ...many('NG', counts.ng)];
  const broken = { name: 'line/OK/broken.png', data: Buffer.from('this is no image') };
  writeFileSync(path.join(folder, 'parts.zip'), zipOf([...entries, broken]));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('an archive of good and bad parts becomes a model, its test, and a verdict', async ({ page }) => {
  test.setTimeout(longMs + 4 * slowMs);
  const faults = listenForFaults(page.context());
  const notices = await listenForNotices(page.context());
  await signInBrowser(page.context(), admin.account, admin.password);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const project = await call(api.projectAdd, { family: 'anomaly', name: 'castings_e2e' });
  const model = await call(api.modelAdd, { projectId: project.id, planName: 'surface', functionName: 'spot' });
  const uploads = uploadPage(page, words);
  await uploads.withPlainPickers();
  const screen = anomalyPage(page, words);

  await screen.goto('okImg', model.id);
  await uploads.sendArchive(path.join(folder, 'parts.zip'));
  await expect(uploads.row('parts.zip')).toContainText(t.transfers.statuses.incomplete, { timeout: slowMs });
  const report = await uploads.report('parts.zip');
  await expect(report).toContainText(message('image.type', { file: 'line/OK/broken.png' }));
  await uploads.closeReport('parts.zip');
  await uploads.close();
  await expect(screen.tab(String(counts.ok))).toBeVisible();
  await expect(screen.tab(String(counts.ng))).toBeVisible();
  await screen.split();
  await notices.expect(fill(t.datasets.splitDone, { train: 24, test: 6 }));
  await screen.goto('ngImg', model.id);
  await screen.split();

  await page.goto(`/anomaly/train/add?modelId=${model.id}`);
  await screen.number('imageSize').fill('128');
  await screen.number('timeBudget').fill('0.3');
  const taskId = await screen.startTraining();
  const ended = screen.state(t.ui.states.completed).or(page.getByText(t.tasks.failedTitle));
  await expect(ended.first()).toBeVisible({ timeout: longMs });
  await expect(screen.state(t.ui.states.certified)).toBeVisible();
  await expect(page.getByRole('heading', { name: t.scores.finds.title })).toBeVisible();
  await expect(page.getByRole('region', { name: t.scores.finds.found })).toBeVisible();
  const trained = await call(api.taskInfo, { id: taskId });
  expect(trained.images).toMatchObject({ train: 19, test: 0 });

  await page.goto(`/anomaly/testing/add?model=${model.id}`);
  await screen.startTest(1);
  await expect(screen.state(t.ui.states.completed)).toBeVisible({ timeout: slowMs });
  await expect(screen.images.first()).toBeVisible();
  const { list } = await call(api.taskList, { kind: 'test', modelId: model.id, pageNum: 1, pageSize: 1 });
  const summary = ofType(await call(api.testSummary, { taskId: list[0]!.id }), 'scoremap');
  expect(summary.ok).toBe(6);
  // So short a training need not be right about each part.
  expect(summary.imageAuroc).toBeGreaterThan(0.75);
  await expect(screen.figure(t.results.overkill)).toContainText(`${summary.overkill.count} / 6`);
  // the handle at its end: every part passes, the bad ones too
  await screen.threshold.press('End');
  await expect(screen.figure(t.results.escape)).toContainText(`${summary.ng} / ${summary.ng}`);
  await expect(screen.figure(t.results.overkill)).toContainText('0 / 6');

  const version = await call(api.versionList, { modelId: model.id });
  const entry = await call(api.onlineAdd, { name: 'castings_line', versionId: version.list[0]!.id, confirmed: true });
  await page.goto(`/anomaly/onlineDetail?id=${entry.id}`);
  const online = onlinePage(page, words);
  // The surest part of each side: what the test said of it is what is said of it online.
  const { list: judged } = await call(api.testImages, { taskId: list[0]!.id, pageNum: 1, pageSize: 200 });
  const sorted = judged.flatMap((one) => (one.type === 'scoremap' ? [one] : [])).sort((a, b) => a.score - b.score);
  const [surestGood, surestBad] = [sorted.find((one) => !one.ng)!, sorted.findLast((one) => one.ng)!];
  expect(surestBad.score).toBeGreaterThan(surestGood.score);
  for (const [i, part] of [surestBad, surestGood].entries()) {
    await online.chooseImage({ name: part.name, mimeType: 'image/png', buffer: partOf(part.name) });
    await expect(online.records).toHaveCount(i + 1, { timeout: slowMs });
    await expect(online.verdict).toHaveAttribute('data-verdict', part.verdict);
  }
  faults.expectNone();
});
