/** Sign-in. */
import { api, routeUrl, tourIds } from '@loupe/contract';
import { expect, type Page } from '@playwright/test';
import type { Words } from '../support/words.ts';

/** Whoever signs in on this page has seen the tours: none lies over what a test looks at. */
const endTours = async (page: Page): Promise<void> => {
  for (const route of [api.login, api.userInfo]) {
    // oxlint-disable-next-line no-await-in-loop -- two, at once
    await page.route(`**${routeUrl(route)}`, async (asked) => {
      const response = await asked.fetch();
      const body = (await response.json()) as { code: number; data: { toursSeen: readonly string[] } };
      if (body.code === 200) body.data.toursSeen = tourIds;
      await asked.fulfill({ response, json: body });
    });
  }
};

export const loginPage = (page: Page, { t }: Words) => ({
  fault: page.getByRole('alert'),
  account: page.getByLabel(t.account.account),
  signIn: async (account: string, password: string) => {
    await endTours(page);
    await page.getByLabel(t.account.account).fill(account);
    await page.getByLabel(t.account.password, { exact: true }).fill(password);
    // All of it: the button of a provider ends with the same words. On a busy machine the sign of loading may stay beside
    // it though the answer is there.
    await page.getByRole('button', { name: new RegExp(`^(?:loading )?${t.account.signIn}$`) }).click();
  },
  expectSignedIn: () => expect(page).toHaveURL(/\/dashboard/),
});
