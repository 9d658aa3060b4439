/** What pages share: buttons, dialogs, choice fields, the shell around them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { wordsOf, type Words } from '../support/words.ts';

/** A training of a few images, the export and the certificate on a busy machine. */
export const longMs = 900_000;
/** Processes that have to start first. */
export const slowMs = 120_000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const languageName = new RegExp(`^(${wordsOf('zh').t.shell.language}|${wordsOf('en').t.shell.language})$`);

/** A button whose name ends with the text: the name of an icon may stand before it. */
export const button = (scope: Page | Locator, text: string): Locator =>
  scope.getByRole('button', { name: new RegExp(`${escaped(text)}$`) });

export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

/** The dialog has come in: while it opens it takes no click. */
export const comesIn = async (box: Locator): Promise<void> => {
  await expect(box).toBeVisible();
  await expect(box).not.toHaveClass(/ant-zoom-(appear|enter)/);
};

/** Answers the question that stands under this title. */
export const answer = async (page: Page, title: string, text: string): Promise<void> => {
  const box = dialog(page, title);
  await comesIn(box);
  await button(box, text).click();
  await expect(box).toBeHidden();
};

/** Chooses an option of a field by the text that it shows. A list that was pressed while its page still came may close. */
export const choose = async (page: Page, scope: Page | Locator, field: string, option: string): Promise<void> => {
  const list = scope.getByRole('combobox', { name: field });
  const offered = page.locator('.ant-select-item-option:visible').filter({ hasText: option });
  await expect(async () => {
    if ((await list.getAttribute('aria-expanded')) !== 'true') await list.click();
    await offered.click({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
};

/** The frame of all ordinary pages. */
export const shellPage = (page: Page, { t, fill }: Words) => {
  const menu = page.getByRole('navigation', { name: t.shell.mainMenu });
  return {
    menu,
    entry: (text: string) => menu.getByRole('link', { name: text, exact: true }),
    /** Title, states and buttons of the page. */
    top: page.locator('main > div > header'),
    title: page.getByRole('heading', { level: 1 }),
    /** Found in either language: it is what one looks for when one cannot read the page. */
    language: (text: 'EN' | '中文') => page.getByRole('radiogroup', { name: languageName }).getByText(text),
    toDark: page.getByRole('button', { name: t.shell.toDark }),
    toLight: page.getByRole('button', { name: t.shell.toLight }),
    signOut: async (name: string) => {
      await page.getByRole('button', { name: fill(t.shell.userMenu, { name }) }).click();
      await page.getByRole('menuitem', { name: t.shell.signOut }).click();
      await expect(page).toHaveURL(/\/login/);
    },
  };
};

/** To another screen, as a link leads there: the app is not loaded again. */
export const go = async (page: Page, address: string): Promise<void> => {
  const isElsewhere = await page.evaluate((to) => {
    const screen = document.querySelectorAll('main > *');
    if (screen.length === 0 || new URL(to, location.href).pathname === location.pathname) return false;
    for (const part of screen) part.setAttribute('data-left', '');
    history.pushState(null, '', to);
    return true;
  }, address);
  if (isElsewhere) await expect(page.locator('[data-left]')).toHaveCount(0);
  else await page.goto(address);
};
