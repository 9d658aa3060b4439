/** Models: a new one, and one with its versions, tasks and entries. */
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';
import { listPage } from './list-page.ts';
import { answer, button, choose, dialog } from './parts.ts';

export const modelPage = (page: Page, words: Words) => {
  const { t, fill } = words;
  const certificate = (number: number) => dialog(page, fill(t.models.cert.title, { n: number }));
  return {
    ...listPage(page, words),
    /** Leads to the form of its first training; gives the model's id. */
    add: async (project: string, planName: string, functionName: string): Promise<number> => {
      await button(page, t.models.add).first().click();
      await choose(page, page, t.models.project, project);
      await page.getByLabel(t.models.planName).fill(planName);
      await page.getByLabel(t.models.functionName).fill(functionName);
      await button(page, t.models.addAndTrain).click();
      await expect(page).toHaveURL(/\/model\/addSet\?modelId=\d+/);
      return Number(new URL(page.url()).searchParams.get('modelId'));
    },
    certificate,
    closeCertificate: async (number: number) => {
      await certificate(number).locator('.ant-drawer-close').click();
      await expect(certificate(number)).toBeHidden();
    },
    /** Leads to the page of the test. */
    startTest: async (number: number, folder: string) => {
      const box = dialog(page, fill(t.models.testTitle, { n: number }));
      await box.getByRole('checkbox', { name: folder }).check();
      await button(box, t.models.startTest).click();
      await answer(page, fill(t.models.testQuestion, { n: number }), t.models.startTest);
      await expect(page).toHaveURL(/\/model\/result\?id=\d+/);
    },
  };
};
