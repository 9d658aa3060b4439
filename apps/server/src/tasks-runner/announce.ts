/** Tells the browsers what changed in a task, and wakes the workers. */
import {
  messages,
  messageText,
  progressText,
  type AnalysisSet,
  type TaskKind,
  type TaskProgress,
  type TaskState,
} from '@loupe/contract';
import type { z } from 'zod';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import { assessmentOf, modelName } from '../features/models/index.ts';
import { model, snapshot, version } from '../tables/models.ts';
import { task } from '../tables/tasks.ts';

/** Channel on which workers hear that a task was queued or that a wish changed. */
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
  } as const;
  await services.publish({ projectId: row.projectId }, event, { keep });
}

/** The specification's text, to the person who asked for the export. */
export async function announceExport(services: Services, userId: number): Promise<void> {
  const { zh, en } = messages['export.done'];
  await services.publish({ userId }, { type: 'message', cn: zh, en }, { keep: true });
}

/** What a training made and how good it is, to the person who started it. */
export async function announceVersion(services: Services, taskId: number): Promise<void> {
  const [row] = await services.db
    .select({
      userId: task.createdBy,
      result: task.result,
      metrics: version.metrics,
      n: version.number,
      name: modelName(),
      type: model.type,
      train: snapshot.nTrain,
      val: snapshot.nVal,
    })
    .from(task)
    .innerJoin(version, eq(version.id, task.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .innerJoin(snapshot, eq(snapshot.id, version.snapshotId))
    .where(eq(task.id, taskId));
  if (!row) return;
  const { level } = assessmentOf(row.type, row, row);
  const text = (locale: 'zh' | 'en') =>
    messageText('training.completed', locale, {
      model: row.name,
      n: row.n,
      level: messages[`assessment.level.${level}`][locale],
    });
  await services.publish({ userId: row.userId }, { type: 'message', cn: text('zh'), en: text('en') }, { keep: true });
}

/** "{set} {n} Analysis completed" of the specification; `n` is the version's number. */
export async function announceAnalysis(
  services: Services,
  taskId: number,
  sets: readonly z.infer<typeof AnalysisSet>[],
): Promise<void> {
  const [row] = await services.db
    .select({ projectId: task.projectId, n: version.number })
    .from(task)
    .innerJoin(version, eq(version.id, task.versionId))
    .where(eq(task.id, taskId));
  if (!row) return;
  const { projectId, n } = row;
  const text = 'Analysis completed';
  for (const set of sets) {
    const event = { type: 'analysis', msg: progressText(n, set, text), n, set, text, taskId } as const;
    await services.publish({ projectId }, event, { keep: true });
  }
}
