/** Keeps one child process running: starts it, starts it again with growing pauses when it dies, stops it for good. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../core/log.ts';
import { startError, type StartFailure } from '../core/start-error.ts';
import type { FromChild, ToChild } from './messages.ts';

const quickImports = new URL('../core/quick-imports.ts', import.meta.url).href;
/**
 * Node lets its young generation grow to three times 16 MB and keeps that. With 4 the idle server holds 100 MB less, and
 * a save of shapes costs at most a twentieth more.
 */
const youngMb = 4;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A child that ran this long counts as healthy: its next death starts with the short pause again. */
const healthyMs = 60_000;
const stopPatienceMs = 10_000;

export interface ChildOptions {
  readonly name: string;
  /** Entry file, which calls `runAsChild`. */
  readonly entry: string;
  /** Asked at each start: the database's address may have changed. */
  readonly environment: () => Record<string, string>;
  readonly log: Log;
}

export interface Child {
  readonly name: string;
  /** Resolves when it was ready for the first time; rejects when it died before that. */
  readonly firstReady: Promise<string | undefined>;
  pid(): number | undefined;
  /** Stops it and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** The whole process group: also a helper process that hangs and would keep its parent's port. */
function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

const endedAtStart = (name: string, how: string): StartFailure => ({
  en: [`The ${name} process ended at its start (${how}).`, 'The lines above and logs/ in the data folder say why.'],
  zh: [`${name} 进程在启动时结束（${how}）。`, '原因见上面的输出和数据目录下的 logs/。'],
});

interface Launched {
  readonly process: ChildProcess;
  /** How it ended, and what it said about a failed start. */
  readonly over: Promise<{ how: string; failure: StartFailure | undefined }>;
}

function launchChild(options: ChildOptions, onReady: (url: string | undefined) => void): Launched {
  const child = fork(options.entry, [], {
    env: { ...process.env, ...options.environment() },
    execArgv: [`--max-semi-space-size=${youngMb}`, '--import', quickImports, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A session of its own: Ctrl-C reaches the supervisor alone, which then stops everything in order.
    detached: true,
  });
  let failure: StartFailure | undefined;
  child.on('message', (message: FromChild) => {
    if (message.type === 'failed') failure = message.failure;
    else onReady(message.url);
  });
  const over = new Promise<{ how: string; failure: typeof failure }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ how: signal ?? `code ${code}`, failure }));
    child.once('error', (error) => resolve({ how: error.message, failure }));
  });
  return { process: child, over };
}

async function end({ process: child, over }: Launched): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.pid && killGroup(child.pid), stopPatienceMs);
  const message: ToChild = { type: 'stop' };
  if (child.connected) child.send(message, () => undefined);
  else child.kill('SIGTERM');
  await over;
  clearTimeout(timer);
}

export function keepChild(options: ChildOptions): Child {
  const { name, log } = options;
  let current: Launched | undefined;
  /** No other process is to come. */
  let closed = false;
  let changes = Promise.resolve();
  let wasReady = false;
  let pause = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<string | undefined>();
  // Nobody may be waiting for it any more when it rejects.
  first.promise.catch(() => undefined);

  const launch = () => {
    const started = performance.now();
    const launched = launchChild(options, (url) => {
      wasReady = true;
      first.resolve(url);
    });
    current = launched;
    void launched.over.then(({ how, failure }) => {
      if (closed || current !== launched) return;
      if (!wasReady) {
        closed = true;
        first.reject(startError(failure ?? endedAtStart(name, how)));
        return;
      }
      if (performance.now() - started > healthyMs) pause = firstPauseMs;
      log.error({ how, pauseMs: pause }, `process ${name} ended (${how}); it starts again in ${pause / 1000} s`);
      timer = setTimeout(launch, pause);
      pause = Math.min(pause * 2, longestPauseMs);
    });
  };
  const halt = async () => {
    clearTimeout(timer);
    const meant = current;
    // Whose end is wanted is no longer the current one: nobody starts it again.
    current = undefined;
    if (meant) await end(meant);
  };
  const renew = async () => {
    if (closed) return;
    await halt();
    if (!closed) launch();
  };
  launch();
  return {
    name,
    firstReady: first.promise,
    pid: () => current?.process.pid,
    // One after the other: two restarts at once would leave two processes.
    restart: () => (changes = changes.then(renew)),
    async stop() {
      closed = true;
      await changes;
      await halt();
    },
    kill() {
      closed = true;
      clearTimeout(timer);
      const child = current?.process;
      if (child?.pid && child.exitCode === null) killGroup(child.pid);
    },
  };
}
