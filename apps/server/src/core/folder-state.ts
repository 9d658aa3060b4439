/** The state of a folder, which follows from its kept counts, and the one of them that tasks change. */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from './db.ts';

/** The state of a folder as SQL over these counts, each an expression. */
export const folderState = (of: { images: string; annotated: string; preLabeled: string; tasks: string }): string =>
  `case when ${of.tasks} > 0 then 'preLabeling'
    when ${of.images} > 0 and ${of.annotated} >= ${of.images} then 'annotated'
    when ${of.preLabeled} > 0 then 'preLabeled'
    else 'unannotated' end`;

/** A pre-annotation takes the folders (1) or leaves them (-1). `folders`: a query of ids. Those in the bin are counted too. */
export async function changePreLabeling(tx: Tx, folders: SQL, tasks: 1 | -1): Promise<void> {
  const now = `pre_labeling_tasks + ${tasks}`;
  const state = folderState({ images: 'n_images', annotated: 'n_annotated', preLabeled: 'n_pre_labeled', tasks: now });
  // in the order of all locks, so that two tasks on the same folders do not wait for each other
  await tx.execute(sql`select id from public.folder where id in (${folders}) order by id for no key update`);
  await tx.execute(sql`update public.folder set pre_labeling_tasks = ${sql.raw(now)}, state_rev = state_rev + 1,
    state = ${sql.raw(state)} where id in (${folders})`);
}
