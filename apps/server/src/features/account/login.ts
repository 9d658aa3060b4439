/** Signing in, signing out, and the own password. */
import { limits, patterns, type SessionData } from '@loupe/contract';
import { eq, or, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { AppError, found } from '../../core/errors.ts';
import { hashPassword, isPassword } from '../../core/password.ts';
import { rateLimit, type RateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { endSession, endSessions, startSession } from '../../core/session.ts';
import { firstPassword } from './first-start.ts';
import { readSessionData } from './session-data.ts';
import { rolePermission, setting, user } from './tables.ts';

export interface LoginGuard {
  byAccount: RateLimit;
  byAddress: RateLimit;
}
export const loginGuard = (): LoginGuard => ({
  byAccount: rateLimit(limits.loginFailures, limits.loginWindowSeconds),
  byAddress: rateLimit(limits.loginFailuresAddress, limits.loginWindowSeconds),
});

/** One way to write a mobile number: full-width digits, spaces and the country code are taken away. */
export function plainPhone(text: string): string | undefined {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)86/, '');
  return patterns.mobile.test(digits) ? digits : undefined;
}

export async function login(
  services: Services,
  guard: LoginGuard,
  address: string,
  input: { account: string; password: string },
): Promise<{ token: string; data: SessionData }> {
  const { db } = services;
  const phone = plainPhone(input.account);
  const byName = eq(sql`lower(${user.account})`, input.account.toLowerCase());
  // An account may look like somebody's phone: the account's own name comes first.
  const [person] = await db
    .select()
    .from(user)
    .where(phone === undefined ? byName : or(byName, eq(user.phone, phone)))
    .orderBy(sql`lower(${user.account}) = ${input.account.toLowerCase()} desc`)
    .limit(1);
  const key = `${address} ${person?.id ?? input.account.toLowerCase()}`;
  guard.byAddress.take(address);
  guard.byAccount.take(key);
  if (!(await isPassword(input.password, person?.passwordHash)) || !person) throw new AppError('account.wrong');
  if (!person.enabled) throw new AppError('account.disabled');
  guard.byAccount.clear(key);
  // Others behind the same address go on counting: a proxy or a whole site may stand behind it.
  guard.byAddress.giveBack(address);
  const token = await startSession(db, person.id);
  const keys = await db
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .where(eq(rolePermission.roleId, person.roleId));
  const actor = { userId: person.id, permissions: new Set(keys.map((one) => one.key)) };
  return { token, data: await readSessionData(services, actor, token) };
}

export const logout = (services: Services, actor: Actor): Promise<void> =>
  endSession(services.db, actor.sessionHash, 'logout');

export async function changePassword(
  services: Services,
  actor: Actor,
  guard: LoginGuard,
  input: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { db } = services;
  const [person] = await db.select().from(user).where(eq(user.id, actor.userId));
  const { passwordHash } = found(person);
  const key = `change ${actor.userId}`;
  guard.byAccount.take(key);
  if (!(await isPassword(input.oldPassword, passwordHash))) throw new AppError('account.oldPasswordWrong');
  guard.byAccount.clear(key);
  if (input.newPassword === input.oldPassword) throw new AppError('account.passwordSame');
  const newHash = await hashPassword(input.newPassword);
  await db.transaction(async (tx) => {
    await tx.update(user).set({ passwordHash: newHash, mustChangePassword: false }).where(eq(user.id, actor.userId));
    await tx
      .delete(setting)
      .where(sql`${setting.key} = ${firstPassword} and (${setting.value} ->> 'userId')::bigint = ${actor.userId}`);
    await endSessions(tx, actor.userId, 'replaced', actor.sessionHash);
  });
}
