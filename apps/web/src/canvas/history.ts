// Undo and redo without limit: one gesture is one entry, an entry is a list of changes that know their inverse.

import { fits } from './entry-fit.ts';
import { applyEdits } from './model.ts';
import type { Change, ShapeDocument, Edit } from './model.ts';
import type { Shape, ShapeOp } from './types.ts';

export type Entry = readonly Change[];
export type History = { past: Entry[]; future: Entry[] };

export const createHistory = (): History => ({ past: [], future: [] });

export function clearHistory(history: History): void {
  history.past = [];
  history.future = [];
}

/** Does what a gesture asks for, remembers it as one entry and gives the ops to send. */
export function commit(history: History, doc: ShapeDocument, edits: readonly Edit[]): ShapeOp[] {
  const { changes, ops } = applyEdits(doc, edits);
  if (changes.length === 0) return ops;
  history.past.push(changes);
  history.future = [];
  return ops;
}

const editFor = (change: Change, side: 'before' | 'after'): Edit =>
  change.kind === 'shape'
    ? { id: change.id, shape: change[side] }
    : change.kind === 'reject'
      ? { proposalId: change.id, isRejected: change[side] }
      : change.kind === 'keepBoth'
        ? { copyId: change.id, of: change.of, isKept: change[side] }
        : { isCheckedEmpty: change[side] };

/**
 * `onStale` hears of a step that is left out because somebody else has changed what it changed since: to take it back
 * would take theirs away without a word.
 */
export function undo(history: History, doc: ShapeDocument, onStale?: () => void): ShapeOp[] {
  const entry = history.past.pop();
  if (!entry) return [];
  if (!fits(doc, entry, 'after')) {
    onStale?.();
    return [];
  }
  history.future.push(entry);
  return applyEdits(
    doc,
    entry.toReversed().map((change) => editFor(change, 'before')),
  ).ops;
}

export function redo(history: History, doc: ShapeDocument, onStale?: () => void): ShapeOp[] {
  const entry = history.future.pop();
  if (!entry) return [];
  if (!fits(doc, entry, 'before')) {
    onStale?.();
    return [];
  }
  history.past.push(entry);
  return applyEdits(
    doc,
    entry.map((change) => editFor(change, 'after')),
  ).ops;
}

/** After a conflict our shape lives on under another id, in what can be undone too. */
export function renameInHistory(history: History, from: string, to: string): void {
  const renamed = (shape: Shape | null): Shape | null => (shape ? { ...shape, id: to } : null);
  for (const entry of [...history.past, ...history.future]) {
    for (const change of entry) {
      if (change.kind !== 'shape' || change.id !== from) continue;
      change.id = to;
      change.before = renamed(change.before);
      change.after = renamed(change.after);
    }
  }
}
