/** Test tasks: queue, lease and cancelling around what inference does. A killed worker's test goes on where it stood. */
import { isMessageKey, reportLimits, type Cause } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../features/tasks/tables.ts';
import { announceAnalysis, announceTask, wakeWorkers } from './announce.ts';
import { lease, lockLatest } from './apply.ts';
import { causeOf, endAttempt, type Ending } from './outcome.ts';
import type { RunnerParts } from './parts.ts';
import type { Claimed } from './queue.ts';
import type { TaskRow } from './state.ts';

/** How often a test looks at the person's wish and renews its lease. */
const lookMs = 1000;
const renewEvery = (reportLimits.leaseSeconds * 1000) / 6 / lookMs;

/** Why a test stopped early. */
type Halt = 'stop' | 'shutdown' | 'fenced';

function causeOfError(error: unknown): Cause {
  if (!(error instanceof AppError)) return causeOf('engine.internal', { why: (error as Error).message.slice(0, 300) });
  const { file, ...args } = error.args;
  const code = error.key.replace(/^cause\./, '');
  if (!isMessageKey(`cause.${code}`)) return causeOf('engine.internal', { why: error.key });
  return causeOf(code, args, file === undefined ? null : String(file));
}

async function endTest(services: Services, { row, n }: Claimed, ending: Ending): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, row.id);
    if (!locked || locked.current.n !== n || locked.current.endedAs !== null) return;
    await endAttempt(tx, locked.row, locked.current, ending);
    await wakeWorkers(tx);
  });
  await announceTask(services, row.id, true);
  if (ending.as === 'completed') await announceAnalysis(services, row.id, ['testing']);
}

/** Renews the lease and reads the wish until stopped; aborts the test when it must not go on. */
function keepAlive(services: Services, { row, n }: Claimed, abort: AbortController): () => void {
  let looks = 0;
  let busy = false;
  const look = async () => {
    const [seen] = await services.db.select({ desired: task.desired }).from(task).where(eq(task.id, row.id));
    if (!seen) abort.abort('fenced' satisfies Halt);
    else if (seen.desired === 'stop') abort.abort('stop' satisfies Halt);
    if (looks++ % renewEvery !== 0) return;
    const mine = await services.db
      .update(attempt)
      .set({ leaseUntil: lease as unknown as Date })
      .where(and(eq(attempt.taskId, row.id), eq(attempt.n, n)))
      .returning({ endedAs: attempt.endedAs });
    if (mine[0]?.endedAs !== null) abort.abort('fenced' satisfies Halt);
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch((error: unknown) => services.log.warn({ error, taskId: row.id }, 'a test could not renew its lease'))
      .finally(() => (busy = false));
  }, lookMs);
  return () => clearInterval(timer);
}

/** Runs a claimed test to its end. `shutdown`: the worker stops, and the task goes back into the queue. */
export async function runClaimedTest(
  services: Services,
  parts: Pick<RunnerParts, 'runTest'>,
  claimed: Claimed,
  shutdown: AbortSignal,
): Promise<void> {
  const abort = new AbortController();
  const onShutdown = () => abort.abort('shutdown' satisfies Halt);
  shutdown.addEventListener('abort', onShutdown);
  if (shutdown.aborted) onShutdown();
  const rest = keepAlive(services, claimed, abort);
  let ending: Ending = { as: 'completed' };
  try {
    await parts.runTest(services, claimed.row satisfies TaskRow, abort.signal);
  } catch (error) {
    const halt = abort.signal.aborted ? (abort.signal.reason as Halt) : undefined;
    if (halt === 'fenced') return;
    if (halt === 'stop') ending = { as: 'stopped' };
    else if (halt === 'shutdown') ending = { as: 'yielded' };
    else {
      services.log.error({ error, taskId: claimed.row.id }, 'a test failed');
      ending = { as: 'failed', cause: causeOfError(error) };
    }
  } finally {
    rest();
    shutdown.removeEventListener('abort', onShutdown);
  }
  await endTest(services, claimed, ending);
}
