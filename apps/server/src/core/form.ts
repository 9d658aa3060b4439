/** Multipart forms: a field `input` with JSON first, or fields of its values, then the files, streamed one by one. */
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
  isMeant: (field: string) => boolean,
): AsyncGenerator<UploadedFile> {
  let part = first;
  while (part) {
    if (part.type === 'field' && isMeant(part.fieldname))
      throw new AppError('input.fieldLate', { code: 400, args: { field: part.fieldname } });
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads `input` and leaves the files to be streamed. A field whose name is among `names` stands for that value, as text, unless
 * `input` has it. A value behind a file comes too late: it is refused rather than passed over.
 */
export async function readForm(
  request: FastifyRequest,
  names: ReadonlySet<string>,
): Promise<{ input: unknown; files: AsyncIterable<UploadedFile> }> {
  if (!request.isMultipart()) throw new AppError('input.mediaType', { code: 415 });
  const parts = request.parts(partsOptions);
  let input: unknown = {};
  const values: Record<string, string> = {};
  let next = await parts.next();
  while (!next.done && next.value.type === 'field') {
    const { fieldname, value } = next.value;
    if (fieldname === 'input') input = parseJsonBody(Buffer.from(String(value)), 'input');
    else if (names.has(fieldname)) values[fieldname] = String(value);
    next = await parts.next();
  }
  return {
    input: isObject(input) ? { ...values, ...input } : input,
    files: filesOf(next.done ? undefined : next.value, parts, (name) => name === 'input' || names.has(name)),
  };
}
