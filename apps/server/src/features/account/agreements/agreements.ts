/** The agreements: as an administrator wrote them, else as they come with the product. */
import {
  agreementIds,
  type Agreement,
  type AgreementId,
  type agreementRoutes,
  type Locale,
  type Parsed,
} from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { note } from '../../../core/audit.ts';
import type { Handlers } from '../../../core/bind.ts';
import type { Services } from '../../../core/services.ts';
import { setting } from '../../../tables/account.ts';
import { en } from './default-en.ts';
import { zh } from './default-zh.ts';

const Kept = z.object({ zh: z.string(), en: z.string(), updatedAt: z.string() });
const settingOf = (id: AgreementId): string => `agreement.${id}`;

/** Where a setting says nothing. */
const unnamed: Readonly<Record<Locale, { operator: string; contact: string }>> = {
  zh: { operator: '本服务器的运营方', contact: '本服务器的管理员' },
  en: { operator: 'the operator of this server', contact: 'the administrator of this server' },
};

async function readAgreement({ db }: Pick<Services, 'db'>, id: AgreementId): Promise<Agreement> {
  const [row] = await db
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.key, settingOf(id)));
  const kept = Kept.safeParse(row?.value).data;
  return kept ? { id, ...kept } : { id, zh: zh[id], en: en[id], updatedAt: null };
}

/** What a setting says is text, not Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()<>#+!|~-]/g, String.raw`\$&`);

export function filled(text: string, locale: Locale, config: Pick<Services['config'], 'operator' | 'contact'>): string {
  const { operator, contact } = unnamed[locale];
  const values = { operator, contact };
  if (config.operator !== undefined) values.operator = plain(config.operator);
  if (config.contact !== undefined) values.contact = plain(config.contact);
  // as functions: `$` in a value stands for itself
  return text.replaceAll('{operator}', () => values.operator).replaceAll('{contact}', () => values.contact);
}

async function updateAgreement(
  services: Services,
  actor: Actor,
  { id, texts }: Parsed<typeof agreementRoutes.agreementUpdate>,
): Promise<Agreement> {
  await services.db.transaction(async (tx) => {
    const key = settingOf(id);
    const value = { ...texts, updatedAt: new Date().toISOString() };
    if (texts === null) await tx.delete(setting).where(eq(setting.key, key));
    else await tx.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
    await note(tx, actor, 'agreement.update', 'setting', { id, isDefault: texts === null });
  });
  return readAgreement(services, id);
}

export const makeAgreementHandlers = (services: Services): Handlers<typeof agreementRoutes> => ({
  agreementInfo: async (_nobody, { id }) => {
    const { config } = services;
    const agreement = await readAgreement(services, id);
    return { ...agreement, zh: filled(agreement.zh, 'zh', config), en: filled(agreement.en, 'en', config) };
  },
  agreementList: () => Promise.all(agreementIds.map((id) => readAgreement(services, id))),
  agreementUpdate: (actor, input) => updateAgreement(services, actor, input),
});
