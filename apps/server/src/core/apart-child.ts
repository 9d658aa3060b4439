/** The other half of `runApart`: does the one job, sends the answer and ends. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

interface Given<J> {
  job: J;
  memoryMb: number;
  parent: number;
}

/** Where memory runs out, the system is to end this process rather than the server or the database. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '700');
  } catch {
    // other systems choose for themselves
  }
}

/** What it throws ends the process without an answer. */
export async function serveApart<J, T>(work: (job: J) => Promise<T>): Promise<void> {
  goFirst();
  const { job, memoryMb, parent } = JSON.parse(process.argv[2]!) as Given<J>;
  const watch = { limitBytes: memoryMb * 1024 ** 2, parent };
  const watchdog = new Worker(new URL('watchdog.ts', import.meta.url), { workerData: watch });
  // nothing runs before somebody watches
  await once(watchdog, 'online');
  watchdog.unref();
  process.on('disconnect', () => process.exit(1));
  const answer = await work(job);
  process.send!(answer, () => process.exit(0));
}
