/** The agreements that people accept when they register: Markdown in both languages, changed by an administrator. */
import { z } from 'zod';
import { Time } from './core/fields.ts';
import { limits, locales, type Locale } from './core/limits.ts';
import { route } from './core/route.ts';

export const agreementIds = ['productService', 'personalInformation'] as const;
export const AgreementId = z.enum(agreementIds);
export type AgreementId = z.infer<typeof AgreementId>;

/** Where each is shown; no session is needed. */
export const agreementPaths: Readonly<Record<AgreementId, string>> = {
  productService: '/productServiceAgreement',
  personalInformation: '/personalInformationProtectionPolicy',
};
/** In a text these stand for who operates the server and how they are reached (settings `LOUPE_OPERATOR`, `LOUPE_CONTACT`). */
export const agreementPlaces = ['{operator}', '{contact}'] as const;

/** Where a setting says nothing. */
const unnamed: Readonly<Record<Locale, Record<Place, string>>> = {
  zh: { operator: '本服务器的运营方', contact: '本服务器的管理员' },
  en: { operator: 'the operator of this server', contact: 'the administrator of this server' },
};
type Place = 'operator' | 'contact';

/** What a setting says is text, not Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()<>#+!|~-]/g, String.raw`\$&`);

/** Chinese has no spaces, but a Latin name in it stands between two. */
const spaced = (before: string, name: string, after: string): string =>
  `${before && /^\w/.test(name) ? ' ' : ''}${name}${after && /\w$/.test(name) ? ' ' : ''}`;

/** An agreement as it is shown, with what the settings say in its places. */
export function filledAgreement(
  text: string,
  locale: Locale,
  settings: Readonly<Partial<Record<Place, string | null | undefined>>>,
): string {
  const nameOf = (place: Place): string => {
    const set = settings[place] ?? undefined;
    return set === undefined ? unnamed[locale][place] : plain(set);
  };
  // as a function: `$` in a value stands for itself
  return text.replaceAll(
    /(?<=(\p{Script=Han}?))\{(operator|contact)\}(?=(\p{Script=Han}?))/gu,
    (_, before: string, place: Place, after: string) => spaced(before, nameOf(place), after),
  );
}

const Text = z.string().trim().min(1).max(limits.agreementLength);
const Texts = z.object({ zh: Text, en: Text });

export const Agreement = z.object({
  id: AgreementId,
  zh: z.string(),
  en: z.string(),
  /** Null: the text that comes with the product. */
  updatedAt: Time.nullable(),
  /** The languages whose text is still the one that comes with the product. */
  defaults: z.array(z.enum(locales)),
});
export type Agreement = z.infer<typeof Agreement>;

const edit = { method: 'POST', permission: 'sys/setting', needs: 'person' } as const;

export const agreementRoutes = {
  agreementInfo: route({
    method: 'GET',
    path: 'sys/agreement/info',
    permission: 'public',
    needs: 'read',
    input: z.object({ id: AgreementId }),
    output: Agreement,
    summary: 'An agreement as Markdown, in both languages',
  }),
  agreementList: route({
    ...edit,
    path: 'sys/agreement/list',
    needs: 'read',
    input: z.strictObject({}),
    output: z.array(Agreement),
    summary: 'Both agreements as they are written, with `{operator}` and `{contact}`',
  }),
  agreementUpdate: route({
    ...edit,
    path: 'sys/agreement/update',
    /** `texts`: null goes back to the text that comes with the product. */
    input: z.strictObject({ id: AgreementId, texts: z.strictObject(Texts.shape).nullable() }),
    output: Agreement,
    summary: 'Change an agreement',
  }),
};
