/** About how long a search takes: learning by what it looks at, searching by images, both as large as the network sees them. */
import { boundsOf, boxHeight, boxWidth } from '@loupe/geometry';
import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { image } from '../../tables/datasets.ts';
import { preannotationImage } from '../../tables/preannotation.ts';
import { task } from '../../tables/tasks.ts';
import { activeSeconds } from '../tasks/index.ts';
import type { KeptExample } from './params.ts';
import { KeptLearned, looksFor, scaleFor } from './similar/index.ts';

/** Images that say what is ordinary. */
export const ordinaryImages = 16;

const meanPixels = sql<number>`avg(${image.width}::float8 * ${image.height})`.mapWith(Number);

/** The scale at which the examples would be looked at. */
async function scaleOf(tx: Tx, examples: readonly KeptExample[]): Promise<number> {
  const rows = await tx
    .select({ id: image.id, width: image.width, height: image.height })
    .from(image)
    .where(inArray(image.id, [...new Set(examples.map(({ imageId }) => imageId))]));
  const sizes = new Map(rows.map((row) => [row.id, row]));
  return scaleFor(
    examples.flatMap(({ imageId, points }) => {
      const [size, box] = [sizes.get(imageId), boundsOf(points)];
      return size ? [{ image: size, box: { x: 0, y: 0, width: boxWidth(box), height: boxHeight(box) } }] : [];
    }),
  );
}

/** The latest one that ended by itself: of the data set, else of any. */
async function latest(tx: Tx, datasetId: number) {
  const isOwn = sql`${task.params} ->> 'datasetId' = ${String(datasetId)}`;
  const [row] = await tx
    .select({ id: task.id, result: task.result, seconds: activeSeconds })
    .from(task)
    .where(
      and(
        eq(task.kind, 'preannotate'),
        eq(task.state, 'completed'),
        sql`${task.params} -> 'similar' is not null`,
        sql`${task.result} -> 'learned' is not null`,
      ),
    )
    .orderBy(desc(isOwn), desc(task.id))
    .limit(1);
  const learned = KeptLearned.safeParse((row?.result as { learned?: unknown } | null)?.learned);
  if (!row || !learned.success) return null;
  const [searched] = await tx
    .select({ images: sql<number>`count(*)`.mapWith(Number), pixels: meanPixels })
    .from(preannotationImage)
    .innerJoin(image, eq(image.id, preannotationImage.imageId))
    .where(eq(preannotationImage.taskId, row.id));
  return { learned: learned.data, seconds: Number(row.seconds ?? 0), ...searched! };
}

export async function searchSeconds(
  tx: Tx,
  datasetId: number,
  { examples, where, images }: { examples: readonly KeptExample[]; where: SQL; images: number },
): Promise<number | null> {
  const last = await latest(tx, datasetId);
  if (!last || last.images === 0 || images === 0) return null;
  const [own] = await tx.select({ pixels: meanPixels }).from(image).where(where);
  const scale = await scaleOf(tx, examples);
  const { seconds, looks, scale: before } = last.learned;
  const larger = (own!.pixels * scale ** 2) / (last.pixels * before ** 2);
  const looked = looksFor(examples.length, Math.min(images, ordinaryImages));
  const each = Math.max(0, last.seconds - seconds) / last.images;
  return larger * ((seconds / looks) * looked + each * images);
}
