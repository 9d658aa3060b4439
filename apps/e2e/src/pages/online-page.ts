/** Online detection: the list of entries, and one entry with verdict, records and key. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { answer, button, choose, dialog } from './parts.ts';

export const onlinePage = (page: Page, { t, fill }: Words) => {
  const form = dialog(page, t.online.add);
  const verdict = page.locator('[data-verdict]');
  return {
    /** Of a version of which nobody can tell whether it is any good: leads through the question to the new entry. */
    add: async (name: string, model: string, version: number) => {
      await button(page, t.online.add).first().click();
      await choose(page, form, t.models.version, `${model} · ${fill(t.models.versionN, { n: version })}`);
      await form.getByLabel(t.ui.name, { exact: true }).fill(name);
      await button(form, t.ui.add).click();
      await answer(page, fill(t.models.assessment.onlineTitle, { n: version }), t.models.assessment.online);
      await expect(page).toHaveURL(/\/model\/onlineDetail\?id=\d+/);
    },
    chooseImage: (file: { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('main input[type=file]').setInputFiles(file),
    verdict,
    /** OK or NG, as it stands there. */
    verdictText: () => verdict.getAttribute('data-verdict'),
    records: page.getByRole('listitem').filter({ hasText: ' ms' }),
    /** The key, which is shown this once. */
    createKey: async (): Promise<string> => {
      await button(page, t.online.createKey).click();
      await expect(page.getByText(t.online.onceTitle)).toBeVisible();
      return (await page.getByRole('alert').locator('code').textContent())!.trim();
    },
    revokeKey: async () => {
      await button(page, t.online.revoke).click();
      await answer(page, t.online.revokeTitle, t.online.revoke);
    },
    noKey: page.getByText(t.online.noKey, { exact: true }),
    keyActive: page.getByText(t.online.keyActive, { exact: true }),
  };
};
