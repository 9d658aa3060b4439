/**
 * Shapes in conflict: two people edited the same shape, and both edits were kept. A copy names the shape that it is beside;
 * copies of one shape and that shape belong together, and are in conflict as long as more than one of them is there.
 */
import type { Conflicts } from '@loupe/contract';
import { asc, inArray, sql, type SQL } from 'drizzle-orm';
import { shape } from '../tables/annotation.ts';
import { folder, image } from '../tables/datasets.ts';
import type { Tx } from './db.ts';

/** Image and id of the shapes in conflict on the images whose ids `images` selects. Costs as much as there are copies. */
export const conflictsOn = (images: SQL): SQL => sql`
  select one.image_id, one.id from (
    select member.image_id, member.id, count(*) over (partition by member.image_id, member.root) as members from (
      select c.image_id, c.id, c.conflict_of as root from shape c
      where c.conflict_of is not null and c.image_id in (${images})
      union
      select o.image_id, o.id, o.id from shape c join shape o on o.image_id = c.image_id and o.id = c.conflict_of
      where c.conflict_of is not null and c.image_id in (${images})
    ) member
  ) one where one.members > 1`;

export const imagesIn = (folderIds: readonly number[]): SQL =>
  sql`select i.id from image i where i.folder_id = any(${sql.param([...folderIds])}::bigint[])`;
export const imagesNamed = (ids: readonly number[]): SQL => sql`select unnest(${sql.param([...ids])}::bigint[])`;

/** Of a row of `shape`: it is in conflict on one of these images. */
export const isInConflict = (images: SQL): SQL<boolean> =>
  sql<boolean>`(${shape.imageId}, ${shape.id}) in (${conflictsOn(images)})`;
export const isNoConflict = (images: SQL): SQL => sql`not ${isInConflict(images)}`;

/** Of a row of `image`, one of these: all of its shapes are decided on. */
export const isDecided = (images: SQL): SQL =>
  sql`${image.id} not in (select found.image_id from (${conflictsOn(images)}) found)`;

/** Folders that are named; the sums are of all. */
const foldersNamed = 20;

/** How many there are in these folders, and where. */
export async function conflictsIn(tx: Tx, folderIds: readonly number[]): Promise<Conflicts> {
  const rows =
    folderIds.length === 0
      ? []
      : await tx
          .select({
            id: folder.id,
            name: folder.name,
            shapes: sql<number>`count(*)`.mapWith(Number),
            images: sql<number>`count(distinct ${image.id})`.mapWith(Number),
          })
          .from(sql`(${conflictsOn(imagesIn(folderIds))}) as found`)
          .innerJoin(image, sql`${image.id} = found.image_id and ${image.deletedAt} is null`)
          .innerJoin(folder, sql`${folder.id} = ${image.folderId}`)
          .where(inArray(folder.id, [...folderIds]))
          .groupBy(folder.id, folder.name)
          .orderBy(asc(folder.id));
  return {
    shapes: rows.reduce((sum, one) => sum + one.shapes, 0),
    images: rows.reduce((sum, one) => sum + one.images, 0),
    folders: rows.slice(0, foldersNamed).map(({ id, name, images }) => ({ id, name, images })),
  };
}
