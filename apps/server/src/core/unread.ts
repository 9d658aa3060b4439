/** Bodies that nobody reads to their end: after a refusal the rest is taken and dropped, and a body that crawls is cut. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { AppError } from './errors.ts';

export interface BodyBounds {
  /** Of a refused body so many bytes are taken, for so long; then the connection is closed. */
  drainBytes: number;
  drainMs: number;
  /** An ordinary body has to be here after this time. A larger one must bring `pieceBytes` in each such time. */
  bodyMs: number;
  pieceBytes: number;
}

export const bodyBounds: BodyBounds = {
  drainBytes: 64 * 1024 ** 2,
  drainMs: 10_000,
  bodyMs: 30_000,
  pieceBytes: 64 * 1024,
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Bytes of the body are still to come, over a connection: a request that is injected has none. */
const isArriving = (raw: IncomingMessage): boolean =>
  hasBody(raw) && !raw.complete && !raw.destroyed && raw.socket instanceof Socket;

/**
 * A browser reads the answer only when its body is sent, and the next request on a connection waits behind the body of the
 * one before. So what is left is read on, within bounds.
 */
function drain(raw: IncomingMessage, { drainBytes, drainMs }: BodyBounds): void {
  const { socket } = raw;
  const before = socket.bytesRead;
  const close = () => {
    raw.pause();
    // what the answer still has to send goes out first
    socket.destroySoon();
  };
  const timer = setTimeout(close, drainMs);
  raw.unpipe();
  raw.on('data', () => {
    if (socket.bytesRead - before > drainBytes && !raw.isPaused()) close();
  });
  // a client that goes away meanwhile needs nothing any more
  raw.on('error', () => undefined);
  raw.on('close', () => clearTimeout(timer));
  raw.on('end', () => clearTimeout(timer));
  raw.resume();
}

type Refuse = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

/** Calls `late` where the body is not here in time. */
function watch(request: FastifyRequest, isLarge: boolean, { bodyMs, pieceBytes }: BodyBounds, late: () => void): void {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const piece = raw.socket.bytesRead - before;
    before += piece;
    if (!isArriving(raw)) clearInterval(timer);
    else if (!isLarge || piece < pieceBytes) {
      clearInterval(timer);
      late();
    }
  }, bodyMs);
  raw.once('close', () => clearInterval(timer));
}

/** `refuse` sends the answer to a body that is cut. */
export function boundBodies(app: FastifyInstance, refuse: Refuse, bounds: BodyBounds = bodyBounds): void {
  const ordinary = app.initialConfig.bodyLimit ?? 0;
  app.addHook('onRequest', async (request, reply) => {
    if (!isArriving(request.raw)) return;
    const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
    watch(request, isForm || request.routeOptions.bodyLimit > ordinary, bounds, () => {
      if (reply.sent) return;
      refuse(new AppError('input.slow', { code: 408 }), request, reply);
    });
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isArriving(request.raw)) return;
    // what crawls is not waited for
    if (reply.statusCode === 408) return void reply.header('connection', 'close');
    // a connection that is closed at once would take the answer with it
    reply.removeHeader('connection');
    drain(request.raw, bounds);
  });
}
