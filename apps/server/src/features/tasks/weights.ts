/** Weights of an epoch, from the run folder of the attempt that reported them last. */
import type { Parsed, tasks as contract } from '@loupe/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { taskEvent } from '../../tables/tasks.ts';
import { openWeights, runFolder } from '../../tasks-runner/run-folder.ts';
import { ownTask } from './curves.ts';

export async function sendWeights(
  { db, config }: Services,
  actor: Actor,
  { id, epoch }: Parsed<(typeof contract)['taskWeights']>,
  { reply }: Http,
): Promise<null> {
  await ownTask(db, actor, id);
  const [row] = await db
    .select()
    .from(taskEvent)
    .where(
      and(
        eq(taskEvent.taskId, id),
        eq(taskEvent.kind, 'artefact'),
        sql`${taskEvent.body} ->> 'role' = 'weights'`,
        sql`${taskEvent.body} -> 'epoch' = to_jsonb(${epoch}::int)`,
      ),
    )
    .orderBy(desc(taskEvent.id))
    .limit(1);
  if (!row) throw new AppError('task.weightsGone');
  const artefact = row.body as { path: string; bytes: number };
  // open while it is sent: a tidying in between takes nothing from it
  const file = await openWeights(runFolder(config.data, id, row.attempt), artefact.path, artefact.bytes);
  if (!file) throw new AppError('task.weightsGone');
  void reply
    .type('application/octet-stream')
    .header('content-length', artefact.bytes)
    .header('content-disposition', `attachment; filename="training-${id}-epoch-${epoch}.pt"`);
  await reply.send(file.createReadStream());
  return null;
}
