/** One-time tickets: proof on a socket, where no header can be set, of a session that was proved by a call. */
import { limits } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { socketTicket } from '../../tables/account.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db.ts';
import { hashToken } from '../hash.ts';
import { newToken } from '../session.ts';

export async function issueTicket(db: Db, actor: Actor): Promise<string> {
  const ticket = newToken();
  await db.insert(socketTicket).values({
    hash: hashToken(ticket),
    userId: actor.userId,
    sessionHash: actor.sessionHash,
    expiresAt: sql`clock_timestamp() + make_interval(secs => ${limits.socketTicketSeconds})`,
  });
  return ticket;
}

/** Uses a ticket up; undefined when it is unknown, used, too old or another person's. */
export async function redeemTicket(
  db: Db,
  userId: number,
  ticket: string,
): Promise<Pick<Actor, 'userId' | 'sessionHash'> | undefined> {
  const [row] = await db
    .delete(socketTicket)
    .where(eq(socketTicket.hash, hashToken(ticket)))
    .returning({
      userId: socketTicket.userId,
      sessionHash: socketTicket.sessionHash,
      inTime: sql<boolean>`${socketTicket.expiresAt} > clock_timestamp()`,
    });
  return row?.inTime && row.userId === userId ? { userId, sessionHash: row.sessionHash } : undefined;
}
