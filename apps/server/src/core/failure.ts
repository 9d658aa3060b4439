/** Turns whatever was thrown into an answer: refusals as they say, bad requests 4xx, a database that is away 503, else 500. */
import { envelope, httpStatus, type Envelope, type MessageArgs, type MessageKey, type Words } from '@loupe/contract';
import { AppError } from './errors.ts';

export interface Failure {
  status: number;
  body: Envelope;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
  /** Nobody foresaw it: it belongs into the log. */
  unexpected: boolean;
}

interface Coded {
  code?: unknown;
  statusCode?: unknown;
  message?: unknown;
  cause?: unknown;
}

const answer = (code: number, key: MessageKey, args: MessageArgs = {}, data: unknown = null): Failure => ({
  status: httpStatus(code),
  body: envelope(code, key, data, args),
  unexpected: false,
});
const invalidInput = (why: Words, code = 400) => answer(code, 'input.invalid', { where: request, why });
const request: Words = { zh: '请求', en: 'request' };
const notAllowed: Words = { zh: '含有不允许的值', en: 'value not allowed' };
const unreadable: Words = { zh: '无法读取', en: 'could not be read' };

/** The chain of causes, outermost first: drizzle wraps what PostgreSQL says. */
function causes(error: unknown): Coded[] {
  const chain: Coded[] = [];
  for (let next = error; typeof next === 'object' && next !== null && chain.length < 8; next = (next as Coded).cause)
    chain.push(next as Coded);
  return chain;
}

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
const awayTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|Client was closed)/;

const codeOf = ({ code }: Coded): string => (typeof code === 'string' ? code : '');
const isFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);

/** Away, full, shutting down, or (28, 3D, 55000) there but taking no connection of ours. */
function isAway(one: Coded): boolean {
  const code = codeOf(one);
  if (typeof one.message === 'string' && awayTexts.test(one.message)) return true;
  if ('syscall' in one && ['connect', 'read', 'write'].includes(String(one.syscall)) && awayCodes.has(code))
    return true;
  return isSqlState(code) && !isFull(code) && /^(08|28|3D|53|55000|57P|57014|25006)/.test(code);
}

/** What was asked of the database may be asked again when it is back. */
export const isDatabaseAway = (error: unknown): boolean => causes(error).some(isAway);

/** There was no room for what was written, to a file or by the database. */
export const isOutOfRoom = (error: unknown): boolean => causes(error).some((one) => isFull(codeOf(one)));

/** What a PostgreSQL error (SQLSTATE or socket) means for the caller; undefined when it is not one of these. */
function databaseFailure(one: Coded): Failure | undefined {
  const code = codeOf(one);
  if (isAway(one)) return { ...answer(503, 'server.away'), retryAfter: 5, unexpected: true };
  if (isFull(code)) return { ...answer(503, 'storage.full'), unexpected: true };
  if (!isSqlState(code)) return undefined;
  if (/^(40|23505|23503|55P03)/.test(code)) return answer(409, 'conflict');
  // Values that passed the contract but that the database cannot hold: still the caller's, not ours.
  if (/^(22|54)/.test(code)) return { ...invalidInput(notAllowed), unexpected: true };
  return undefined;
}

/** What the multipart parser says of a body that breaks off or makes no sense; it carries no status. */
const brokenForm =
  /^(Unexpected end of|Part terminated early|Multipart: Boundary not found|Malformed part header|The needle cannot )/;
/** The client went away in the middle; whatever is answered, nobody reads it. */
const goneCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);
const isClientFault = ({ code, message }: Coded): boolean =>
  (typeof message === 'string' && (brokenForm.test(message) || message === 'aborted')) || goneCodes.has(String(code));

/** Fastify's own refusals carry a status. */
function requestFailure(one: Coded, bodyLimit: number): Failure | undefined {
  if (isClientFault(one)) return invalidInput(unreadable);
  const status = typeof one.statusCode === 'number' ? one.statusCode : 0;
  if (status < 400 || status > 499) return undefined;
  if (status === 413) return answer(413, 'input.tooLarge', { max: `${Math.floor(bodyLimit / 1024 / 1024)} MiB` });
  if (status === 415 || one.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return answer(415, 'input.mediaType');
  if (status === 404) return answer(404, 'notFound');
  return invalidInput(unreadable, status === 406 ? 400 : status);
}

export function failureOf(error: unknown, bodyLimit: number, requestId: string): Failure {
  if (error instanceof AppError) {
    const seconds = error.args['seconds'];
    const isBusy =
      error.code === 429 || (error.code === 503 && (error.key === 'inference.busy' || error.key === 'sms.failed'));
    return {
      ...answer(error.code, error.key, error.args, error.data),
      ...(isBusy && typeof seconds === 'number' ? { retryAfter: seconds } : {}),
      unexpected: !isBusy && error.code >= 500 && error.code < 600,
    };
  }
  for (const one of causes(error)) {
    const known = databaseFailure(one) ?? requestFailure(one, bodyLimit);
    if (known) return known;
  }
  return { ...answer(500, 'failure', {}, { requestId }), unexpected: true };
}

/** For the log: what happened, without the values of a query, which may be secrets. */
export function forLog(error: unknown): Record<string, unknown> {
  return {
    failures: causes(error).map((one) => {
      const { query, stack } = one as { query?: unknown; stack?: unknown };
      const isQuery = typeof query === 'string';
      return {
        message: isQuery ? 'query failed' : one.message,
        code: one.code,
        query,
        stack: isQuery || typeof stack !== 'string' ? undefined : stack.split('\n').slice(1, 12),
      };
    }),
  };
}
