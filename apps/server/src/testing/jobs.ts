/** Runs queued tasks of a kind in the test's own process, with lease and ending as in a worker. */
import { hostname } from 'node:os';
import type { Services } from '../core/services.ts';
import type { WorkerKind } from '../tasks-runner/kind.ts';
import { claimTask } from '../tasks-runner/queue.ts';
import { runClaimed } from '../tasks-runner/run-jobs.ts';

const run = () => ({ threads: 1, device: 'cpu' });

/** Runs the next task; false where none waits. */
export async function runNext(
  services: Services,
  name: string,
  kind: WorkerKind,
  shutdown = new AbortController().signal,
): Promise<boolean> {
  const claimed = await claimTask(services, { kind: name, host: hostname(), atOnce: 8, executor: 'worker', run });
  if (claimed) await runClaimed(services, kind, claimed, shutdown);
  return claimed !== undefined;
}
