/** Other tests on the same images, with which a result may be compared image by image. */
import type { TestPeer } from '@loupe/contract';
import { and, desc, eq, exists, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../core/actor.ts';
import type { Services } from '../../core/services.ts';
import { modelName } from '../models/index.ts';
import { model, snapshotImage, version } from '../../tables/models.ts';
import { ownTest } from './scope.ts';
import { prediction, task } from '../../tables/tasks.ts';

const most = 50;

export async function listPeers(services: Services, actor: Actor, taskId: number): Promise<TestPeer[]> {
  const { db } = services;
  const own = await ownTest(services, actor, taskId);
  const mine = alias(snapshotImage, 'mine');
  const predicted = db
    .select({ one: sql`1` })
    .from(prediction)
    .where(eq(prediction.taskId, task.id));
  const shared = sql<number>`count(${mine.imageId})`.mapWith(Number);
  const rows = await db
    .select({
      taskId: task.id,
      versionId: version.id,
      versionNumber: version.number,
      modelName: modelName(),
      createdAt: task.createdAt,
      images: sql<number>`count(*)`.mapWith(Number),
      shared,
    })
    .from(task)
    .innerJoin(version, eq(version.id, task.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .innerJoin(snapshotImage, eq(snapshotImage.snapshotId, task.snapshotId))
    .leftJoin(
      mine,
      and(
        eq(mine.snapshotId, own.task.snapshotId ?? 0),
        eq(mine.imageId, snapshotImage.imageId),
        eq(mine.revision, snapshotImage.revision),
      ),
    )
    .where(
      and(
        eq(task.kind, 'test'),
        eq(task.projectId, own.task.projectId),
        ne(task.id, taskId),
        sql`${task.state} in ('completed', 'stopped', 'failed', 'paused')`,
        exists(predicted),
      ),
    )
    .groupBy(task.id, task.createdAt, version.id, version.number, model.id, model.planName, model.functionName)
    .having(sql`${shared} > 0`)
    .orderBy(desc(shared), desc(task.id))
    .limit(most);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
