/** Multipart forms: a field `input` with JSON first, then the files, streamed one by one. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { parseJsonBody } from './body.ts';
import { AppError } from './errors.ts';

export interface UploadedFile {
  /** As the client sent it; never used as a path. */
  name: string;
  /** `truncated` says that the file had more bytes than any file may have. */
  stream: Readable & { truncated?: boolean };
}

async function* filesOf(
  first: Multipart | undefined,
  parts: AsyncIterableIterator<Multipart>,
): AsyncGenerator<UploadedFile> {
  let part = first;
  while (part) {
    if (part.type === 'file') {
      yield { name: part.filename ?? '', stream: part.file };
      // what the handler left unread must still pass, or the next part never comes
      part.file.resume();
    }
    const next = await parts.next();
    part = next.done ? undefined : next.value;
  }
}

/** A file that is too long ends as `truncated`: its reader names it, and the files behind it still come. */
const partsOptions = { preservePath: true, throwFileSizeLimit: false };

/** Reads the `input` field and leaves the files to be streamed. */
export async function readForm(
  request: FastifyRequest,
): Promise<{ input: unknown; files: AsyncIterable<UploadedFile> }> {
  if (!request.isMultipart()) throw new AppError('input.mediaType', { code: 415 });
  const parts = request.parts(partsOptions);
  let input: unknown = {};
  let next = await parts.next();
  while (!next.done && next.value.type === 'field') {
    if (next.value.fieldname === 'input') input = parseJsonBody(Buffer.from(String(next.value.value)), 'input');
    next = await parts.next();
  }
  return { input, files: filesOf(next.done ? undefined : next.value, parts) };
}
