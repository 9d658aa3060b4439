/** The server's side of one inference host: start it, ask it, and kill it when it takes too long. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { encodeFrame, HostAnswer, HostHello, hostProtocol, HostStage, makeFrameReader } from './protocol.ts';
import type { HostRequest, Stage } from './protocol.ts';

export interface HostOptions {
  threads: number;
  memoryMb: number;
  /** An empty folder: the runtime may look for files in the folder that it runs in. */
  folder: string;
  /** Addresses of modules that register further prediction types there; the product's own are known. */
  modules: readonly string[];
  /** What the host wrote to stderr when it ended. */
  onEnd: (text: string) => void;
}

/** Why a host gave no answer. */
export class HostLost extends Error {
  readonly reason: 'timeout' | 'memory' | 'crash';
  /** What it was at. */
  readonly stage: Stage;
  constructor(reason: HostLost['reason'], message: string, stage: Stage = 'load') {
    super(message);
    this.reason = reason;
    this.stage = stage;
  }
}

export type Question = Omit<HostRequest, 'v' | 'id'>;
export interface Host {
  readonly pid: number;
  readonly runtime: string;
  isAlive: () => boolean;
  /** One question at a time; each of its stages may take so long. Rejects with `HostLost`; the host is dead then. */
  ask: (question: Question, body: Buffer | undefined, limitMs: number) => Promise<HostAnswer>;
  end: () => Promise<void>;
}

/** The runtime's library takes long to load on a cold disk. */
const startLimitMs = 60_000;
const stderrKept = 4000;
/** Nothing else of our environment (addresses, passwords) reaches a process that runs models. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'LD_LIBRARY_PATH'];

function spawnHost({ threads, memoryMb, folder, modules }: HostOptions): ChildProcess {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const program = path.join(import.meta.dirname, 'child.ts');
  return spawn(process.execPath, [program, JSON.stringify({ threads, memoryMb, modules, parent: process.pid })], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

interface Pending {
  resolve: (json: unknown) => void;
  reject: (error: HostLost) => void;
}

/** Everything about the process's end in one place: who waits is told, whatever the reason. */
function watch(child: ChildProcess, options: HostOptions) {
  const state = {
    pending: undefined as Pending | undefined,
    alive: true,
    why: undefined as HostLost['reason'] | undefined,
    stage: 'load' as Stage,
    onStage: (): void => undefined,
  };
  let stderr = '';
  const gone = new Promise<void>((resolve) => {
    const finish = (text: string): void => {
      if (!state.alive) return;
      state.alive = false;
      const reason = state.why ?? (child.signalCode === 'SIGKILL' ? 'memory' : 'crash');
      state.pending?.reject(new HostLost(reason, text, state.stage));
      state.pending = undefined;
      options.onEnd(stderr);
      resolve();
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => finish(`the inference process ended (${signal ?? code})`));
  });
  const kill = (why: HostLost['reason']): void => {
    state.why ??= why;
    child.kill('SIGKILL');
  };
  const read = makeFrameReader(({ json }) => {
    const report = HostStage.safeParse(json);
    if (report.success) {
      state.stage = report.data.stage;
      state.onStage();
      return;
    }
    state.pending?.resolve(json);
    state.pending = undefined;
  });
  child.stdout!.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      kill('crash');
    }
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-stderrKept);
  });
  (child.stdio[3] as Readable).on('data', () => {
    state.why ??= 'memory';
  });
  // a host that died while we write to it is told by its end
  child.stdin!.on('error', () => undefined);
  const next = (limitMs: number): Promise<unknown> =>
    new Promise<unknown>((resolve, reject) => {
      if (!state.alive) {
        reject(new HostLost('crash', 'the inference process is gone'));
        return;
      }
      const timer = setTimeout(() => kill('timeout'), limitMs);
      state.stage = 'load';
      state.onStage = () => void timer.refresh();
      const withoutLimit =
        <T>(call: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          call(value);
        };
      state.pending = { resolve: withoutLimit(resolve), reject: withoutLimit(reject) };
    });
  return { state, gone, kill, next };
}

/** Starts a host and waits for its hello. */
export async function startHost(options: HostOptions): Promise<Host> {
  const child = spawnHost(options);
  const { state, gone, kill, next } = watch(child, options);
  const { hello } = HostHello.parse(await next(startLimitMs));
  let id = 0;
  return {
    pid: child.pid!,
    runtime: hello,
    isAlive: () => state.alive,
    ask: async (question, body, limitMs) => {
      const answer = next(limitMs);
      id += 1;
      child.stdin!.write(encodeFrame({ ...question, v: hostProtocol, id }, body));
      const parsed = HostAnswer.safeParse(await answer);
      if (parsed.success && parsed.data.id === id) return parsed.data;
      kill('crash');
      throw new HostLost('crash', 'the inference process gave an answer that is not one');
    },
    end: async () => {
      kill('crash');
      await gone;
    },
  };
}
