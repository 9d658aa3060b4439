/** How far an import got and what it found: `task.result`, written in the same transaction as the images. */

export interface ImportResult {
  /** Entries before this one are done. */
  next: number;
  images: number;
  /** Of them, by the list that they went to; null where there are no such lists. */
  okNg: { ok: number; ng: number } | null;
  shapes: number;
  /** Images that were there already and got annotations, and images that were marked as checked, empty. */
  annotated: number;
  empty: number;
  /** Of them, those that are boxes as polygons. */
  boxes: number;
  labelsAdded: number;
  foldersAdded: number;
  skipped: number;
  problems: number;
  duplicates: number;
  /** Label of each class of the archive, null where it is left out; set when the import begins. */
  labels: Record<string, number | null> | null;
  /** What is wrong with the archive itself has been noted. */
  isBegun: boolean;
}

export const emptyResult: ImportResult = {
  next: 0,
  images: 0,
  okNg: null,
  shapes: 0,
  annotated: 0,
  empty: 0,
  boxes: 0,
  labelsAdded: 0,
  foldersAdded: 0,
  skipped: 0,
  problems: 0,
  duplicates: 0,
  labels: null,
  isBegun: false,
};
