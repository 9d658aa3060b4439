/** Imports one large COCO file: the body of a request as it came, for the person who sent it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { annotation, type CocoReport, type MessageArgs, type MessageKey } from '@loupe/contract';
import { readConfig } from '../../config.ts';
import { nobody } from '../../core/actor.ts';
import { serveApart } from '../../core/apart-child.ts';
import { parseInput } from '../../core/bind.ts';
import { localBlobs } from '../../core/blobs.ts';
import { parseJsonBody } from '../../core/body.ts';
import { openDatabase } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { makePublish } from '../../core/publish.ts';
import type { Services } from '../../core/services.ts';
import { importCoco } from './coco-import.ts';

export interface CocoJob {
  bodyFile: string;
  userId: number;
  account: string;
  permissions: string[];
}
export type CocoAnswer =
  | { report: CocoReport }
  | {
      failure:
        | { key: MessageKey; code: number; args: MessageArgs }
        /** Nobody's refusal: what the system or the database said. */
        | { key: null; message: string; fields: { code?: string; syscall?: string } };
    };

/** By this name others see its connections. */
const name = 'loupe import';

function failureOf(error: unknown): Extract<CocoAnswer, { failure: object }>['failure'] {
  if (error instanceof AppError) return { key: error.key, code: error.code, args: error.args };
  let inner = error as Error & { code?: unknown; syscall?: unknown };
  // drizzle wraps what PostgreSQL says
  while (inner.cause instanceof Error) inner = inner.cause;
  const { message, code, syscall } = inner;
  const fields = {
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
  };
  return { key: null, message, fields };
}

const print = (fields: unknown, text?: string) => void process.stderr.write(`${text} ${JSON.stringify(fields)}\n`);
const log: Services['log'] = { debug: () => undefined, info: () => undefined, warn: print, error: print };

async function work({ bodyFile, userId, account, permissions }: CocoJob): Promise<CocoAnswer> {
  const config = readConfig();
  const { db, pool, close } = openDatabase(config.databaseUrl!, { max: 2, name: `${name} ${process.pid}` });
  const blobs = localBlobs(path.join(config.data, 'blobs'));
  const services: Services = { db, config, blobs, log, publish: makePublish(pool) };
  const { needs: need } = annotation.cocoImport;
  const actor = { ...nobody, userId, account, permissions: new Set(permissions), need };
  try {
    const { folderId, coco } = parseInput(annotation.cocoImport.input, parseJsonBody(await readFile(bodyFile)));
    return { report: await importCoco(services, actor, folderId, coco) };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    await close();
  }
}

await serveApart(work);
