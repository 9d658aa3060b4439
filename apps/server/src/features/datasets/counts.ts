/** The kept counts and states of folders. Whoever changes pictures changes them in the same transaction. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';

export interface FolderChange {
  images: number;
  annotated: number;
}

/** Adds to a folder's counts and derives its state. Lock order everywhere: data set, folder, picture, label. */
export async function changeFolder(tx: Tx, folderId: number, change: FolderChange): Promise<void> {
  if (change.images === 0 && change.annotated === 0) return;
  await tx.execute(sql`
    update folder set n_images = n_images + ${change.images}, n_annotated = n_annotated + ${change.annotated},
      state = case
        when state = 'preLabeling' then state
        when n_images + ${change.images} > 0 and n_annotated + ${change.annotated} >= n_images + ${change.images} then 'annotated'
        when state = 'preLabeled' then state
        else 'unannotated' end
    where id = ${folderId}`);
}
