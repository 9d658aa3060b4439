/** Where the classes of earlier imports into a data set went: offered again where it has no label of their name. */
import type { Label } from '@loupe/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../core/db.ts';
import { task } from '../../../tables/tasks.ts';
import { upload } from '../../../tables/uploads.ts';
import { resultOf } from '../uploads/view.ts';

/** Imports that are looked through; each may have a thousand classes. */
const looked = 20;

/** Labels that are there by the names of classes, of the latest import that put one under them. */
export async function earlierTargets(
  db: Db,
  datasetId: number,
  labels: readonly Label[],
): Promise<ReadonlyMap<string, number>> {
  const there = new Set(labels.map(({ id }) => id));
  const rows = await db
    .select({ result: task.result })
    .from(upload)
    .innerJoin(task, eq(task.id, upload.taskId))
    .where(and(eq(upload.datasetId, datasetId), eq(task.state, 'completed')))
    .orderBy(desc(task.endedAt), desc(task.id))
    .limit(looked);
  const targets = new Map<string, number>();
  for (const row of rows)
    for (const [name, labelId] of Object.entries(resultOf(row).labels ?? {}))
      if (labelId !== null && there.has(labelId) && !targets.has(name)) targets.set(name, labelId);
  return targets;
}
