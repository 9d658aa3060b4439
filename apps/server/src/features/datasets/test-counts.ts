/** How many images are kept for tests: counted for a whole page of folders or data sets at once, by an index of them alone. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { inLiveFolder } from './scope.ts';
import { image } from '../../tables/datasets.ts';

/** By id of the folder or of the data set; none stands for 0. */
export async function testCounts(
  tx: Tx,
  datasetIds: readonly number[],
  by: 'folderId' | 'datasetId',
): Promise<Map<number | null, number>> {
  if (datasetIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: image[by], kept: sql<number>`count(*)`.mapWith(Number) })
    .from(image)
    .where(
      and(
        inArray(image.datasetId, [...datasetIds]),
        eq(image.part, sql`'test'`),
        isNull(image.deletedAt),
        inLiveFolder,
      ),
    )
    .groupBy(image[by]);
  return new Map(rows.map(({ id, kept }) => [id, kept]));
}
