/** What logged edits of an image mean for the shapes that are shown: pure, so that it can be tested. */
import {
  reviewWords,
  type ImageAnnotation,
  type LoggedOp,
  type OpResult,
  type ShapeOp,
  type StoredShape,
} from '@loupe/contract';
import { copyWord, isAboutShape, type Answer, type HeardWord } from '../../../canvas/index.ts';

export interface RemoteNews {
  /** The last state of each shape that was touched; null: it is gone. */
  changes: { shapeId: string; shape: StoredShape | null; seq: number }[];
  /** The last word on the mark "checked, empty", and on each proposal and copy that one was said of. */
  words: HeardWord[];
}

/** What an edit says beside its shape: a shape that is there takes the empty mark away. */
const wordOf = ({ kind, shapeId, after, seq }: LoggedOp): HeardWord | null => {
  if (kind === 'reject' || kind === 'unreject') return { about: shapeId, isSet: kind === 'reject', seq };
  if (kind === 'checkEmpty') return { about: null, isSet: true, seq };
  return kind === 'uncheckEmpty' || after !== null ? { about: null, isSet: false, seq } : null;
};

/**
 * Edits in the order of the log. `answered` holds, by shape, the number of our own last edit that the server has answered:
 * an older state that arrives late must not undo it.
 */
export const newsOf = (ops: readonly LoggedOp[], answered: ReadonlyMap<string, number>): RemoteNews => {
  const last = new Map<string, LoggedOp>();
  const words = new Map<string | null, HeardWord>();
  for (const op of ops) {
    for (const word of [wordOf(op), op.after && copyWord(op.after, op.seq)]) if (word) words.set(word.about, word);
    if (op.shapeId !== null && isAboutShape(op)) last.set(op.shapeId, op);
  }
  const changes = [...last]
    .filter(([shapeId, op]) => op.seq >= (answered.get(shapeId) ?? 0))
    .map(([shapeId, { after: shape, seq }]) => ({ shapeId, shape, seq }));
  return { changes, words: [...words.values()] };
};

/** The news of one image, and what the server has answered to our own edits of it. */
export function makeNews() {
  const answeredAt = new Map<string, number>();
  return {
    of: (ops: readonly LoggedOp[]): RemoteNews => newsOf(ops, answeredAt),
    /** What the editor is to hear of an answer; `op`: the edit, where it is known. */
    answerOf: (op: ShapeOp | undefined, { status, rev, shapeId, seq }: OpResult): Answer => {
      // a word on a proposal is no newer state of the shape that somebody else made of it
      if (op && isAboutShape(op) && shapeId !== null && seq !== null) answeredAt.set(shapeId, seq);
      const isGone = op !== undefined && isAboutShape(op) && status === 'applied' && rev === null;
      return { rev: status === 'applied' || status === 'conflict' ? rev : null, shapeId, seq, isGone };
    },
  };
}

/** What an image says of itself when it is read. */
export const wordsOf = ({ image, proposals, shapes, revision: seq }: ImageAnnotation): HeardWord[] => [
  { about: null, isSet: image.state === 'empty', seq },
  ...proposals.flatMap(({ items, rejected }) =>
    items.map(({ id }) => ({ about: id, isSet: rejected.includes(id), seq })),
  ),
  ...shapes.map((shape) => copyWord(shape, seq)),
];

const words: ReadonlySet<string> = new Set(reviewWords);
/** It is said of the whole image, and edits nothing. */
export const isAboutReview = ({ kind }: Pick<LoggedOp, 'kind'>): boolean => words.has(kind);

export interface Visitors {
  /** Who edited, as far as it is known; null: a name is not known (what they did was to delete). */
  name: string | null;
  /** The signed-in person, in another window. */
  isSelf: boolean;
  edits: number;
}

/** Who else was at work, from edits that this window did not make. */
export const visitorOf = (ops: readonly LoggedOp[], clientId: string, userId: number): Visitors | null => {
  const foreign = ops.filter((op) => op.clientId !== clientId && !isAboutReview(op));
  const latest = foreign.at(-1);
  if (!latest) return null;
  const named = foreign.findLast((op) => op.actorId === latest.actorId && op.after?.author);
  return { name: named?.after?.author ?? null, isSelf: latest.actorId === userId, edits: foreign.length };
};
