/** How large images are, and objects beside them, read from a sample: what a training size must show. */
import { boundsOf, type Box } from '@loupe/geometry';
import { and, asc, desc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import { imagesIn, isNoConflict } from '../core/conflicts.ts';
import type { Tx } from '../core/db.ts';
import { shape } from '../tables/annotation.ts';
import { image } from '../tables/datasets.ts';
import { isChecked } from './images.ts';

/** Images that are looked at, spread over all; and objects of them. */
const mostImages = 500;
const mostObjects = 1000;
const mostSides = 100;

/** Width and height of the checked images, each pair once, the most frequent first. */
export const imageSides = async (tx: Tx, folderIds: readonly number[], more?: SQL): Promise<[number, number][]> => {
  const rows = await tx
    .select({ width: image.width, height: image.height })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, more))
    .groupBy(image.width, image.height)
    .orderBy(desc(sql`count(*)`), asc(image.width), asc(image.height))
    .limit(mostSides);
  return rows.map(({ width, height }) => [width, height]);
};

/** Pixels of the longest side of all checked images; 0 where there are none. */
export const longestSide = async (tx: Tx, folderIds: readonly number[]): Promise<number> => {
  const [row] = await tx
    .select({ longest: sql<number>`coalesce(max(greatest(${image.width}, ${image.height})), 0)`.mapWith(Number) })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked));
  return row!.longest;
};

/** Labelled objects of about so many annotated images, spread over all: the images to join shapes to, and the condition of both. */
export function sampledObjects(tx: Tx, folderIds: readonly number[], most: number, more?: SQL) {
  const numbered = tx
    .select({
      id: image.id,
      name: image.name,
      width: image.width,
      height: image.height,
      n: sql<number>`row_number() over (order by ${image.id})`.as('n'),
      all: sql<number>`count(*) over ()`.as('all'),
    })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isChecked, eq(image.state, 'annotated'), more))
    .as('numbered');
  const where = and(
    sql`${numbered.n} % greatest(1, ${numbered.all} / ${most}) = 0`,
    eq(shape.ignore, false),
    isNotNull(shape.labelId),
    isNoConflict(imagesIn(folderIds)),
  );
  return { numbered, where };
}

/** The points of a shape as it is stored. */
export const storedPoints = (points: Buffer): number[] => Array.from(new Float32Array(Uint8Array.from(points).buffer));
/** Around the points of a shape as it is stored. */
export const storedBounds = (points: Buffer): Box => boundsOf(storedPoints(points));

/** Of objects (`labelIds`: of these labels alone), the side of a square as large as its box over the longest side of its image. */
export async function objectSides(
  tx: Tx,
  folderIds: readonly number[],
  more?: SQL,
  labelIds?: readonly number[],
): Promise<number[]> {
  const { numbered, where } = sampledObjects(tx, folderIds, mostImages, more);
  const rows = await tx
    .select({ points: shape.points, width: numbered.width, height: numbered.height })
    .from(numbered)
    .innerJoin(shape, eq(shape.imageId, numbered.id))
    .where(and(where, labelIds && inArray(shape.labelId, [...labelIds])))
    .orderBy(asc(shape.id))
    .limit(mostObjects);
  return rows.map(({ points, width, height }) => {
    const [x1, y1, x2, y2] = storedBounds(points);
    return Number((Math.sqrt((x2 - x1) * (y2 - y1)) / Math.max(width, height)).toPrecision(3));
  });
}
