/** Where a person is signed in, and ending it. */
import { limits, type OwnSession } from '@loupe/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { endSession, endSessions, livingSession } from '../../core/session.ts';
import { session } from '../../tables/account.ts';
import { readAgent } from './user-agent.ts';

const ofActor = (actor: Actor) => and(eq(session.userId, actor.userId), isNull(session.ended), livingSession);

export async function listSessions({ db }: Services, actor: Actor): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(session)
    .where(ofActor(actor))
    // this one is never beyond the end of the list
    .orderBy(desc(sql`${session.tokenHash} = ${actor.sessionHash}`), desc(session.lastSeenAt))
    .limit(limits.sessionsShown);
  return rows.map((row) => ({
    id: row.publicId,
    isCurrent: row.tokenHash.equals(actor.sessionHash),
    ...readAgent(row.userAgent),
    address: row.address,
    remembered: row.remembered,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** By its owner: the other device is told that it is offline (10010). */
export async function endOwnSession({ db }: Services, actor: Actor, publicId: string): Promise<void> {
  const [row] = await db
    .select({ tokenHash: session.tokenHash })
    .from(session)
    .where(and(eq(session.publicId, publicId), ofActor(actor)));
  await endSession(db, found(row).tokenHash, 'replaced');
}

export const endOtherSessions = ({ db }: Services, actor: Actor): Promise<number> =>
  endSessions(db, actor.userId, 'replaced', actor.sessionHash);
