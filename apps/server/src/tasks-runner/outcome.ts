/** What becomes of a task when one of its attempts ends. */
import { retriedCauses, systemRetries, taskKinds, type Cause, type TaskKind, type TaskProgress } from '@loupe/contract';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { tallyUp } from '../core/tally.ts';
import { attempt, prediction } from '../tables/tasks.ts';
import { addLines } from './lines.ts';
import type { Checkpoint } from './reduce.ts';
import { moveTask, now, type TaskRow } from './state.ts';

export type AttemptRow = typeof attempt.$inferSelect;
export interface Ending {
  /** `lost`: the process is gone without a word. `yielded`: a worker that shuts down gives the task back. */
  as: 'completed' | 'paused' | 'stopped' | 'failed' | 'lost' | 'yielded';
  cause?: Cause | null;
  /** Of one that was lost: until when it was known to live. A night without power is no computing. */
  until?: Date;
}

const endOf = ({ until }: Ending, { createdAt }: AttemptRow) =>
  until
    ? sql`greatest(${createdAt.toISOString()}::timestamptz, least(${until.toISOString()}::timestamptz, ${now}))`
    : now;

export const causeOf = (code: string, args: Cause['args'] = {}, file: string | null = null): Cause => ({
  code,
  stage: null,
  file,
  args,
});

/** Seconds before the next try, by the number of faults in a row. */
const pauseAfter = [0, 5, 20] as const;
export const longestPause = Math.max(...pauseAfter);

/** How much of a worker's job stands: predictions where it makes some (their progress is told now and then), else its progress. */
export async function doneSoFar(tx: Tx, row: TaskRow): Promise<number> {
  const predicted = await tx.$count(prediction, eq(prediction.taskId, row.id));
  return predicted > 0 ? predicted : ((row.progress as TaskProgress | null)?.done ?? 0);
}

/** Attempts of the stage that is being trained: those after the last one that completed a stage before it. */
export const ofThisStage = (taskId: number) =>
  // what completed the last stage and was stopped before there was a version is of this stage too
  sql`${attempt.n} > (select coalesce(max(earlier.n), 0) from (
    select done.n from ${attempt} done where done.task_id = ${taskId} and done.ended_as = 'completed' order by done.n
    limit (select coalesce(jsonb_array_length(later_stages), 0) from public.task where id = ${taskId})) earlier)`;

/** True when the attempt got further than those before it: a fault after progress is not a fault in a row. */
async function gotFurther(tx: Tx, row: TaskRow, current: AttemptRow): Promise<boolean> {
  if (current.executor === 'worker') {
    // ackSeq of a worker's attempt: what was done when it began
    return (await doneSoFar(tx, row)) > current.ackSeq;
  }
  const own = lastStep(current);
  if (own < 0) return false;
  const [elder] = await tx
    .select()
    .from(attempt)
    .where(
      and(
        eq(attempt.taskId, row.id),
        lt(attempt.n, current.n),
        ofThisStage(row.id),
        sql`${attempt.checkpoint} is not null`,
      ),
    )
    .orderBy(desc(attempt.n))
    .limit(1);
  return !elder || own > lastStep(elder);
}

export const checkpointsOf = (row: Pick<AttemptRow, 'checkpoint'>): Checkpoint[] =>
  (row.checkpoint as Checkpoint[] | null) ?? [];
const lastStep = (row: AttemptRow): number => Math.max(-1, ...checkpointsOf(row).map((c) => c.step));

/** A fault that is nobody's data: try again, at most three times in a row, then say so. */
async function systemFault(tx: Tx, row: TaskRow, current: AttemptRow, cause: Cause): Promise<void> {
  const faults = (await gotFurther(tx, row, current)) ? 1 : row.systemFaults + 1;
  const body = { code: cause.code, args: cause.args, file: cause.file, faults };
  await addLines(tx, row.id, current.n, [{ seq: 0, kind: 'fault', body }]);
  const endless = row.state === 'running' || row.state === 'completing';
  if (endless && faults > systemRetries) {
    await moveTask(tx, row, 'failed', { cause, systemFaults: faults });
    return;
  }
  const seconds = pauseAfter[faults - 1] ?? pauseAfter.at(-1)!;
  await moveTask(tx, row, 'requeue', {
    systemFaults: faults,
    notBefore: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
  });
}

/**
 * Ends the attempt and moves its task. Both must be locked, and the attempt must be the latest and not ended yet.
 * What an engine has completed stays live: the worker first makes its result.
 */
export async function endAttempt(tx: Tx, row: TaskRow, current: AttemptRow, ending: Ending): Promise<void> {
  await moveEnded(tx, row, current, ending);
  // what an import or export takes is no computing
  if (taskKinds[row.kind as TaskKind].version === null) return;
  const end = endOf(ending, current);
  const seconds = sql`extract(epoch from ${end} - ${current.createdAt.toISOString()}::timestamptz)`;
  await tallyUp(tx, row.createdBy, 'seconds', seconds);
}

async function moveEnded(tx: Tx, row: TaskRow, current: AttemptRow, ending: Ending): Promise<void> {
  await tx
    .update(attempt)
    .set({ endedAs: ending.as, tokenHash: null, leaseUntil: endOf(ending, current) })
    .where(and(eq(attempt.taskId, row.id), eq(attempt.n, current.n)));
  switch (ending.as) {
    case 'completed':
      if (current.executor === 'worker') await moveTask(tx, row, 'completed', { systemFaults: 0 });
      // the request came after the last step: what was stopped has no result
      else if (row.state === 'stopping') await moveTask(tx, row, 'stopped');
      return;
    case 'paused':
    case 'stopped':
      await moveTask(tx, row, ending.as);
      return;
    case 'yielded':
      await moveTask(tx, row, 'requeue');
      return;
    case 'lost':
      await systemFault(tx, row, current, ending.cause ?? causeOf('engine.lost'));
      return;
    case 'failed': {
      const cause = ending.cause ?? causeOf('engine.internal', { why: '' });
      if (retriedCauses.has(cause.code)) await systemFault(tx, row, current, cause);
      else await moveTask(tx, row, 'failed', { cause });
    }
  }
}
