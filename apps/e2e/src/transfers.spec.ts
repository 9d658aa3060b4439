/** Images in and out in bulk: a folder with labels and a bad file goes in, what came in is exported and downloaded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { datasetPage } from './pages/dataset-page.ts';
import { slowMs } from './pages/parts.ts';
import { imagePage } from './pages/image-page.ts';
import { exportPage, uploadPage } from './pages/transfer-page.ts';
import { cocoOf, signInByApi } from './support/client.ts';
import { listenForFaults } from './support/faults.ts';
import { listenForNotices } from './support/notices.ts';
import { drawImages, imageSide } from './support/png.ts';
import { addFolder, signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, message, say } = words;

const name = '整批_七号';
const drawn = drawImages('bulk', 3, 401);
const bad = 'notes.jpg';
let home = '';

test.beforeAll(() => {
  home = path.join(mkdtempSync(path.join(tmpdir(), 'loupe-upload-')), name);
  mkdirSync(path.join(home, 'images'), { recursive: true });
  for (const { name: file, png } of drawn) writeFileSync(path.join(home, 'images', file), png);
  writeFileSync(path.join(home, 'images', bad), 'this is no image');
  const labels = ['scratch', 'pit'].map((label, i) => ({ id: i + 1, name: label, color: '', ordinal: i, shapes: 0 }));
  writeFileSync(path.join(home, 'annotations.json'), JSON.stringify(cocoOf(drawn, labels, imageSide)));
});
test.afterAll(() => rmSync(path.dirname(home), { recursive: true }));

test('a folder goes in through the header, its report names the bad file; an export comes out', async ({ page }) => {
  test.setTimeout(3 * slowMs);
  const faults = listenForFaults(page.context());
  const notices = await listenForNotices(page.context());
  await signInBrowser(page.context(), admin.account, admin.password);
  const { call } = await signInByApi(serverAddress, admin.account, admin.password);
  const { dataset, folder } = await addFolder(call, 'bulk_line', []);
  const uploads = uploadPage(page, words);
  await uploads.withPlainPickers();
  await page.goto('/dashboard');

  await uploads.sendFolder(home, dataset.name, folder.name);
  const mapping = await uploads.mapping(name);
  await expect(mapping.getByRole('textbox')).toHaveValue('pit');
  await mapping.getByRole('textbox').press('Enter');
  await expect(mapping).toBeHidden();
  await expect(uploads.row(name)).toContainText(t.transfers.statuses.incomplete, { timeout: slowMs });
  const report = await uploads.report(name);
  await expect(report).toContainText(message('image.type', { file: `images/${bad}` }));
  await uploads.closeReport(name);
  await uploads.close();

  const images = imagePage(page, words);
  await images.goto(folder.id);
  await expect(images.images).toHaveCount(drawn.length);
  await expect(images.image('bulk_01.png')).toContainText(say('datasets.shapesOn', { count: 3 }));

  await datasetPage(page, words).goto(dataset.projectId);
  const exports = exportPage(page, words);
  await exports.start(dataset.name);
  await expect(page).toHaveURL(/\/dataset\/exports/);
  await notices.expect(message('export.done'), { timeout: slowMs });
  await expect(exports.row(dataset.name)).toContainText(t.ui.states.completed, { timeout: slowMs });
  const file = await exports.download(dataset.name);
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  faults.expectNone();
});
