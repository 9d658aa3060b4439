/** What model types that learn outlines ask of their data beside objects: sets of polygons, and polygons in them. */
import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { imagesIn, isNoConflict } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { isChecked } from '../images.ts';
import type { PlanRequest, Warning } from '../plan.ts';

type Asked = Pick<PlanRequest, 'folderIds' | 'modelType' | 'params'>;

/** Refuses data sets of another type than the model type learns from. */
export async function refuseOtherSets(tx: Tx, { folderIds, modelType }: Asked): Promise<void> {
  const { setType } = modelType;
  if (!setType) return;
  const [other] = await tx
    .select({ name: dataset.name })
    .from(folder)
    .innerJoin(dataset, eq(dataset.id, folder.datasetId))
    .where(and(inArray(folder.id, [...folderIds]), ne(dataset.setType, setType)))
    .limit(1);
  if (other) throw new AppError('train.otherSetType', { args: { name: other.name } });
}

const objectsOf = (folderIds: readonly number[]) =>
  and(
    inArray(image.folderId, [...folderIds]),
    isChecked,
    eq(shape.ignore, false),
    isNotNull(shape.labelId),
    isNoConflict(imagesIn(folderIds)),
  );

/** Rectangles show where something is, and no outline of it. */
export async function refuseWithoutOutlines(tx: Tx, { folderIds, modelType }: Asked): Promise<void> {
  if (modelType.setType !== 'segmentation') return;
  const [outlined] = await tx
    .select({ id: shape.id })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(objectsOf(folderIds), ne(shape.kind, 'rect')))
    .limit(1);
  if (!outlined) throw new AppError('train.noOutlines');
}

const namedImages = 3;

/** How many rectangles there are, where, and what becomes of them. */
export async function warnOfRectangles(tx: Tx, { folderIds, modelType, params }: Asked): Promise<Warning[]> {
  if (modelType.setType !== 'segmentation') return [];
  const rows = await tx
    .select({ name: image.name, rectangles: sql<number>`count(*)`.mapWith(Number) })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(objectsOf(folderIds), eq(shape.kind, 'rect')))
    .groupBy(image.id)
    .orderBy(asc(image.id));
  if (rows.length === 0) return [];
  const count = rows.reduce((sum, { rectangles }) => sum + rectangles, 0);
  const names = rows.slice(0, namedImages).map(({ name }) => name);
  const files = names.join(', ') + (rows.length > namedImages ? ' …' : '');
  const key = params['filledBoxes'] === true ? 'train.rectanglesFilled' : 'train.rectangles';
  return [{ key, args: { count, images: rows.length, files } }];
}
