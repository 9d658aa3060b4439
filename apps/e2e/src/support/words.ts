/** The texts that a person reads, in the language of the test: taken from the product, never copied. */
import { messageText, type Locale, type MessageArgs, type MessageKey } from '@loupe/contract';
import { en } from '../../../web/src/locales/en.ts';
import { zh, type SameKeys } from '../../../web/src/locales/zh.ts';

export interface Words {
  t: SameKeys<typeof zh>;
  /** `fill(t.ui.total, { count: 3 })`: a text of the interface with its places filled. */
  fill: (text: string, args: Readonly<Record<string, string | number>>) => string;
  /** A message of the contract. */
  message: (key: MessageKey, args?: MessageArgs) => string;
  /** Words that the contract holds in both languages. */
  both: (words: Readonly<Record<Locale, string>>) => string;
}

const fill: Words['fill'] = (text, args) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(args[name] ?? whole));

export const wordsOf = (locale: Locale): Words => ({
  t: locale === 'zh' ? zh : en,
  fill,
  message: (key, args) => messageText(key, locale, args),
  both: (words) => words[locale],
});
