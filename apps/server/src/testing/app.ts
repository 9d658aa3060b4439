/** A whole server for one test file: fresh database and data folder, two engineers (a, b) and an administrator. */
import { makeCall, permissionKeys, type Call, type SendRequest } from '@loupe/contract';
import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { localBlobs } from '../core/blobs.ts';
import { openDatabase, type Database } from '../core/db.ts';
import { createLog } from '../core/log.ts';
import { makePublish } from '../core/publish.ts';
import type { Services } from '../core/services.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { addPerson, engineerKeys, type TestPerson } from './people.ts';

export interface TestServer {
  app: FastifyInstance;
  services: Services;
  database: Database;
  /** Engineers with own data. */
  a: TestPerson;
  b: TestPerson;
  /** All keys, all data. */
  admin: TestPerson;
  /** The typed client as one of them; without one nobody is signed in. */
  as: (person?: TestPerson) => Call;
  /** What the server printed as warnings and errors. */
  printed: string[];
  close: () => Promise<void>;
}

/** Sends through `inject`, with the token in `authorization`. */
export async function injectRequest(app: FastifyInstance, request: SendRequest, token?: string) {
  const headers: Record<string, string> = { ...request.headers };
  if (token) headers['authorization'] = token;
  let payload: string | Buffer | undefined;
  if (request.body instanceof FormData) {
    const form = new Response(request.body);
    headers['content-type'] = form.headers.get('content-type')!;
    payload = Buffer.from(await form.arrayBuffer());
  } else payload = request.body;
  const method = request.method as 'GET' | 'POST';
  return app.inject({ method, url: request.url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** `own`: on this database instead of a fresh one. */
export async function testServer(settings: Record<string, string> = {}, own?: TestDatabase): Promise<TestServer> {
  const base = own ?? (await testDatabase());
  const database = openDatabase(base.url);
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-server-'));
  const config: Config = readConfig({
    LOUPE_DATA: folder,
    DATABASE_URL: base.url,
    LOUPE_WEB: path.join(folder, 'web'),
    ...settings,
  });
  const printed: string[] = [];
  const log = createLog({
    folder: path.join(folder, 'logs'),
    name: 'test',
    level: 'debug',
    print: (line) => void printed.push(line),
  });
  const { db, pool } = database;
  const blobs = localBlobs(path.join(folder, 'blobs'));
  const services: Services = { db, config, blobs, log, publish: makePublish(pool) };
  const app = await buildApp(services);
  const [a, b, admin] = await Promise.all([
    addPerson(db, 'anna', engineerKeys),
    addPerson(db, 'boris', engineerKeys),
    addPerson(db, 'chief', permissionKeys),
  ]);
  const as = (person?: TestPerson): Call =>
    makeCall(async (request) => {
      const answer = await injectRequest(app, request, person?.token);
      return { status: answer.statusCode, body: answer.json() };
    });
  return {
    app,
    services,
    database,
    a,
    b,
    admin,
    as,
    printed,
    close: async () => {
      await app.close();
      await database.close();
      await base.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
