/** After an engine has completed: who makes the task's result, behind a lease of its own. Survives a restart. */
import { hostname } from 'node:os';
import { liveStates, reportLimits, type Cause } from '@loupe/contract';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { isSameProcess, startTimeOf } from '../core/process-identity.ts';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../tables/tasks.ts';
import { announceTask } from './announce.ts';
import { lease, lockLatest } from './apply.ts';
import type { EngineKind } from './kind.ts';
import { addLines } from './lines.ts';
import type { AttemptRow } from './outcome.ts';
import { moveTask, type TaskRow } from './state.ts';

/** What an engine left behind cannot become a result; the task fails with this cause. */
export class Unusable extends Error {
  readonly why: Cause;
  constructor(why: Cause) {
    super(why.code);
    this.why = why;
  }
}

/** A task and its latest attempt, which has completed. */
export interface Completed {
  row: TaskRow;
  current: AttemptRow;
}

/** A lease that ends later than any can was given before the clock was set back. */
const isFree = sql<boolean>`(${attempt.leaseUntil} < clock_timestamp()
  or ${attempt.leaseUntil} > clock_timestamp() + make_interval(secs => ${2 * reportLimits.leaseSeconds}))`;

/** What an engine has completed and nobody is making a result of: its finisher's lease ran out, or its process is gone. */
export async function claimFinish(services: Services): Promise<Completed | undefined> {
  const host = hostname();
  const rows = await services.db
    .select({ row: task, current: attempt, free: isFree })
    .from(task)
    .innerJoin(attempt, eq(attempt.taskId, task.id))
    .where(
      and(
        inArray(task.state, [...liveStates]),
        ne(attempt.executor, 'worker'),
        eq(attempt.endedAs, 'completed'),
        sql`${attempt.n} = (select max(n) from ${attempt} a where a.task_id = ${task.id})`,
      ),
    );
  for (const { row, current, free } of rows) {
    const gone = current.host === host && current.pid !== null && !isSameProcess(current.pid, current.pidStart ?? '');
    if (!free && !gone) continue;
    const [mine] = await services.db
      .update(attempt)
      .set({ host, pid: process.pid, pidStart: startTimeOf(process.pid), leaseUntil: lease as unknown as Date })
      .where(
        and(
          eq(attempt.taskId, current.taskId),
          eq(attempt.n, current.n),
          // as it was seen: of two that look at the same time one finds it changed
          sql`${attempt.leaseUntil} = ${current.leaseUntil} and ${attempt.pid} is not distinct from ${current.pid}`,
        ),
      )
      .returning();
    if (mine) return { row, current: mine };
  }
  return undefined;
}

async function fail(services: Services, { taskId, n }: AttemptRow, cause: Cause): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, taskId);
    if (!locked || locked.current.n !== n) return;
    await addLines(tx, taskId, n, [{ seq: 0, kind: 'fault', body: { ...cause } }]);
    await moveTask(tx, locked.row, 'failed', { cause });
  });
}

/** Makes the result of one completed attempt. A fault of the system leaves it to the next try. */
export async function finishCompleted(
  services: Services,
  kind: EngineKind,
  { row, current }: Completed,
): Promise<void> {
  const { taskId, n } = current;
  const renew = () =>
    services.db
      .update(attempt)
      .set({ leaseUntil: lease as unknown as Date })
      .where(and(eq(attempt.taskId, taskId), eq(attempt.n, n), eq(attempt.pid, process.pid)));
  const beat = setInterval(() => void renew().catch(() => undefined), (reportLimits.leaseSeconds * 1000) / 3);
  try {
    await kind.finish(services, row, current);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    await fail(services, current, error.why);
  } finally {
    clearInterval(beat);
  }
  await announceTask(services, taskId, true);
}
