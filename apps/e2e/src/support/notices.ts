/** Keeps what a browser announced: messages go by themselves, and a busy machine may look too late to see one. */
import { expect, type BrowserContext } from '@playwright/test';

/** What runs in each page: tells every message that comes, once. */
const watch = (): void => {
  const seen = new WeakMap<Element, string>();
  const look = (): void => {
    for (const message of document.querySelectorAll('.ant-message-notice')) {
      const text = message.textContent ?? '';
      if (text === '' || seen.get(message) === text) continue;
      seen.set(message, text);
      (window as unknown as { keepNotice: (text: string) => void }).keepNotice(text);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
};

export interface Notices {
  /** It has been announced, or will be; each announcement answers for one question. */
  expect: (text: string, options?: { timeout?: number }) => Promise<void>;
}

/** Before the first page of the context is opened. */
export const listenForNotices = async (context: BrowserContext): Promise<Notices> => {
  const announced: string[] = [];
  await context.exposeBinding('keepNotice', (_, text: string) => void announced.push(text));
  await context.addInitScript(watch);
  return {
    expect: async (text, options = {}) => {
      const at = () => announced.findIndex((one) => one.includes(text));
      await expect
        .poll(() => (at() < 0 ? announced : 'announced'), { ...options, message: `announced: ${text}` })
        .toBe('announced');
      announced.splice(at(), 1);
    },
  };
};
