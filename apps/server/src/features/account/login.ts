/** Signing in, signing out, and the own password. */
import { limits, plainPhone, type SessionData } from '@loupe/contract';
import { eq, or, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { AppError, found } from '../../core/errors.ts';
import { hashPassword, isPassword } from '../../core/password.ts';
import { rateLimit, type Pace, type RateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { endSession, endSessions, startSession } from '../../core/session.ts';
import type { Devices } from './device.ts';
import { firstPassword } from './first-start.ts';
import { readSessionData } from './session-data.ts';
import { rolePermission, setting, user } from '../../tables/account.ts';

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

/** Where an attempt comes from. */
export interface Origin {
  address: string;
  /** The cookie that says who signed in on this device before. */
  deviceCookie: string | undefined;
}

/** Counts the attempt, or refuses it with 429. Answers what to do with the count when the password was right. */
function countAttempt(guard: LoginGuard, address: string, name: string, device: string | undefined): () => void {
  if (device !== undefined && guard.byDevice.attempt(device) === 0) return () => guard.byDevice.clear(device);
  const key = `${address} ${name}`;
  guard.byAccount.take(key);
  guard.byAddress.take(address);
  return () => {
    guard.byAccount.clear(key);
    // Others behind the same address go on counting: a proxy or a whole site may stand behind it.
    guard.byAddress.giveBack(address);
  };
}

export async function login(
  services: Services,
  guard: LoginGuard,
  devices: Devices,
  { address, deviceCookie }: Origin,
  input: { account: string; password: string },
): Promise<{ token: string; device: string; data: SessionData }> {
  const { db } = services;
  const phone = plainPhone(input.account);
  const name = input.account.toLowerCase();
  const byName = eq(sql`lower(${user.account})`, name);
  // An account may look like somebody's phone: the account's own name comes first.
  const [person] = await db
    .select()
    .from(user)
    .where(phone === undefined ? byName : or(byName, eq(user.phone, phone)))
    .orderBy(sql`lower(${user.account}) = ${name} desc`)
    .limit(1);
  // By what was typed, and in one spelling: whether there is such an account makes no difference.
  const wasRight = countAttempt(guard, address, phone ?? name, await devices.known(deviceCookie, person?.id));
  if (!(await isPassword(input.password, person?.passwordHash)) || !person) throw new AppError('account.wrong');
  if (!person.enabled) throw new AppError('account.disabled');
  wasRight();
  const token = await startSession(db, person.id);
  const keys = await db
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .where(eq(rolePermission.roleId, person.roleId));
  const actor = { userId: person.id, permissions: new Set(keys.map((one) => one.key)) };
  const device = await devices.after(deviceCookie, person.id);
  return { token, device, data: await readSessionData(services, actor, token) };
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
