/**
 * Language of the interface. `useTranslation()` (react-i18next) for our own texts, `useText()` for words that come in
 * both languages from the contract or the server, `contractText()` for a message of the contract.
 */
import { messageText, type Locale, type MessageArgs, type MessageKey } from '@loupe/contract';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';
import { keepLocale } from './preferences.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zh };
  }
}

export interface BothWords {
  zh: string;
  en: string;
}

const applyLocale = (locale: Locale): void => {
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
};

export const startI18n = async (locale: Locale): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: { zh: { translation: zh }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  applyLocale(locale);
};

export const currentLocale = (): Locale => (i18next.language === 'zh' ? 'zh' : 'en');

/** Changes the language and keeps the choice. */
export const changeLocale = (locale: Locale): void => {
  keepLocale(locale);
  applyLocale(locale);
  void i18next.changeLanguage(locale);
};

export const useLocale = (): Locale => {
  const { i18n } = useTranslation();
  return i18n.language === 'zh' ? 'zh' : 'en';
};

/** `text({zh, en})` in the language of the interface. */
export const useText = (): ((words: BothWords) => string) => {
  const locale = useLocale();
  return (words) => words[locale];
};

/** Some texts of the specification's catalogue begin small, as in a list; what a person reads begins as a sentence does. */
export const asSentence = (text: string): string =>
  currentLocale() === 'en' && /^[a-z]+( |$)/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;

/** Sentences one after another: English puts a space between them, Chinese none. */
export const asParagraph = (sentences: readonly string[]): string =>
  sentences.join(currentLocale() === 'zh' ? '' : ' ');

/** A message of the contract in the present language. */
export const contractText = (key: MessageKey, args?: MessageArgs): string =>
  asSentence(messageText(key, currentLocale(), args));
