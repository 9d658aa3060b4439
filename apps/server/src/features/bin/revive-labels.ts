/** Labels that were deleted while only images in the bin used them: they come back with these. */
import { limits } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import type { BinRow } from './list.ts';
import { withSuffix } from './suffix.ts';

/** Those of a data set that were deleted as a whole need none: nobody could change the labels meanwhile. */
export async function reviveLabels(tx: Tx, { id, kind, datasetId, folderId }: BinRow): Promise<void> {
  if (kind !== 'folder' && kind !== 'images') return;
  const comes = kind === 'folder' ? sql`i.folder_id = ${folderId} and i.deleted_at is null` : sql`i.bin_id = ${id}`;
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`select l.id, l.name from label l
    where l.dataset_id = ${datasetId} and l.deleted_at is not null
      and exists (select 1 from shape s join image i on i.id = s.image_id where s.label_id = l.id and ${comes})
    order by l.id`);
  for (const { id: labelId, name } of rows) {
    for (let n = 1; ; n++) {
      const wanted = n === 1 ? name : withSuffix(name, n, limits.nameShort);
      // each name is looked for after the one before it was given
      // oxlint-disable-next-line no-await-in-loop
      const back = await tx.execute(sql`update label set deleted_at = null, name = ${wanted} where id = ${labelId}
        and not exists (select 1 from label l where l.dataset_id = ${datasetId} and l.deleted_at is null
          and lower(l.name) = lower(${wanted}))`);
      if (back.rowCount === 1) break;
    }
  }
  if (rows.length > 0) await tx.execute(sql`update dataset set label_rev = label_rev + 1 where id = ${datasetId}`);
}
