/**
 * The bytes of an upload, by the part of tus 1.0 that a client needs to go on: HEAD says how many are here, PATCH adds to
 * them. How many are here is the size of the file and nothing else, so that a killed server knows it too.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codes, limits, UploadId, uploadUrl } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inReach, withNeed } from '../../../core/access.ts';
import type { Actor } from '../../../core/actor.ts';
import { admit } from '../../../core/bind.ts';
import { AppError, found, invalid, notFound } from '../../../core/errors.ts';
import { keepReserve } from '../../../core/room.ts';
import type { Services } from '../../../core/services.ts';
import { makeActorOf } from '../../../core/session.ts';
import { completeUpload } from './complete.ts';
import { archivePath, isInSight, receivedBytes, uploadNeed, uploadPermission } from './files.ts';
import { upload } from '../../../tables/uploads.ts';

const version = '1.0.0';
const mediaType = 'application/offset+octet-stream';
const route = { permission: uploadPermission, path: 'upload/tus', needs: 'write' } as const;

interface Writing {
  abort: AbortController;
  ended: Promise<unknown>;
}
/** Who writes which upload. A client that comes back takes over from its own broken connection. */
const writings = new Map<string, Writing>();

/** Ends what is being written to an upload, and waits until it has ended. */
export async function endWriting(id: string): Promise<void> {
  const writing = writings.get(id);
  writing?.abort.abort();
  await writing?.ended.catch(() => undefined);
}

/** Session and permission, with the HTTP statuses that a tus client understands. */
async function actorOf(services: Services, request: FastifyRequest): Promise<Actor> {
  try {
    return await admit(makeActorOf(services), request, route);
  } catch (error) {
    const isSession = error instanceof AppError && [codes.offline, codes.revoked].some((code) => code === error.code);
    throw isSession ? new AppError(error.key, { code: 401 }) : error;
  }
}

async function ownRow({ db }: Services, actor: Actor, request: FastifyRequest) {
  const id = UploadId.safeParse((request.params as { id: unknown }).id);
  if (!id.success) throw notFound();
  const mine = and(
    eq(upload.id, id.data),
    eq(upload.userId, actor.userId),
    isNull(upload.canceledAt),
    isInSight,
    inReach(withNeed(actor, uploadNeed), upload.projectId),
  );
  const [row] = await db.select().from(upload).where(mine);
  return found(row);
}
type Row = Awaited<ReturnType<typeof ownRow>>;

const standing = (reply: FastifyReply, offset: number, bytes: number): FastifyReply =>
  reply.header('upload-offset', offset).header('upload-length', bytes).header('tus-resumable', version);

/** Bytes that are here. Of an upload whose import is queued all are. */
async function offsetOf(services: Services, row: Row): Promise<number> {
  if (row.taskId !== null) return row.bytes;
  const received = await receivedBytes(services.config.data, row.id);
  if (received === undefined) throw notFound();
  return received;
}

/** Appends what comes, and gives back where the file ends then. What came before a cut stays. */
async function append(file: string, from: number, most: number, body: Readable, signal: AbortSignal): Promise<number> {
  const spend = await keepReserve(path.dirname(file));
  const handle = await open(file, 'r+');
  let at = from;
  try {
    // a refusal in the middle must still reach the client: its connection stays
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      if (at + chunk.length > most)
        throw invalid('body', { zh: '比预先声明的字节多', en: 'has more bytes than announced' });
      // oxlint-disable-next-line no-await-in-loop
      await spend(chunk.length);
      for (let done = 0; done < chunk.length;) {
        // oxlint-disable-next-line no-await-in-loop
        done += (await handle.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
      }
      at += chunk.length;
    }
    return at;
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage.full', { code: 507 }) : error;
  } finally {
    await handle.datasync().finally(() => handle.close());
  }
}

async function write(services: Services, row: Row, offset: number, body: Readable): Promise<number> {
  // of several that wait each ends the one before
  // oxlint-disable-next-line no-await-in-loop
  while (writings.has(row.id)) await endWriting(row.id);
  const abort = new AbortController();
  const stop = () => body.destroy();
  abort.signal.addEventListener('abort', stop);
  const work = (async () => {
    const here = await offsetOf(services, row);
    if (here !== offset) throw new AppError('upload.offset', { code: 409, args: { offset: here } });
    return append(archivePath(services.config.data, row.id), offset, row.bytes, body, abort.signal);
  })();
  const writing = { abort, ended: work };
  writings.set(row.id, writing);
  try {
    return await work;
  } finally {
    if (writings.get(row.id) === writing) writings.delete(row.id);
  }
}

async function takePart(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const row = await ownRow(services, await actorOf(services, request), request);
  if (request.headers['tus-resumable'] !== version) throw new AppError('input.mediaType', { code: 412 });
  if (request.headers['content-type'] !== mediaType) throw new AppError('input.mediaType', { code: 415 });
  const stated = String(request.headers['upload-offset']);
  const offset = Number(stated);
  if (!/^\d+$/.test(stated) || !Number.isSafeInteger(offset))
    throw invalid('upload-offset', { zh: '必须是字节数', en: 'must be a number of bytes' });
  if (row.taskId !== null && offset === row.bytes) return standing(reply, offset, row.bytes).code(204).send();
  const end = await write(services, row, offset, request.body as Readable);
  const touchedAt = sql`clock_timestamp()` as unknown as Date;
  await services.db.update(upload).set({ touchedAt }).where(eq(upload.id, row.id));
  if (end === row.bytes) {
    // a body may take hours: whoever was taken the project, or the account, meanwhile imports nothing
    await ownRow(services, await actorOf(services, request), request);
    await completeUpload(services, row.id);
  }
  return standing(reply, end, row.bytes).code(204).send();
}

/** Binds HEAD and PATCH of `uploadUrl`. */
export async function bindUploads(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload));
    const url = uploadUrl(':id');
    scope.head(url, async (request, reply) => {
      const row = await ownRow(services, await actorOf(services, request), request);
      const offset = await offsetOf(services, row);
      // the server was killed between the last byte and this
      if (offset === row.bytes && row.taskId === null) await completeUpload(services, row.id);
      return standing(reply, offset, row.bytes).code(200).send();
    });
    scope.patch(url, { bodyLimit: limits.uploadBytes }, (request, reply) => takePart(services, request, reply));
  });
}
