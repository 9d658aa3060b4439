/**
 * Fills the places of a text: `{name}` by its value, `{count|image|images}` by the form that the count asks for in the
 * language, such as "1 image" and "2 images" from `{count} {count|image|images}`. Chinese needs one form and writes none.
 */
import type { Locale } from './limits.ts';

export interface Words {
  zh: string;
  en: string;
}
/** What is itself said in words comes in both languages. */
export type TextArgs = Readonly<Record<string, string | number | Words>>;

const rules = { zh: new Intl.PluralRules('zh'), en: new Intl.PluralRules('en') };

/** An unknown arg stays empty. */
export const fillText = (text: string, locale: Locale, args: TextArgs = {}): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name: string, one?: string, other?: string) => {
    const value = args[name] ?? '';
    if (one !== undefined && other !== undefined) return rules[locale].select(Number(value)) === 'one' ? one : other;
    return typeof value === 'object' ? value[locale] : String(value);
  });
