/** The agreements: as an administrator wrote them, else as they come with the product. */
import {
  agreementIds,
  filledAgreement,
  locales,
  type Agreement,
  type AgreementId,
  type agreementRoutes,
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
const products = { zh, en };
const settingOf = (id: AgreementId): string => `agreement.${id}`;

async function readAgreement({ db }: Pick<Services, 'db'>, id: AgreementId): Promise<Agreement> {
  const [row] = await db
    .select({ value: setting.value })
    .from(setting)
    .where(eq(setting.key, settingOf(id)));
  const kept = Kept.safeParse(row?.value).data;
  const texts = kept ?? { zh: zh[id], en: en[id], updatedAt: null };
  // what is kept was trimmed
  const defaults = locales.filter((locale) => texts[locale].trim() === products[locale][id].trim());
  return { id, ...texts, defaults };
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
    return {
      ...agreement,
      zh: filledAgreement(agreement.zh, 'zh', config),
      en: filledAgreement(agreement.en, 'en', config),
    };
  },
  agreementList: () => Promise.all(agreementIds.map((id) => readAgreement(services, id))),
  agreementUpdate: (actor, input) => updateAgreement(services, actor, input),
});
