/**
 * Registering, completing one's data, and setting a forgotten password. Nothing that is answered before a code was right
 * says whether a number has an account: the message that goes to its owner does.
 */
import { randomBytes } from 'node:crypto';
import { customerFlag, limits, type CodeSent, type Parsed, type registration } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, violates } from '../../core/errors.ts';
import { hashPassword } from '../../core/password.ts';
import { rateLimit, type RateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { endAccess } from '../../core/session.ts';
import { user } from '../../tables/account.ts';
import { customerRoleId } from './customer-role.ts';
import { firstPasswordGone } from './first-password.ts';
import { codeText, networkOf, sendCode, withCode, type Sms } from './sms/index.ts';

type Routes = typeof registration;
type Purpose = 'register' | 'reset';
type Person = typeof user.$inferSelect;

export interface PhoneGuard {
  checks: RateLimit;
  submits: RateLimit;
}
/** By network. A code dies after five tries anyway; this keeps a machine from being kept busy. */
export const phoneGuard = (): PhoneGuard => {
  const pace = { windowSeconds: 60, pauseSeconds: 5, longestSeconds: 60 };
  return {
    checks: rateLimit({ ...pace, max: limits.phoneChecks }),
    submits: rateLimit({ ...pace, max: limits.codeSubmits }),
  };
};

const byPhone = (tx: Tx, phone: string): Promise<Person[]> =>
  tx
    .select()
    .from(user)
    .where(and(eq(user.phone, phone), isNull(user.deletedAt)));

/** Whether codes can be sent; nothing is looked up, so that no time can tell a known number from another. */
export function checkPhone(sms: Sms, guard: PhoneGuard, address: string): { isOpen: boolean } {
  guard.checks.take(networkOf(address));
  return { isOpen: sms.kind !== 'off' };
}

const texts = {
  register: { known: 'sms.registerKnown', unknown: 'sms.register' },
  reset: { known: 'sms.reset', unknown: 'sms.resetUnknown' },
} as const;

export async function sendPublicCode(
  services: Services,
  sms: Sms,
  purpose: Purpose,
  phone: string,
  address: string,
): Promise<{ token: string; sent: CodeSent }> {
  const known = (await byPhone(services.db, phone)).length > 0;
  const text = codeText(services, texts[purpose][known ? 'known' : 'unknown']);
  return sendCode(services, sms, { phone, purpose, address, text });
}

interface Given<R extends keyof Routes> {
  input: Parsed<Routes[R]>;
  /** From the cookie of who asked for the code. */
  token: string;
  address: string;
}

export async function register(
  services: Services,
  guard: PhoneGuard,
  { input, token, address }: Given<'registerSmsSubmit'>,
): Promise<Person> {
  guard.submits.take(networkOf(address));
  const { phone, code, password } = input;
  const made = withCode(services, { phone, code, token, purpose: 'register' }, async (tx) => {
    // whoever gets here reads the messages of this number
    if ((await byPhone(tx, phone)).length > 0) throw new AppError('account.registered');
    const roleId = await customerRoleId(tx);
    if (roleId === undefined) throw new AppError('account.registrationOff');
    const [row] = await tx
      .insert(user)
      .values({
        account: await freeAccount(tx, phone),
        phone,
        passwordHash: await hashPassword(password),
        roleId,
        channelFlag: customerFlag,
        mustComplete: true,
        mustBeApproved: true,
      })
      .returning();
    await note(tx, { userId: row!.id, address }, 'user.register', `user/${row!.id}`);
    return row!;
  });
  return made.catch((error: unknown) => {
    throw violates(error, 'user_phone') ? new AppError('account.registered') : error;
  });
}

/** The number, unless somebody chose it as the name of their account. */
async function freeAccount(tx: Tx, phone: string): Promise<string> {
  const [taken] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(sql`lower(${user.account}) = ${phone}`, isNull(user.deletedAt)));
  return taken ? `${phone}_${randomBytes(4).toString('hex')}` : phone;
}

export async function resetByCode(
  services: Services,
  guard: PhoneGuard,
  { input, token, address }: Given<'forgetPassSmsSubmit'>,
): Promise<void> {
  guard.submits.take(networkOf(address));
  const { phone, code, password } = input;
  await withCode(services, { phone, code, token, purpose: 'reset' }, async (tx) => {
    const [person] = await byPhone(tx, phone);
    if (!person) throw new AppError('account.resetUnknown');
    if (!person.enabled) throw new AppError('account.disabled');
    const passwordHash = await hashPassword(password);
    await tx.update(user).set({ passwordHash, mustChangePassword: false }).where(eq(user.id, person.id));
    await firstPasswordGone(tx, person.id);
    await endAccess(tx, person.id);
    await note(tx, { userId: person.id, address }, 'password.reset', `user/${person.id}`);
  });
}

/** Once: later it is the profile that is changed. */
export async function completeInfo(
  { db }: Services,
  actor: Actor,
  { name, company, email }: Parsed<Routes['infoCompletion']>,
): Promise<void> {
  const rows = await db
    .update(user)
    .set({ accountName: name, company, email, mustComplete: false })
    .where(and(eq(user.id, actor.userId), eq(user.mustComplete, true)))
    .returning({ id: user.id });
  if (rows.length === 0) throw new AppError('account.isComplete');
}
