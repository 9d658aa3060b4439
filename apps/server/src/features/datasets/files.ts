/** Sends image files and thumbnails. Their bytes never change under an id: a browser keeps them, and asks before it shows them. */
import type { FastifyReply } from 'fastify';
import { eq } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Http } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { previewOf, thumbOf } from './derived.ts';
import { ownImage } from './scope.ts';
import { blob } from '../../tables/datasets.ts';

interface Sent {
  path: string;
  mime: string;
  etag: string;
  /** Where it is known: a file of another size is damaged. */
  bytes?: number;
}

export const missingFile = (file: string) => new AppError('image.missing', { code: 500, args: { file } });

/** Sets what all files of an image travel with; true where the browser has the file already, and was told so. */
export function answersFromCache({ request, reply }: Http, etag: string): boolean {
  void reply.headers({
    // The browser keeps them, and asks each time whether it may show them: the next person at it may be somebody else.
    'cache-control': 'private, no-cache',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const isKnown = request.headers['if-none-match'] === etag;
  if (isKnown) void reply.code(304).send();
  return isKnown;
}

/** Sends a file of an image to whoever may see it; one that is not there, or of another size, is named. */
export async function sendFile(http: Http, name: string, { path, mime, etag, bytes }: Sent): Promise<FastifyReply> {
  const { reply } = http;
  if (answersFromCache(http, etag)) return reply;
  const { size } = await stat(path).catch(() => {
    throw missingFile(name);
  });
  if (bytes !== undefined && size !== bytes) throw missingFile(name);
  return reply.headers({ 'content-type': mime, 'content-length': size }).send(createReadStream(path));
}

/** The bytes as stored: browsers show jpg, png and bmp upright themselves, and what they cannot show became PNG at import. */
export async function sendImage(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { image } = await ownImage(services.db, actor, id);
  const [stored] = await services.db
    .select({ mime: blob.mime, bytes: blob.bytes })
    .from(blob)
    .where(eq(blob.sha256, image.sha256));
  await sendFile(http, image.name, {
    path: services.blobs.path(image.sha256),
    mime: stored!.mime,
    bytes: stored!.bytes,
    etag: `"${image.sha256}"`,
  });
  return null;
}

/** How an image is made smaller, and what its ETag says of that. */
interface Smaller {
  of: typeof thumbOf;
  tag: string;
}
const thumb: Smaller = { of: thumbOf, tag: 't1' };
const preview: Smaller = { of: previewOf, tag: 'p1' };

async function sendSmaller(
  services: Services,
  http: Http,
  { name, sha256 }: { name: string; sha256: string },
  { of, tag }: Smaller,
): Promise<void> {
  const path = await of(services.config.data, sha256, services.blobs.path(sha256)).catch(() => {
    throw missingFile(name);
  });
  await sendFile(http, name, { path, mime: 'image/webp', etag: `"${sha256}-${tag}"` });
}

/** The same of an image made small. */
export const sendSmall = (services: Services, http: Http, name: string, sha256: string): Promise<void> =>
  sendSmaller(services, http, { name, sha256 }, thumb);

export async function sendThumb(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { image } = await ownImage(services.db, actor, id);
  await sendSmall(services, http, image.name, image.sha256);
  return null;
}

export async function sendPreview(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { image } = await ownImage(services.db, actor, id);
  await sendSmaller(services, http, image, preview);
  return null;
}
