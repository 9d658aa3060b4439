/** Images: list, one, neighbours, view settings, name. Names sort naturally; any page is as quick as the first. */
import type { Page, Parsed, DatasetImage, images as contract } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Db, Tx } from '../../core/db.ts';
import { AppError, found, nameTaken, violates } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { cleanName, groupKey, isHostileName, nameFault, nameKey } from './names.ts';
import {
  indexedTotal,
  isAtHand,
  isIndexed,
  matches,
  orderBy,
  imageOrder,
  type OrderOf,
  type ImageOrder,
} from './image-order.ts';
import { asAsked } from './review-filter.ts';
import { fileMissing, ownFolder, ownImage, lock } from './scope.ts';
import { blob, dataset, folder, image } from '../../tables/datasets.ts';

type Row = typeof image.$inferSelect;
type Folder = typeof folder.$inferSelect;

/** `missing`: what is known of its file; `isReviewed`: whether its data set asks for review now. */
export const imageOf = (
  row: Row,
  { missing, isReviewed }: { missing: boolean; isReviewed: boolean },
): DatasetImage => ({
  id: row.id,
  // null only for an image that is deleted, and those are never shown
  folderId: row.folderId ?? 0,
  datasetId: row.datasetId,
  projectId: row.projectId,
  name: row.name,
  sha256: row.sha256,
  width: row.width,
  height: row.height,
  bits: row.bits,
  state: row.state as DatasetImage['state'],
  part: row.part as DatasetImage['part'],
  review: isReviewed ? (row.review as DatasetImage['review']) : null,
  revision: row.revision,
  shapes: row.nShapes,
  brightness: row.brightness,
  contrast: row.contrast,
  window: row.windowLow === null || row.windowHigh === null ? null : { low: row.windowLow, high: row.windowHigh },
  missing,
  createdAt: row.createdAt.toISOString(),
});

/** So many rows at either end of a folder are walked over whether or not its order is in memory. */
const nearEnd = 1000;

async function indexedIds(db: Db, order: OrderOf, offset: number, size: number, turned: boolean): Promise<number[]> {
  const rows = await db
    .select({ id: image.id })
    .from(image)
    .where(matches(order))
    .orderBy(...orderBy(order.sort, turned))
    .limit(size)
    .offset(offset);
  return rows.map((row) => row.id);
}

async function idsAt({ db }: Services, place: Folder, order: OrderOf, from: number, count: number) {
  if (isIndexed(order)) {
    const total = indexedTotal(place, order.state);
    const size = Math.min(count, total - from);
    const behind = total - from - size;
    if (size <= 0) return { total, ids: [] };
    const isNear = Math.min(from, behind) + size <= nearEnd;
    if (isNear || !isAtHand(db, place, order)) {
      if (from <= behind) return { total, ids: await indexedIds(db, order, from, size, false) };
      return { total, ids: (await indexedIds(db, order, behind, size, true)).reverse() };
    }
  }
  const known = await imageOrder(db, place, order);
  return { total: known.total, ids: known.slice(from, count) };
}

/** Images by their ids, in that order; those that went meanwhile are left out. */
async function imagesBy(tx: Tx, ids: readonly number[]): Promise<DatasetImage[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ image, missing: fileMissing, isReviewed: dataset.review })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, image.sha256))
    .innerJoin(dataset, eq(dataset.id, image.datasetId))
    .where(sql`${image.id} = any(${sql.param(ids)}::bigint[]) and ${image.deletedAt} is null`);
  const byId = new Map(rows.map((row) => [row.image.id, imageOf(row.image, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listImages(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['imageList']>,
): Promise<Page<DatasetImage>> {
  const own = await ownFolder(services.db, actor, input.folderId);
  const { pageNum, pageSize } = input;
  const order = await asAsked(services.db, actor, own.project.id, input);
  const { total, ids } = await idsAt(services, own.folder, order, (pageNum - 1) * pageSize, pageSize);
  return { list: await imagesBy(services.db, ids), total, pageNum, pageSize };
}

export async function listImageIds(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['imageIds']>,
): Promise<{ ids: number[] }> {
  const own = await ownFolder(services.db, actor, input.folderId);
  const order = await asAsked(services.db, actor, own.project.id, input);
  const { ids } = await idsAt(services, own.folder, order, input.from, input.count);
  return { ids };
}

export async function imageInfo({ db }: Services, actor: Actor, id: number): Promise<DatasetImage> {
  const own = await ownImage(db, actor, id);
  return imageOf(own.image, { missing: own.missing, isReviewed: own.dataset.review });
}

/** How many of a list come before a place of its whole folder, in which it has the same order. */
function countBefore(list: ImageOrder, folder: ImageOrder, at: number): number {
  let [low, high] = [0, list.total];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (folder.placeOf(list.slice(middle, 1)[0]!) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function neighbours(
  { db }: Services,
  actor: Actor,
  { id, filter, sort, visited }: Parsed<(typeof contract)['imageNeighbours']>,
) {
  const own = await ownImage(db, actor, id);
  const { folder: place } = await ownFolder(db, actor, found(own.image.folderId));
  const all = await imageOrder(db, place, { folderId: place.id, sort });
  const asked = filter && (await asAsked(db, actor, own.project.id, filter));
  const list = asked ? await imageOrder(db, place, { ...asked, folderId: place.id, sort }) : all;
  const at = all.placeOf(id);
  // moved or deleted while we looked
  found(at < 0 ? null : at);
  const before = countBefore(list, all, at);
  const isListed = list.slice(before, 1)[0] === id;
  const after = before + (isListed ? 1 : 0);
  // Places of the folder to which one may step: in the list, or come from.
  const near = [...list.slice(Math.max(0, before - 1), before - Math.max(0, before - 1)), ...list.slice(after, 1)];
  const steps = [...near, ...visited].map((one) => all.placeOf(one)).filter((one) => one >= 0 && one !== at);
  const idAt = (one: number): number | undefined => (Number.isFinite(one) ? all.slice(one, 1)[0] : undefined);
  const previousId = idAt(Math.max(...steps.filter((one) => one < at)));
  const nextId = idAt(Math.min(...steps.filter((one) => one > at)));
  const images = await imagesBy(
    db,
    [previousId, id, nextId].filter((one) => one !== undefined),
  );
  const byId = new Map(images.map((image) => [image.id, image]));
  return {
    image: found(byId.get(id)),
    previous: byId.get(previousId ?? 0) ?? null,
    next: byId.get(nextId ?? 0) ?? null,
    position: before + 1,
    total: list.total + (isListed ? 0 : 1),
    isListed,
  };
}

type View = Pick<Parsed<(typeof contract)['imageView']>, 'brightness' | 'contrast' | 'window'>;

const viewColumns = ({ brightness, contrast, window }: View) => ({
  brightness,
  contrast,
  ...(window !== undefined && { windowLow: window?.low ?? null, windowHigh: window?.high ?? null }),
});

export async function setView(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['imageView']>,
): Promise<void> {
  await ownImage(db, actor, input.id);
  await db.update(image).set(viewColumns(input)).where(eq(image.id, input.id));
}

/** Only rows that change are written: applied again, it costs one look. */
export async function setFolderView(
  { db }: Services,
  actor: Actor,
  { folderId, ...view }: Parsed<(typeof contract)['folderView']>,
): Promise<{ images: number }> {
  await ownFolder(db, actor, folderId);
  const { brightness, contrast, window } = view;
  const isOther =
    window === undefined
      ? sql`false`
      : sql`${image.bits} > 8 and (${image.windowLow}, ${image.windowHigh})
          is distinct from (${window?.low ?? null}::int, ${window?.high ?? null}::int)`;
  const { rowCount } = await db
    .update(image)
    .set(viewColumns(view))
    .where(
      sql`${image.folderId} = ${folderId} and ${image.deletedAt} is null
        and (${image.brightness} <> ${brightness} or ${image.contrast} <> ${contrast} or (${isOther}))`,
    );
  return { images: rowCount ?? 0 };
}

export async function renameImage(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['imageRename']>,
): Promise<DatasetImage> {
  const own = await ownImage(db, actor, input.id);
  const name = cleanName(input.name);
  // a path is no name: its end alone would not be what was asked for
  if (name === undefined || /[/\\]/.test(input.name) || isHostileName(input.name)) {
    const { key, args } = nameFault(input.name);
    throw new AppError(key, { args: { file: input.name, ...args } });
  }
  const folderId = found(own.image.folderId);
  const work = inTransaction(db, async (tx) => {
    await lock(tx, folder, folderId, 'no key update');
    const [changed] = await tx
      .update(image)
      .set({ name, nameKey: nameKey(name), groupKey: groupKey(name) })
      .where(sql`${image.id} = ${input.id} and ${image.folderId} = ${folderId} and ${image.deletedAt} is null`)
      .returning();
    await tx
      .update(folder)
      .set({ listRev: sql`${folder.listRev} + 1` })
      .where(eq(folder.id, folderId));
    return imageOf(found(changed), { missing: own.missing, isReviewed: own.dataset.review });
  });
  return work.catch((error: unknown) => {
    throw violates(error, 'image_name') ? nameTaken('image.nameExists', 'name', { file: name }) : error;
  });
}
