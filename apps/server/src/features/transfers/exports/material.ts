/** The folders of an export, and their checked images with shapes in bounded batches. */
import {
  families,
  hasTexts,
  isModelFormat,
  isTextFormat,
  type ExportRequest,
  type FamilyId,
  type MessageArgs,
  type MessageKey,
  type ShapeKind,
} from '@loupe/contract';
import { and, asc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm';
import { conflictsIn, imagesIn, isDecided } from '../../../core/conflicts.ts';
import type { Tx } from '../../../core/db.ts';
import { notFound, notMarkedArgs } from '../../../core/errors.ts';
import { isChecked } from '../../../families/index.ts';
import { unpackPoints } from '../../annotation/index.ts';
import { shape } from '../../../tables/annotation.ts';
import { blob, dataset, folder, image, label } from '../../../tables/datasets.ts';
import { project } from '../../../tables/projects.ts';
import { isOkNg } from '../imports/layout.ts';
import { fileName, imageEnding, stemKey } from './names.ts';
import type { ExportShape, Losses } from './shapes.ts';

/** Images read at a time. */
const batch = 1000;

export type FolderRow = typeof folder.$inferSelect;
export interface Choice {
  /** Role of each data set that takes part. */
  roles: ReadonlyMap<number, string>;
  /** Those with something to export. */
  folders: FolderRow[];
  /** Left out, because nothing in them is marked. */
  unmarked: FolderRow[];
  /** Images that are to be exported, and beside them those that are not annotated, and those with shapes in conflict. */
  images: number;
  unannotated: number;
  disputed: number;
  blocked: Blocked | null;
}

const sum = (rows: readonly FolderRow[], of: (row: FolderRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** A refusal with what stands in its text. */
interface Blocked {
  key: MessageKey;
  args?: MessageArgs;
}

/** Why the folders cannot be exported now. A chosen folder must be marked; of all folders those that are not are left out. */
function blockedBy(folders: readonly FolderRow[], areChosen: boolean): Blocked | null {
  if (sum(folders, (row) => row.nImages) === 0) return { key: 'export.noImages' };
  if (folders.some(({ state }) => state === 'preLabeling')) return { key: 'prelabel.inProgress' };
  const unmarked = folders.filter((row) => row.nImages > 0 && row.nAnnotated === 0);
  const areAll = sum(folders, (row) => row.nAnnotated) === 0;
  if (!areAll && (!areChosen || unmarked.length === 0)) return null;
  return { key: 'folder.notMarkedNamed', args: notMarkedArgs(unmarked.map(({ name }) => name)) };
}

/** The data set, with its brothers of the same model where the format takes them together. */
async function rolesOf(tx: Tx, { datasetId, format }: Pick<ExportRequest, 'datasetId' | 'format'>) {
  const own = eq(dataset.id, datasetId);
  const model = tx.select({ id: dataset.modelId }).from(dataset).where(own);
  const rows = await tx
    .select({ id: dataset.id, role: dataset.role })
    .from(dataset)
    .where(isModelFormat(format) ? or(own, inArray(dataset.modelId, model)) : own);
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** Why a data set like this has nothing for the format. */
async function unfitFor(tx: Tx, { datasetId, format }: Pick<ExportRequest, 'datasetId' | 'format'>, roles: string[]) {
  if (isModelFormat(format)) return roles.every((role) => !isOkNg(role)) ? ({ key: 'export.noRoles' } as const) : null;
  if (!isTextFormat(format)) return null;
  const [of] = await tx
    .select({ family: project.family })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(eq(dataset.id, datasetId));
  return of && hasTexts(families[of.family as FamilyId]) ? null : ({ key: 'export.noTexts' } as const);
}

/** The folders that are asked for, in the order of their ids; a folder of another data set is not found. */
export async function chooseFolders(
  tx: Tx,
  request: Pick<ExportRequest, 'datasetId' | 'folderIds' | 'format'>,
): Promise<Choice> {
  const { folderIds } = request;
  const wanted = folderIds && [...new Set(folderIds)];
  const roles = await rolesOf(tx, request);
  const rows = await tx
    .select()
    .from(folder)
    .where(and(inArray(folder.datasetId, [...roles.keys()]), wanted && inArray(folder.id, wanted)))
    .orderBy(asc(folder.id));
  if (wanted && rows.length !== wanted.length) throw notFound();
  const folders = rows.filter((row) => row.nAnnotated > 0);
  const annotated = sum(folders, (row) => row.nAnnotated);
  const { images: disputed } = await conflictsIn(
    tx,
    folders.map(({ id }) => id),
  );
  const allDisputed: Blocked | null = disputed > 0 && disputed === annotated ? { key: 'export.onlyConflicts' } : null;
  return {
    roles,
    folders,
    unmarked: rows.filter((row) => row.nImages > 0 && row.nAnnotated === 0),
    images: annotated - disputed,
    unannotated: sum(rows, (row) => row.nImages) - annotated,
    disputed,
    blocked: (await unfitFor(tx, request, [...roles.values()])) ?? blockedBy(rows, wanted !== undefined) ?? allDisputed,
  };
}

/** What is left out before any format is asked. */
export const lossesOfChoice = ({ unannotated, disputed }: Choice): Losses => ({
  ...(unannotated > 0 && { unannotated }),
  ...(disputed > 0 && { conflicts: disputed }),
});

/** Labels in their order; their place is the class. */
export const labelsOf = (
  tx: Tx,
  datasetIds: readonly number[],
): Promise<{ id: number; name: string; color: string }[]> =>
  tx
    .select({ id: label.id, name: label.name, color: label.color })
    .from(label)
    .where(and(inArray(label.datasetId, [...datasetIds]), isNull(label.deletedAt)))
    .orderBy(asc(label.ordinal), asc(label.id));

export type ImageRow = Pick<
  typeof image.$inferSelect,
  'id' | 'name' | 'sha256' | 'originalSha256' | 'width' | 'height' | 'revision' | 'part'
> & { mime: string };

/** Images that are exported: checked ones. One with shapes in conflict would look as if nothing were there. */
export const isExported = (folderIds: readonly number[]) =>
  and(inArray(image.folderId, [...folderIds]), isChecked, isDecided(imagesIn(folderIds)));

/**
 * What the format loses of folders: images of those that are for training, for validation or for tests, and images that
 * are kept for tests.
 */
export async function lossesOfFolders(
  tx: Tx,
  { keepsFolderTypes, keepsParts }: { keepsFolderTypes?: boolean; keepsParts?: boolean },
  folders: readonly Pick<FolderRow, 'id' | 'type'>[],
): Promise<Losses> {
  const typed = folders.filter(({ type }) => type !== 'general').map(({ id }) => id);
  const all = folders.map(({ id }) => id);
  const folderTypes = keepsFolderTypes || typed.length === 0 ? 0 : await tx.$count(image, isExported(typed));
  const parts = keepsParts ? 0 : await tx.$count(image, and(isExported(all), eq(image.part, 'test')));
  return { ...(folderTypes > 0 && { folderTypes }), ...(parts > 0 && { parts }) };
}

/** Those of a folder, in the order of their ids. */
export async function* imageBatches(tx: Tx, folderId: number): AsyncGenerator<ImageRow[]> {
  const { id, name, sha256, originalSha256, width, height, revision, part } = image;
  for (let after = 0; ;) {
    const rows = await tx
      .select({ id, name, sha256, originalSha256, width, height, revision, part, mime: blob.mime })
      .from(image)
      .innerJoin(blob, eq(blob.sha256, image.sha256))
      .where(and(isExported([folderId]), gt(id, after)))
      .orderBy(asc(id))
      .limit(batch);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.id;
  }
}

/**
 * Names of a folder's images that keep theirs, where another one beside it, which became PNG on its way in or has no ending of an
 * image, would come to the same: by the stem that they share.
 */
export async function ownNames(tx: Tx, folderId: number, withImages: boolean): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  if (!withImages) return names;
  const { name, originalSha256 } = image;
  const changes = sql`(${originalSha256} is not null or ${name} !~* ${imageEnding.source})`;
  const changed = await tx
    .select({ name, originalSha256, mime: blob.mime })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, image.sha256))
    .where(and(isExported([folderId]), changes));
  if (changed.length === 0) return names;
  const stems = new Set(changed.map((one) => stemKey(fileName(one, withImages))));
  const rows = await tx
    .select({ name })
    .from(image)
    .where(and(isExported([folderId]), not(changes)));
  for (const { name: kept } of rows) {
    const key = stemKey(kept);
    if (stems.has(key)) names.set(key, [...(names.get(key) ?? []), kept]);
  }
  return names;
}

const shapeFields = {
  imageId: shape.imageId,
  labelId: shape.labelId,
  kind: shape.kind,
  points: shape.points,
  parts: shape.parts,
  text: shape.text,
  ignore: shape.ignore,
  score: shape.score,
};
type ShapeRow = { [K in keyof typeof shapeFields]: (typeof shape.$inferSelect)[K] };

/** A shape and the image that it is on. */
export interface PlacedShape extends ExportShape {
  imageId: number;
}

const shapeOf = ({ points, kind, ...rest }: ShapeRow): PlacedShape => ({
  ...rest,
  kind: kind as ShapeKind,
  points: unpackPoints(points),
});

/** Shapes of images, by image, lower ones first. */
export async function shapesOf(tx: Tx, images: readonly ImageRow[]): Promise<Map<number, PlacedShape[]>> {
  const ids = images.map(({ id }) => id);
  const rows = await tx
    .select(shapeFields)
    .from(shape)
    .where(sql`${shape.imageId} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(asc(shape.imageId), asc(shape.z), asc(shape.id));
  return Map.groupBy(rows.map(shapeOf), ({ imageId }) => imageId);
}

/** A number of a point, and as much of an outline as bears on losses: more than four corners. */
const pointBytes = Float32Array.BYTES_PER_ELEMENT;
const ringBytes = 10 * pointBytes;

export interface ShapeGroup {
  shape: ExportShape;
  count: number;
}

/** Shapes of the checked images, counted by what bears on losses; those of several rings come one by one, as bounded. */
export async function shapeGroups(tx: Tx, folderIds: readonly number[], ringsListed = 5000): Promise<ShapeGroup[]> {
  if (folderIds.length === 0) return [];
  const isNullIn = (column: typeof shape.labelId | typeof shape.text | typeof shape.score) =>
    sql<boolean>`${column} is null`;
  const facts = {
    kind: shape.kind,
    ignore: shape.ignore,
    unlabelled: isNullIn(shape.labelId),
    noText: isNullIn(shape.text),
    // a polygon of four corners is one that other formats take for a quadrilateral
    bytes: sql<number>`least(octet_length(${shape.points}), ${sql.raw(String(ringBytes))})`,
    noScore: isNullIn(shape.score),
  };
  const inFolders = isExported(folderIds);
  const groups = await tx
    .select({ ...facts, count: sql<number>`count(*)` })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(inFolders, sql`cardinality(${shape.parts}) = 1`))
    .groupBy(...Object.values(facts));
  const several = await tx
    .select(shapeFields)
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(inFolders, sql`cardinality(${shape.parts}) > 1`))
    .limit(ringsListed);
  return [
    ...groups.map(({ count, ...one }) => ({
      count,
      shape: {
        kind: one.kind as ShapeKind,
        ignore: one.ignore,
        labelId: one.unlabelled ? null : 1,
        text: one.noText ? null : '',
        score: one.noScore ? null : 0,
        points: Array.from({ length: one.bytes / pointBytes }, () => 0),
        parts: [0],
      },
    })),
    ...several.map((row) => ({ count: 1, shape: shapeOf(row) })),
  ];
}

/** Images with their shapes, until so many shapes have been listed. */
export async function* drawnImages(tx: Tx, folderIds: readonly number[], shapesListed = 5000) {
  let listed = 0;
  for (const id of folderIds) {
    for await (const images of imageBatches(tx, id)) {
      const shapes = await shapesOf(tx, images);
      for (const image of images) {
        const own = shapes.get(image.id) ?? [];
        listed += own.length;
        if (own.length > 0) yield { image, shapes: own };
      }
      if (listed >= shapesListed) return;
    }
  }
}
