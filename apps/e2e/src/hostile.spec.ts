/** Names and descriptions that look like markup, or like places in our own texts, stand on every screen as they are. */
import { expect, test } from '@playwright/test';
import { api, locales } from '@loupe/contract';
import { button } from './pages/parts.ts';
import { fileOf, signInByApi } from './support/client.ts';
import { listenForFaults } from './support/faults.ts';
import { drawImages } from './support/png.ts';
import { addUser, roleId, signInBrowser } from './support/seed.ts';
import { admin, serverAddress } from './support/server.ts';
import { wordsOf } from './support/words.ts';

/** Of images: nearly anything may stand in a file's name. */
const files = [
  '<img src=x onerror=alert(1)>.png',
  '"><script>alert(2);.png',
  '{{name}} {{state}} {{count}}.png',
  '$t(ui.save) $& $1.png',
  `'"\`&amp;&lt; %s %00.png`,
  'zero\u200bwidth\ufeff.png',
  'مرحبا 🔬👩‍🔬 ｗｉｄｅ.png',
  '__proto__',
];
const description = files.join(' ').slice(0, 200);
/** Of everything else: what the rule of names lets through. */
const wide = '宽'.repeat(50);
const [proto, maker] = ['__proto__', 'constructor'];

const seed = async () => {
  const client = await signInByApi(serverAddress, admin.account, admin.password);
  const { call } = client;
  await addUser(client, proto, 'Hostile-1', await roleId(client, 'engineer'));
  const person = await signInByApi(serverAddress, proto, 'Hostile-1');
  await person.call(api.projectAdd, { family: 'detection', name: 'toString', description });
  const project = await call(api.projectAdd, { family: 'detection', name: wide, description });
  const labels = [proto, maker, wide.slice(0, 30)].map((name, i) => ({ name, color: `#d6454${i}` }));
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: wide, labels });
  const folder = await call(api.folderAdd, { datasetId: dataset.id, name: proto });
  await call(api.folderAdd, { datasetId: dataset.id, name: wide.slice(0, 30) });
  const drawn = drawImages('plain', files.length + 1, 77);
  await call(api.imageUpload, { folderId: folder.id }, { files: drawn.map(fileOf) });
  const { list } = await call(api.imageList, { folderId: folder.id, pageNum: 1, pageSize: 20 });
  for (const [i, name] of files.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await call(api.imageRename, { id: list[i]!.id, name });
  }
  const places = { projectId: project.id, type: 'singleStage', description } as const;
  const model = await call(api.modelAdd, { ...places, planName: wide, functionName: proto });
  const gone = await call(api.folderAdd, { datasetId: dataset.id, name: maker });
  await call(api.folderDelete, { id: gone.id });
  return { dataset: dataset.id, folder: folder.id, model: model.id };
};

test('hostile names are shown as they are, in both languages', async ({ page, context }) => {
  const faults = listenForFaults(context);
  const dialogs: string[] = [];
  page.on('dialog', (one) => {
    dialogs.push(one.message());
    void one.dismiss();
  });
  const made = await seed();
  await signInBrowser(context, admin.account, admin.password);
  const screens: [address: string, texts: string[]][] = [
    ['/dashboard', []],
    ['/project/index', [wide, 'toString']],
    ['/dataset/index', [wide]],
    [`/dataset/datasetInfo?id=${made.dataset}`, [wide, proto]],
    [`/dataset/fileInfo?id=${made.folder}`, files],
    [`/dataset/handleImg?folderId=${made.folder}`, [maker]],
    ['/dataset/exports', []],
    ['/model/index', [wide, proto]],
    [`/model/addSet?modelId=${made.model}`, [proto]],
    ['/bin', [maker]],
  ];
  for (const locale of locales) {
    /* oxlint-disable no-await-in-loop -- one browser */
    await page.goto('/dashboard');
    await page.evaluate((chosen) => localStorage.setItem('loupe.locale', chosen), locale);
    for (const [address, texts] of screens) {
      await page.goto(address);
      for (const text of texts) await expect(page.getByText(text, { exact: false }).first(), address).toBeVisible();
      const shape = await page.evaluate(() => ({
        tooWide: document.documentElement.scrollWidth > window.innerWidth,
        planted: document.querySelectorAll('[onerror]').length,
      }));
      expect(shape, address).toEqual({ tooWide: false, planted: 0 });
    }
    const { t, fill } = wordsOf(locale);
    await page.goto('/bin');
    const row = page.getByRole('row').filter({ has: page.getByTitle(maker, { exact: true }) });
    await button(row, t.bin.purge).click();
    await expect(page.getByRole('dialog')).toContainText(fill(t.bin.purgeTitle, { name: maker }));
    /* oxlint-enable no-await-in-loop */
  }
  expect(dialogs).toEqual([]);
  faults.expectNone();
});
