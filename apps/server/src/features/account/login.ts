/** Signing in, signing out, and the own password. */
import { limits, plainPhone, type MessageKey } from '@loupe/contract';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { AppError, found } from '../../core/errors.ts';
import { hashPassword, isPassword } from '../../core/password.ts';
import { rateLimit, type Pace, type RateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { endSession, endSessions } from '../../core/session.ts';
import type { Devices } from './device.ts';
import { firstPasswordGone } from './first-password.ts';
import { beginSession, type Browser, type SignedIn } from './sign-in.ts';
import { networkOf } from './sms/index.ts';
import { user } from '../../tables/account.ts';

const loginPace = { windowSeconds: limits.loginWindowSeconds, pauseSeconds: limits.loginPauseSeconds };
export const accountPace: Pace = {
  ...loginPace,
  max: limits.loginFailures,
  longestSeconds: limits.loginLongestPauseSeconds,
};
const addressPace: Pace = { ...loginPace, max: limits.loginFailuresAddress, pauseSeconds: 1, longestSeconds: 1 };

export interface LoginGuard {
  byAccount: RateLimit;
  byAddress: RateLimit;
  /** Failures on a device that is known. */
  byDevice: RateLimit;
}
export const loginGuard = (): LoginGuard => ({
  byAccount: rateLimit(accountPace),
  byAddress: rateLimit(addressPace),
  byDevice: rateLimit(accountPace),
});

/** Counts the attempt, or refuses it with 429. Answers what to do with the count when the password was right. */
function countAttempt(guard: LoginGuard, address: string, name: string, device: string | undefined): () => void {
  if (device !== undefined && guard.byDevice.attempt(device) === 0) return () => guard.byDevice.clear(device);
  const network = networkOf(address);
  const key = `${network} ${name}`;
  guard.byAccount.take(key);
  guard.byAddress.take(network);
  return () => {
    guard.byAccount.clear(key);
    // Others behind the same address go on counting: a proxy or a whole site may stand behind it.
    guard.byAddress.giveBack(network);
  };
}

export async function login(
  services: Services,
  guard: LoginGuard,
  devices: Devices,
  browser: Browser,
  input: { account: string; password: string; remember: boolean },
): Promise<SignedIn> {
  const { db } = services;
  const phone = plainPhone(input.account);
  const name = input.account.toLowerCase();
  const byName = eq(sql`lower(${user.account})`, name);
  // An account may look like somebody's phone: the account's own name comes first.
  const [person] = await db
    .select()
    .from(user)
    .where(and(isNull(user.deletedAt), phone === undefined ? byName : or(byName, eq(user.phone, phone))))
    .orderBy(sql`lower(${user.account}) = ${name} desc`)
    .limit(1);
  // By what was typed, and in one spelling: whether there is such an account makes no difference.
  const device = await devices.known(browser.deviceCookie, person?.id);
  const wasRight = countAttempt(guard, browser.address, phone ?? name, device);
  if (!(await isPassword(input.password, person?.passwordHash)) || !person) throw new AppError('account.wrong');
  if (!person.enabled) throw new AppError('account.disabled');
  wasRight();
  return beginSession(services, devices, person, browser, input.remember);
}

export const logout = (services: Services, actor: Actor): Promise<void> =>
  endSession(services.db, actor.sessionHash, 'logout');

/** The own password once more, before something that a borrowed session must not do. Guessing it is slowed down. */
export async function provePassword(
  services: Services,
  actor: Actor,
  guard: LoginGuard,
  password: string,
  refusal: MessageKey = 'account.passwordWrong',
): Promise<void> {
  const [person] = await services.db.select().from(user).where(eq(user.id, actor.userId));
  const key = `change ${actor.userId}`;
  guard.byAccount.take(key);
  if (!(await isPassword(password, found(person).passwordHash))) throw new AppError(refusal);
  guard.byAccount.clear(key);
}

export async function changePassword(
  services: Services,
  actor: Actor,
  guard: LoginGuard,
  input: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { db } = services;
  await provePassword(services, actor, guard, input.oldPassword, 'account.oldPasswordWrong');
  if (input.newPassword === input.oldPassword) throw new AppError('account.passwordSame');
  const newHash = await hashPassword(input.newPassword);
  await db.transaction(async (tx) => {
    await tx.update(user).set({ passwordHash: newHash, mustChangePassword: false }).where(eq(user.id, actor.userId));
    await firstPasswordGone(tx, actor.userId);
    await endSessions(tx, actor.userId, 'replaced', actor.sessionHash);
  });
}
