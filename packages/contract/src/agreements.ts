/** The agreements that people accept when they register: Markdown in both languages, changed by an administrator. */
import { z } from 'zod';
import { Time } from './core/fields.ts';
import { limits } from './core/limits.ts';
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

const Text = z.string().trim().min(1).max(limits.agreementLength);
const Texts = z.object({ zh: Text, en: Text });

export const Agreement = z.object({
  id: AgreementId,
  zh: z.string(),
  en: z.string(),
  /** Null: the text that comes with the product. */
  updatedAt: Time.nullable(),
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
