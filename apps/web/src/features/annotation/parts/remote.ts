/** What logged edits of an image mean for the shapes that are shown: pure, so that it can be tested. */
import type { LoggedOp, StoredShape } from '@loupe/contract';

export interface RemoteNews {
  /** The last state of each shape that was touched; null: it is gone. */
  changes: { shapeId: string; shape: StoredShape | null }[];
  /** The mark "checked, empty" after these edits; undefined: they say nothing about it. */
  isCheckedEmpty: boolean | undefined;
  /** Proposals that were turned down (true) or taken back. */
  rejections: ReadonlyMap<string, boolean>;
}

/**
 * Edits in the order of the log. `answered` holds, by shape, the number of our own last edit that the server has answered:
 * an older state that arrives late must not undo it.
 */
export const newsOf = (ops: readonly LoggedOp[], answered: ReadonlyMap<string, number>): RemoteNews => {
  const last = new Map<string, LoggedOp>();
  const rejections = new Map<string, boolean>();
  let isCheckedEmpty: boolean | undefined;
  for (const op of ops) {
    if (op.kind === 'reject' || op.kind === 'unreject') {
      if (op.shapeId !== null) rejections.set(op.shapeId, op.kind === 'reject');
      continue;
    }
    if (op.shapeId !== null) last.set(op.shapeId, op);
    if (op.kind === 'checkEmpty') isCheckedEmpty = true;
    else if (op.kind === 'uncheckEmpty' || op.after !== null) isCheckedEmpty = false;
  }
  const changes = [...last]
    .filter(([shapeId, op]) => op.seq >= (answered.get(shapeId) ?? 0))
    .map(([shapeId, op]) => ({ shapeId, shape: op.after }));
  return { changes, isCheckedEmpty, rejections };
};

export interface Visitors {
  /** Who edited, as far as it is known; null: a name is not known (what they did was to delete). */
  name: string | null;
  /** The signed-in person, in another window. */
  isSelf: boolean;
  edits: number;
}

/** Who else was at work, from edits that this window did not make. */
export const visitorOf = (ops: readonly LoggedOp[], clientId: string, userId: number): Visitors | null => {
  const foreign = ops.filter((op) => op.clientId !== clientId);
  const latest = foreign.at(-1);
  if (!latest) return null;
  const named = foreign.findLast((op) => op.actorId === latest.actorId && op.after?.author);
  return { name: named?.after?.author ?? null, isSelf: latest.actorId === userId, edits: foreign.length };
};
