/** The real server on a data folder of its own, with its database at hand, and somebody signed in. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, makeCall, type Call } from '@loupe/contract';
import { startPostgres } from '../../apps/server/src/core/postgres.ts';
import { cpuSeconds, peakMemoryMb, running } from '../processes.ts';

export interface RealServer {
  call: Call;
  address: string;
  databaseUrl: string;
  /** Its data folder. */
  folder: string;
  /** Processor time so far of all its processes and of the database, in seconds. */
  cpuOfAll: () => number;
  /** Processor time so far of the process that answers requests and of the database, in seconds. */
  cpu: () => number;
  /** The most memory that the process of tasks, and the one that answers requests, have held so far, in MB. */
  workerPeakMb: () => number;
  apiPeakMb: () => number;
  /** A request beside the contract, such as the bytes of an upload. */
  send: (path: string, init: RequestInit) => Promise<Response>;
}

const main = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts');
/** Of the administrator `admin`. */
export const password = 'bench-123';

async function addressOf(server: ChildProcess): Promise<string> {
  let output = '';
  for await (const text of server.stdout!) {
    output += String(text);
    const [address] = /https?:\/\/[^\s/]+/.exec(output) ?? [];
    if (address) return address;
  }
  throw new Error(`the server ended before it was ready:\n${output}`);
}

export async function signIn(address: string): Promise<Pick<RealServer, 'call' | 'send'>> {
  let token = '';
  const call = makeCall(async ({ url, method, body, headers }) => {
    const answer = await fetch(`${address}${url}`, {
      method,
      headers: token ? { ...headers, authorization: token } : headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, body: await answer.json() };
  });
  token = (await call(api.login, { account: 'admin', password })).user.token ?? '';
  const send: RealServer['send'] = (url, init) =>
    fetch(`${address}${url}`, { ...init, headers: { ...init.headers, authorization: token } });
  return { call, send };
}

export async function withServer<T>(work: (server: RealServer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  chmodSync(folder, 0o711);
  const database = await startPostgres({ dataFolder: folder });
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      LOUPE_DATA: folder,
      LOUPE_PORT: '0',
      DATABASE_URL: database.url,
      LOUPE_ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await addressOf(server);
    server.stdout!.resume();
    const answering = running(server.pid!, 'api.ts')[0]!;
    const working = running(server.pid!, 'worker.ts')[0]!;
    const cpu = () => cpuSeconds(answering) + cpuSeconds(database.pid);
    const cpuOfAll = () => cpuSeconds(server.pid!) + cpuSeconds(database.pid);
    const workerPeakMb = () => peakMemoryMb(working);
    const apiPeakMb = () => peakMemoryMb(answering);
    const signedIn = await signIn(address);
    const measured = { cpu, cpuOfAll, workerPeakMb, apiPeakMb };
    return await work({ ...signedIn, ...measured, address, databaseUrl: database.url, folder });
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
