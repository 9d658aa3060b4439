/** One open socket: whose it is, what it is sent, and how it closes. */
import {
  codes,
  socketCloseCodes,
  SocketFrame as SocketFrameSchema,
  type SocketEvent,
  type SocketFrame,
} from '@loupe/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import { session, user } from '../../tables/account.ts';
import type { Db } from '../db.ts';
import { refusalOf } from '../session.ts';

export type SocketKind = 'progress' | 'messages';
export interface Connection {
  socket: WebSocket;
  kind: SocketKind;
  userId: number;
  sessionHash: Buffer;
  /** Answered the last ping. */
  isAlive: boolean;
}

/** Above this a client does not read: what can be missed is dropped, and for the rest it has to come back and fetch. */
const maxBufferedBytes = 1024 * 1024;

/** One event as it goes over the wire, with the fields of the specification beside the typed ones. */
export const frameOf = (event: SocketEvent, seq: number | null, at: string): SocketFrame => ({
  seq,
  at,
  event,
  ...(event.type === 'analysis' ? { msg: event.msg } : {}),
  ...(event.type === 'message' ? { cn: event.cn, en: event.en } : {}),
});

/** Rows of kept messages as frames; one that another version wrote differently is passed over. */
export function framesOf(rows: readonly { id: number; event: unknown; createdAt: Date }[]): SocketFrame[] {
  return rows.flatMap((row) => {
    const event = SocketFrameSchema.shape.event.safeParse(row.event);
    return event.success ? [frameOf(event.data, row.id, row.createdAt.toISOString())] : [];
  });
}

/** Texts for the person go by the messages socket, all else by the progress socket. */
export const kindOf = (event: SocketEvent): SocketKind => (event.type === 'message' ? 'messages' : 'progress');

/** What sending needs of a socket. */
interface Sender {
  readonly readyState: number;
  readonly OPEN: number;
  readonly bufferedAmount: number;
  send: (text: string) => void;
  terminate: () => void;
}

export function sendFrame(socket: Sender, frame: SocketFrame): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount <= maxBufferedBytes) socket.send(JSON.stringify(frame));
  else if (frame.seq !== null) socket.terminate();
}

export const closeSocket = (socket: WebSocket, reason: keyof typeof socketCloseCodes): void =>
  socket.close(socketCloseCodes[reason], reason);

/** Closes the sockets of sessions that ended. */
export async function closeEnded(db: Db, some: readonly Connection[]): Promise<void> {
  if (some.length === 0) return;
  const rows = await db
    .select({
      hash: session.tokenHash,
      ended: session.ended,
      lives: sql<boolean>`${session.expiresAt} > clock_timestamp()`,
      enabled: user.enabled,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      inArray(
        session.tokenHash,
        some.map((one) => one.sessionHash),
      ),
    );
  const byHash = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  for (const { socket, sessionHash } of some) {
    const refusal = refusalOf(byHash.get(sessionHash.toString('hex')));
    if (refusal) closeSocket(socket, refusal.code === codes.revoked ? 'revoked' : 'offline');
  }
}
