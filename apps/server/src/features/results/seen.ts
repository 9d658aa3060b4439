/** Images of a test that its version has learned from: figures made from those flatter. */
import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { image } from '../../tables/datasets.ts';
import { snapshotImage, version, versionStage } from '../../tables/models.ts';
import { isChecked } from '../../families/index.ts';

/** Snapshots of a version and of those that it began with, without ready-made ones: those have learned nothing. */
const learnedFrom = (versionId: number): SQL => sql`(
  with recursive line (id, snapshot_id, start) as (
    select v.id, v.snapshot_id, v.start_version_id from ${version} v where v.id = ${versionId}
    union select v.id, v.snapshot_id, v.start_version_id from ${version} v join line on v.id = line.start)
  select snapshot_id from line where (
    select coalesce(bool_or(g.params ->> 'training' is distinct from 'none'), true)
    from ${versionStage} g where g.version_id = line.id))`;

/** The same bytes, also under another name or in another folder. */
const isSeen = (sha256: SQL, versionId: number): SQL =>
  sql`exists (select 1 from ${snapshotImage} s where s.snapshot_id in ${learnedFrom(versionId)} and s.sha256 = ${sha256})`;

export interface SeenFolder {
  folderId: number;
  images: number;
  seen: number;
}

/** Of the checked images of folders, and of the part where one is asked for. */
export async function seenInFolders(
  tx: Tx,
  versionId: number,
  folderIds: readonly number[],
  part: string | undefined,
): Promise<SeenFolder[]> {
  if (folderIds.length === 0) return [];
  const rows = await tx
    .select({
      folderId: image.folderId,
      images: sql<number>`count(*)`.mapWith(Number),
      seen: sql<number>`count(*) filter (where ${isSeen(sql`${image.sha256}`, versionId)})`.mapWith(Number),
    })
    .from(image)
    .where(
      and(inArray(image.folderId, [...folderIds]), isChecked, part === undefined ? undefined : eq(image.part, part)),
    )
    .groupBy(image.folderId);
  return rows.map(({ folderId, ...rest }) => ({ folderId: folderId!, ...rest }));
}

/** Of the checked images of a project: folders that have some, with their number. */
export async function seenInProject(
  tx: Tx,
  { id, projectId }: Pick<typeof version.$inferSelect, 'id' | 'projectId'>,
): Promise<{ folderId: number; seen: number }[]> {
  const learned = sql`(select s.sha256 from ${snapshotImage} s where s.snapshot_id in ${learnedFrom(id)})`;
  const rows = await tx
    .select({ folderId: image.folderId, seen: sql<number>`count(*)`.mapWith(Number) })
    .from(image)
    .where(and(eq(image.projectId, projectId), isNotNull(image.folderId), isChecked, inArray(image.sha256, learned)))
    .groupBy(image.folderId)
    .limit(1000);
  return rows.map(({ folderId, seen }) => ({ folderId: folderId!, seen }));
}

/** Of the images that a test froze. */
export const seenInSnapshot = (tx: Tx, versionId: number, snapshotId: number): Promise<number> =>
  tx.$count(
    snapshotImage,
    and(eq(snapshotImage.snapshotId, snapshotId), isSeen(sql`${snapshotImage.sha256}`, versionId)),
  );
