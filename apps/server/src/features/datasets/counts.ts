/**
 * The kept counts of folders, and the state and revisions that follow from them. Whoever changes images changes them in
 * the same transaction; what follows is derived here and nowhere else.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { folderState } from '../../core/folder-state.ts';

/**
 * What comes (or, negative, goes): images, those of them that are annotated, those of these that are empty, and those
 * with predictions that nobody decided on yet.
 */
export interface FolderChange {
  images: number;
  annotated: number;
  empty: number;
  preLabeled: number;
}

/** What images in these states count for. */
export function countsOf(states: readonly string[]): FolderChange {
  const inState = (wanted: string) => states.filter((state) => state === wanted).length;
  const [empty, preLabeled] = [inState('empty'), inState('preLabeled')];
  return { images: states.length, annotated: inState('annotated') + empty, empty, preLabeled };
}

/** The same where they were counted already. */
export function countsByState(rows: readonly { state: string; images: number }[]): FolderChange {
  const inState = (wanted: string) => rows.find(({ state }) => state === wanted)?.images ?? 0;
  const [empty, preLabeled] = [inState('empty'), inState('preLabeled')];
  const images = rows.reduce((sum, { images }) => sum + images, 0);
  return { images, annotated: inState('annotated') + empty, empty, preLabeled };
}

const minus = (a: FolderChange, b: FolderChange): FolderChange => ({
  images: a.images - b.images,
  annotated: a.annotated - b.annotated,
  empty: a.empty - b.empty,
  preLabeled: a.preLabeled - b.preLabeled,
});
export const negated = (change: FolderChange): FolderChange => minus(countsOf([]), change);

/** How the counts of a folder change when the states of some of its images do. */
export const stateChange = (before: readonly string[], after: readonly string[]): FolderChange => ({
  ...minus(countsOf(after), countsOf(before)),
  images: 0,
});

function added(folderId: number, { images, annotated, empty, preLabeled }: FolderChange, when = sql`true`): SQL {
  // whole numbers of ours, not of a request
  const after = {
    images: `n_images + ${images}`,
    annotated: `n_annotated + ${annotated}`,
    preLabeled: `n_pre_labeled + ${preLabeled}`,
    tasks: 'pre_labeling_tasks',
  };
  const set = `n_images = ${after.images}, n_annotated = ${after.annotated}, n_empty = n_empty + ${empty},
    n_pre_labeled = ${after.preLabeled},
    list_rev = list_rev + ${images === 0 ? 0 : 1}, state_rev = state_rev + 1, state = ${folderState(after)}`;
  return sql`update folder set ${sql.raw(set)} where id = ${folderId} and ${when}`;
}

/**
 * Adds to a folder's counts, derives its state and counts its revisions up; undefined where nothing changes. An image
 * that changes its state changes a count. Lock order everywhere: data set, folder, image, label. `when`: a condition.
 * `hasOther`: a list of the folder changes in a way that no count says.
 */
export const folderChange = (folderId: number, change: FolderChange, when?: SQL, hasOther = false): SQL | undefined =>
  hasOther || Object.values(change).some((count) => count !== 0) ? added(folderId, change, when) : undefined;

export async function changeFolder(tx: Tx, folderId: number, change: FolderChange): Promise<void> {
  const update = folderChange(folderId, change);
  if (update) await tx.execute(update);
}
