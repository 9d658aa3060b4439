/** The queue: what runs and waits, with foreign tasks as numbers only, and a new place for a waiting task. */
import {
  limits,
  liveStates,
  type queue as contract,
  taskKindIds,
  type Parsed,
  type QueueLane,
  type TaskKind,
  type TaskState,
} from '@loupe/contract';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { movePlace } from '../../tasks-runner/places.ts';
import { lockTask } from '../../tasks-runner/state.ts';
import { ownTask } from './curves.ts';
import { task } from '../../tables/tasks.ts';
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
      and(inReach(actor, task.projectId), eq(task.kind, kind), inQueue),
      [sql`${task.state} = 'queued'`, asc(task.ordinal), asc(task.id)],
      limits.queueShown,
    ),
  });
  return Promise.all(taskKindIds.all.map(lane));
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
