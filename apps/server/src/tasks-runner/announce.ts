/** Tells the browsers what changed in a task, and wakes the workers. */
import type { TaskKind, TaskProgress, TaskState } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import { task } from '../tables/tasks.ts';
import type { TaskRun } from './state.ts';

/** Channel on which workers hear that a task was queued or that what is desired of it changed. */
export const wakeChannel = 'loupe_task';

export async function wakeWorkers(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${wakeChannel}, '')`);
}

/** Sends the task as it stands now. `keep`: its state changed, so nobody may miss it. */
export async function announceTask(services: Services, taskId: number, keep: boolean): Promise<void> {
  const [row] = await services.db.select().from(task).where(eq(task.id, taskId));
  if (!row) return;
  const event = {
    type: 'task',
    taskId,
    kind: row.kind as TaskKind,
    modelId: row.modelId,
    state: row.state as TaskState,
    progress: row.progress as TaskProgress | null,
    length: (row.run as TaskRun | null)?.length ?? null,
  } as const;
  await services.publish({ projectId: row.projectId }, event, { keep });
}

/** Saves how far a task is, and announces it. */
export async function saveProgress(services: Services, taskId: number, progress: TaskProgress): Promise<void> {
  await services.db.update(task).set({ progress }).where(eq(task.id, taskId));
  await announceTask(services, taskId, false);
}
