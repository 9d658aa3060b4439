/** Images of the guide's section on annotation: the workbench and its tools, Assist, Find similar, review, 16 bits. */
import { test, type Browser } from '@playwright/test';
import { api, locales, type Call, type Locale } from '@loupe/contract';
import { button, dialog } from '../pages/parts.ts';
import { workbenchPage } from '../pages/workbench-page.ts';
import { annotateByOps, cocoOf, fileOf, signInByApi } from '../support/client.ts';
import type { Drawn } from '../support/png.ts';
import { addUser, roleId, signInBrowser } from '../support/seed.ts';
import { admin, serverAddress } from '../support/server.ts';
import { wordsOf } from '../support/words.ts';
import { drawMetals, drawRadiograph, metalSide } from './metal.ts';
import { ended, shoot } from './tools.ts';

const annotated = 9;
const engineer = { account: 'wei', password: 'Guide-pass-1' } as const;

/** A folder of which the first images are annotated, and one of radiographs; the engineer has submitted some for review. */
async function addWork(own: Call, drawn: readonly Drawn[], locale: Locale) {
  const project = await own(api.projectAdd, { family: 'detection', name: `gear_line_5_${locale}` });
  const labels = [
    { name: 'burr', color: '#f5a623' },
    { name: 'pit', color: '#d64545' },
  ];
  const set = { projectId: project.id, name: `gears_${locale}`, labels, review: true };
  const { id: datasetId } = await own(api.datasetAdd, set);
  const known = (await own(api.datasetInfo, { id: datasetId })).labels;
  const folder = await own(api.folderAdd, { datasetId, name: 'train_01' });
  await own(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
  await own(api.cocoImport, { folderId: folder.id, coco: cocoOf(drawn.slice(0, annotated), known, metalSide) });
  const deep = await own(api.folderAdd, { datasetId, name: 'x_ray' });
  const pores = drawRadiograph('cast_0007.png', 3);
  await own(api.imageUpload, { folderId: deep.id }, { files: [fileOf(pores)] });
  const [radiograph] = (await own(api.imageList, { folderId: deep.id })).list;
  await annotateByOps(own, radiograph!, pores, known);
  const { list } = await own(api.imageList, { folderId: folder.id });
  return { folder, list, radiograph: radiograph!, deep };
}

async function story(browser: Browser, locale: Locale): Promise<void> {
  const words = wordsOf(locale);
  const { t } = words;
  const drawn = drawMetals('gear', 18, 1);
  const own = (await signInByApi(serverAddress, engineer.account, engineer.password)).call;
  const { folder, list, radiograph, deep } = await addWork(own, drawn, locale);
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
  await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
  await signInBrowser(context, engineer.account, engineer.password);
  const page = await context.newPage();
  const desk = workbenchPage(page, words);
  const open = async (at: number) => {
    await page.goto(`/dataset/handleImg?id=${list[at]!.id}&folderId=${folder.id}`);
    await desk.expectShown(list[at]!.name);
  };
  await open(2);
  await shoot(page, locale, '06-workbench');

  // an image without annotations: one click of Assist on what is there
  await open(10);
  await page.keyboard.press('2');
  await page.keyboard.press('s');
  const [x1, y1, x2, y2] = drawn[10]!.marks[0]!.box;
  await desk.click([(x1 + x2) / 2, (y1 + y2) / 2]);
  await page.waitForTimeout(3000);
  await shoot(page, locale, '36-assist');
  await page.keyboard.press('Escape');

  await open(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+U');
  const search = dialog(page, t.preannotation.similar.title);
  await search.waitFor();
  await shoot(page, locale, '37-propose-similar');
  const begun = page.waitForResponse((answer) => answer.url().endsWith(api.similarAdd.path));
  await button(search, t.preannotation.start).click();
  const { data } = (await (await begun).json()) as { data: { id: number } };
  await ended(own, data.id);
  await open(11);
  await shoot(page, locale, '38-candidates');

  await page.goto(`/dataset/handleImg?id=${radiograph.id}&folderId=${deep.id}`);
  await desk.expectShown(radiograph.name);
  await shoot(page, locale, '40-window');
  for (const at of [3, 4, 5]) {
    await open(at);
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(1500);
  }
  await context.close();
  await review(browser, locale, `/dataset/handleImg?id=${list[4]!.id}&folderId=${folder.id}`, list[4]!.name);
}

/** What the second person sees. */
async function review(browser: Browser, locale: Locale, address: string, name: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 });
  await context.addInitScript((lang) => localStorage.setItem('loupe.locale', lang), locale);
  await signInBrowser(context, admin.account, admin.password);
  const page = await context.newPage();
  await page.goto(address);
  await workbenchPage(page, wordsOf(locale)).expectShown(name);
  await shoot(page, locale, '39-review');
  await context.close();
}

test('images of the guide: annotation', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const client = await signInByApi(serverAddress, admin.account, admin.password);
  await addUser(client, engineer.account, engineer.password, await roleId(client, 'engineer'));
  for (const locale of locales) await story(browser, locale);
});
