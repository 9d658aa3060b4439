/** Request bodies at the door: strict UTF-8, bounded nesting, no NUL characters, no prototype keys. */
import { cutText, type Words } from '@loupe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from './errors.ts';

/** Nothing in the contract nests deeper than a COCO file's `segmentation`; far beyond that, serialisers overflow. */
const maxDepth = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** True when brackets nest deeper than allowed; looks at bytes, so that nothing deep is ever built. */
export function isTooDeep(body: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (quoted) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** True when any string or key in a value holds a NUL, which PostgreSQL cannot store. */
export function holdsNul(value: unknown): boolean {
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (typeof next === 'string' && next.includes('\0')) return true;
    if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (key.includes('\0')) return true;
        queue.push(inner);
      }
    }
  }
  return false;
}

const isForm = /^application\/x-www-form-urlencoded/i;

const hasPrototypeKey = (value: unknown): boolean => {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return keys.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype');
};

const keyNotAllowed: Words = { zh: '含有不允许的字段名', en: 'has a key that is not allowed' };
const holdsNulWords: Words = { zh: '含有空字符', en: 'holds a NUL character' };

/** What JSON's own parser says of a text that the server's refused: where it stops, such as at a NaN. */
function whyNotJson(text: string): Words {
  try {
    JSON.parse(text);
  } catch (error) {
    return { zh: '不是有效的 JSON', en: `is not JSON: ${cutText((error as Error).message, 200)}` };
  }
  return keyNotAllowed;
}

function decode(body: Buffer, where = 'body'): string {
  if (isTooDeep(body)) throw invalid(where, { zh: '嵌套过深', en: 'is nested too deeply' });
  try {
    return utf8.decode(body);
  } catch {
    throw invalid(where, { zh: '不是 UTF-8 文本', en: 'is not UTF-8' });
  }
}

/** Refuses what may come by query or form where a field should be: NUL and prototype keys. */
function checkFlat(where: string, value: unknown): void {
  if (hasPrototypeKey(value)) throw invalid(where, keyNotAllowed);
  if (holdsNul(value)) throw invalid(where, holdsNulWords);
}

/** The walk costs time: only where an escaped or a raw NUL may be in it. */
function checkNul(text: string, value: unknown, where = 'body'): void {
  const suspicious = text.includes('\\u0000') || text.includes('\0');
  if (suspicious && holdsNul(value)) throw invalid(where, holdsNulWords);
}

/** The value of a whole JSON body. */
export function makeJsonReader(app: FastifyInstance): (request: FastifyRequest, body: Buffer) => Promise<unknown> {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return async (request, body) => {
    if (body.length === 0) return {};
    const text = decode(body);
    const value = await new Promise<unknown>((resolve, reject) => {
      void parseJson(request, text, (error, parsed) => {
        if (error) reject(invalid('body', whyNotJson(text)));
        else resolve(parsed);
      });
    });
    checkNul(text, value);
    return value;
  };
}

/** The same outside of the server, for a body, or a field of a form, whose keys are taken one by one. */
export function parseJsonBody(body: Buffer, where = 'body'): unknown {
  const text = decode(body, where);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(where, whyNotJson(text));
  }
  checkNul(text, value, where);
  return value;
}

/** JSON as above; form bodies on the named addresses only; every other kind is refused with 415. */
export function readBodies(app: FastifyInstance, formUrls: ReadonlySet<string>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, makeJsonReader(app));
  app.addHook('preValidation', async (request) => {
    checkFlat('query', request.query);
    // its parser takes it in any case of letters
    if (!isForm.test(request.headers['content-type'] ?? '')) return;
    if (!formUrls.has(request.routeOptions.url ?? '')) throw new AppError('input.mediaType', { code: 415 });
    checkFlat('body', request.body);
  });
}
