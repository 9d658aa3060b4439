/** The lock of the data folder: one server at a time, and a killed server's lock does not keep the next one out. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { folderIdentity, isSameProcess, startTimeOf, waitUntil } from './process-identity.ts';
import { startError } from './start-error.ts';

const Holder = z.object({
  pid: z.int(),
  startTime: z.string(),
  host: z.string(),
  since: z.string(),
  state: z.enum(['running', 'stopping']),
  /** The folder that is locked: a copy of it holds this file, too, but nobody works in the copy. */
  folder: z.string().optional(),
});
type Holder = z.infer<typeof Holder>;

export interface DataLock {
  /** A killed program had left its lock behind; its children may still be going. */
  readonly tookOver: boolean;
  /** Tells a waiting next server that this one is about to let go. */
  announceStop(): void;
  release(): void;
}

/** The holder renews the file's time this often. */
const beatMs = 5000;
const stoppingWaitMs = 30_000;

/** `undefined`: no lock; `'unreadable'`: a lock that a crash left half-written. */
function readHolder(file: string): Holder | 'unreadable' | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

function isHeld(holder: Holder, file: string): boolean {
  if (holder.host === hostname()) {
    const isCopied = holder.folder !== undefined && holder.folder !== folderIdentity(path.dirname(file));
    return !isCopied && isSameProcess(holder.pid, holder.startTime);
  }
  // A process of another machine (or container) cannot be looked up: its heartbeat must do.
  return Math.abs(Date.now() - beatOf(file)) < 4 * beatMs;
}

const beatOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The time of another machine's beat says little where its clock or ours was set, or differs: whoever is there beats again. It takes
 * two beats to know.
 */
async function isBeating({ host }: Holder, file: string): Promise<boolean> {
  if (host === hostname()) return false;
  const seen = beatOf(file);
  return waitUntil(() => beatOf(file) !== seen, 2.4 * beatMs);
}

/** Puts the complete file in place at once, or fails because there is one: nobody ever sees half a lock. */
function tryCreate(file: string, holder: Holder): boolean {
  const own = `${file}.${holder.pid}`;
  writeFileSync(own, JSON.stringify(holder), { mode: 0o644 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes a dead server's lock. By rename, so that of two servers that both saw it dead only one removes it. */
function removeDead(file: string, seen: Holder | 'unreadable'): void {
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (JSON.stringify(moved) !== JSON.stringify(seen)) {
    // Another server took the lock between our look and our rename: give it back.
    try {
      linkSync(aside, file);
    } catch {
      // A third one stands there already; the verification after taking decides.
    }
  }
  rmSync(aside, { force: true });
}

/** True while another program holds the folder: a server, or a command at the terminal. */
export function isLocked(folder: string): boolean {
  const file = path.join(folder, 'lock');
  const holder = readHolder(file);
  return typeof holder === 'object' && isHeld(holder, file);
}

function refuse(folder: string, holder: Holder): never {
  const isHere = holder.host === hostname();
  const [where, onHost] = isHere ? ['', ''] : [` on machine ${holder.host}`, `，主机 ${holder.host}`];
  throw startError({
    en: [
      `Another Loupe server (process ${holder.pid}${where}, since ${holder.since}) is using the data folder ${folder}.`,
      'Use that server, stop it first, or set another folder and port for this one (LOUPE_DATA, LOUPE_PORT).',
    ],
    zh: [
      `另一个 Loupe 服务（进程 ${holder.pid}${onHost}，启动于 ${holder.since}）正在使用数据目录 ${folder}。`,
      '请直接使用该服务，或先停止它，或为本服务另设目录和端口（LOUPE_DATA、LOUPE_PORT）。',
    ],
  });
}

/**
 * Takes the lock of a data folder (which must exist) or refuses at once, naming the holder. Only a holder that is
 * already stopping is waited for.
 */
export async function takeLock(folder: string): Promise<DataLock> {
  const file = path.join(folder, 'lock');
  const own: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
    state: 'running',
    folder: folderIdentity(folder),
  };
  let tookOver = false;
  for (let attempt = 0; !tryCreate(file, own); attempt++) {
    const other = readHolder(file);
    if (other === undefined) continue;
    if (other === 'unreadable' || !(isHeld(other, file) || (await isBeating(other, file)))) {
      if (attempt > 50)
        throw startError({
          en: [`The lock ${file} cannot be taken.`, 'Delete that file if no other server runs.'],
          zh: [`无法获得锁 ${file}。`, '确认没有其他服务在运行后，删除该文件。'],
        });
      removeDead(file, other);
      tookOver = true;
    } else if (other.state === 'stopping') {
      const gone = await waitUntil(() => JSON.stringify(readHolder(file)) !== JSON.stringify(other), stoppingWaitMs);
      if (!gone && isHeld(other, file)) refuse(folder, other);
    } else refuse(folder, other);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  const winner = readHolder(file);
  if (typeof winner === 'object' && winner.pid !== own.pid) refuse(folder, winner);
  return hold(file, own, tookOver);
}

function hold(file: string, own: Holder, tookOver: boolean): DataLock {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone or read-only; whoever writes data will say so.
    }
  }, beatMs);
  beat.unref();
  const isOurs = () => {
    const holder = readHolder(file);
    return typeof holder === 'object' && holder.pid === own.pid && holder.startTime === own.startTime;
  };
  return {
    tookOver,
    announceStop() {
      if (!isOurs()) return;
      const next = `${file}.${own.pid}`;
      writeFileSync(next, JSON.stringify({ ...own, state: 'stopping' }));
      renameSync(next, file);
    },
    release() {
      clearInterval(beat);
      if (isOurs()) rmSync(file, { force: true });
    },
  };
}
