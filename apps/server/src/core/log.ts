/** JSON lines in logs/<name>.jsonl, rotated by size; warnings and errors also as a readable line on the console. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { logLevels } from '../config.ts';

type Level = (typeof logLevels)[number];
type Fields = Record<string, unknown>;
const rank: Record<Level, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const maxBytes = 10 * 1024 * 1024;
const keptFiles = 5;

/** Called as `log.info('text')`, `log.info({ taskId: 7 }, 'text')` or `log.error(error, 'text')`. */
export type LogCall = (first: unknown, text?: string) => void;
/** Also what Fastify takes as its own logger (trace and fatal are debug and error here). */
export interface Log extends Record<Level | 'trace' | 'fatal' | 'silent', LogCall> {
  level: string;
  /** A log that adds these fields to each line. */
  child(fields: Fields): Log;
}

/** What is being worked on: its fields stand in every line that is written meanwhile, however deep. */
const context = new AsyncLocalStorage<Fields>();
export const withLogFields = <T>(fields: Fields, work: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, work);

/** Values under these names never reach a log. */
const secretName = /password|token|authorization|cookie|secret|^key$|apikey/i;

/** Errors, requests and replies as the few fields that a reader wants. */
function plain(name: string, value: unknown): unknown {
  if (value instanceof Error) {
    const { message, stack, code, cause } = value as Error & { code?: unknown };
    return { message, code, stack, cause: cause === undefined ? undefined : plain('', cause) };
  }
  if (name === 'req' || name === 'res') {
    const { id, method, url, statusCode } = value as Fields;
    // An address may carry a ticket or a signature behind its question mark.
    return { id, method, url: typeof url === 'string' ? url.split('?')[0] : undefined, statusCode };
  }
  return value;
}

const replacer = (name: string, value: unknown) =>
  name !== '' && secretName.test(name) ? '[hidden]' : plain(name, value);

function toLine(fields: Fields): string {
  try {
    return `${JSON.stringify(fields, replacer)}\n`;
  } catch (error) {
    const { time, level, process: from, message } = fields;
    return `${JSON.stringify({ time, level, process: from, message, unprintable: (error as Error).message })}\n`;
  }
}

function rotate(file: string): void {
  rmSync(`${file}.${keptFiles}`, { force: true });
  for (let number = keptFiles - 1; number >= 1; number--) {
    if (statSync(`${file}.${number}`, { throwIfNoEntry: false }))
      renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  }
  renameSync(file, `${file}.1`);
}

/** Appends lines to a file and moves it aside when it is full. Several processes must not share one file. */
function openLog(file: string): (line: string) => void {
  mkdirSync(path.dirname(file), { recursive: true });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return (line) => {
    try {
      if (size > maxBytes) {
        rotate(file);
        size = 0;
      }
      appendFileSync(file, line);
      size += Buffer.byteLength(line);
    } catch (error) {
      // A full disk must not end the server; the console is what is left.
      process.stderr.write(`log file ${file}: ${(error as Error).message}\n${line}`);
    }
  };
}

function splitCall(first: unknown, text: string | undefined): { fields: Fields; message: string } {
  if (typeof first === 'string') return { fields: {}, message: first };
  if (first instanceof Error) return { fields: { error: first }, message: text ?? first.message };
  const fields = (first ?? {}) as Fields;
  return { fields, message: text ?? String(fields['msg'] ?? '') };
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
  const write = openLog(path.join(folder, `${name}.jsonl`));
  const make = (base: Fields): Log => {
    const at =
      (own: Level): LogCall =>
      (first, text) => {
        if (rank[own] < rank[level]) return;
        const { fields, message } = splitCall(first, text);
        const time = new Date().toISOString();
        write(toLine({ time, level: own, process: name, ...context.getStore(), ...base, ...fields, message }));
        if (rank[own] >= rank.warn) {
          const error = fields['error'] ?? fields['err'];
          const detail = error instanceof Error && error.message !== message ? `: ${error.message}` : '';
          print(`${time.slice(11, 19)} ${own} ${name}: ${message}${detail}`);
        }
      };
    return {
      level,
      trace: at('debug'),
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      fatal: at('error'),
      silent: () => undefined,
      child: (more) => make({ ...base, ...more }),
    };
  };
  return make({});
}
