/** Runs queued tasks of a kind in the test's own process, with lease and ending as in a worker. */
import { hostname } from 'node:os';
import type { Services } from '../core/services.ts';
import type { JobKind, WorkerJob } from '../tasks-runner/parts.ts';
import { claimTask } from '../tasks-runner/queue.ts';
import { runClaimed } from '../tasks-runner/run-jobs.ts';

const run = () => ({ threads: 1, device: 'cpu' });

/** Runs the next task; false where none waits. */
export async function runNext(
  services: Services,
  kind: JobKind,
  job: WorkerJob,
  shutdown = new AbortController().signal,
): Promise<boolean> {
  const claimed = await claimTask(services, { kind, host: hostname(), atOnce: 8, executor: 'worker', run });
  if (claimed) await runClaimed(services, job, claimed, shutdown);
  return claimed !== undefined;
}
