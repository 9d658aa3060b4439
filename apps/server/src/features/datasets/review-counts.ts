/** How many images are submitted, accepted and returned: counted for a whole page of folders or data sets at once, by an index of them alone. */
import type { ReviewCounts, ReviewState } from '@loupe/contract';
import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { folder, image } from '../../tables/datasets.ts';

const none: ReviewCounts = { submitted: 0, accepted: 0, returned: 0 };
export type CountsById = (id: number) => ReviewCounts;

/** Of the data sets, or of their folders, by id. */
export async function reviewCounts(
  tx: Tx,
  datasetIds: readonly number[],
  by: 'folderId' | 'datasetId',
): Promise<CountsById> {
  const counts = new Map<number | null, ReviewCounts>();
  if (datasetIds.length > 0) {
    const places = tx
      .select({ id: folder.id })
      .from(folder)
      .where(inArray(folder.datasetId, [...datasetIds]));
    const rows = await tx
      .select({ id: image[by], state: image.review, images: sql<number>`count(*)`.mapWith(Number) })
      .from(image)
      .where(and(inArray(image.folderId, places), isNotNull(image.review), isNull(image.deletedAt)))
      .groupBy(image[by], image.review);
    for (const { id, state, images } of rows)
      counts.set(id, { ...(counts.get(id) ?? none), [state as ReviewState]: images });
  }
  return (id) => counts.get(id) ?? none;
}
