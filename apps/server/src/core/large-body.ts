/** JSON bodies that are too large to be read in this process: what is beyond a bound is written to a file instead. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { makeJsonReader } from './body.ts';
import { AppError } from './errors.ts';
import { isDiskFull, keepReserve } from './room.ts';

/** As many bytes as any other route takes. */
const readHere = 1024 * 1024;
/** Files that may lie there at a time. */
const filesAtOnce = 8;

export interface LargeBodies {
  folder: string;
  /** The refusal where too many of these files lie there already. */
  busy: () => AppError;
}

const tooLarge = (): Error => Object.assign(new Error('the body is too large'), { statusCode: 413 });

/** Gives the pieces on, up to so many bytes. */
async function* bounded(
  first: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
  most: number,
  spend: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const count = async (piece: Buffer): Promise<Buffer> => {
    bytes += piece.length;
    if (bytes > most) throw tooLarge();
    await spend(piece.length);
    return piece;
  };
  for (const piece of first) yield count(piece);
  // oxlint-disable-next-line no-await-in-loop
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield count(next.value);
}

/** Of the requests of a scope: each body is read as usual, or written to a file. */
function takeBodies(scope: FastifyInstance, { folder, busy }: LargeBodies): Map<FastifyRequest, string> {
  const files = new Map<FastifyRequest, string>();
  const keep = async (request: FastifyRequest, first: readonly Buffer[], rest: AsyncIterator<Buffer>) => {
    if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw tooLarge();
    if (files.size >= filesAtOnce) throw busy();
    const file = path.join(folder, `${randomUUID()}.json`);
    files.set(request, file);
    try {
      await mkdir(folder, { recursive: true });
      const spend = await keepReserve(folder);
      await pipeline(bounded(first, rest, request.routeOptions.bodyLimit, spend), createWriteStream(file));
    } catch (error) {
      files.delete(request);
      await rm(file, { force: true });
      throw isDiskFull(error) && !(error instanceof AppError) ? new AppError('storage.full', { code: 507 }) : error;
    }
  };
  const readJson = makeJsonReader(scope);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const pieces = payload[Symbol.asyncIterator]();
    const first: Buffer[] = [];
    let bytes = 0;
    while (bytes <= readHere) {
      // oxlint-disable-next-line no-await-in-loop
      const next = await pieces.next();
      if (next.done) return readJson(request, Buffer.concat(first));
      first.push(next.value);
      bytes += next.value.length;
    }
    await keep(request, first, pieces);
    return undefined;
  });
  return files;
}

/** Aborted when whoever asked has gone. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

/** A route that takes large bodies as well; `work` gets the file of such a one, which is gone afterwards. */
export function addLargeRoute(
  app: FastifyInstance,
  options: RouteOptions,
  bodies: LargeBodies,
  work: (request: FastifyRequest, file: string, signal: AbortSignal) => Promise<unknown>,
): void {
  void app.register(async (scope) => {
    const files = takeBodies(scope, bodies);
    scope.route({
      ...options,
      async handler(request, reply) {
        const file = files.get(request);
        if (file === undefined) return options.handler.call(scope, request, reply);
        try {
          return await work(request, file, untilGone(reply));
        } finally {
          files.delete(request);
          await rm(file, { force: true });
        }
      },
    });
  });
}
