/** The open sockets of this process: who they belong to, what they are sent, and when they must close. */
import {
  limits,
  socketCloseCodes,
  type SocketEvent,
  SocketFrame as SocketFrameSchema,
  type SocketFrame,
} from '@loupe/contract';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import { session, socketMessage, user } from '../../features/account/tables.ts';
import type { Actor } from '../actor.ts';
import { codes } from '@loupe/contract';
import type { Notice } from '../publish.ts';
import type { Services } from '../services.ts';
import { refusalOf } from '../session.ts';
import { listenTo } from './listener.ts';

export type SocketKind = 'progress' | 'messages';
interface Connection {
  socket: WebSocket;
  kind: SocketKind;
  userId: number;
  sessionHash: Buffer;
  isAlive: boolean;
}

export interface Hub {
  /** Takes a socket in; it is told `ready` once nothing can be missed any more. */
  add: (socket: WebSocket, kind: SocketKind, actor: Pick<Actor, 'userId' | 'sessionHash'>) => Promise<void>;
  stop: () => Promise<void>;
}

const heartbeatMs = 30_000;
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

const kindOf = (event: SocketEvent): SocketKind => (event.type === 'message' ? 'messages' : 'progress');

function send({ socket }: Connection, frame: SocketFrame): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount <= maxBufferedBytes) socket.send(JSON.stringify(frame));
  else if (frame.seq !== null) socket.terminate();
}

export const closeSocket = (socket: WebSocket, reason: keyof typeof socketCloseCodes): void =>
  socket.close(socketCloseCodes[reason], reason);

/** Rows of kept messages as frames; one that an older program wrote differently is passed over. */
export function framesOf(rows: readonly { id: number; event: unknown; createdAt: Date }[]): SocketFrame[] {
  return rows.flatMap((row) => {
    const at = row.createdAt.toISOString();
    const event = SocketFrameSchema.shape.event.safeParse(row.event);
    return event.success ? [frameOf(event.data, row.id, at)] : [];
  });
}

export function makeHub(services: Services): Hub {
  const { db, log } = services;
  const connections = new Map<number, Set<Connection>>();
  let lastSeq = 0;

  const everyone = () => [...connections.values()].flatMap((set) => [...set]);
  const deliver = (userId: number, frame: SocketFrame) => {
    lastSeq = Math.max(lastSeq, frame.seq ?? 0);
    for (const one of connections.get(userId) ?? []) if (one.kind === kindOf(frame.event)) send(one, frame);
  };
  const deliverRows = async (users: readonly number[], where: ReturnType<typeof and>) => {
    if (users.length === 0) return;
    const rows = await db
      .select()
      .from(socketMessage)
      .where(and(inArray(socketMessage.userId, [...users]), where))
      .orderBy(asc(socketMessage.id))
      .limit(1000);
    for (const row of rows) for (const frame of framesOf([row])) deliver(row.userId, frame);
  };

  /** Closes the sockets of sessions that ended. */
  const recheck = async (some: readonly Connection[]) => {
    if (some.length === 0) return;
    const hashes = some.map((one) => one.sessionHash);
    const rows = await db
      .select({
        hash: session.tokenHash,
        ended: session.ended,
        lives: sql<boolean>`${session.expiresAt} > clock_timestamp()`,
        enabled: user.enabled,
      })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(inArray(session.tokenHash, hashes));
    for (const one of some) {
      const refusal = refusalOf(rows.find((row) => row.hash.equals(one.sessionHash)));
      if (refusal) closeSocket(one.socket, refusal.code === codes.revoked ? 'revoked' : 'offline');
    }
  };

  const trouble = (error: unknown) => log.warn({ error }, 'sockets: the database is away');
  const handle = async (notice: Notice) => {
    if (notice.kind === 'sessions') return recheck([...(connections.get(notice.userId) ?? [])]);
    const users = notice.users.filter((id) => connections.has(id));
    if (notice.kind === 'row') return deliverRows(users, eq(socketMessage.id, notice.seq));
    const frame = frameOf(notice.event, notice.seq, notice.at);
    for (const userId of users) deliver(userId, frame);
  };
  const afterGap = async () => {
    await deliverRows([...connections.keys()], gt(socketMessage.id, lastSeq));
    await recheck(everyone());
  };
  const listener = listenTo(
    db.$client.options.connectionString ?? '',
    (notice) => void handle(notice).catch(trouble),
    () => void afterGap().catch(trouble),
    trouble,
  );

  const heartbeat = setInterval(() => {
    const all = everyone();
    for (const one of all) {
      if (!one.isAlive) one.socket.terminate();
      one.isAlive = false;
      if (one.socket.readyState === one.socket.OPEN) one.socket.ping();
    }
    recheck(all).catch(trouble);
  }, heartbeatMs);
  heartbeat.unref();

  const remove = (one: Connection) => {
    const set = connections.get(one.userId);
    set?.delete(one);
    if (set?.size === 0) connections.delete(one.userId);
  };

  return {
    add: async (socket, kind, { userId, sessionHash }) => {
      const own = connections.get(userId) ?? new Set();
      if (own.size >= limits.socketsPerUser) return closeSocket(socket, 'tooMany');
      const one: Connection = { socket, kind, userId, sessionHash, isAlive: true };
      connections.set(userId, own.add(one));
      socket.on('pong', () => (one.isAlive = true));
      socket.on('close', () => remove(one));
      try {
        await listener.ready();
        // It may have ended between the check at the door and the moment from which on notices are heard.
        await recheck([one]);
        send(one, frameOf({ type: 'ready' }, null, new Date().toISOString()));
      } catch (error) {
        trouble(error);
        closeSocket(socket, 'away');
      }
    },
    stop: async () => {
      clearInterval(heartbeat);
      for (const one of everyone()) closeSocket(one.socket, 'away');
      await listener.stop();
    },
  };
}
