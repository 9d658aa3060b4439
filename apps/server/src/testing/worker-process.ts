/** A worker as a process of its own, with another engine: `node worker-process.ts <program> [args…]`. */
import path from 'node:path';
import { readConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import type { RunnableKinds } from '../tasks-runner/kind.ts';
import { startWorker } from '../worker.ts';

export async function runWorkerProcess(kinds: RunnableKinds = {}): Promise<void> {
  const config = readConfig();
  const log = createLog({ folder: path.join(config.data, 'logs'), name: `worker-${process.pid}`, level: 'debug' });
  const [program, ...first] = process.argv.slice(2);
  const running = await startWorker({ config, log }, [program!, ...first], kinds);
  process.on('message', () => {
    void running.stop().then(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(0));
  process.send!('ready');
}

if (import.meta.main) await runWorkerProcess();
