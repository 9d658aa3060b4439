/** The HTTP server without routes: limits, parsers, headers, request ids, and the one place where errors become answers. */
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { limits } from '@loupe/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { readBodies } from './body.ts';
import { denied } from './errors.ts';
import { failureOf, forLog } from './failure.ts';
import { withLogFields } from './log.ts';
import { isOwnOrigin } from './origin.ts';
import type { Services } from './services.ts';
import { boundBodies } from './unread.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** `METHOD address` of every route, but for the files of the web app; for the test that holds each to its permission. */
    boundRoutes: string[];
  }
  interface FastifyRequest {
    /** Who asked, once the session is read; for the log. */
    userId: number;
  }
}

const defaultBodyLimit = 1024 * 1024;
/** A connection on which nothing moves for so long is cut; a slow but living upload is not, nor one that waits for us. */
const idleMs = 120_000;
/** The largest text a client may send on a socket: it only ever says who it is. */
const socketTextBytes = 4096;

/** What the built web app needs and no more: its styles are made at run time, images come as blobs, decoding in workers. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'blob:', 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** Sends the answer for whatever was thrown, and logs what nobody foresaw. */
function sendFailure(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const limit = request.routeOptions?.bodyLimit ?? defaultBodyLimit;
  const failure = failureOf(error, limit, request.id);
  if (failure.unexpected) {
    const where = { id: request.id, method: request.method, url: request.url.split('?')[0], userId: request.userId };
    const level = failure.status < 500 ? 'warn' : 'error';
    services.log[level]({ ...where, ...forLog(error) }, 'request failed');
  }
  if (failure.retryAfter !== undefined) void reply.header('retry-after', failure.retryAfter);
  // A binary handler may have set the headers of its file before it failed.
  reply.removeHeader('content-length');
  reply.removeHeader('content-disposition');
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure.body);
}

/** What cannot be decoded is an unknown address like any other; the router would refuse it without the headers of all answers. */
function readableAddress(address: string): string {
  try {
    decodeURI(address.split(/[?#]/)[0]!);
    return address;
  } catch {
    return '/.unreadable';
  }
}

/** From the end of the body until the answer goes out it is the server that keeps the connection waiting. */
function waitForAnswers(app: FastifyInstance): void {
  const setIdle = ({ raw: { socket } }: FastifyRequest, ms: number) => {
    // a request that is injected has no connection
    if (socket instanceof Socket) socket.setTimeout(ms);
  };
  app.addHook('onRequest', async (request, { raw }) => {
    // the rest of a body that was refused comes after its answer
    request.raw.once('end', () => raw.headersSent || setIdle(request, 0));
  });
  app.addHook('onSend', async (request) => setIdle(request, idleMs));
}

function addHooks(app: FastifyInstance, services: Services): void {
  app.decorateRequest('userId', 0);
  app.addHook('onRequest', (request, _reply, done) => withLogFields({ id: request.id }, done));
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request.headers)) throw denied();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { id, method, userId } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const url = request.url.split('?')[0];
    services.log.debug({ id, method, url, status: reply.statusCode, ms, userId }, 'request');
  });
}

/** An instance with everything but routes. `formUrls`: addresses that also take a form body. */
export async function makeServer(services: Services, formUrls: ReadonlySet<string>): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: defaultBodyLimit,
    connectionTimeout: idleMs,
    // An upload may take as long as it takes; bodies that crawl are cut by `boundBodies`.
    requestTimeout: 0,
    exposeHeadRoutes: false,
    // whoever connects is who asks, but for these
    trustProxy: services.config.trustedProxies?.split(',') ?? false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => readableAddress(url ?? '/'),
    frameworkErrors: (error, request, reply) => void sendFailure(services, error, request, reply),
  });
  const boundRoutes: string[] = [];
  app.decorate('boundRoutes', boundRoutes);
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.includes('*')) boundRoutes.push(...[method].flat().map((one) => `${one} ${url}`));
  });
  const secure = services.config.secureCookie;
  await app.register(helmet, {
    contentSecurityPolicy,
    // These only have a meaning over HTTPS; over HTTP the browser complains about them.
    strictTransportSecurity: secure,
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' },
  });
  await app.register(cookie);
  readBodies(app, formUrls);
  await app.register(formbody);
  await app.register(multipart, {
    limits: { fileSize: limits.imageBytes, files: 100, fields: 10, fieldSize: 256 * 1024, parts: 110 },
  });
  await app.register(websocket, { options: { maxPayload: socketTextBytes } });
  addHooks(app, services);
  waitForAnswers(app);
  boundBodies(app, (error, request, reply) => void sendFailure(services, error, request, reply));
  app.setErrorHandler((error, request, reply) => void sendFailure(services, error, request, reply));
  return app;
}
