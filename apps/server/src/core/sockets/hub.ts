/** The open sockets of this process, and the notices that become frames on them. */
import { limits, type SocketFrame } from '@loupe/contract';
import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import { socketMessage } from '../../tables/account.ts';
import type { Actor } from '../actor.ts';
import type { Notice } from '../publish.ts';
import type { Services } from '../services.ts';
import {
  closeEnded,
  closeSocket,
  frameOf,
  framesOf,
  kindOf,
  sendFrame,
  type Connection,
  type SocketKind,
} from './connection.ts';
import { listenTo, type Listener } from './listener.ts';
import { makePresence, type Presence } from './presence.ts';

export interface Hub {
  /** Takes a socket in; it is told `ready` once nothing can be missed any more. */
  add: (socket: WebSocket, kind: SocketKind, actor: Pick<Actor, 'userId' | 'sessionHash'>) => Promise<void>;
  stop: () => Promise<void>;
}

const heartbeatMs = 30_000;

/** The connections by their person. */
function makeRegistry() {
  const byUser = new Map<number, Set<Connection>>();
  return {
    users: () => [...byUser.keys()],
    all: () => [...byUser.values()].flatMap((set) => [...set]),
    of: (userId: number): Connection[] => [...(byUser.get(userId) ?? [])],
    add: (one: Connection) => void byUser.set(one.userId, (byUser.get(one.userId) ?? new Set()).add(one)),
    remove: (one: Connection) => {
      const set = byUser.get(one.userId);
      set?.delete(one);
      if (set?.size === 0) byUser.delete(one.userId);
    },
  };
}
type Registry = ReturnType<typeof makeRegistry>;

/** Hears notices and sends frames to those connected here. */
function startDelivery(
  services: Services,
  parts: { registry: Registry; presence: Presence },
  onTrouble: (error: unknown) => void,
): Listener {
  const { db } = services;
  const { registry, presence } = parts;
  let lastSeq = 0;
  const deliver = (userId: number, frame: SocketFrame) => {
    lastSeq = Math.max(lastSeq, frame.seq ?? 0);
    for (const one of registry.of(userId)) if (one.kind === kindOf(frame.event)) sendFrame(one.socket, frame);
  };
  const deliverRows = async (users: readonly number[], which: SQL) => {
    if (users.length === 0) return;
    const rows = await db
      .select()
      .from(socketMessage)
      .where(and(inArray(socketMessage.userId, [...users]), which))
      .orderBy(asc(socketMessage.id))
      .limit(1000);
    for (const row of rows) for (const frame of framesOf([row])) deliver(row.userId, frame);
  };
  const handle = async (notice: Notice) => {
    if (notice.kind === 'sessions') return closeEnded(db, registry.of(notice.userId));
    const users = notice.users.filter((id) => registry.of(id).length > 0);
    if (notice.kind === 'row') return deliverRows(users, eq(socketMessage.id, notice.seq));
    if (notice.event.type === 'access') presence.recheck(users);
    const frame = frameOf(notice.event, notice.seq, notice.at);
    for (const userId of users) deliver(userId, frame);
  };
  const afterGap = async () => {
    await deliverRows(registry.users(), gt(socketMessage.id, lastSeq));
    await closeEnded(db, registry.all());
  };
  const listener = listenTo(
    db.$client.options.connectionString ?? '',
    (notice) => void handle(notice).catch(onTrouble),
    () => void afterGap().catch(onTrouble),
    onTrouble,
  );
  // Without a first number, a gap would bring everything that was ever kept.
  const start = async () => {
    await listener.ready();
    const [last] = await db.select({ seq: sql<number>`coalesce(max(${socketMessage.id}), 0)` }).from(socketMessage);
    lastSeq = Math.max(lastSeq, last!.seq);
  };
  let started: Promise<void> | undefined;
  const ready = async () => {
    started ??= start();
    try {
      await started;
    } catch (error) {
      started = undefined;
      throw error;
    }
  };
  return { ready, stop: listener.stop };
}

/** Pings, ends what did not answer the ping before, and closes what belongs to an ended session. */
function beat(services: Services, registry: Registry, onTrouble: (error: unknown) => void): void {
  const all = registry.all();
  for (const one of all) {
    if (!one.isAlive) one.socket.terminate();
    one.isAlive = false;
    if (one.socket.readyState === one.socket.OPEN) one.socket.ping();
  }
  closeEnded(services.db, all).catch(onTrouble);
}

export function makeHub(services: Services): Hub {
  const registry = makeRegistry();
  const trouble = (error: unknown) => services.log.warn({ error }, 'sockets: the database is away');
  const presence = makePresence(services.db, trouble);
  const listener = startDelivery(services, { registry, presence }, trouble);
  const heartbeat = setInterval(() => beat(services, registry, trouble), heartbeatMs);
  heartbeat.unref();
  return {
    add: async (socket, kind, { userId, sessionHash }) => {
      if (registry.of(userId).length >= limits.socketsPerUser) return closeSocket(socket, 'tooMany');
      const one: Connection = { socket, kind, userId, sessionHash, isAlive: true };
      registry.add(one);
      socket.on('pong', () => (one.isAlive = true));
      socket.on('close', () => {
        registry.remove(one);
        presence.leave(one);
      });
      if (kind === 'progress') socket.on('message', (data: Buffer) => presence.hear(one, data.toString()));
      try {
        await listener.ready();
        // It may have ended between the check at the door and the moment from which on notices arrive.
        await closeEnded(services.db, [one]);
        sendFrame(socket, frameOf({ type: 'ready' }, null, new Date().toISOString()));
      } catch (error) {
        trouble(error);
        closeSocket(socket, 'away');
      }
    },
    stop: async () => {
      clearInterval(heartbeat);
      presence.stop();
      for (const { socket } of registry.all()) closeSocket(socket, 'away');
      await listener.stop();
    },
  };
}
