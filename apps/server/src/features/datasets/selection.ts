/** The images that a call names, by ids or by a filter: held with their folders, in the order of all locks. */
import { limits, type ImageSelection, type SelectionCursor } from '@loupe/contract';
import { and, eq, gt, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { inReach, refusal } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { matches } from './image-order.ts';
import { asAsked } from './review-filter.ts';
import { inLiveFolder, ownFolder } from './scope.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';

export interface HeldImage {
  id: number;
  folderId: number;
  datasetId: number;
  name: string;
  state: string;
}
export interface HeldSelection {
  images: HeldImage[];
  next: SelectionCursor | null;
}

export const among = (ids: readonly number[]): SQL => sql`${image.id} = any(${sql.param(ids)}::bigint[])`;

interface Hold {
  /** Images change their folder only under `no key update` of their data set; `share` keeps them where they are. */
  sets: 'share' | 'no key update';
  /** Folders that the caller needs held as well. */
  folderIds?: readonly number[];
  /** Images of a filter, at most. */
  most?: number;
}

const holdSets = (tx: Tx, sets: readonly { id: number }[], strength: Hold['sets']) =>
  tx
    .select({ id: dataset.id })
    .from(dataset)
    .where(
      inArray(
        dataset.id,
        sets.map((one) => one.id),
      ),
    )
    .orderBy(dataset.id)
    .for(strength);

const holdFolders = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({ id: folder.id })
    .from(folder)
    .where(inArray(folder.id, [...ids]))
    .orderBy(folder.id)
    .for('no key update');

async function holdImages(tx: Tx, where: SQL | undefined, limit: number): Promise<HeldImage[]> {
  const { id, folderId, datasetId, name, state } = image;
  const rows = await tx
    .select({ id, folderId, datasetId, name, state })
    .from(image)
    .where(where)
    .orderBy(image.id)
    .limit(limit)
    .for('update');
  // a live image is in a folder
  return rows.map((row) => ({ ...row, folderId: row.folderId! }));
}

/** All or none: one image that is not the actor's refuses the whole call. */
async function holdIds(tx: Tx, actor: Actor, ids: readonly number[], hold: Hold) {
  const wanted = [...new Set(ids)];
  const those = (one: Actor) =>
    and(among(wanted), isNull(image.deletedAt), inLiveFolder, inReach(one, image.projectId));
  const live = those(actor);
  const sets = await tx.selectDistinct({ id: image.datasetId }).from(image).where(live);
  await holdSets(tx, sets, hold.sets);
  const places = await tx.selectDistinct({ folderId: image.folderId }).from(image).where(live);
  await holdFolders(tx, [...(hold.folderIds ?? []), ...places.flatMap((place) => place.folderId ?? [])]);
  const images = await holdImages(tx, live, wanted.length);
  if (images.length === wanted.length) return { images, next: null };
  throw await refusal(tx, actor, async (viewer) => {
    const rows = await tx.select({ projectId: image.projectId }).from(image).where(those(viewer));
    return rows.length === wanted.length ? rows : [];
  });
}

type ByFilter = Extract<ImageSelection, { filter: unknown }>;

async function newestOf(tx: Tx, folderId: number): Promise<number> {
  const [row] = await tx
    .select({ id: sql<number>`coalesce(max(${image.id}), 0)::bigint` })
    .from(image)
    .where(eq(image.folderId, folderId));
  return row!.id;
}

/** The next images that match. What is added to the folder after the first call stays out. */
async function holdMatching(tx: Tx, actor: Actor, selection: ByFilter, hold: Hold) {
  const { filter, except } = selection;
  const own = await ownFolder(tx, actor, filter.folderId);
  await holdSets(tx, [own.dataset], hold.sets);
  await holdFolders(tx, [...(hold.folderIds ?? []), filter.folderId]);
  const { after, upTo } = selection.cursor ?? { after: 0, upTo: await newestOf(tx, filter.folderId) };
  const left = and(gt(image.id, after), lte(image.id, upTo), sql`not ${among(except)}`);
  const asked = await asAsked(tx, actor, own.project.id, filter);
  const { most = limits.imagesAtOnce } = hold;
  const images = await holdImages(tx, and(matches(asked), left), most);
  const last = images.at(-1);
  const isThrough = images.length < most || last === undefined;
  return { images, next: isThrough ? null : { after: last.id, upTo } };
}

export const holdSelection = (tx: Tx, actor: Actor, selection: ImageSelection, hold: Hold): Promise<HeldSelection> =>
  'ids' in selection ? holdIds(tx, actor, selection.ids, hold) : holdMatching(tx, actor, selection, hold);
