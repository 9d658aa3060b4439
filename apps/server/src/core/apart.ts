/**
 * Work that takes much memory or time, in a process of its own for this one job: requests go on being answered meanwhile, it
 * can be killed, and all that it took is given back when it ends. The other half is `serveApart`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

export interface Bounds {
  seconds: number;
  /** Of the whole process; above it is ended. */
  memoryMb: number;
  /** What it may know of our environment. */
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
}

/** The process gave no answer. */
export class ApartLost extends Error {
  readonly reason: 'memory' | 'time' | 'crash' | 'aborted';
  constructor(reason: ApartLost['reason'], how: string) {
    super(`a process for large work gave no answer (${reason}): ${how}`);
    this.name = 'ApartLost';
    this.reason = reason;
  }
}

const quickImports = new URL('quick-imports.ts', import.meta.url).href;
const stderrKept = 4000;
/** Beside the heap of JavaScript: what libraries take. */
const outsideHeapMb = 512;

const start = (entry: string, job: object, { memoryMb, env }: Bounds): ChildProcess =>
  fork(entry, [JSON.stringify({ job, memoryMb, parent: process.pid })], {
    env,
    execArgv: [
      `--max-old-space-size=${Math.max(256, memoryMb - outsideHeapMb)}`,
      '--import',
      quickImports,
      '--disable-warning=ExperimentalWarning',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Who waits for an answer of the server comes first. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended already
  }
}

/** Runs the job to its end. Rejects with `ApartLost` where there is no answer. */
export function runApart<T>(entry: string, job: object, bounds: Bounds): Promise<T> {
  const { signal, seconds } = bounds;
  if (signal?.aborted) return Promise.reject(new ApartLost('aborted', 'before it began'));
  const child = start(path.resolve(entry), job, bounds);
  stepBack(child.pid);
  return new Promise<T>((resolve, reject) => {
    let why: ApartLost['reason'] | undefined;
    let answer: { value: T } | undefined;
    let stderr = '';
    const kill = (reason: ApartLost['reason']) => {
      why ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => kill('time'), seconds * 1000);
    const abort = () => kill('aborted');
    signal?.addEventListener('abort', abort);
    const end = (how: string) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (answer) return resolve(answer.value);
      const isOutOfMemory = child.signalCode === 'SIGABRT' || /heap out of memory/.test(stderr);
      reject(new ApartLost(why ?? (isOutOfMemory ? 'memory' : 'crash'), `${how} ${stderr}`.trim()));
    };
    child.on('message', (value: T) => (answer = { value }));
    child.stderr!.on('data', (text: Buffer) => (stderr = (stderr + text.toString()).slice(-stderrKept)));
    // its watchdog says so before it ends it
    child.stdio[3]!.on('data', () => (why ??= 'memory'));
    child.once('error', (error) => end(error.message));
    child.once('close', (code, by) => end(by ?? `code ${code}`));
  });
}
