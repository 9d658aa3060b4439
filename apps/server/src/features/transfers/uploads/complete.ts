/** The last byte is here: the import is queued, once. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../core/services.ts';
import { announceTask, wakeWorkers } from '../../../tasks-runner/announce.ts';
import { takeTurn } from '../../../tasks-runner/places.ts';
import { task } from '../../../tables/tasks.ts';
import { upload } from '../../../tables/uploads.ts';

export async function completeUpload(services: Services, id: string): Promise<void> {
  const taskId = await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(upload)
      .where(and(eq(upload.id, id), isNull(upload.taskId), isNull(upload.canceledAt)))
      .for('update');
    if (!row) return undefined;
    const [made] = await tx
      .insert(task)
      .values({
        kind: 'import',
        projectId: row.projectId,
        createdBy: row.userId,
        state: 'queued',
        params: { subject: row.name, uploadId: id },
      })
      .returning({ id: task.id });
    await tx.update(upload).set({ taskId: made!.id }).where(eq(upload.id, id));
    await wakeWorkers(tx);
    return made!.id;
  });
  if (taskId === undefined) return;
  await takeTurn(services, taskId);
  await announceTask(services, taskId, true);
}
