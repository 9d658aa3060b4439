/** The texts that a person reads, in the language of the test: taken from the product, never copied. */
import { messageText, type Locale, type MessageArgs, type MessageKey } from '@loupe/contract';
import i18next, { type TFunction } from 'i18next';
import { en } from '../../../web/src/locales/en.ts';
import { zh } from '../../../web/src/locales/zh.ts';

type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export interface Words {
  t: Texts<typeof zh>;
  /** `say('ui.total', { count: 3 })`: a text of the interface as the interface says it, in the form that a count asks for. */
  say: TFunction;
  /** `fill(t.ui.deleteTitle, { name })`: a text of the interface with its places filled. */
  fill: (text: string, args: Readonly<Record<string, string | number>>) => string;
  /** A message of the contract. */
  message: (key: MessageKey, args?: MessageArgs) => string;
  /** Words that the contract holds in both languages. */
  both: (words: Readonly<Record<Locale, string>>) => string;
}

const fill: Words['fill'] = (text, args) =>
  text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (whole, name: string) => String(args[name] ?? whole));

const interfaceOf = (locale: Locale): TFunction => {
  const texts = i18next.createInstance({
    lng: locale,
    resources: { zh: { translation: zh }, en: { translation: en } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  void texts.init();
  return texts.t;
};

export const wordsOf = (locale: Locale): Words => ({
  t: locale === 'zh' ? zh : en,
  say: interfaceOf(locale),
  fill,
  message: (key, args) => messageText(key, locale, args),
  both: (words) => words[locale],
});
