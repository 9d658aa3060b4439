/** Writes a batch of engine events, behind the fence of its attempt. Repeats change nothing. */
import { reportLimits, type Desired, type TaskProgress } from '@loupe/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import { attempt, seriesPoint } from '../tables/tasks.ts';
import { announceTask, wakeWorkers } from './announce.ts';
import { addLines } from './lines.ts';
import { checkpointsOf, endAttempt, type AttemptRow } from './outcome.ts';
import { reduceEvents, type Changes } from './reduce.ts';
import { lockTask, type TaskRow, type TaskRun } from './state.ts';
import { task } from '../tables/tasks.ts';

/** `fenced`: a later attempt owns the task. `gone`: this attempt has ended, or there is no such task. */
export type Applied = { is: 'ok'; ack: number; desired: Desired } | { is: 'fenced' | 'gone' };

/** Until when an attempt counts as alive, by the database's clock. */
export const lease = sql`clock_timestamp() + make_interval(secs => ${reportLimits.leaseSeconds})`;
/** Checkpoint events that are kept: the engine keeps as many files. */
const keptCheckpoints = 2;

/** The task and its latest attempt, both locked. */
export async function lockLatest(tx: Tx, taskId: number): Promise<{ row: TaskRow; current: AttemptRow } | undefined> {
  const row = await lockTask(tx, taskId);
  if (!row) return undefined;
  const [current] = await tx
    .select()
    .from(attempt)
    .where(eq(attempt.taskId, taskId))
    .orderBy(desc(attempt.n))
    .limit(1)
    .for('update');
  return current && { row, current };
}

/** The stage that the task's attempt trains, from 0: as many as were completed before it. */
async function stageNow(tx: Tx, { id, laterStages }: TaskRow): Promise<number> {
  const later = (laterStages as unknown[] | null)?.length ?? 0;
  if (later === 0) return 0;
  return Math.min(later, await tx.$count(attempt, and(eq(attempt.taskId, id), eq(attempt.endedAs, 'completed'))));
}

interface At {
  taskId: number;
  n: number;
  stage: number;
}
async function writeSeries(tx: Tx, { taskId, n, stage }: At, series: Changes['series']): Promise<void> {
  // a point that comes twice in one batch: the later counts
  const points = new Map<string, { name: string; step: number; value: number }>();
  for (const { step, values } of series) {
    for (const [name, value] of Object.entries(values)) points.set(`${step} ${name}`, { name, step, value });
  }
  if (points.size === 0) return;
  await tx.execute(sql`
    insert into ${seriesPoint} (task_id, stage, name, step, value, attempt)
    select ${taskId}, ${stage}, p.name, p.step, p.value, ${n}
    from json_to_recordset(${JSON.stringify([...points.values()])}::json) as p(name text, step bigint, value double precision)
    on conflict (task_id, stage, name, step) do update set value = excluded.value, attempt = excluded.attempt
    where ${seriesPoint.attempt} <= excluded.attempt`);
}

async function writeChanges(tx: Tx, row: TaskRow, current: AttemptRow, stage: number, changes: Changes): Promise<void> {
  const { ack, device, length, progress, checkpoints } = changes;
  await writeSeries(tx, { taskId: row.id, n: current.n, stage }, changes.series);
  await addLines(tx, row.id, current.n, changes.lines);
  const kept = [...checkpointsOf(current), ...checkpoints].slice(-keptCheckpoints);
  await tx
    .update(attempt)
    .set({
      ackSeq: ack,
      leaseUntil: lease as unknown as Date,
      ...(device === undefined ? {} : { device }),
      ...(checkpoints.length === 0 ? {} : { checkpoint: kept }),
    })
    .where(and(eq(attempt.taskId, row.id), eq(attempt.n, current.n)));
  if (length)
    await tx
      .update(task)
      .set({ run: { ...(row.run as TaskRun), length } })
      .where(eq(task.id, row.id));
  if (progress) await tx.update(task).set({ progress }).where(eq(task.id, row.id));
  if (!changes.end) return;
  // with the checkpoints of this batch: whether the attempt got further is asked at its end
  await endAttempt(tx, row, { ...current, checkpoint: kept }, changes.end);
  await wakeWorkers(tx);
}

async function announce(services: Services, row: TaskRow, stage: number, changes: Changes): Promise<void> {
  const { id: taskId } = row;
  for (const { step, values } of changes.series) {
    await services.publish({ projectId: row.projectId }, { type: 'series', taskId, stage, step, values });
  }
  if (changes.progress || changes.length || changes.end)
    await announceTask(services, taskId, changes.end !== undefined);
}

export async function applyEvents(
  services: Services,
  taskId: number,
  n: number,
  from: number,
  raw: readonly unknown[],
): Promise<Applied> {
  const done = await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, taskId);
    if (!locked) return 'gone';
    const { row, current } = locked;
    if (current.n > n) return 'fenced';
    if (current.n !== n || current.endedAs !== null) return 'gone';
    const changes = reduceEvents(current.ackSeq, from, raw, row.progress as TaskProgress | null);
    const stage = await stageNow(tx, row);
    await writeChanges(tx, row, current, stage, changes);
    return { row, stage, changes };
  });
  if (typeof done === 'string') return { is: done };
  // the browsers hear of it when they can; the engine's answer does not wait for a broken socket
  await announce(services, done.row, done.stage, done.changes).catch((error: unknown) =>
    services.log.warn({ error, taskId }, 'an announcement failed'),
  );
  return { is: 'ok', ack: done.changes.ack, desired: done.row.desired as Desired };
}
