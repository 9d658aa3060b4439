/**
 * The merge of one op into an image (design, section 10): pure, without database. An op names the state it was made on by
 * its base; where somebody else changed the shape meanwhile, nothing that a person drew is dropped: two edits are both kept,
 * an edit wins against a delete.
 */
import type { MessageKey, Shape, ShapeOp } from '@loupe/contract';

/** A shape as it stands, with the image's revision at which it last changed. */
export interface HeldShape extends Shape {
  rev: number;
  authorId: number | null;
  conflictOf: string | null;
}

/** What an earlier op led to; also the answer that a repeated op gets. */
export interface Outcome {
  seq: number;
  /** Null where it is about no shape, or where the edited shape went because another one is exactly like it. */
  rev: number | null;
  status: 'applied' | 'conflict' | 'lived';
  shapeId: string | null;
}

/** An image's shapes and past, as far as the ops at hand concern them; all that is in conflict. */
export interface MergeState {
  revision: number;
  empty: boolean;
  liveShapes: number;
  live: Map<string, HeldShape>;
  /** Last content of shapes that were deleted. */
  gone: Map<string, HeldShape>;
  /** Outcomes by op id, of earlier ops and of those merged just now. */
  known: Map<string, Outcome>;
  /** What is proposed for the image, by whatever source, and what of it was turned down; null: nothing was ever proposed. */
  proposed: { ids: ReadonlySet<string>; rejected: Set<string> } | null;
  /** Bases of ops that were refused just now: the next op of their chain stands on the same ground. */
  refusedBases: Map<string, number | string | null>;
}

export interface MergeOp {
  opId: string;
  kind: ShapeOp['kind'];
  shapeId: string | null;
  base: number | string | null;
  /** Already checked against image and labels; null where the kind has none. */
  shape: Shape | null;
  authorId: number | null;
  keeps?: ShapeOp['keeps'];
}

export interface Applied extends Outcome {
  before: HeldShape | null;
  after: HeldShape | null;
}
export interface Refused {
  status: 'refused';
  key: MessageKey;
}

/** What a base stands for: a revision of one shape, or something that never reached us. */
interface Ground {
  shapeId: string;
  /** Null: its client has not seen the shape as it is. */
  rev: number | null;
  /** The op before had no effect, because the shape lives as somebody else left it. */
  lived: boolean;
}

function groundOf(state: MergeState, op: MergeOp & { shapeId: string }): Ground | 'missing' {
  let base = op.base;
  while (typeof base === 'string' && state.refusedBases.has(base)) base = state.refusedBases.get(base)!;
  if (typeof base !== 'string') return { shapeId: op.shapeId, rev: base, lived: false };
  const before = state.known.get(base);
  if (!before) return 'missing';
  // after a conflict the rest of the chain follows the copy
  const lived = before.status === 'lived';
  return { shapeId: before.shapeId ?? op.shapeId, rev: lived ? null : before.rev, lived };
}

const refused = (key: MessageKey): Refused => ({ status: 'refused', key });

/** Counts the image's revision up and remembers the outcome under the op's id. */
function record(
  state: MergeState,
  op: MergeOp,
  status: Outcome['status'],
  shapeId: string | null,
  change: Change,
): Applied {
  const seq = ++state.revision;
  const { before, after } = change;
  const held = after && after !== before ? { ...after, rev: seq } : after;
  if (shapeId !== null) {
    if (held) {
      state.live.set(shapeId, held);
      state.gone.delete(shapeId);
    } else if (before) {
      state.live.delete(shapeId);
      state.gone.set(shapeId, before);
    }
  }
  state.liveShapes += (held ? 1 : 0) - (before ? 1 : 0);
  if (state.liveShapes > 0) state.empty = false;
  const outcome: Outcome = { seq, rev: shapeId === null ? null : (held?.rev ?? seq), status, shapeId };
  state.known.set(op.opId, outcome);
  return { ...outcome, before, after: held };
}
interface Change {
  before: HeldShape | null;
  after: HeldShape | null;
}

/** Both are kept: this one as a new shape beside the one that somebody else changed. */
function copy(
  state: MergeState,
  op: MergeOp & { shape: Shape },
  beside: HeldShape,
  copyId: (opId: string) => string,
): Applied {
  const id = copyId(op.opId);
  // beside a copy it belongs to what that is beside, so that all of them are one question
  const conflictOf = beside.conflictOf ?? beside.id;
  const after = { ...op.shape, id, rev: 0, authorId: op.authorId, conflictOf };
  // both did the same
  if (twinOf(state, after)) return record(state, op, 'lived', beside.id, { before: beside, after: beside });
  return record(state, op, 'conflict', id, { before: null, after });
}

const contentOf = ({ labelId, kind, points, parts, text, ignore, z, locked }: Shape): string =>
  JSON.stringify([labelId, kind, points, parts, text, ignore, z, locked]);

/** One in conflict with it that looks exactly so: of two alike nobody has to choose one. */
function twinOf({ live }: MergeState, shape: HeldShape): HeldShape | undefined {
  const groupOf = ({ id, conflictOf }: HeldShape): string => conflictOf ?? id;
  return live
    .values()
    .find((one) => one.id !== shape.id && groupOf(one) === groupOf(shape) && contentOf(one) === contentOf(shape));
}

/** The edit is made. Where that leaves two alike (both sides were undone, say), the other one is it now and this one goes. */
function change(state: MergeState, op: MergeOp, before: HeldShape | null, after: HeldShape): Applied {
  const isTwin = twinOf(state, after) !== undefined;
  const result = record(state, op, 'applied', after.id, { before, after: isTwin ? null : after });
  if (!isTwin) return result;
  const { before: _, after: __, ...outcome } = result;
  state.known.set(op.opId, { ...outcome, rev: null });
  return { ...result, rev: null };
}

function put(
  state: MergeState,
  op: MergeOp & { shapeId: string; shape: Shape },
  copyId: (opId: string) => string,
): Applied {
  const ground = groundOf(state, op);
  const target = ground === 'missing' ? op.shapeId : ground.shapeId;
  const now = state.live.get(target) ?? null;
  // two people accepted the same proposal: what became of it first stays
  if (now && op.base === null && state.proposed?.ids.has(target))
    return record(state, op, 'lived', target, { before: now, after: now });
  if (now && (ground === 'missing' || ground.rev !== now.rev)) return copy(state, op, now, copyId);
  // nobody else changed it, or it was deleted: the edit lives
  const { conflictOf = null } = now ?? state.gone.get(target) ?? {};
  const after = { ...op.shape, id: target, rev: 0, authorId: op.authorId, conflictOf };
  return change(state, op, now, after);
}

function remove(state: MergeState, op: MergeOp & { shapeId: string }): Applied | Refused {
  const ground = groundOf(state, op);
  if (ground === 'missing') return refused('annotation.baseMissing');
  const now = state.live.get(ground.shapeId) ?? null;
  // of two people who settle a conflict each in another way, the second would delete what the first has kept
  const isLast = op.keeps !== undefined && !state.live.has(op.keeps);
  if (now && (isLast || ground.rev !== now.rev))
    return record(state, op, 'lived', ground.shapeId, { before: now, after: now });
  if (!now && !state.gone.has(ground.shapeId)) return refused('annotation.noShape');
  return record(state, op, 'applied', ground.shapeId, { before: now, after: null });
}

/** Undoing a delete. Where the shape lives, its delete lost or somebody else's edit came after it. */
function restore(
  state: MergeState,
  op: MergeOp & { shapeId: string },
  copyId: (opId: string) => string,
): Applied | Refused {
  const ground = groundOf(state, op);
  if (ground === 'missing') return refused('annotation.baseMissing');
  const { shapeId } = ground;
  const now = state.live.get(shapeId) ?? null;
  if (now) {
    if (ground.lived || op.shape === null || contentOf(op.shape) === contentOf(now))
      return record(state, op, 'lived', shapeId, { before: now, after: now });
    return copy(state, { ...op, shape: op.shape }, now, copyId);
  }
  const last = state.gone.get(shapeId) ?? null;
  const content = op.shape ?? last;
  if (!content) return refused('annotation.noShape');
  const authorId = last?.authorId ?? op.authorId;
  return change(state, op, null, { ...content, id: shapeId, rev: 0, authorId, conflictOf: last?.conflictOf ?? null });
}

function markEmpty(state: MergeState, op: MergeOp, empty: boolean): Applied | Refused {
  if (empty && state.liveShapes > 0) return refused('annotation.notEmpty');
  state.empty = empty;
  return record(state, op, 'applied', null, { before: null, after: null });
}

/**
 * A proposal is turned down, or no more. One that was replaced by a later run meanwhile, or never was, needs no decision, nor
 * does one that somebody decided on alike: the word has no effect, and no line in the history. Where somebody accepted it
 * meanwhile their shape stays, and the word counts once that is deleted: who turned it down sees it so too.
 */
function markRejected(state: MergeState, op: MergeOp & { shapeId: string }): Applied {
  const { shapeId } = op;
  const now = state.live.get(shapeId) ?? null;
  const { proposed } = state;
  const isDown = op.kind === 'reject';
  if (!proposed?.ids.has(shapeId) || proposed.rejected.has(shapeId) === isDown)
    return record(state, op, 'lived', shapeId, { before: now, after: now });
  if (isDown) proposed.rejected.add(shapeId);
  else proposed.rejected.delete(shapeId);
  return record(state, op, 'applied', shapeId, { before: now, after: now });
}

/**
 * The decision that a copy and what it is beside are both wanted, or its undoing. Of the shape nothing else changes, nor does
 * its revision: who edits it meanwhile has seen all of it.
 */
function keepBoth(state: MergeState, op: MergeOp & { shapeId: string }): Applied | Refused {
  const now = state.live.get(op.shapeId);
  const [from, to] = op.kind === 'keepBoth' ? [op.base, null] : [null, op.base];
  const isBeside = typeof op.base === 'string' && (state.live.has(op.base) || state.gone.has(op.base));
  if (op.kind === 'unkeepBoth' && !isBeside) return refused('annotation.noShape');
  if (!now || now.conflictOf !== from || typeof op.base !== 'string' || op.base === op.shapeId)
    return record(state, op, 'lived', op.shapeId, { before: now ?? null, after: now ?? null });
  const after = { ...now, conflictOf: to as string | null };
  if (twinOf(state, after)) return record(state, op, 'lived', op.shapeId, { before: now, after: now });
  const result = record(state, op, 'applied', op.shapeId, { before: after, after });
  return { ...result, before: now };
}

/** Merges one op that is not known yet, changing `state`. `copyId` names the copy that a conflict makes, always the same for an op. */
export function mergeOp(state: MergeState, op: MergeOp, copyId: (opId: string) => string): Applied | Refused {
  const result = merged(state, op, copyId);
  if (result.status === 'refused') state.refusedBases.set(op.opId, op.base);
  return result;
}

function merged(state: MergeState, op: MergeOp, copyId: (opId: string) => string): Applied | Refused {
  if (op.kind === 'checkEmpty' || op.kind === 'uncheckEmpty') return markEmpty(state, op, op.kind === 'checkEmpty');
  const { shapeId, shape } = op;
  if (shapeId === null) return refused('annotation.noShape');
  if (op.kind === 'reject' || op.kind === 'unreject') return markRejected(state, { ...op, shapeId });
  if (op.kind === 'keepBoth' || op.kind === 'unkeepBoth') return keepBoth(state, { ...op, shapeId });
  if (op.kind === 'delete') return remove(state, { ...op, shapeId });
  if (op.kind === 'restore') return restore(state, { ...op, shapeId }, copyId);
  return shape === null ? refused('annotation.noShape') : put(state, { ...op, shapeId, shape }, copyId);
}

/** State of an image after ops. Something of what was proposed is open, or all that ran found nothing: nobody has decided yet. */
export function imageStateOf({ liveShapes, empty, proposed }: Pick<MergeState, 'liveShapes' | 'empty' | 'proposed'>) {
  if (liveShapes > 0) return 'annotated';
  if (empty) return 'empty';
  const isOpen = proposed && (proposed.ids.size === 0 || [...proposed.ids].some((id) => !proposed.rejected.has(id)));
  return isOpen ? 'preLabeled' : 'unannotated';
}
