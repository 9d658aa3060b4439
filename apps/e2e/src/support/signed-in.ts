/** A test with a signed-in administrator, in the browser and by API, and no fault in the console at its end. */
import { test as base } from '@playwright/test';
import { signInByApi, type Client } from './client.ts';
import { listenForFaults, type Faults } from './faults.ts';
import { listenForNotices, type Notices } from './notices.ts';
import { signInBrowser } from './seed.ts';
import { admin, serverAddress } from './server.ts';

/** Of each page: a machine that only shows what was printed has neither the screenshot nor the report. */
const printed = 4_000;

export const test = base.extend<{ faults: Faults; notices: Notices; client: Client; pagesAtFailure: undefined }>({
  pagesAtFailure: [
    async ({ context }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const page of context.pages()) {
        const seen = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
        console.log(`---- ${info.title}: ${page.url()}\n${seen.slice(-printed)}\n----`);
      }
    },
    { auto: true },
  ],
  faults: [
    async ({ context }, use) => {
      const faults = listenForFaults(context);
      await signInBrowser(context, admin.account, admin.password);
      await use(faults);
      faults.expectNone();
    },
    { auto: true },
  ],
  notices: [async ({ context }, use) => use(await listenForNotices(context)), { auto: true }],
  client: async ({ context: _ }, use) => {
    await use(await signInByApi(serverAddress, admin.account, admin.password));
  },
});
