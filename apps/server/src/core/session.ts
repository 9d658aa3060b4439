/** Sessions: opaque tokens, stored hashed; who asks is read from them and from nothing else. */
import { codes, limits } from '@loupe/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { accessToken, rolePermission, session, user } from '../tables/account.ts';
import { actorOfAccessToken, isAccessToken } from './access-token.ts';
import { nobody, type Actor } from './actor.ts';
import type { ActorOf } from './bind.ts';
import type { Db, Tx } from './db.ts';
import { AppError } from './errors.ts';
import { prepared } from './prepared.ts';
import { hashToken } from './hash.ts';
import { notifySessions } from './publish.ts';
import type { Services } from './services.ts';
import { tallySeen } from './tally.ts';

export const sessionCookie = 'loupe_session';
/** Why a session ended: by its owner or a newer sign-in (10010), or by somebody with the right to (20011). */
export type Ending = 'logout' | 'replaced' | 'revoked';

export const offline = (): AppError => new AppError('session.offline', { code: codes.offline });
export const revoked = (): AppError => new AppError('session.revoked', { code: codes.revoked });

export const newToken = (): string => randomBytes(32).toString('base64url');

const idle = sql`make_interval(hours => ${limits.sessionIdleHours})`;
const longest = sql`make_interval(days => ${limits.sessionDays})`;
/** True for a session that is not too old. */
export const livingSession = sql<boolean>`${session.expiresAt} > clock_timestamp()
  and ${session.createdAt} > clock_timestamp() - ${longest}`;
/** How stale `last_seen_at` may get before a request writes it: reading costs no write each time. */
const touchSeconds = 60;

/** What `authorization` holds, bare or as Bearer. */
const authorizationOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.trim().replace(/^Bearer\s+/i, '') || undefined;

/** The session token of a request: `authorization`, else the cookie. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = authorizationOf(request) ?? request.cookies[sessionCookie];
  // 32 bytes in base64url; anything else is nobody's token
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** How a session begins: `remembered` outlives the browser window; the rest is what its owner sees of it later. */
export interface SessionStart {
  remembered?: boolean;
  userAgent?: string;
  address?: string;
}

const userAgentLength = 300;

export async function startSession(db: Tx, userId: number, start: SessionStart = {}): Promise<string> {
  const { remembered = false, userAgent = '', address = '' } = start;
  const token = newToken();
  await db.insert(session).values({
    tokenHash: hashToken(token),
    userId,
    remembered,
    userAgent: userAgent.slice(0, userAgentLength),
    address,
    expiresAt: sql`clock_timestamp() + ${remembered ? longest : idle}`,
  });
  await tallySeen(db, userId);
  return token;
}

export async function endSession(db: Db, tokenHash: Buffer, ended: Ending): Promise<void> {
  const [row] = await db
    .update(session)
    .set({ ended })
    .where(and(eq(session.tokenHash, tokenHash), sql`${session.ended} is null`))
    .returning({ userId: session.userId });
  if (row) await notifySessions(db, row.userId);
}

/** Ends a person's sessions, but for one; open sockets follow at once. Answers how many lived. */
export async function endSessions(db: Tx, userId: number, ended: Ending, except?: Buffer): Promise<number> {
  const rows = await db
    .update(session)
    .set({ ended })
    .where(
      and(
        eq(session.userId, userId),
        sql`${session.ended} is null`,
        except === undefined ? undefined : ne(session.tokenHash, except),
      ),
    )
    .returning({ lives: livingSession });
  await notifySessions(db, userId);
  return rows.filter(({ lives }) => lives).length;
}

/** All that was opened with a password which somebody else, or a code, has replaced: sessions and access tokens. */
export async function endAccess(db: Tx, userId: number): Promise<void> {
  await endSessions(db, userId, 'revoked');
  await db.delete(accessToken).where(eq(accessToken.userId, userId));
}

/** Removes what can tell nobody anything any more. */
export async function sweepSessions(db: Db): Promise<void> {
  await db.execute(sql`delete from session where expires_at < clock_timestamp() - ${longest}`);
  await db.execute(sql`delete from sso_used where expires_at < clock_timestamp()`);
  await db.execute(sql`delete from oidc_login where expires_at < clock_timestamp()`);
  await db.execute(sql`delete from socket_ticket where expires_at < clock_timestamp()`);
  await db.execute(
    sql`delete from socket_message where created_at < clock_timestamp() - make_interval(days => ${limits.socketMessageDays})`,
  );
}

interface SessionRow {
  userId: number;
  account: string;
  enabled: boolean;
  mustChangePassword: boolean;
  mustComplete: boolean;
  mustBeApproved: boolean;
  ended: string | null;
  lives: boolean;
  stale: boolean;
  permissions: string[];
}

/** Asked with every request. */
export const readSession = (db: Db, tokenHash: Buffer) =>
  prepared<SessionRow>(
    db,
    sql`
      select ${user.id} as "userId", ${user.account},
        ${user.enabled} and ${user.deletedAt} is null as enabled, ${user.mustChangePassword} as "mustChangePassword",
        ${user.mustComplete} as "mustComplete", ${user.mustBeApproved} as "mustBeApproved",
        ${session.ended}, ${livingSession} as lives,
        ${session.lastSeenAt} < clock_timestamp() - make_interval(secs => ${touchSeconds}) as stale,
        array(select ${rolePermission.key} from ${rolePermission} where ${rolePermission.roleId} = ${user.roleId}) as permissions
      from ${session} join ${user} on ${user.id} = ${session.userId}
      where ${session.tokenHash} = ${tokenHash}`,
  );

/** Why a session may not go on; undefined while it may. */
export function refusalOf(
  row: { ended: string | null; lives: boolean; enabled: boolean } | undefined,
): AppError | undefined {
  if (row === undefined) return offline();
  if (row.ended === 'revoked' || !row.enabled) return revoked();
  return row.ended !== null || !row.lives ? offline() : undefined;
}

/** The actor behind a token; throws 10010 or 20011. */
export async function actorOfToken(db: Db, token: string | undefined): Promise<Actor> {
  if (token === undefined) throw offline();
  const tokenHash = hashToken(token);
  const [row] = await readSession(db, tokenHash);
  const refusal = refusalOf(row);
  if (refusal) throw refusal;
  const { userId, account, permissions, mustChangePassword, mustComplete, mustBeApproved, stale } = row!;
  if (stale) {
    await db
      .update(session)
      .set({
        lastSeenAt: sql`clock_timestamp()`,
        // remembered: it was given its last day at the start
        expiresAt: sql`case when ${session.remembered} then ${session.expiresAt} else clock_timestamp() + ${idle} end`,
      })
      .where(eq(session.tokenHash, tokenHash));
    await tallySeen(db, userId);
  }
  return {
    userId,
    account,
    permissions: new Set(permissions),
    sessionHash: tokenHash,
    mustChangePassword,
    mustComplete,
    mustBeApproved,
    scopes: null,
    need: nobody.need,
  };
}

/** For `bind`: the actor of a request. */
export const makeActorOf =
  (services: Services): ActorOf =>
  async (request, permission) => {
    if (permission === 'public') return nobody;
    const given = authorizationOf(request);
    const actor = isAccessToken(given)
      ? await actorOfAccessToken(services.db, given)
      : await actorOfToken(services.db, tokenOf(request));
    request.userId = actor.userId;
    return actor;
  };

/** Without `remembered` the cookie ends with the browser window. */
export function setSessionCookie(services: Services, reply: FastifyReply, token: string, remembered: boolean): void {
  void reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.secureCookie,
    ...(remembered ? { maxAge: limits.sessionDays * 86_400 } : {}),
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, { path: '/' });
}
