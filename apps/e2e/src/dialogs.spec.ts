/** By keyboard: every dialog begins on its first field, closes with Escape, and gives the focus back; Enter submits those that `forms` leaves. */
import { expect, type Locator, type Page } from '@playwright/test';
import { button, comesIn, dialog, go, slowMs } from './pages/parts.ts';
import { dialogRows, type DialogRow } from './support/dialogs.ts';
import { addBoxes, addScores, type Shown } from './support/shown.ts';
import { test } from './support/signed-in.ts';
import { wordsOf } from './support/words.ts';

const words = wordsOf('zh');
const { t, fill } = words;

/** What still comes in or goes out. */
const moving = '[class*=-enter-active], [class*=-appear-active], [class*=-leave-active]';

let shown: { detection: Shown; anomaly: Shown };
test.beforeAll(async () => {
  test.setTimeout(2 * slowMs);
  const name = `keys_${test.info().workerIndex}`;
  shown = { detection: await addBoxes(name), anomaly: await addScores(name) };
});

/** Each dialog once it has come in; `look` closes it. */
const eachDialog = async (
  page: Page,
  look: (row: DialogRow, box: Locator, opener: Locator) => Promise<void>,
): Promise<void> => {
  let at = '';
  for (const row of dialogRows(page, words, shown)) {
    /* oxlint-disable no-await-in-loop -- one dialog after the other */
    if (row.at !== at) await go(page, row.at);
    at = row.at;
    const opener = await row.open(page);
    const box = page.getByRole('dialog').last();
    await expect(box, row.name).toBeVisible();
    await expect(page.locator(moving)).toHaveCount(0);
    await look(row, box, opener);
    /* oxlint-enable no-await-in-loop */
  }
};

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ reducedMotion });
    test('focus: the first field, kept in the dialog, and back to the opener after Escape', async ({ page }) => {
      test.setTimeout(4 * slowMs);
      await eachDialog(page, async (row, box, opener) => {
        const begins = row.first?.(box);
        if (begins) await expect.soft(begins, `${row.name}: first field`).toBeFocused({ timeout: 5000 });
        await expect
          .soft(page.locator('[role=dialog]:focus-within, .ant-drawer:focus').last(), `${row.name}: focus inside`)
          .toBeVisible({ timeout: 5000 });
        await page.keyboard.press('Escape');
        await expect(box, `${row.name}: closed by Escape`).toBeHidden();
        await expect.soft(opener, `${row.name}: focus back`).toBeFocused({ timeout: 5000 });
      });
    });
  });

test('on a low screen the buttons of every dialog are in sight, and what was typed is asked for by Escape', async ({
  page,
}) => {
  test.setTimeout(4 * slowMs);
  await page.setViewportSize({ width: 1366, height: 768 });
  await eachDialog(page, async (row, box) => {
    const foot = box.locator('.ant-modal-footer');
    if ((await foot.count()) > 0) await expect.soft(foot, `${row.name}: buttons`).toBeInViewport({ ratio: 1 });
    if (row.name === 'new data set') {
      await row.first!(box).fill('half_done');
      await page.keyboard.press('Escape');
      const question = dialog(page, t.ui.discardTitle);
      await expect(button(question, t.ui.keepEditing)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(row.first!(box)).toBeFocused();
      await expect(row.first!(box)).toHaveValue('half_done');
      await page.keyboard.press('Escape');
      await button(question, t.ui.discard).click();
    } else await page.keyboard.press('Escape');
    await expect(box, row.name).toBeHidden();
  });
});

test('Enter submits: days of the bin, online entry, thresholds, test, export', async ({ page }) => {
  const rows = new Map(dialogRows(page, words, shown).map((row) => [row.name, row]));
  const openRow = async (name: string) => {
    const row = rows.get(name)!;
    await page.goto(row.at);
    await row.open(page);
    const box = page.getByRole('dialog').last();
    await comesIn(box);
    return box;
  };
  for (const name of ['bin days', 'online entry', 'thresholds']) {
    // oxlint-disable-next-line no-await-in-loop -- one dialog after the other
    const box = await openRow(name);
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('Enter');
    // oxlint-disable-next-line no-await-in-loop
    await expect(box, name).toBeHidden();
  }
  await expect(button(page, t.results.inUse)).toBeVisible();

  const tested = await openRow('test');
  await tested.getByRole('checkbox').first().check();
  await page.keyboard.press('Enter');
  const question = dialog(page, fill(t.models.testQuestion, { n: 1 }));
  await expect(button(question, t.models.startTest)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/model\/result\?id=\d+/);

  const exported = await openRow('export');
  await expect(button(exported, t.transfers.exportStart)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dataset\/exports/);
});
