/** Long lists of ids: how they come from the database in one value, and what two of them have in common. */
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../core/db.ts';

/** Four bytes an id as long as they fit, which they do up to four thousand million images. */
export type IdList = Uint32Array | Float64Array;

const word = 2 ** 32;

/** Big-endian 64-bit numbers, as the database sends them. */
function unpack(bytes: Buffer | null): IdList {
  const count = (bytes?.length ?? 0) / 8;
  const short = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    if (bytes!.readUInt32BE(8 * i) !== 0)
      return Float64Array.from(short, (_, at) => bytes!.readUInt32BE(8 * at) * word + bytes!.readUInt32BE(8 * at + 4));
    short[i] = bytes!.readUInt32BE(8 * i + 4);
  }
  return short;
}

/** `query` gives one row with `ids`, made by `packed`. */
export async function readIds(db: Db, query: SQL): Promise<IdList> {
  const { rows } = await db.execute<{ ids: Buffer | null }>(query);
  return unpack(rows[0]!.ids);
}

/** An aggregate of ids, in that order where one is given. */
export const packed = (id: SQL, order?: SQL): SQL =>
  sql`string_agg(int8send(${id}), ''::bytea ${order ? sql`order by ${order}` : sql``}) as ids`;

/** Bits at most for a set of ids: 32 MB. Wider spans go by a set of numbers. */
const maxBits = 2 ** 28;

function setOf(ids: IdList, lowest: number, highest: number): (id: number) => boolean {
  if (highest - lowest >= maxBits) {
    const all = new Set<number>(ids);
    return (id) => all.has(id);
  }
  const bits = new Uint8Array(Math.floor((highest - lowest) / 8) + 1);
  for (const id of ids) {
    const at = id - lowest;
    if (at >= 0 && id <= highest) bits[at >>> 3]! |= 1 << (at & 7);
  }
  return (id) => (bits[(id - lowest) >>> 3]! & (1 << ((id - lowest) & 7))) !== 0;
}

/** Those of `list` that are among `members`, in the order of `list`. */
export function common(list: IdList, members: IdList): IdList {
  if (list.length === 0 || members.length === 0) return new Uint32Array(0);
  let lowest = list[0]!;
  let highest = lowest;
  for (const id of list) {
    if (id < lowest) lowest = id;
    else if (id > highest) highest = id;
  }
  const isMember = setOf(members, lowest, highest);
  return list.filter((id: number) => isMember(id));
}
