/** The test whose result somebody asks for. */
import { and, eq, type SQL } from 'drizzle-orm';
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

/** The test that fits, with what it is judged by; undefined where there is none. Refused where its version is gone. */
export async function testWhere({ db }: Services, where: SQL | undefined): Promise<OwnTest | undefined> {
  const [own] = await db
    .select({ task, version, type: model.type })
    .from(task)
    .innerJoin(model, eq(model.id, task.modelId))
    .leftJoin(version, eq(version.id, task.versionId))
    .where(and(eq(task.kind, 'test'), where));
  if (!own) return undefined;
  if (!own.version) throw new AppError('task.noResult');
  const predicted = await db.$count(prediction, eq(prediction.taskId, own.task.id));
  const planned = await db.$count(snapshotImage, eq(snapshotImage.snapshotId, own.task.snapshotId ?? 0));
  return {
    task: own.task,
    predictionType: predictionTypeOfModel(own.type),
    version: own.version,
    labels: own.version.labels as TestMaterial['labels'],
    predicted,
    planned,
  };
}

/** The test, if the actor may see it, it does not run any more, and it predicted something before it ended. */
export async function ownTest(services: Services, actor: Actor, taskId: number): Promise<OwnTest> {
  const own = found(await testWhere(services, and(eq(task.id, taskId), inReach(actor, task.projectId))));
  const state = own.task.state as TaskState;
  if ((isOpen(state) && state !== 'paused') || own.predicted === 0) throw new AppError('task.noResult');
  return own;
}
