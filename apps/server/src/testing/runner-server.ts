/** A listening server with workers as real processes, so that tests can kill either, and the fake engine. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Call, Task } from '@loupe/contract';
import { api, isOpen } from '@loupe/contract';
import { configEnvironment } from '../config.ts';
import { writeAddress } from '../core/address.ts';
import { waitUntil } from '../core/process-identity.ts';
import { runFolder } from '../tasks-runner/run-folder.ts';
import { testServer, type TestServer } from './app.ts';
import type { TestDatabase } from './database.ts';

/** How long a test waits for what other processes do: far more than a busy machine needs. */
export const patienceMs = 150_000;

export const fakeEngine = (...options: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, 'fake-engine.ts'),
  ...options,
];

export interface RunnerServer extends TestServer {
  /** Starts a worker process whose engine is this command; `program`: another file of this folder that is a worker. */
  startWorker: (engine: readonly string[], program?: string) => Promise<ChildProcess>;
  /** Kills the workers that still run. */
  killWorkers: () => Promise<void>;
  /** Lets an engine go on that waits at a step of its own (`--hold-at`). */
  letGo: (id: number, attempt?: number) => void;
  /** Waits until a task fulfils the condition. */
  waitFor: (call: Call, id: number, condition: (task: Task) => boolean, milliseconds?: number) => Promise<Task>;
}

export const hasEnded = ({ state }: Task): boolean => !isOpen(state);

export async function runnerServer(settings: Record<string, string> = {}, own?: TestDatabase): Promise<RunnerServer> {
  const server = await testServer(settings, own);
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  writeAddress(server.services.config.data, url);
  const workers = new Set<ChildProcess>();
  const startWorker = async (engine: readonly string[], program = 'worker-process.ts') => {
    const child = fork(path.join(import.meta.dirname, program), [...engine], {
      env: { ...process.env, ...configEnvironment(server.services.config) },
      execArgv: [`--import=${new URL('../core/quick-imports.ts', import.meta.url).href}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    workers.add(child);
    child.once('exit', () => workers.delete(child));
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (first !== 'ready') throw new Error(`the worker ended at its start (${String(first)})`);
    return child;
  };
  const killWorkers = async () => {
    for (const child of workers) child.kill('SIGKILL');
    await waitUntil(() => workers.size === 0, patienceMs);
  };
  return {
    ...server,
    startWorker,
    killWorkers,
    letGo: (id, attempt = 1) => writeFileSync(path.join(runFolder(server.services.config.data, id, attempt), 'go'), ''),
    waitFor: async (call, id, condition, milliseconds = patienceMs) => {
      const end = Date.now() + milliseconds;
      for (;;) {
        const task = await call(api.taskInfo, { id });
        if (condition(task)) return task;
        if (Date.now() > end) throw new Error(`task ${id} still ${task.state}: ${JSON.stringify(task)}`);
        // to ask takes the processor from what is waited for; an end is there for good and need not be met as it comes
        await new Promise((resolve) => setTimeout(resolve, condition === hasEnded ? 150 : 50));
      }
    },
    close: async () => {
      await killWorkers();
      await server.close();
    },
  };
}
