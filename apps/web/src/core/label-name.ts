/** Labels that data sets of a model begin with: named in the language of who added it, shown in that of who looks. */
import type { Family, Locale } from '@loupe/contract';
import { currentLocale } from './i18n.ts';

/** The name to show; one that a person gave stays. */
export function labelName(name: string, { roles }: Pick<Family, 'roles'>, locale: Locale = currentLocale()): string {
  const given = roles.flatMap(({ labels }) => labels.map((one) => one.name));
  return given.find(({ zh, en }) => name === zh || name === en)?.[locale] ?? name;
}
