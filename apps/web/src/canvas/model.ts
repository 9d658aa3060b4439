// The document: the shapes of one image, what the server knows of each, and the ops that carry edits to it.

import type { LoggedOp } from '@loupe/contract';
import { v7 as uuidv7 } from 'uuid';
import { isSameShape, plainShape } from './shape.ts';
import {
  aboutCopy,
  answerWord,
  copyOf,
  copyWord,
  hear,
  noWords,
  say,
  standing,
  type HeardWord,
  type Word,
  type Words,
} from './words.ts';
import type { Answer, RemoteChange, Shape, ShapeOp, StoredShape } from './types.ts';

export type ShapeChange = { readonly kind: 'shape'; id: string; before: Shape | null; after: Shape | null };
export type EmptyChange = { readonly kind: 'empty'; readonly before: boolean; readonly after: boolean };
/** A proposal of a model that a person turned down, or took back. */
export type RejectChange = {
  readonly kind: 'reject';
  readonly id: string;
  readonly before: boolean;
  readonly after: boolean;
};
/** That a copy and the shape it is beside are both wanted, or not decided any more. */
export type KeepChange = {
  readonly kind: 'keepBoth';
  id: string;
  readonly of: string;
  readonly before: boolean;
  readonly after: boolean;
};
export type Change = ShapeChange | EmptyChange | RejectChange | KeepChange;

export type DocumentEvent =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'changed'; readonly origin: 'local' | 'remote'; readonly changes: readonly Change[] }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string };

/** What is known about a shape's place in the merge. It stays when the shape is deleted: a restore needs its base. */
type Track = {
  /** The last revision that the server told us of. */
  rev: number | null;
  /** Our last op that the server has not answered. */
  lastOp: string | null;
  /** The server did not take our last op: what it has differs from what we show, whatever the revision says. */
  isStale: boolean;
  /** What another client did while an op of ours was on its way. */
  held: Omit<RemoteChange, 'shapeId'> | null;
};

export type ShapeDocument = {
  imageId: number;
  width: number;
  height: number;
  shapes: Map<string, Shape>;
  /** A person has said that there is nothing to mark. */
  isCheckedEmpty: boolean;
  /** Ids of proposals that were turned down. */
  rejected: Set<string>;
  /** Whose word on the mark, on proposals and on copies stands. */
  words: Words;
  /** The shape that a copy is beside, as long as nobody has said that both are wanted. */
  copies: Map<string, string>;
  tracks: Map<string, Track>;
  /** Unanswered ops and the shape that each is about; null for ops about the image. */
  openOps: Map<string, string | null>;
  listeners: Set<(event: DocumentEvent) => void>;
};

export function createDocument(): ShapeDocument {
  return {
    imageId: 0,
    width: 0,
    height: 0,
    shapes: new Map(),
    isCheckedEmpty: false,
    rejected: new Set(),
    words: noWords(),
    copies: new Map(),
    tracks: new Map(),
    openOps: new Map(),
    listeners: new Set(),
  };
}

export function subscribe(doc: ShapeDocument, listener: (event: DocumentEvent) => void): () => void {
  doc.listeners.add(listener);
  return () => doc.listeners.delete(listener);
}

function emit(doc: ShapeDocument, event: DocumentEvent): void {
  for (const listener of doc.listeners) listener(event);
}

export type DocumentInput = {
  imageId: number;
  width: number;
  height: number;
  shapes: readonly StoredShape[];
  isCheckedEmpty?: boolean;
  rejected?: readonly string[];
  /** The image's number of edits when this was read; what is known of earlier ones is older. */
  revision?: number;
  /** Ops of the outbox that the server has not answered, oldest first: they are shown on top of its shapes. */
  pending?: readonly ShapeOp[];
};

export function loadDocument(doc: ShapeDocument, input: DocumentInput): void {
  doc.imageId = input.imageId;
  doc.width = input.width;
  doc.height = input.height;
  doc.isCheckedEmpty = input.isCheckedEmpty ?? false;
  doc.rejected = new Set(input.rejected);
  const seq = input.revision ?? 0;
  doc.copies = new Map();
  for (const { id, conflictOf } of input.shapes) if (conflictOf) doc.copies.set(id, conflictOf);
  const known = [
    { about: null, isSet: doc.isCheckedEmpty, seq },
    ...(input.rejected ?? []).map((about) => ({ about, isSet: true, seq })),
    ...Array.from(doc.copies, ([id, conflictOf]) => copyWord({ id, conflictOf }, seq)),
  ];
  doc.words = noWords(known, seq);
  doc.openOps = new Map();
  doc.shapes = new Map();
  doc.tracks = new Map();
  // no list of pairs on the way: with thousands of shapes that is felt
  for (const shape of input.shapes) {
    doc.shapes.set(shape.id, plainShape(shape));
    doc.tracks.set(shape.id, { rev: shape.rev, lastOp: null, isStale: false, held: null });
  }
  const pending = input.pending ?? [];
  const byId = new Map(pending.length === 0 ? [] : input.shapes.map((shape) => [shape.id, shape]));
  for (const op of pending) replay(doc, op, byId);
  emit(doc, { kind: 'loaded' });
}

/** The shapes of an image that is not shown, with what waits to be sent. */
export function shapesOf(input: DocumentInput): Shape[] {
  const doc = createDocument();
  loadDocument(doc, input);
  return [...doc.shapes.values()];
}

function trackOf(doc: ShapeDocument, id: string): Track {
  let track = doc.tracks.get(id);
  if (!track) doc.tracks.set(id, (track = { rev: null, lastOp: null, isStale: false, held: null }));
  return track;
}

/** A shape of a history that is not there was deleted, or made and taken back: the server knows of it. */
export const knowShape = (doc: ShapeDocument, { id }: Pick<ShapeChange, 'id'>): void => void trackOf(doc, id);

function replay(doc: ShapeDocument, op: ShapeOp, stored: ReadonlyMap<string, StoredShape>): void {
  doc.openOps.set(op.opId, isAboutShape(op) ? op.shapeId : null);
  if (op.shapeId === null || !isAboutShape(op)) {
    showWords(doc, [sayWord(doc, op)]);
    return;
  }
  const track = trackOf(doc, op.shapeId);
  track.lastOp = op.opId;
  // The server's shape may be newer than the one that was edited: it comes into sight if the server keeps both.
  track.held ??= { shape: stored.get(op.shapeId) ?? null };
  setShape(doc, op.shapeId, op.shape);
}

/** Else it is about the image, or about a proposal, which is no shape. */
export const isAboutShape = ({ kind }: Pick<LoggedOp, 'kind'>): boolean =>
  kind === 'put' || kind === 'delete' || kind === 'restore';

/** What an op says that is about no shape. */
function wordOf({ kind, shapeId, base }: ShapeOp): Word {
  if (kind === 'keepBoth' || kind === 'unkeepBoth')
    return { about: aboutCopy(shapeId!), isSet: kind === 'unkeepBoth', of: String(base) };
  return { about: shapeId, isSet: kind === 'checkEmpty' || kind === 'reject' };
}

/** Gives what it is about. */
function sayWord(doc: ShapeDocument, op: ShapeOp): string | null {
  const word = wordOf(op);
  say(doc.words, op.opId, word);
  return word.about;
}

/** Shows the words that stand now; gives what has changed. */
function showWords(doc: ShapeDocument, words: Iterable<string | null>): Change[] {
  return [...words].flatMap((about) => {
    const copy = copyOf(about);
    if (copy !== null) return showCopy(doc, copy);
    const isSet = standing(doc.words, about)?.isSet ?? false;
    return about === null ? showEmpty(doc, isSet) : showRejected(doc, about, isSet);
  });
}

function showEmpty(doc: ShapeDocument, isSet: boolean): Change[] {
  const before = doc.isCheckedEmpty;
  // as on the server: an image with a shape is not an empty one
  const after = isSet && doc.shapes.size === 0;
  doc.isCheckedEmpty = after;
  return before === after ? [] : [{ kind: 'empty', before, after }];
}

function showRejected(doc: ShapeDocument, id: string, after: boolean): Change[] {
  const before = doc.rejected.has(id);
  if (after) doc.rejected.add(id);
  else doc.rejected.delete(id);
  return before === after ? [] : [{ kind: 'reject', id, before, after }];
}

function showCopy(doc: ShapeDocument, id: string): Change[] {
  const word = standing(doc.words, aboutCopy(id));
  const before = doc.copies.get(id);
  const after = word?.isSet ? word.of : undefined;
  if (after === undefined) doc.copies.delete(id);
  else doc.copies.set(id, after);
  const of = after ?? before;
  if (before === after || of === undefined) return [];
  return [{ kind: 'keepBoth', id, of, before: before === undefined, after: after === undefined }];
}

function setShape(doc: ShapeDocument, id: string, shape: Shape | null): void {
  if (shape) doc.shapes.set(id, shape);
  else doc.shapes.delete(id);
}

/** The state that an edit asks for: shapes by id (null: gone; `keeps`: the other side of a conflict), the mark that the image is empty, a proposal turned down, or both of a conflict kept. */
export type Edit =
  | { readonly id: string; readonly shape: Shape | null; readonly keeps?: string }
  | { readonly isCheckedEmpty: boolean }
  | { readonly proposalId: string; readonly isRejected: boolean }
  | { readonly copyId: string; readonly of: string; readonly isKept: boolean };

function editOf(doc: ShapeDocument, edit: Edit): Step | null {
  if ('id' in edit) return editShape(doc, edit);
  if ('proposalId' in edit) return editRejected(doc, edit.proposalId, edit.isRejected);
  if ('copyId' in edit) return editKept(doc, edit);
  return editEmpty(doc, edit.isCheckedEmpty);
}

/** Applies edits. Gives what has changed (for the history) and the ops to send; an edit that already holds gives neither. */
export function applyEdits(doc: ShapeDocument, edits: readonly Edit[]): { changes: Change[]; ops: ShapeOp[] } {
  const changes: Change[] = [];
  const ops: ShapeOp[] = [];
  for (const edit of edits) {
    const step = editOf(doc, edit);
    if (!step) continue;
    changes.push(step.change);
    ops.push(step.op);
    if (!isAboutShape(step.op)) sayWord(doc, step.op);
    doc.openOps.set(step.op.opId, isAboutShape(step.op) ? step.op.shapeId : null);
  }
  if (changes.length > 0) emit(doc, { kind: 'changed', origin: 'local', changes });
  return { changes, ops };
}

type Step = { change: Change; op: ShapeOp };

function editShape(doc: ShapeDocument, { id, shape: after, keeps }: Extract<Edit, { id: string }>): Step | null {
  const before = doc.shapes.get(id) ?? null;
  if (isSameShape(before, after)) return null;
  const isKnown = doc.tracks.has(id);
  const track = trackOf(doc, id);
  const kind = after === null ? 'delete' : before === null && isKnown ? 'restore' : 'put';
  const base = track.lastOp ?? track.rev;
  const op: ShapeOp = { opId: uuidv7(), kind, shapeId: id, base, shape: after, ...(keeps !== undefined && { keeps }) };
  track.lastOp = op.opId;
  setShape(doc, id, after);
  return { change: { kind: 'shape', id, before, after }, op };
}

function editRejected(doc: ShapeDocument, id: string, after: boolean): Step | null {
  const before = doc.rejected.has(id);
  if (before === after) return null;
  showRejected(doc, id, after);
  return {
    change: { kind: 'reject', id, before, after },
    op: { opId: uuidv7(), kind: after ? 'reject' : 'unreject', shapeId: id, base: null, shape: null },
  };
}

function editKept(
  doc: ShapeDocument,
  { copyId: id, of, isKept: after }: Extract<Edit, { copyId: string }>,
): Step | null {
  const before = !doc.copies.has(id);
  if (before === after) return null;
  if (after) doc.copies.delete(id);
  else doc.copies.set(id, of);
  return {
    change: { kind: 'keepBoth', id, of, before, after },
    op: { opId: uuidv7(), kind: after ? 'keepBoth' : 'unkeepBoth', shapeId: id, base: of, shape: null },
  };
}

function editEmpty(doc: ShapeDocument, after: boolean): Step | null {
  const before = doc.isCheckedEmpty;
  if (before === after) return null;
  doc.isCheckedEmpty = after;
  const kind = after ? 'checkEmpty' : 'uncheckEmpty';
  return {
    change: { kind: 'empty', before, after },
    op: { opId: uuidv7(), kind, shapeId: null, base: null, shape: null },
  };
}

/** Where an op had no effect, give the server's state by applyRemote, or what it does not have stays in sight. */
export function acknowledge(doc: ShapeDocument, opId: string, answer: Answer): void {
  const { rev, shapeId, seq = null, isGone = false } = answer;
  const opened = doc.openOps.get(opId);
  doc.openOps.delete(opId);
  const word = answerWord(doc.words, opId, seq);
  if (word) emitRemote(doc, showWords(doc, [word.about]));
  if (opened === undefined || opened === null) return;
  const id = shapeId && shapeId !== opened ? renameShape(doc, opened, shapeId, seq) : opened;
  const track = trackOf(doc, id);
  if (rev !== null) track.rev = rev;
  if (track.lastOp !== opId) return;
  track.lastOp = null;
  track.isStale = rev === null;
  const { held } = track;
  track.held = null;
  const since = isGone ? seq : rev;
  if (held && (since === null || isNewer(held, since, seq))) {
    applyRemote(doc, [{ shapeId: id, shape: held.shape }]);
  } else if (isGone) applyRemote(doc, [{ shapeId: id, shape: null }]);
}

/** What another client did came after ours. */
const isNewer = ({ shape, seq: at = 0 }: Omit<RemoteChange, 'shapeId'>, rev: number, seq: number | null): boolean =>
  shape === null ? seq !== null && at > seq : shape.rev >= rev;

function renameShape(doc: ShapeDocument, from: string, to: string, seq: number | null): string {
  const track = trackOf(doc, from);
  const shape = doc.shapes.get(from);
  const { held } = track;
  doc.tracks.delete(from);
  // what is there may be newer than our answer: it is looked at once all of ours is answered
  const [known, there] = [doc.tracks.get(to)?.rev ?? null, doc.shapes.get(to)];
  const stored = known !== null && there ? { shape: { ...there, rev: known } as StoredShape } : null;
  doc.tracks.set(to, { ...track, held: stored });
  doc.shapes.delete(from);
  if (shape) doc.shapes.set(to, { ...shape, id: to });
  // as on the server: beside a copy it belongs to what that is beside
  hear(doc.words, copyWord({ id: to, conflictOf: doc.copies.get(from) ?? from }, seq ?? doc.words.since));
  showCopy(doc, to);
  for (const [opId, about] of doc.openOps) if (about === from) doc.openOps.set(opId, to);
  emit(doc, { kind: 'renamed', from, to });
  if (held) applyRemote(doc, [{ shapeId: from, shape: held.shape }]);
  return to;
}

const emitRemote = (doc: ShapeDocument, changes: readonly Change[]): void => {
  if (changes.length > 0) emit(doc, { kind: 'changed', origin: 'remote', changes });
};

/**
 * Shapes as another client left them, and words of the image's history, our own included. Where an op of ours is under way,
 * ours stays in sight until the server has decided.
 */
export function applyRemote(
  doc: ShapeDocument,
  remote: readonly RemoteChange[],
  words: readonly HeardWord[] = [],
): void {
  const changes: Change[] = [];
  for (const { shapeId, ...news } of remote) {
    const { shape } = news;
    const track = trackOf(doc, shapeId);
    if (track.lastOp !== null) {
      track.held = news;
      continue;
    }
    if (shape && track.rev !== null && shape.rev < track.rev && !track.isStale) continue;
    if (shape) track.rev = shape.rev;
    track.isStale = false;
    const before = doc.shapes.get(shapeId) ?? null;
    const after = shape ? plainShape(shape) : null;
    if (isSameShape(before, after)) continue;
    setShape(doc, shapeId, after);
    changes.push({ kind: 'shape', id: shapeId, before, after });
  }
  for (const word of words) hear(doc.words, word);
  emitRemote(doc, [...changes, ...showWords(doc, [...new Set([null, ...words.map(({ about }) => about)])])]);
}
