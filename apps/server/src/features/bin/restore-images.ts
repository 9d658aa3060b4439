/** Images out of the bin, back into the list of their folder. */
import { limits } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { changeFolder, countsByState, lock, nameKey } from '../datasets/index.ts';
import { dataset, folder } from '../../tables/datasets.ts';
import type { BinRow } from './list.ts';
import { fileWithSuffix, type Renamed } from './suffix.ts';

/** Those of the names that an image of the folder has, live or coming back. */
async function takenNames(tx: Tx, { id, folderId }: BinRow, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from image where folder_id = ${folderId}
    and (deleted_at is null or bin_id = ${id}) and name = any(${sql.param(names)}::text[])`);
  return new Set(rows.map(({ name }) => name));
}

/** New names where an image of the folder has the old one by now: in rounds, for it may be all of them. */
async function renameClashing(tx: Tx, row: BinRow): Promise<Renamed[]> {
  // in one walk over what comes back: two of one name may have been deleted one after the other
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`select r.id, r.name from
      (select id, name, row_number() over (partition by name order by id) as nth from image where bin_id = ${row.id}) r
    where r.nth > 1 or exists (select 1 from image l
      where l.folder_id = ${row.folderId} and l.name = r.name and l.deleted_at is null)
    order by r.id`);
  const given = new Set<string>();
  const done: { id: number; from: string; to: string }[] = [];
  let left = rows;
  for (let n = 2; left.length > 0; n++) {
    const wanted = left.map(({ name }) => fileWithSuffix(name, n, limits.imageName));
    // each round asks what the one before left over
    const taken = await takenNames(tx, row, wanted); // oxlint-disable-line no-await-in-loop
    left = left.filter(({ id, name: from }, i) => {
      const to = wanted[i]!;
      if (taken.has(to) || given.has(to)) return true;
      given.add(to);
      done.push({ id, from, to });
      return false;
    });
  }
  if (done.length > 0) {
    const names = JSON.stringify(done.map(({ id, to }) => ({ id, name: to, key: nameKey(to) })));
    await tx.execute(sql`update image i set name = n.name, name_key = n.key
      from json_to_recordset(${names}::json) as n(id bigint, name text, key text) where i.id = n.id`);
  }
  return done.map(({ from, to }) => ({ from, to }));
}

export async function restoreImages(tx: Tx, row: BinRow): Promise<Renamed[]> {
  await lock(tx, dataset, row.datasetId!, 'key share');
  await lock(tx, folder, row.folderId!, 'no key update');
  const renamed = await renameClashing(tx, row);
  const { rows } = await tx.execute<{ state: string; images: number }>(sql`
    with back as (update image set deleted_at = null, bin_id = null where bin_id = ${row.id} returning state)
    select state, count(*) as images from back group by state`);
  await changeFolder(tx, row.folderId!, countsByState(rows));
  return renamed;
}
