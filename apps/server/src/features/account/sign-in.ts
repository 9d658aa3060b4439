/** What every way of signing in ends with: the session, its cookies, and what the person gets to know. */
import type { SessionData } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import type { Services } from '../../core/services.ts';
import { endSession, sessionCookie, setSessionCookie, startSession } from '../../core/session.ts';
import { rolePermission, user } from '../../tables/account.ts';
import { deviceCookie, setDeviceCookie, type Devices } from './device.ts';
import { readSessionData } from './session-data.ts';

/** The browser that signs in. */
export interface Browser {
  address: string;
  userAgent: string;
  /** The cookie that says who signed in on this device before. */
  deviceCookie: string | undefined;
  /** Of a session that this browser already had: it ends, so that none is left behind that nobody can see. */
  sessionCookie: string | undefined;
}

export const browserOf = (request: FastifyRequest): Browser => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceCookie: request.cookies[deviceCookie],
  sessionCookie: request.cookies[sessionCookie],
});

export interface SignedIn {
  token: string;
  device: string;
  remembered: boolean;
  data: SessionData;
}

/** Who this is has been proved; whether they may sign in was asked before. */
export async function beginSession(
  services: Services,
  devices: Devices,
  person: Pick<typeof user.$inferSelect, 'id' | 'roleId' | 'passwordHash'>,
  browser: Browser,
  remembered: boolean,
): Promise<SignedIn> {
  const { db } = services;
  const { userAgent, address } = browser;
  if (browser.sessionCookie !== undefined) await endSession(db, hashToken(browser.sessionCookie), 'logout');
  const token = await db.transaction(async (tx) => {
    // what was proved must hold still: a new password, or who disables the account, ends the sessions that are there by then
    const [held] = await tx
      .update(user)
      .set({ lastSignInAt: sql`clock_timestamp()` })
      .where(
        and(
          eq(user.id, person.id),
          eq(user.passwordHash, person.passwordHash),
          eq(user.enabled, true),
          isNull(user.deletedAt),
        ),
      )
      .returning({ id: user.id });
    if (!held) throw new AppError('account.wrong');
    return startSession(tx, person.id, { remembered, userAgent, address });
  });
  const keys = await db
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .where(eq(rolePermission.roleId, person.roleId));
  const actor = { userId: person.id, permissions: new Set(keys.map((one) => one.key)) };
  const [device, data] = await Promise.all([
    devices.after(browser.deviceCookie, person.id),
    readSessionData(services, actor, token),
  ]);
  return { token, device, remembered, data };
}

export function setSignInCookies(
  services: Services,
  reply: FastifyReply,
  { token, device, remembered }: SignedIn,
): void {
  setSessionCookie(services, reply, token, remembered);
  setDeviceCookie(services, reply, device);
}
