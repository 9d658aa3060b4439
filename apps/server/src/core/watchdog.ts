/**
 * A thread of a process that may be killed: ends it when it takes too much memory, or when the server that started it is
 * gone. The main thread may be blocked for ever and could do neither.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { limitBytes, parent } = workerData as { limitBytes: number; parent: number };
const everyMs = 50;

function parentIsGone(): boolean {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}

setInterval(() => {
  if (parentIsGone()) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() <= limitBytes) return;
  try {
    writeSync(3, 'memory');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, everyMs);
