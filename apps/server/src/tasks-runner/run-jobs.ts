/** Tasks that a worker does itself: lease, requests and ending around the work. A killed one goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cutText, Desired, isMessageKey, reportLimits, type Cause } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { AppError } from '../core/errors.ts';
import { isDatabaseAway } from '../core/failure.ts';
import { isDiskFull } from '../core/room.ts';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../tables/tasks.ts';
import { announceTask, wakeWorkers } from './announce.ts';
import { lease, lockLatest } from './apply.ts';
import { causeOf, endAttempt, type Ending } from './outcome.ts';
import type { WorkerKind } from './kind.ts';
import type { Claimed } from './queue.ts';

/** How often a job reads what is desired and renews its lease. */
const lookMs = 1000;
const renewEvery = (reportLimits.leaseSeconds * 1000) / 6 / lookMs;

/** Why a job stopped early: what a person asked for, the worker's end, or a later attempt. */
type Halt = Exclude<Desired, 'run'> | 'shutdown' | 'fenced';
const endings: { readonly [H in Exclude<Halt, 'fenced'>]: Ending['as'] } = {
  pause: 'paused',
  stop: 'stopped',
  complete: 'completed',
  shutdown: 'yielded',
};

/** What the signal aborts with. An error, so that streams pass it on as it is. */
class Halted extends Error {
  readonly halt: Halt;
  constructor(halt: Halt) {
    super(`the job was halted: ${halt}`);
    this.halt = halt;
  }
}

/**
 * Holds the task still until the transaction ends, or throws where a later attempt owns it or this one has ended. What a
 * job writes behind it is written by one attempt only.
 */
export async function holdFence(tx: Tx, taskId: number, n: number): Promise<void> {
  const locked = await lockLatest(tx, taskId);
  if (!locked || locked.current.n !== n || locked.current.endedAs !== null) throw new Halted('fenced');
}

/** What lies at the bottom: drizzle's own message is the query with its values. */
const whyOf = ({ cause, message }: Error): string => (cause instanceof Error ? whyOf(cause) : cutText(message, 300));

function causeOfError(error: unknown): Cause {
  if (isDiskFull(error)) return causeOf('disk.full');
  if (!(error instanceof AppError)) return causeOf('engine.internal', { why: whyOf(error as Error) });
  const { file, ...rest } = error.args;
  const plain = Object.entries(rest).filter((one): one is [string, string | number] => typeof one[1] !== 'object');
  const code = error.key.replace(/^cause\./, '');
  if (!isMessageKey(`cause.${code}`)) return causeOf('engine.internal', { why: error.key });
  return causeOf(code, Object.fromEntries(plain), file === undefined ? null : String(file));
}

/** A database that was killed is back in a moment; until then the end is kept, for without it the task would wait for its lease. */
async function writeEnd(services: Services, { row, n }: Claimed, ending: Ending, shutdown: AbortSignal): Promise<void> {
  const write = () =>
    services.db.transaction(async (tx) => {
      const locked = await lockLatest(tx, row.id);
      if (!locked || locked.current.n !== n || locked.current.endedAs !== null) return;
      await endAttempt(tx, locked.row, locked.current, ending);
      await wakeWorkers(tx);
    });
  for (;;) {
    try {
      return await write();
    } catch (error) {
      // a worker that stops is gone soon, and the next one sees that
      if (!isDatabaseAway(error) || shutdown.aborted) throw error;
      await sleep(lookMs);
    }
  }
}

/** Renews the lease and reads what is desired until stopped; aborts the job when it must not go on. */
function keepAlive(services: Services, { row, n }: Claimed, abort: AbortController): () => void {
  let looks = 0;
  let busy = false;
  const look = async () => {
    const [seen] = await services.db.select({ desired: task.desired }).from(task).where(eq(task.id, row.id));
    const desired = Desired.safeParse(seen?.desired);
    if (!desired.success) abort.abort(new Halted('fenced'));
    else if (desired.data !== 'run') abort.abort(new Halted(desired.data));
    if (looks++ % renewEvery !== 0) return;
    const mine = await services.db
      .update(attempt)
      .set({ leaseUntil: lease as unknown as Date })
      .where(and(eq(attempt.taskId, row.id), eq(attempt.n, n)))
      .returning({ endedAs: attempt.endedAs });
    if (mine[0]?.endedAs !== null) abort.abort(new Halted('fenced'));
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch((error: unknown) => services.log.warn({ error, taskId: row.id }, 'a job could not renew its lease'))
      .finally(() => (busy = false));
  }, lookMs);
  return () => clearInterval(timer);
}

/** How the job's failure ends the attempt; undefined where nothing may be written any more. */
function endingOf(services: Services, { row }: Claimed, error: unknown, signal: AbortSignal): Ending | undefined {
  const reason: unknown = error instanceof Halted ? error : signal.aborted ? signal.reason : undefined;
  const halt = reason instanceof Halted ? reason.halt : undefined;
  if (halt === 'fenced') return undefined;
  if (halt) return { as: endings[halt] };
  services.log.error({ error, taskId: row.id, kind: row.kind }, 'a job failed');
  return { as: 'failed', cause: causeOfError(error) };
}

/** Runs a claimed task to its end. `shutdown`: the worker stops, and the task goes back into the queue. */
export async function runClaimed(
  services: Services,
  kind: WorkerKind,
  claimed: Claimed,
  shutdown: AbortSignal,
): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const onShutdown = () => abort.abort(new Halted('shutdown'));
  shutdown.addEventListener('abort', onShutdown);
  if (shutdown.aborted) onShutdown();
  const rest = keepAlive(services, claimed, abort);
  const { row, n } = claimed;
  // completed by hand while it waited: it only begins again to be completed
  if (row.desired === 'complete') abort.abort(new Halted('complete'));
  let ending: Ending | undefined;
  try {
    const left = await kind.run(services, row, { signal, attempt: n, fence: (tx) => holdFence(tx, row.id, n) });
    ending = { as: left ?? 'completed' };
  } catch (error) {
    ending = endingOf(services, claimed, error, signal);
  } finally {
    rest();
    shutdown.removeEventListener('abort', onShutdown);
  }
  if (!ending) return;
  await writeEnd(services, claimed, ending, shutdown);
  await announceTask(services, row.id, true);
  if (ending.as === 'completed') await kind.onCompleted?.(services, row);
}
