/**
 * The order of a folder's images: the ids that a filter matches, sorted, kept in memory while the folder's revisions
 * stand. Any page is a slice of it, however deep; the total and the place of an image come with it. An order that an
 * index has is only made when it is asked for again: until then a page is read from the index, in less time.
 */
import type { ImageFilter, ImageSort } from '@loupe/contract';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { conflictsOn, imagesIn } from '../../core/conflicts.ts';
import type { Db } from '../../core/db.ts';
import { containsText } from '../../core/search.ts';
import { shape } from '../../tables/annotation.ts';
import type { AskedFilter } from './review-filter.ts';
import { common, packed, readIds, type IdList } from './id-list.ts';
import { image, type folder } from '../../tables/datasets.ts';

/** Ids in memory at most, over all lists: 4 bytes each. */
const maxIds = 8_000_000;
const maxLists = 1000;
/** Edits of shapes leave the folder alone, so what has a label or a conflict has no revision: it is asked again when it is this old. */
const labelMs = 2000;
/** What takes longer than this to ask is answered as it was for a while more, and asked again behind that answer. */
const slowMs = 50;
const labelSlowMs = 10_000;

type Folder = typeof folder.$inferSelect;
export interface OrderOf extends AskedFilter {
  sort?: ImageSort | undefined;
}

/** True where the index has the order, and the folder the total. */
export const isIndexed = ({ name, part, review, labelId, conflict }: AskedFilter): boolean =>
  !name && part === undefined && review === undefined && labelId === undefined && !conflict;

/** How many images are in an order that the index has. */
export function indexedTotal(place: Folder, state: ImageFilter['state']): number {
  if (state === undefined) return place.nImages;
  if (state === 'empty') return place.nEmpty;
  if (state === 'preLabeled') return place.nPreLabeled;
  return state === 'annotated' ? place.nAnnotated - place.nEmpty : place.nImages - place.nAnnotated - place.nPreLabeled;
}

const hasLabel = (labelId: number) =>
  sql`exists (select 1 from ${shape} where ${shape.imageId} = ${image.id} and ${shape.labelId} = ${labelId})`;

/** True for the live images that the filter matches. */
export const matches = ({ folderId, name, state, part, review, labelId, conflict }: AskedFilter): SQL =>
  and(
    eq(image.folderId, folderId),
    isNull(image.deletedAt),
    state === undefined ? undefined : eq(image.state, state),
    part === undefined ? undefined : eq(image.part, part),
    review?.where,
    containsText(image.name, name),
    labelId === undefined ? undefined : hasLabel(labelId),
    conflict && sql`${image.id} in (select found.image_id from (${conflictsOn(imagesIn([folderId]))}) found)`,
  )!;

const isByName = (sort: ImageSort = 'name') => sort.endsWith('name');
const isBackward = (sort: ImageSort = 'name') => sort.startsWith('-');

export function orderBy(sort: ImageSort | undefined, turned = false): SQL[] {
  const columns = isByName(sort) ? [image.nameKey, image.id] : [image.id];
  const backward = isBackward(sort) !== turned;
  return columns.map((column) => (backward ? sql`${column} desc` : sql`${column} asc`));
}

const matching = (db: Db, order: OrderOf): Promise<IdList> => {
  const sorted = sql.join(orderBy(isByName(order.sort) ? 'name' : 'createdAt'), sql`, `);
  return readIds(db, sql`select ${packed(sql`${image.id}`, sorted)} from ${image} where ${matches(order)}`);
};

interface Kept {
  revision: string;
  made: number;
  /** Undefined where it was asked for once and not made. */
  ids: Promise<IdList> | undefined;
  count: number;
  ready: boolean;
  tookMs: number;
  renewing: boolean;
}
type Lists = Map<string, Kept>;
const kept = new WeakMap<Db, Lists>();

function listsOf(db: Db): Lists {
  const lists = kept.get(db) ?? (new Map() as Lists);
  kept.set(db, lists);
  return lists;
}

/** Forgets what was not asked for longest. */
function makeRoom(lists: Lists): void {
  let sum = [...lists.values()].reduce((all, one) => all + one.count, 0);
  for (const [key, { count }] of lists) {
    if ((sum <= maxIds && lists.size <= maxLists) || lists.size === 1) return;
    lists.delete(key);
    sum -= count;
  }
}

function keep(
  lists: Lists,
  key: string,
  revision: string,
  ids: Promise<IdList> | undefined,
  made: number = performance.now(),
): void {
  const list: Kept = { revision, made, ids, count: 0, ready: false, tookMs: 0, renewing: false };
  // the last in the map is the last asked for
  lists.delete(key);
  lists.set(key, list);
  ids?.then(
    ({ length }) => {
      Object.assign(list, { count: length, ready: true, tookMs: performance.now() - made });
      makeRoom(lists);
    },
    () => lists.get(key) === list && lists.delete(key),
  );
}

const keyOf = ({ folderId, name = '', state, part, review, labelId = 0, conflict, sort }: OrderOf) =>
  JSON.stringify([folderId, name, state ?? '', part ?? '', review?.key ?? '', labelId, conflict ?? '', isByName(sort)]);
const revisionOf = (place: Folder, { state, part, review }: OrderOf) =>
  `${place.listRev} ${[state, part, review].every((one) => one === undefined) ? '' : place.stateRev}`;

/** The list of that key and revision, made where it is not there. */
function listed(lists: Lists, key: string, revision: string, make: () => Promise<IdList>): Promise<IdList> {
  const there = lists.get(key);
  if (there?.revision !== revision || there.ids === undefined) {
    const ids = make();
    keep(lists, key, revision, ids);
    return ids;
  }
  lists.delete(key);
  lists.set(key, there);
  return there.ids;
}

/** The same for what has no revision of its own. */
function listedAwhile(lists: Lists, key: string, revision: string, make: () => Promise<IdList>): Promise<IdList> {
  const there = lists.get(key);
  const age = performance.now() - (there?.made ?? 0);
  if (there?.ready && there.revision === revision && age >= labelMs) {
    if (there.tookMs < slowMs || age > labelSlowMs) lists.delete(key);
    else if (!there.renewing) {
      there.renewing = true;
      const [fresh, begun] = [make(), performance.now()];
      const replace = () => lists.get(key) === there && keep(lists, key, revision, fresh, begun);
      fresh.then(replace, () => lists.delete(key));
    }
  }
  return listed(lists, key, revision, make);
}

/** Ids of the images of any folder that have the label, some more than once, in no order. */
const havingLabel = (db: Db, labelId: number) =>
  readIds(db, sql`select ${packed(sql`${shape.imageId}`)} from ${shape} where ${shape.labelId} = ${labelId}`);

function keptIds(db: Db, place: Folder, order: OrderOf): Promise<IdList> {
  const lists = listsOf(db);
  const { name, labelId, conflict } = order;
  const revision = revisionOf(place, order);
  if (conflict) return listedAwhile(lists, keyOf(order), revision, () => matching(db, order));
  if (labelId === undefined) return listed(lists, keyOf(order), revision, () => matching(db, order));
  if (name) return listedAwhile(lists, keyOf(order), revision, () => matching(db, order));
  // much sooner found together than by the database
  const memberKey = `label ${labelId} ${place.id}`;
  const members = listedAwhile(lists, memberKey, revision, () => havingLabel(db, labelId));
  const { labelId: _, ...others } = order;
  const all = keptIds(db, place, others);
  return listed(lists, keyOf(order), `${revision} ${lists.get(memberKey)?.made}`, async () =>
    common(await all, await members),
  );
}

export interface ImageOrder {
  total: number;
  slice: (from: number, count: number) => number[];
  /** −1 where the image is not in the list. */
  placeOf: (id: number) => number;
}

/** `place`: the folder's row as it is now; its revisions say whether the list that is kept still holds. */
export async function imageOrder(db: Db, place: Folder, order: OrderOf): Promise<ImageOrder> {
  const ids = await keptIds(db, place, order);
  const total = ids.length;
  if (!isBackward(order.sort)) {
    return {
      total,
      slice: (from, count) => Array.from(ids.subarray(from, from + count)),
      placeOf: (id) => ids.indexOf(id),
    };
  }
  return {
    total,
    slice: (from, count) =>
      Array.from(ids.subarray(Math.max(0, total - from - count), Math.max(0, total - from))).toReversed(),
    placeOf: (id) => {
      const at = ids.indexOf(id);
      return at < 0 ? -1 : total - 1 - at;
    },
  };
}

/** One after another: who waits for a page must not wait for these. */
let making: Promise<unknown> = Promise.resolve();
function madeInTurn(db: Db, order: OrderOf): Promise<IdList> {
  const ids = making.then(() => matching(db, order));
  making = ids.catch(() => undefined);
  return ids;
}

/** True where an order that the index has is in memory; asked for the second time, it is made meanwhile. */
export function isAtHand(db: Db, place: Folder, order: OrderOf): boolean {
  const lists = listsOf(db);
  const key = keyOf(order);
  const revision = revisionOf(place, order);
  const there = lists.get(key);
  if (there?.revision !== revision) keep(lists, key, revision, undefined);
  else if (there.ids === undefined) keep(lists, key, revision, madeInTurn(db, order));
  return there?.revision === revision && there.ready;
}
