/** Points of the curves, and the lines of what happened. */
import { type SeriesPoint, type TaskLine } from '@loupe/contract';
import { and, asc, eq, gt } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { withoutFolders } from './places.ts';
import { seriesPoint, task, taskEvent } from '../../tables/tasks.ts';
import { textOf } from './view.ts';

const linesAtOnce = 500;

export async function ownTask(tx: Tx, actor: Actor, id: number): Promise<typeof task.$inferSelect> {
  const read = (one: Actor) =>
    tx
      .select()
      .from(task)
      .where(and(eq(task.id, id), inReach(one, task.projectId)));
  return reached(tx, actor, read, ({ projectId }) => projectId);
}

export async function taskSeries(
  { db }: Services,
  actor: Actor,
  { id, afterStep, stage }: { id: number; afterStep: number; stage?: number | undefined },
): Promise<SeriesPoint[]> {
  await ownTask(db, actor, id);
  return db
    .select({ stage: seriesPoint.stage, name: seriesPoint.name, step: seriesPoint.step, value: seriesPoint.value })
    .from(seriesPoint)
    .where(
      and(
        eq(seriesPoint.taskId, id),
        gt(seriesPoint.step, afterStep),
        stage === undefined ? undefined : eq(seriesPoint.stage, stage),
      ),
    )
    .orderBy(asc(seriesPoint.stage), asc(seriesPoint.step), asc(seriesPoint.name));
}

interface Coded {
  code?: string;
  args?: Record<string, string | number>;
  file?: string | null;
  cause?: Coded | null;
}

function lineText(kind: string, body: Coded): TaskLine['text'] {
  const coded = kind === 'end' ? body.cause : body;
  return coded?.code ? textOf(coded.code, coded.args ?? {}, coded.file ?? null, kind === 'warning') : null;
}

export async function taskLines(
  { db }: Services,
  actor: Actor,
  { id, afterId }: { id: number; afterId: number },
): Promise<TaskLine[]> {
  await ownTask(db, actor, id);
  const rows = await db
    .select()
    .from(taskEvent)
    .where(and(eq(taskEvent.taskId, id), gt(taskEvent.id, afterId)))
    .orderBy(asc(taskEvent.id))
    .limit(linesAtOnce);
  return rows.map((row) => ({
    id: row.id,
    attempt: row.attempt,
    at: row.at.toISOString(),
    kind: row.kind,
    ...withoutFolders({
      body: row.body as Record<string, unknown>,
      text: lineText(row.kind, row.body as Coded),
    }),
  }));
}
