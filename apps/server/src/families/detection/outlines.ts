/** What model types that learn outlines ask of their data beside objects: sets of polygons, and polygons in them. */
import { isBox } from '@loupe/geometry';
import { and, asc, eq, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { imagesIn, isNoConflict } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { isChecked } from '../images.ts';
import type { PlanRequest, Warning } from '../plan.ts';
import { storedPoints } from '../sizes.ts';

type Asked = Pick<PlanRequest, 'folderIds' | 'validationFolderIds' | 'modelType' | 'params'>;

/** Refuses data sets of another type than the model type learns from. */
export async function refuseOtherSets(
  tx: Tx,
  { folderIds, modelType }: Pick<Asked, 'folderIds' | 'modelType'>,
): Promise<void> {
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

/** The shapes that may be boxes: rectangles, and polygons of four corners. Those with more or fewer are outlines. */
const cornerBytes = 4 * 2 * Float32Array.BYTES_PER_ELEMENT;
const mayBeBox = sql`(${shape.kind} = 'rect' or octet_length(${shape.points}) = ${cornerBytes})`;

interface Boxes {
  /** Images with boxes, in their order, each with how many it has. */
  images: Map<number, { name: string; boxes: number }>;
  /** Whether there are outlines to learn. */
  hasOutlines: boolean;
}

/** Boxes and outlines among the objects: boxes show where something is, and no outline of it, whichever kind they are stored as. */
async function boxesIn(tx: Tx, { folderIds, validationFolderIds }: Asked): Promise<Boxes> {
  const learned = folderIds.filter((id) => !validationFolderIds.includes(id));
  const [outlined] = await tx
    .select({ id: shape.id })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(objectsOf(learned), not(mayBeBox)))
    .limit(1);
  const rows = await tx
    .select({ id: image.id, folderId: image.folderId, name: image.name, points: shape.points, parts: shape.parts })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(objectsOf(folderIds), mayBeBox))
    .orderBy(asc(image.id));
  const images: Boxes['images'] = new Map();
  let hasOutlines = outlined !== undefined;
  for (const { id, folderId, name, points, parts } of rows) {
    if (!isBox(storedPoints(points), parts)) {
      hasOutlines ||= learned.some((one) => one === folderId);
      continue;
    }
    const own = images.get(id) ?? { name, boxes: 0 };
    own.boxes++;
    images.set(id, own);
  }
  return { images, hasOutlines };
}

const namedImages = 3;

/** How many boxes there are, where, and what becomes of them; refuses a training with nothing else, unless they are to count as outlines. */
export async function warnOfRectangles(tx: Tx, asked: Asked): Promise<Warning[]> {
  const { modelType, params } = asked;
  if (modelType.setType !== 'segmentation') return [];
  const { images, hasOutlines } = await boxesIn(tx, asked);
  const isFilled = params['filledBoxes'] === true;
  if (!hasOutlines && !isFilled) throw new AppError('train.noOutlines');
  if (images.size === 0) return [];
  const found = [...images.values()];
  const count = found.reduce((sum, { boxes }) => sum + boxes, 0);
  const names = found.slice(0, namedImages).map(({ name }) => name);
  const files = names.join(', ') + (found.length > namedImages ? ' …' : '');
  return [
    { key: isFilled ? 'train.rectanglesFilled' : 'train.rectangles', args: { count, images: images.size, files } },
  ];
}
