/** Deletes an ended task that made no version, with its snapshot and its run folder. Each kind has its own way to it. */
import { rm } from 'node:fs/promises';
import { isOpen, taskKinds, type TaskKind, type TaskState } from '@loupe/contract';
import { and, eq, notExists } from 'drizzle-orm';
import { can, type Actor } from '../../core/actor.ts';
import { AppError, denied, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { taskFolder } from '../../tasks-runner/run-folder.ts';
import { lockTask } from '../../tasks-runner/state.ts';
import { snapshot, version } from '../../tables/models.ts';
import { ownTask } from './curves.ts';
import { task } from '../../tables/tasks.ts';

async function kindOf(services: Services, actor: Actor, id: number) {
  const { kind } = await ownTask(services.db, actor, id);
  const def = taskKinds[kind as TaskKind];
  if (!can(actor, def.permission)) throw denied();
  return def;
}

/** For the call that deletes any task. */
export async function deleteAsTask(services: Services, actor: Actor, id: number): Promise<void> {
  const { isDeletedAsTask } = await kindOf(services, actor, id);
  if (!isDeletedAsTask) throw new AppError('task.deleteElsewhere');
  await deleteTask(services, actor, id);
}

/** For the calls of a kind that deletes more than the task. */
export async function deleteTask(services: Services, actor: Actor, id: number): Promise<void> {
  await kindOf(services, actor, id);
  await services.db.transaction(async (tx) => {
    const row = await lockTask(tx, id);
    if (!row) throw notFound();
    if (isOpen(row.state as TaskState)) throw new AppError('task.ongoingDelete');
    if ((await tx.$count(version, eq(version.taskId, id))) > 0) throw new AppError('task.hasVersion');
    await tx.delete(task).where(eq(task.id, id));
    if (row.snapshotId === null) return;
    const used = tx.select({ id: version.id }).from(version).where(eq(version.snapshotId, row.snapshotId));
    await tx.delete(snapshot).where(and(eq(snapshot.id, row.snapshotId), notExists(used)));
  });
  await rm(taskFolder(services.config.data, id), { recursive: true, force: true });
}
