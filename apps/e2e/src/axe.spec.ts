/**
 * Every screen of the scene table, and the dialogs that open from them, without a finding of axe-core, and with no
 * scroll bar of the document beside that of its content: in light and English, in dark and Chinese. axe-core (MPL-2.0)
 * is used as it is, by this test alone; nothing of it is shipped.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locale } from '@loupe/contract';
import { expect, test, type Browser, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { Scene, ScreenId } from '../../web/src/core/scene.tsx';
import { scenes } from '../../web/src/families/scenes.ts';
import { button, go, slowMs } from './pages/parts.ts';
import { dialogRows } from './support/dialogs.ts';
import { listenForFaults } from './support/faults.ts';
import { signInBrowser } from './support/seed.ts';
import { admin } from './support/server.ts';
import { addBoxes, addScores, addTexts, type Shown } from './support/shown.ts';
import { wordsOf, type Words } from './support/words.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const width = 1440;
const height = 900;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

let shown: Readonly<Record<Scene['family'], Shown>>;

/** What a screen has in its address; one that needs nothing of it does not mind. */
type Search = (shown: Shown, scene: Scene) => Record<string, number>;
const inModel: Search = ({ modelId }) => ({ model: modelId });
const folderOf = ({ folderIds }: Shown, { role }: Scene): number => folderIds[role ?? 'set']!;
const searches: Readonly<Record<ScreenId, Search>> = {
  ProjectList: () => ({}),
  DatasetList: ({ projectId }) => ({ projectId }),
  FolderList: ({ datasetId, modelId }) => ({ id: datasetId, model: modelId }),
  ImageList: (of, scene) => ({ id: folderOf(of, scene) }),
  Annotate: (of, scene) => ({ folderId: folderOf(of, scene) }),
  ModelList: () => ({}),
  ModelAdd: ({ projectId }) => ({ projectId }),
  TaskList: inModel,
  TestAdd: ({ modelId, versionId }) => ({ model: modelId, version: versionId }),
  AddSet: ({ modelId }) => ({ modelId }),
  TrainingInfo: ({ trainId }) => ({ id: trainId }),
  Result: ({ testId }) => ({ id: testId }),
  OnlineList: inModel,
  OnlineDetail: ({ entryId }) => ({ id: entryId }),
  ExportList: inModel,
};
const addressOf = (scene: Scene, of: Shown): string => {
  const search = Object.entries(searches[scene.screen](of, scene));
  return `${scene.path}?${search.map(([key, value]) => `${key}=${value}`).join('&')}`;
};

/** Buttons of a screen that open something over it, in one family at least. */
const openers = (t: Words['t']): Partial<Record<ScreenId, string[]>> => ({
  ProjectList: [t.projects.add],
  DatasetList: [t.datasets.add],
  FolderList: [t.datasets.folderAdd, t.transfers.startTitle, t.datasets.splitOpen],
  Annotate: [t.annotation.help],
  TaskList: [t.tasks.queue],
  OnlineList: [t.online.add],
});

/** What axe-core says of the page as it stands. */
const findings = async (page: Page, at: string): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const run = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
    return run.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, html }) => `${target}  ${html.slice(0, 160)}`),
    }));
  }, tags);
  return violations.map(({ id, nodes }) => `${at}: ${id} (${nodes.length})\n    ${nodes.slice(0, 3).join('\n    ')}`);
};

/** The screen is whole: nothing of it still loads or comes in. */
const animationsEnd = async (page: Page): Promise<void> => {
  await expect(page.locator('main').first()).toBeVisible();
  await expect(page.locator('.ant-skeleton, .ant-spin-spinning, [aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('[class*=-enter-active], [class*=-appear-active]')).toHaveCount(0);
};

const openPage = async (browser: Browser, locale: Locale, theme: 'light' | 'dark'): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width, height } });
  await context.addInitScript(
    ([l, th]) => {
      localStorage.setItem('loupe.locale', l!);
      localStorage.setItem('loupe.theme', th!);
    },
    [locale, theme],
  );
  return context.newPage();
};

test.beforeAll(async () => {
  test.setTimeout(2 * slowMs);
  // again where a test before has failed, beside what was made then
  const name = `shown_${test.info().workerIndex}`;
  shown = { detection: await addBoxes(name), anomaly: await addScores(name), ocr: await addTexts(name) };
});

for (const [locale, theme] of [
  ['en', 'light'],
  ['zh', 'dark'],
] as const) {
  test(`axe-core finds nothing on any screen: ${theme}, ${locale}`, async ({ browser }) => {
    test.setTimeout(4 * slowMs);
    const { t } = wordsOf(locale);
    const page = await openPage(browser, locale, theme);
    const faults = listenForFaults(page.context());
    const found: string[] = [];
    const opened = new Set<string>();
    const look = async (at: string) => {
      await animationsEnd(page);
      if ((await findings(page, at)).length === 0) return;
      // a button that had just become usable, say: what counts is what stands there in the end
      await page.waitForLoadState('networkidle');
      await animationsEnd(page);
      found.push(...(await findings(page, at)));
    };
    const lookLow = async (at: string) => {
      await page.setViewportSize({ width, height: 300 });
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (over > 0) found.push(`${at}: the document is ${over} px higher than the window`);
      await page.setViewportSize({ width, height });
    };
    const goAndLook = async (address: string, buttons: readonly string[] = []) => {
      await go(page, address);
      await look(address);
      if (theme === 'light') await lookLow(address);
      for (const text of buttons) {
        /* oxlint-disable no-await-in-loop -- one dialog after the other */
        const opener = button(page, text).first();
        // a screen of two families need not have the same buttons in both
        if ((await opener.count()) === 0) continue;
        opened.add(text);
        await opener.click();
        const box = page.getByRole('dialog').last();
        await expect(box).toBeVisible();
        await look(`${address} ${text}`);
        await page.keyboard.press('Escape');
        await expect(box).toBeHidden();
        /* oxlint-enable no-await-in-loop */
      }
    };
    await page.goto('/login');
    await look('/login');
    await signInBrowser(page.context(), admin.account, admin.password);
    await page.goto('/'); // the sign-in page knows of no session that came from elsewhere
    await goAndLook('/dashboard', [t.dashboard.cleanup.title, t.transfers.uploads]);
    await goAndLook('/authority/statistics');
    await goAndLook('/authority/audit', [t.records.audit.keep]);
    for (const at of ['user', 'role', 'menus', 'selfRegisterUser', 'sms', 'agreements', 'myCenter'])
      await goAndLook(`/authority/${at}`);
    await goAndLook('/help/guide');
    await goAndLook('/help/administrators');
    await goAndLook('/help/news');
    const buttons = openers(t);
    for (const scene of scenes) {
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await goAndLook(addressOf(scene, shown[scene.family]), buttons[scene.screen]);
    }
    let at = '';
    for (const row of dialogRows(page, wordsOf(locale), shown)) {
      /* oxlint-disable no-await-in-loop -- one dialog after the other */
      if (row.at !== at) await go(page, row.at);
      at = row.at;
      await row.open(page);
      const box = page.getByRole('dialog').last();
      await expect(box).toBeVisible();
      await look(`${at} ${row.name}`);
      await page.keyboard.press('Escape');
      await expect(box).toBeHidden();
      /* oxlint-enable no-await-in-loop */
    }
    const model = `/model/index?id=${shown.detection.modelId}`;
    await goAndLook(model, [t.models.test]);
    await goAndLook(`${model}&tab=trainings`, [t.tasks.queue]);
    await goAndLook(`${model}&tab=online`);
    expect([...opened]).toEqual(expect.arrayContaining([...Object.values(buttons).flat(), t.models.test]));
    expect(found.join('\n')).toBe('');
    faults.expectNone();
    await page.context().close();
  });
}

test('what the keyboard has reached is told by a ring of 2 px: language, search', async ({ browser }) => {
  const { t } = wordsOf('en');
  const page = await openPage(browser, 'en', 'light');
  await signInBrowser(page.context(), admin.account, admin.password);
  await page.goto('/project/index');
  await button(page, t.shell.toDark).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.ant-segmented-item-focused')).toHaveCSS('outline', 'rgb(15, 118, 110) solid 2px');
  const search = page.getByRole('search');
  await search.getByPlaceholder(t.projects.searchName).focus();
  const frame = search.locator('.ant-input-affix-wrapper');
  await expect(frame).toHaveCSS('border-top-color', 'rgb(15, 118, 110)');
  await expect(frame).toHaveCSS('box-shadow', 'rgb(15, 118, 110) 0px 0px 0px 1px');
  await page.context().close();
});
