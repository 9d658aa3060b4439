/**
 * The order of a folder's pictures: the ids that a filter matches, sorted, kept in memory while the folder's revisions
 * stand. Any page is a slice of it, however deep; the total and the place of a picture come with it.
 */
import type { PictureFilter, PictureSort } from '@loupe/contract';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../core/db.ts';
import { containsText } from '../../core/search.ts';
import { shape } from '../annotation/tables.ts';
import { image, type folder } from './tables.ts';

/** Ids in memory at most, over all lists: 8 bytes each. */
const maxIds = 4_000_000;
/** Edits of shapes leave the folder alone, so a list by label has no revision: it is made anew when it is this old. */
const labelMs = 2000;

type Folder = typeof folder.$inferSelect;
export interface OrderOf extends PictureFilter {
  sort?: PictureSort | undefined;
}

export const isFiltered = ({ name, state, labelId }: PictureFilter): boolean =>
  Boolean(name) || state !== undefined || labelId !== undefined;

const hasLabel = (labelId: number) =>
  sql`exists (select 1 from ${shape} where ${shape.imageId} = ${image.id} and ${shape.labelId} = ${labelId})`;

/** True for the live pictures that the filter matches. */
export const matches = ({ folderId, name, state, labelId }: PictureFilter): SQL =>
  and(
    eq(image.folderId, folderId),
    isNull(image.deletedAt),
    state === undefined ? undefined : eq(image.state, state),
    containsText(image.name, name),
    labelId === undefined ? undefined : hasLabel(labelId),
  )!;

const isByName = (sort: PictureSort = 'name') => sort.endsWith('name');
const isBackward = (sort: PictureSort = 'name') => sort.startsWith('-');

export function orderBy(sort: PictureSort | undefined, turned = false): SQL[] {
  const columns = isByName(sort) ? [image.nameKey, image.id] : [image.id];
  const backward = isBackward(sort) !== turned;
  return columns.map((column) => (backward ? sql`${column} desc` : sql`${column} asc`));
}

/** Big-endian 64-bit numbers, as the database sends them. */
function idsFrom(bytes: Buffer | null): Float64Array {
  const ids = new Float64Array((bytes?.length ?? 0) / 8);
  for (let i = 0; i < ids.length; i++) ids[i] = bytes!.readInt32BE(8 * i) * 2 ** 32 + bytes!.readUInt32BE(8 * i + 4);
  return ids;
}

async function readIds(db: Db, order: OrderOf): Promise<Float64Array> {
  const sorted = sql.join(orderBy(isByName(order.sort) ? 'name' : 'createdAt'), sql`, `);
  const { rows } = await db.execute<{ ids: Buffer | null }>(sql`
    select string_agg(int8send(${image.id}), ''::bytea order by ${sorted}) as ids from ${image} where ${matches(order)}`);
  return idsFrom(rows[0]!.ids);
}

interface Kept {
  revision: string;
  made: number;
  ids: Promise<Float64Array>;
  count: number;
}
const kept = new WeakMap<Db, Map<string, Kept>>();

/** Forgets what was not asked for longest. */
function makeRoom(lists: Map<string, Kept>): void {
  let sum = [...lists.values()].reduce((all, one) => all + one.count, 0);
  for (const [key, { count }] of lists) {
    if (sum <= maxIds || lists.size === 1) return;
    lists.delete(key);
    sum -= count;
  }
}

function keptIds(db: Db, place: Folder, order: OrderOf): Promise<Float64Array> {
  const lists = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, lists);
  const { name = '', state = '', labelId = 0 } = order;
  const key = JSON.stringify([order.folderId, name, state, labelId, isByName(order.sort)]);
  const revision = `${place.listRev} ${state === '' ? '' : place.stateRev}`;
  const there = lists.get(key);
  const isGood = there?.revision === revision && (labelId === 0 || Date.now() - there.made < labelMs);
  const list = isGood ? there : { revision, made: Date.now(), ids: readIds(db, order), count: 0 };
  // the last in the map is the last asked for
  lists.delete(key);
  lists.set(key, list);
  list.ids.then(
    ({ length }) => {
      list.count = length;
      makeRoom(lists);
    },
    () => lists.delete(key),
  );
  return list.ids;
}

export interface PictureOrder {
  total: number;
  slice: (from: number, count: number) => number[];
  /** −1 where the picture is not in the list. */
  placeOf: (id: number) => number;
}

/** `place`: the folder's row as it is now; its revisions say whether the list that is kept still holds. */
export async function pictureOrder(db: Db, place: Folder, order: OrderOf): Promise<PictureOrder> {
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
