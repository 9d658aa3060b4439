/** The two sockets of the specification, and the routes that belong to them. */
import { envelope, parseSocketHello, socketPaths, type sockets } from '@loupe/contract';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { socketMessage } from '../../tables/account.ts';
import type { Actor } from '../actor.ts';
import type { Handlers } from '../bind.ts';
import { AppError, denied } from '../errors.ts';
import { isOwnOrigin } from '../origin.ts';
import type { Services } from '../services.ts';
import { actorOfToken, tokenOf } from '../session.ts';
import { closeSocket, framesOf } from './connection.ts';
import { makeHub, type Hub } from './hub.ts';
import { issueTicket, redeemTicket } from './tickets.ts';

/** Who opens a socket and does not say who it is, goes. */
const helloMs = 10_000;
const missedAtOnce = 200;

type Holder = Pick<Actor, 'userId' | 'sessionHash'>;

/** `/handler`: the first text names the user and proves it by a ticket. */
function awaitHello(services: Services, hub: Hub, socket: WebSocket): void {
  const timer = setTimeout(() => closeSocket(socket, 'refused'), helloMs);
  socket.on('close', () => clearTimeout(timer));
  socket.once('message', (data: Buffer) => {
    clearTimeout(timer);
    const hello = parseSocketHello(data.toString());
    const redeemed = hello ? redeemTicket(services.db, hello.userId, hello.ticket) : Promise.resolve(undefined);
    redeemed
      .then((holder) => (holder ? hub.add(socket, 'progress', holder) : closeSocket(socket, 'refused')))
      .catch((error: unknown) => {
        services.log.warn({ error }, 'sockets: a ticket could not be checked');
        closeSocket(socket, 'away');
      });
  });
}

const Query = z.object({ ticket: z.string().max(200).optional() });

/** `/socketServer/{userid}`: by session or ticket, and for the own id only. */
async function holderOf(services: Services, request: FastifyRequest): Promise<Holder> {
  const userId = Number((request.params as { userid: string }).userid);
  const { ticket } = Query.catch({}).parse(request.query);
  const holder =
    ticket === undefined
      ? await actorOfToken(services.db, tokenOf(request))
      : await redeemTicket(services.db, userId, ticket);
  if (holder?.userId !== userId) throw denied();
  return holder;
}

export function bindSockets(app: FastifyInstance, services: Services): void {
  const hub = makeHub(services);
  const holders = new WeakMap<FastifyRequest, Holder>();
  app.addHook('preClose', () => hub.stop());

  const ownOriginOnly = async (request: FastifyRequest) => {
    if (!isOwnOrigin(request.headers)) throw denied();
  };
  app.get(socketPaths.progress, { websocket: true, preValidation: ownOriginOnly }, (socket) => {
    socket.on('error', () => undefined);
    awaitHello(services, hub, socket);
  });
  app.get(
    `${socketPaths.messages}/:userid`,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        await ownOriginOnly(request);
        try {
          holders.set(request, await holderOf(services, request));
        } catch (error) {
          // An upgrade has no body that its client reads: the status alone must say no.
          if (!(error instanceof AppError) || error.code < 1000) throw error;
          await reply.code(401).send(envelope(error.code, error.key, null));
        }
      },
    },
    (socket, request) => {
      socket.on('error', () => undefined);
      const holder = holders.get(request);
      if (holder) void hub.add(socket, 'messages', holder);
      else closeSocket(socket, 'refused');
    },
  );
}

export function makeSocketHandlers(services: Services): Handlers<typeof sockets> {
  const { db } = services;
  return {
    socketTicket: async (actor) => ({ ticket: await issueTicket(db, actor) }),
    socketMissed: async (actor, { afterSeq }) => {
      // Read first: a number that is visible has every smaller one visible, too, whoever they are for.
      const [last] = await db.select({ seq: sql<number>`coalesce(max(${socketMessage.id}), 0)` }).from(socketMessage);
      const rows = await db
        .select()
        .from(socketMessage)
        .where(and(eq(socketMessage.userId, actor.userId), gt(socketMessage.id, afterSeq)))
        .orderBy(asc(socketMessage.id))
        .limit(missedAtOnce);
      return { lastSeq: rows.length === missedAtOnce ? rows.at(-1)!.id : last!.seq, frames: framesOf(rows) };
    },
  };
}
