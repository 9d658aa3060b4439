// Whether a step of a history still leads on from what the image is: nobody else has changed what it changed.

import { isSameShape } from './shape.ts';
import type { Change, ShapeDocument } from './model.ts';
import type { Shape } from './types.ts';

export type Side = 'before' | 'after';

/** An image's shapes as steps back or on would leave them, without doing the steps. */
export function trial(doc: ShapeDocument) {
  const shapes = new Map<string, Shape | null>();
  const rejected = new Map<string, boolean>();
  const kept = new Map<string, boolean>();
  let { isCheckedEmpty } = doc;
  const isRejected = (id: string): boolean => rejected.get(id) ?? doc.rejected.has(id);
  const at = (id: string): Shape | null => (shapes.has(id) ? shapes.get(id)! : (doc.shapes.get(id) ?? null));
  const holds = (change: Change, side: Side): boolean => {
    if (change.kind === 'empty') return isCheckedEmpty === change[side];
    if (change.kind === 'keepBoth') return (kept.get(change.id) ?? !doc.copies.has(change.id)) === change[side];
    if (change.kind === 'reject') return isRejected(change.id) === change[side];
    return isSameShape(at(change.id), change[side]);
  };
  const make = (change: Change, side: Side): void => {
    if (change.kind === 'empty') isCheckedEmpty = change[side];
    else if (change.kind === 'keepBoth') kept.set(change.id, change[side]);
    else if (change.kind === 'reject') rejected.set(change.id, change[side]);
    else shapes.set(change.id, change[side]);
  };
  return {
    /** Makes one entry's step where it finds what it must; `from` is that side of its changes. */
    step: (entry: readonly Change[], from: Side): boolean => {
      const to = from === 'after' ? 'before' : 'after';
      for (const change of from === 'after' ? entry.toReversed() : entry) {
        if (!holds(change, from)) return false;
        make(change, to);
      }
      return true;
    },
  };
}

export const fits = (doc: ShapeDocument, entry: readonly Change[], from: Side): boolean => trial(doc).step(entry, from);
