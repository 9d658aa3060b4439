// A history that outlives its page: what is kept of it, and how much of that still fits an image that was loaded again.

import { trial } from './entry-fit.ts';
import { knowShape } from './model.ts';
import type { Side } from './entry-fit.ts';
import type { Entry, History } from './history.ts';
import type { ShapeDocument } from './model.ts';

/** Newest last in `past`, next to redo last in `future`. Plain data. */
export type KeptHistory = { readonly past: readonly Entry[]; readonly future: readonly Entry[] };

/** Entries and numbers of points that are kept of one image: the nearest to the present. */
const MAX_ENTRIES = 100;
const MAX_NUMBERS = 50_000;

const numbersOf = (entry: Entry): number =>
  entry.reduce(
    (sum, change) =>
      change.kind !== 'shape' ? sum : sum + (change.before?.points.length ?? 0) + (change.after?.points.length ?? 0),
    0,
  );

/** The end of a list of entries that fits into both bounds. */
function nearest(entries: readonly Entry[], maxNumbers: number): { kept: Entry[]; numbers: number } {
  const kept: Entry[] = [];
  let numbers = 0;
  for (const entry of entries.slice(-MAX_ENTRIES).toReversed()) {
    const more = numbersOf(entry);
    if (numbers + more > maxNumbers) break;
    numbers += more;
    kept.unshift(entry);
  }
  return { kept, numbers };
}

export function keepHistory({ past, future }: History): KeptHistory {
  const { kept, numbers } = nearest(past, MAX_NUMBERS);
  return { past: kept, future: nearest(future, MAX_NUMBERS - numbers).kept };
}

/** The end of a list of entries whose steps lead on from what the image is now: `from` is what each must find. */
function fitting(doc: ShapeDocument, entries: readonly Entry[], from: Side): Entry[] {
  const image = trial(doc);
  const kept: Entry[] = [];
  for (const entry of entries.toReversed()) {
    if (!image.step(entry, from)) return kept;
    kept.unshift(entry);
  }
  return kept;
}

/**
 * Takes up a history where it fits: an entry, and all beyond it, is left out where somebody else has changed what it
 * changed. So undo never takes back anybody else's edit.
 */
export function restoreHistory(history: History, doc: ShapeDocument, kept: KeptHistory): void {
  history.past = fitting(doc, kept.past, 'after');
  history.future = fitting(doc, kept.future, 'before');
  // What is gone was known to the server: to bring it back is a restore.
  for (const change of [...history.past, ...history.future].flat()) if (change.kind === 'shape') knowShape(doc, change);
}
