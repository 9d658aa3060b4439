/** pino, as JSON lines in logs/<name>.jsonl; warnings and errors also as a readable line on the console. */
import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import type { logLevels } from '../config.ts';
import { openLogFile } from './log-file.ts';

type Level = (typeof logLevels)[number];
type Fields = Record<string, unknown>;
export type Log = Logger;

/** What is being worked on: its fields stand in every line that is written meanwhile, however deep. */
const context = new AsyncLocalStorage<Fields>();
export const withLogFields = <T>(fields: Fields, work: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, work);

/** Values under these names never reach a log, at whatever depth: pino's own redaction wants the whole path of each. */
const secretName = /password|token|authorization|cookie|secret|^key$|apikey/i;

const errorFields = ({ message, stack, code, cause }: Error & { code?: unknown }): Fields => ({
  message,
  code,
  stack,
  cause,
});

/** Objects of one line: what hangs on a socket, or in many places, would never end. */
const mostObjects = 2000;

interface Looking {
  /** The objects that the value lies in. */
  readonly above: Set<object>;
  left: number;
}

/** What may be seen of a value. An object within itself is not shown again, so a circle ends. */
function shown(value: unknown, looking: Looking): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (looking.above.has(value)) return '[again]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (looking.left-- <= 0) return '[more]';
  looking.above.add(value);
  try {
    if (Array.isArray(value)) return value.map((one) => shown(one, looking));
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return shown(toJSON.call(value), looking);
    return shownFields(value instanceof Error ? errorFields(value) : (value as Fields), looking);
  } finally {
    looking.above.delete(value);
  }
}

/** Of a request or a reply as its server holds it: its headers also stand in lists without names, and its socket is endless. */
const ofHttp = ({ id, method, url, statusCode }: Fields): Fields => ({ id, method, url, statusCode });

function shownField(fields: Fields, name: string, looking: Looking): unknown {
  if (secretName.test(name)) return '[hidden]';
  try {
    const value = fields[name];
    const isHttp = (name === 'req' || name === 'res') && typeof value === 'object' && value !== null;
    const seen = shown(isHttp ? ofHttp(value as Fields) : value, looking);
    // An address may carry a ticket or a signature behind its question mark.
    return name === 'url' && typeof seen === 'string' ? seen.split('?')[0] : seen;
  } catch {
    // to log is no reason to fail
    return '[unreadable]';
  }
}

const shownFields = (fields: Fields, looking: Looking = { above: new Set(), left: mostObjects }): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, shownField(fields, name, looking)]));

/** Without the characters that would begin a line, set a colour or turn the direction on the console. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/[\t\r\n\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(
      /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

interface Line {
  time: string;
  level: string;
  process: string;
  message?: string;
  error?: { message?: unknown };
}

function readableLine(text: string): string {
  const { time, level, process: name, message = '', error } = JSON.parse(text) as Line;
  const detail = typeof error?.message === 'string' && error.message !== message ? `: ${error.message}` : '';
  return onOneLine(`${time.slice(11, 19)} ${level} ${name}: ${message}${detail}`);
}

export interface LogOptions {
  readonly folder: string;
  readonly name: string;
  readonly level: Level;
  /** Where readable lines go; the console by default. */
  readonly print?: (line: string) => void;
}

export function createLog({
  folder,
  name,
  level,
  print = (line) => process.stderr.write(`${line}\n`),
}: LogOptions): Log {
  const file = openLogFile(path.join(folder, `${name}.jsonl`));
  const console = { write: (text: string) => print(readableLine(text)) };
  return pino(
    {
      level,
      base: { process: name },
      messageKey: 'message',
      errorKey: 'error',
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...context.getStore() }),
      // our own: an error as its few fields, whatever it is called
      serializers: { error: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        bindings: (fields) => shownFields(fields),
        log: (fields) => shownFields(fields),
      },
    },
    pino.multistream([
      { level: 'trace', stream: file },
      { level: 'warn', stream: console },
    ]),
  );
}
