/** The queue: what runs and waits, with foreign tasks as numbers only, and a new place for a waiting task. */
import {
  limits,
  liveStates,
  type queue as contract,
  TaskKind,
  type Parsed,
  type QueueLane,
  type TaskState,
} from '@loupe/contract';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { endOfQueue, lockTask, type TaskRow } from '../../tasks-runner/state.ts';
import { ownTask } from './curves.ts';
import { task } from './tables.ts';
import { tasksWhere } from './view.ts';

const shownStates: TaskState[] = [...liveStates, 'queued'];

async function taskQueue(services: Services, actor: Actor): Promise<QueueLane[]> {
  const inQueue = inArray(task.state, shownStates);
  const counts = await services.db
    .select({ kind: task.kind, waits: sql<boolean>`${task.state} = 'queued'`, n: count() })
    .from(task)
    .where(inQueue)
    .groupBy(task.kind, sql`${task.state} = 'queued'`);
  const countOf = (kind: TaskKind, waits: boolean) =>
    counts.find((row) => row.kind === kind && row.waits === waits)?.n ?? 0;
  const lane = async (kind: TaskKind): Promise<QueueLane> => ({
    kind,
    running: countOf(kind, false),
    waiting: countOf(kind, true),
    tasks: await tasksWhere(
      services,
      actor,
      and(inOwnProject(actor, task.projectId), eq(task.kind, kind), inQueue),
      [sql`${task.state} = 'queued'`, asc(task.ordinal), asc(task.id)],
      limits.queueShown,
    ),
  });
  return Promise.all(TaskKind.options.map(lane));
}

interface Place {
  id: number;
  ordinal: number;
}

/**
 * A place between two others. Halves of halves end at the precision of a double: then all waiting tasks get whole
 * places again, which all lie before now, where new tasks queue.
 */
async function placeBefore(tx: Tx, waiting: readonly Place[], at: number): Promise<number> {
  const after = waiting[at]!.ordinal;
  const before = waiting[at - 1]?.ordinal ?? after - 2;
  const middle = (before + after) / 2;
  if (middle > before && middle < after) return middle;
  const last = waiting.at(-1)!.ordinal;
  const placeOf = (index: number) => last - (waiting.length - 1 - index);
  const places = JSON.stringify(waiting.map(({ id }, index) => ({ id, ordinal: placeOf(index) })));
  await tx.execute(sql`
    update ${task} set ordinal = p.ordinal
    from json_to_recordset(${places}::json) as p(id bigint, ordinal double precision) where ${task.id} = p.id`);
  return placeOf(at) - 0.5;
}

async function movePlace(tx: Tx, row: TaskRow, beforeId: number | null): Promise<void> {
  // one reordering of a queue at a time
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reorder ${row.kind}`}))`);
  if (beforeId === null) {
    await tx
      .update(task)
      .set({ ordinal: endOfQueue as unknown as number })
      .where(eq(task.id, row.id));
    return;
  }
  const places = await tx
    .select({ id: task.id, ordinal: task.ordinal })
    .from(task)
    .where(and(eq(task.kind, row.kind), eq(task.state, 'queued')))
    .orderBy(asc(task.ordinal), asc(task.id));
  const others = places.filter(({ id }) => id !== row.id);
  const at = others.findIndex(({ id }) => id === beforeId);
  // it began meanwhile
  if (at < 0) throw new AppError('task.notAllowed');
  const ordinal = await placeBefore(tx, others, at);
  await tx.update(task).set({ ordinal }).where(eq(task.id, row.id));
}

async function reorderTask(
  services: Services,
  actor: Actor,
  { id, beforeId }: Parsed<(typeof contract)['taskReorder']>,
): Promise<QueueLane[]> {
  await ownTask(services.db, actor, id);
  if (id !== beforeId) {
    await services.db.transaction(async (tx) => {
      const row = await lockTask(tx, id);
      if (row?.state !== 'queued') throw new AppError('task.notAllowed');
      await movePlace(tx, row, beforeId);
      await wakeWorkers(tx);
    });
    await announceTask(services, id, false);
  }
  return taskQueue(services, actor);
}

export const makeQueueHandlers = (services: Services): Handlers<typeof contract> => ({
  taskQueue: (actor) => taskQueue(services, actor),
  taskReorder: (actor, input) => reorderTask(services, actor, input),
});
