/** Watches live attempts: adopts engines that outlived a server, and ends attempts whose process is gone or hangs. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { liveStates, reportLimits } from '@loupe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isSameProcess, worksIn } from '../core/process-identity.ts';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../tables/tasks.ts';
import { announceTask } from './announce.ts';
import { applyEvents, lockLatest } from './apply.ts';
import { killEngine } from './local-executor.ts';
import { endAttempt, type AttemptRow } from './outcome.ts';
import { eventsAfter, notedProcess, runFolder, type Identity } from './run-folder.ts';

/** Two leases without a word: for what cannot be looked up by pid, that is the end. */
export const graceSeconds = 2 * reportLimits.leaseSeconds;

interface Live {
  current: AttemptRow;
  /** Silent for a whole grace period, by the database's clock. */
  silent: boolean;
}

async function liveAttempts(services: Services): Promise<Live[]> {
  return services.db
    .select({
      current: attempt,
      // one that ends later than any lease can was given before the clock was set back
      silent: sql<boolean>`(${attempt.leaseUntil} < clock_timestamp() - make_interval(secs => ${reportLimits.leaseSeconds})
        or ${attempt.leaseUntil} > clock_timestamp() + make_interval(secs => ${graceSeconds}))`,
    })
    .from(task)
    .innerJoin(attempt, eq(attempt.taskId, task.id))
    .where(
      and(
        inArray(task.state, [...liveStates]),
        isNull(attempt.endedAs),
        sql`${attempt.n} = (select max(n) from ${attempt} a where a.task_id = ${task.id})`,
      ),
    );
}

/**
 * Ends the attempt, as it was seen, as lost unless somebody else was quicker. `isSilent`: nothing but its silence says so, and a
 * long batch of its own rows may have kept it from saying a word: then what it says once these are written counts.
 */
async function endLost(services: Services, current: AttemptRow, isSilent = false): Promise<boolean> {
  const ended = await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, current.taskId);
    if (!locked || locked.current.n !== current.n || locked.current.endedAs !== null) return false;
    if (isSilent && locked.current.leaseUntil.getTime() !== current.leaseUntil.getTime()) return false;
    await endAttempt(tx, locked.row, locked.current, { as: 'lost', until: current.leaseUntil });
    return true;
  });
  if (ended) {
    services.log.warn({ taskId: current.taskId, attempt: current.n }, 'an attempt was lost');
    await announceTask(services, current.taskId, true);
  }
  return ended;
}

/** What the engine wrote and could not post any more; it may hold the end itself. */
async function applyRest(services: Services, current: AttemptRow): Promise<void> {
  const folder = runFolder(services.config.data, current.taskId, current.n);
  let ack = current.ackSeq;
  for await (const events of eventsAfter(folder, ack, reportLimits.events)) {
    const applied = await applyEvents(services, current.taskId, current.n, ack + 1, events);
    if (applied.is !== 'ok') return;
    ack = applied.ack;
  }
}

/** The engine's process is gone: read what it left, and where that is no end, the attempt is lost. */
export async function concludeGone(services: Services, current: AttemptRow): Promise<void> {
  if (current.executor === 'local') await applyRest(services, current);
  await endLost(services, current);
}

/** The engine of this attempt as its starter noted it; undefined before it is started, and for a worker's own job. */
const engineOf = async ({ config }: Services, { executor, taskId, n }: AttemptRow): Promise<Identity | undefined> =>
  executor === 'local' ? notedProcess(runFolder(config.data, taskId, n)) : undefined;

/** True when this attempt belongs to this machine and its process is gone. */
export async function isGone(services: Services, current: AttemptRow, host: string): Promise<boolean> {
  if (current.host !== host) return false;
  const { taskId, n, pid, pidStart } = current;
  const engine = await engineOf(services, current);
  // an engine that works elsewhere is that of the original: this data folder is a copy
  if (engine)
    return (
      !isSameProcess(engine.pid, engine.start) ||
      worksIn(engine.pid, runFolder(services.config.data, taskId, n)) === false
    );
  // until then the attempt is its claimer's, a worker, which works in a folder of its own
  return pid !== null && !isSameProcess(pid, pidStart ?? '');
}

/** An engine that still writes is alive; then it is the server that gets no report. */
async function stillWrites(services: Services, current: AttemptRow): Promise<boolean> {
  const file = path.join(runFolder(services.config.data, current.taskId, current.n), 'events.jsonl');
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < graceSeconds * 1000;
}

/** A hanging engine is ended before its task is given to another attempt. */
async function endSilent(services: Services, current: AttemptRow, host: string): Promise<void> {
  if (current.host === host && current.executor === 'local') {
    if (await stillWrites(services, current)) return;
    const engine = await engineOf(services, current);
    if (engine) killEngine(engine.pid);
    await applyRest(services, current);
  }
  await endLost(services, current, current.executor === 'worker');
}

/** One look at all live attempts. `watchedSeconds`: how long this process has been looking, by a clock that was not set meanwhile. */
export async function watchAttempts(services: Services, host: string, watchedSeconds: number): Promise<void> {
  for (const { current, silent } of await liveAttempts(services)) {
    if (await isGone(services, current, host)) await concludeGone(services, current);
    else if (silent && watchedSeconds > graceSeconds) await endSilent(services, current, host);
  }
}
