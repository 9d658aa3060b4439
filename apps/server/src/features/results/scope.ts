/** The test whose result somebody asks for. */
import { and, eq } from 'drizzle-orm';
import { isOpen, type TaskState } from '@loupe/contract';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError, found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { predictionTypeOfModel, type PredictionTypeDef } from '../../predictions/index.ts';
import { model, snapshotImage, version } from '../../tables/models.ts';
import type { TestMaterial } from './rows.ts';
import { prediction, task } from '../../tables/tasks.ts';

export interface OwnTest {
  task: typeof task.$inferSelect;
  predictionType: PredictionTypeDef;
  version: typeof version.$inferSelect;
  labels: TestMaterial['labels'];
  /** Images with a prediction, of so many in the snapshot. */
  predicted: number;
  planned: number;
}

/** The test, if the actor may see it, it does not run any more, and it predicted something before it ended. */
export async function ownTest({ db }: Services, actor: Actor, taskId: number): Promise<OwnTest> {
  const [row] = await db
    .select({ task, version, type: model.type })
    .from(task)
    .innerJoin(model, eq(model.id, task.modelId))
    .leftJoin(version, eq(version.id, task.versionId))
    .where(and(eq(task.id, taskId), eq(task.kind, 'test'), inReach(actor, task.projectId)));
  const own = found(row);
  const state = own.task.state as TaskState;
  if ((isOpen(state) && state !== 'paused') || !own.version) throw new AppError('task.noResult');
  const predicted = await db.$count(prediction, eq(prediction.taskId, taskId));
  if (predicted === 0) throw new AppError('task.noResult');
  const planned = await db.$count(snapshotImage, eq(snapshotImage.snapshotId, own.task.snapshotId ?? 0));
  const predictionType = predictionTypeOfModel(own.type);
  return {
    task: own.task,
    predictionType,
    version: own.version,
    labels: own.version.labels as TestMaterial['labels'],
    predicted,
    planned,
  };
}
