/** Routes of SMS for administrators: what was sent, codes to be read out, a test message. */
import type { smsRoutes, SmsState, WaitingCode } from '@loupe/contract';
import { and, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../../core/actor.ts';
import type { Handlers } from '../../../core/bind.ts';
import type { Services } from '../../../core/services.ts';
import { rolePermission, smsCode, user } from '../../../tables/account.ts';
import { sendCode } from './codes.ts';
import type { Sms } from './sms.ts';
import { codeText } from './text.ts';

/** A code signs its owner in: who may read it must hold every right that the owner has. */
async function readableCodes({ db }: Services, sms: Sms, actor: Actor): Promise<WaitingCode[]> {
  const printed = sms.printed();
  if (printed.length === 0) return [];
  const ids = printed.map(({ id }) => id);
  const unused = await db
    .select({ id: smsCode.id })
    .from(smsCode)
    .where(and(inArray(smsCode.id, ids), isNull(smsCode.usedAt)));
  const isUnused = new Set(unused.map(({ id }) => id));
  const codes = printed.filter(({ id }) => isUnused.has(id));
  const people = await db
    .select({ phone: user.phone, roleId: user.roleId })
    .from(user)
    .where(
      and(
        inArray(
          user.phone,
          codes.map(({ phone }) => phone),
        ),
        isNull(user.deletedAt),
      ),
    );
  const roleIds = people.map(({ roleId }) => roleId);
  const keys = await db.select().from(rolePermission).where(inArray(rolePermission.roleId, roleIds));
  const higher = new Set(keys.filter(({ key }) => !actor.permissions.has(key)).map(({ roleId }) => roleId));
  const hidden = new Set(people.filter(({ roleId }) => higher.has(roleId)).map(({ phone }) => phone));
  return codes
    .filter(({ phone }) => !hidden.has(phone))
    .map(({ phone, purpose, code, expiresAt }) => ({
      phone,
      purpose,
      code,
      expiresAt: new Date(expiresAt).toISOString(),
    }));
}

const readState = async (services: Services, sms: Sms, actor: Actor): Promise<SmsState> => ({
  sender: sms.kind,
  deliveries: [...sms.deliveries()],
  codes: await readableCodes(services, sms, actor),
});

export function makeSmsHandlers(services: Services, sms: Sms): Handlers<typeof smsRoutes> {
  return {
    smsState: (actor) => readState(services, sms, actor),
    smsTest: async (actor, { phone }) => {
      const text = codeText(services, 'sms.test');
      await sendCode(services, sms, { phone, purpose: 'test', address: actor.address ?? '', text });
      return null;
    },
  };
}
