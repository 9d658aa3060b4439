/** A Loupe whose processes are ended without a word, as by a power cut, and which starts again on the same data. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './own-server.ts';

export interface MortalServer {
  address: string;
  password: string;
  /** The process that answers requests; what watches it starts the next one. */
  killAnswering: () => void;
  /** All of it. `database`: that as well. Resolves when it answers again. */
  killAll: (database: boolean) => Promise<void>;
  close: () => Promise<void>;
}

const main = path.resolve(import.meta.dirname, '../../../server/src/main.ts');
/** Long enough for a database that puts itself right on a busy machine. */
const startMs = 180_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // it has ended meanwhile
    return '';
  }
};
const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** The processes that were started with this text. */
export const processesWith = (text: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/cmdline`).includes(text))
    .map(Number);

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it was faster
  }
}

/** Of the database in this data folder; none while it does not run. */
function databasePid(folder: string): number | undefined {
  const places = existsSync(path.join(folder, 'pg')) ? readdirSync(path.join(folder, 'pg')) : [];
  const pids = places.map((place) => Number(read(path.join(folder, 'pg', place, 'postmaster.pid')).split('\n')[0]));
  return pids.find((pid) => pid > 0 && existsSync(`/proc/${pid}`));
}

export async function mortalServer(): Promise<MortalServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-mortal-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const password = 'mortal-Admin-1';
  let child: ChildProcess;
  let printed = '';

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        LOUPE_PORT: String(port),
        LOUPE_HOST: '127.0.0.1',
        LOUPE_DATA: folder,
        LOUPE_ADMIN_PASSWORD: password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
    const until = Date.now() + startMs;
    for (;;) {
      if (Date.now() > until) throw new Error(`the server does not answer: ${printed}`);
      if (child.exitCode !== null) throw new Error(`the server ended at its start: ${printed}`);
      // each look needs the one before
      /* oxlint-disable no-await-in-loop */
      const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      if (answer?.ok) return;
      await pause(200);
      /* oxlint-enable no-await-in-loop */
    }
  };
  const ended = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await start();
  return {
    address,
    password,
    killAnswering: () => {
      for (const pid of familyOf(child.pid!)) if (read(`/proc/${pid}/cmdline`).includes('api.ts')) kill(pid);
    },
    killAll: async (database) => {
      const below = database ? databasePid(folder) : undefined;
      const doomed = [...familyOf(child.pid!), ...(below ? familyOf(below) : [])];
      for (const pid of doomed) kill(pid);
      await ended();
      await start();
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended();
      const left = databasePid(folder);
      if (left) for (const pid of familyOf(left)) kill(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
    },
  };
}
