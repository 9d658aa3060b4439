/**
 * The own phone and e-mail. They are how a person gets back in, so a borrowed session must not change them: it takes the
 * password, and a code by SMS that goes to the new number, or for the e-mail to the present one.
 */
import type { CodeSent, Parsed, myCenter } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found, violates } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { endSessions } from '../../core/session.ts';
import { user } from '../../tables/account.ts';
import { provePassword, type LoginGuard } from './login.ts';
import { codeText, codeToken, sendCode, setCodeCookie, withCode, type Sms } from './sms/index.ts';

interface Parts {
  sms: Sms;
  guard: LoginGuard;
}
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Where a provider's e-mail finds an account, whoever could write down another person's address would be given that
 * person's identity and role. An administrator changes it there.
 */
export const isEmailManaged = ({ oidcIssuer, oidcClientId, oidcClaim }: Services['config']): boolean =>
  oidcIssuer !== undefined && oidcClientId !== undefined && oidcClaim === 'email';

const refuseManaged = ({ config }: Services): void => {
  if (isEmailManaged(config)) throw new AppError('account.emailManaged');
};

const subjectOf = ({ userId }: Actor): string => `user/${userId}`;

async function phoneOf(db: Tx, actor: Actor): Promise<string | null> {
  const [row] = await db.select({ phone: user.phone }).from(user).where(eq(user.id, actor.userId));
  return found(row).phone;
}

async function send(
  services: Services,
  { sms }: Parts,
  actor: Actor,
  { request, reply }: Exchange,
  asked: { phone: string; purpose: 'changePhone' | 'changeEmail' },
): Promise<CodeSent> {
  const text = codeText(services, 'sms.change');
  const { token, sent } = await sendCode(services, sms, {
    ...asked,
    address: request.ip,
    text,
    subject: subjectOf(actor),
  });
  setCodeCookie(services, reply, token);
  return sent;
}

/** To any number, whether somebody has it or not: who does not read its messages learns nothing about it. */
export async function sendPhoneCode(
  services: Services,
  parts: Parts,
  actor: Actor,
  { phone, password }: Parsed<typeof myCenter.phoneSendCode>,
  exchange: Exchange,
): Promise<CodeSent> {
  await provePassword(services, actor, parts.guard, password);
  if ((await phoneOf(services.db, actor)) === phone) throw new AppError('account.phoneSame');
  return send(services, parts, actor, exchange, { phone, purpose: 'changePhone' });
}

export async function changePhone(
  services: Services,
  actor: Actor,
  { phone, code }: Parsed<typeof myCenter.phoneChange>,
  request: FastifyRequest,
): Promise<void> {
  const given = { phone, code, purpose: 'changePhone', token: codeToken(request), subject: subjectOf(actor) } as const;
  const work = withCode(services, given, async (tx) => {
    await tx.update(user).set({ phone }).where(eq(user.id, actor.userId));
    await endSessions(tx, actor.userId, 'replaced', actor.sessionHash);
  });
  await work.catch((error: unknown) => {
    throw violates(error, 'user_phone') ? new AppError('account.phoneTaken') : error;
  });
}

export async function sendEmailCode(
  services: Services,
  parts: Parts,
  actor: Actor,
  { password }: Parsed<typeof myCenter.emailSendCode>,
  exchange: Exchange,
): Promise<CodeSent> {
  refuseManaged(services);
  await provePassword(services, actor, parts.guard, password);
  const phone = await phoneOf(services.db, actor);
  if (phone === null) throw new AppError('account.phoneMissing');
  return send(services, parts, actor, exchange, { phone, purpose: 'changeEmail' });
}

/** Loupe sends no e-mail, so nobody proves that the address is theirs. Where no code can be sent the password stands alone. */
export async function changeEmail(
  services: Services,
  { sms, guard }: Parts,
  actor: Actor,
  { email, password, code }: Parsed<typeof myCenter.emailChange>,
  request: FastifyRequest,
): Promise<void> {
  const { db } = services;
  refuseManaged(services);
  await provePassword(services, actor, guard, password);
  const change = (tx: Tx) => tx.update(user).set({ email }).where(eq(user.id, actor.userId));
  const phone = await phoneOf(db, actor);
  if (phone === null || sms.kind === 'off') return void (await change(db));
  if (code === null) throw new AppError('account.codeWrong');
  const given = { phone, code, purpose: 'changeEmail', token: codeToken(request), subject: subjectOf(actor) } as const;
  await withCode(services, given, change);
}
