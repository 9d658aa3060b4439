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

/** What may be seen of a value. An object that comes again is not printed again, so a circle ends. */
function shown(value: unknown, seen: Set<object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[again]';
  seen.add(value);
  if (Array.isArray(value)) return value.map((one) => shown(one, seen));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  return shownFields(value instanceof Error ? errorFields(value) : (value as Fields), seen);
}

/** Of a request or a reply as its server holds it: its headers also stand in lists without names, and its socket is endless. */
const ofHttp = ({ id, method, url, statusCode }: Fields): Fields => ({ id, method, url, statusCode });

function shownField(name: string, value: unknown, seen: Set<object>): unknown {
  if (secretName.test(name)) return '[hidden]';
  if ((name === 'req' || name === 'res') && typeof value === 'object' && value !== null)
    return shownFields(ofHttp(value as Fields), seen);
  // An address may carry a ticket or a signature behind its question mark.
  if (name === 'url' && typeof value === 'string') return value.split('?')[0];
  return shown(value, seen);
}

const shownFields = (fields: Fields, seen = new Set<object>()): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownField(name, value, seen)]));

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
  return `${time.slice(11, 19)} ${level} ${name}: ${message}${detail}`;
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
