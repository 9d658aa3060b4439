/** Takes a client's ops: one transaction under the picture's lock, each op merged for itself, then the news for the others. */
import {
  families,
  messageText,
  ShapeOp,
  shapeKindsOf,
  Uuid,
  type FamilyId,
  type OpResult,
  type SetType,
  type Shape,
} from '@loupe/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { v5 as namedUuid } from 'uuid';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { lock, ownPicture } from '../datasets/index.ts';
import { folder, image, label } from '../datasets/tables.ts';
import { checkShape } from './check-shape.ts';
import { mergeOp, pictureStateOf, type MergeOp, type MergeState, type Outcome, type Refused } from './merge.ts';
import { readState } from './read-state.ts';
import { deleteShapes, writeOps, writePicture, writeShapes, type LoggedChange } from './write.ts';

type Own = Awaited<ReturnType<typeof ownPicture>>;
/** An op as it came: with a readable id, and either well-formed or with what is wrong with it. */
export type ReadOp = { opId: string } & ({ op: ShapeOp } | { why: string; base: ShapeOp['base'] });

const copies = '5a7f4c52-3a5e-4d6f-9c1b-0c1d1d7b6a10';
/** A copy's id follows from the op, so that every repeat of the op means the same copy. */
export const copyId = (opId: string): string => namedUuid(opId, copies);

/** Ids compare as the database writes them. */
const lower = (op: ShapeOp): ShapeOp => ({
  ...op,
  opId: op.opId.toLowerCase(),
  shapeId: op.shapeId?.toLowerCase() ?? null,
  base: typeof op.base === 'string' ? op.base.toLowerCase() : op.base,
});

function readOp(raw: unknown, place: number): ReadOp {
  const opId = Uuid.safeParse((raw as { opId?: unknown } | null)?.opId);
  if (!opId.success) throw invalid(`ops.${place}.opId`, 'not a UUID');
  const parsed = ShapeOp.safeParse(raw);
  if (parsed.success) return { opId: opId.data, op: lower(parsed.data) };
  const issue = parsed.error.issues[0];
  const base = ShapeOp.shape.base.safeParse((raw as { base?: unknown }).base).data ?? null;
  return { opId: opId.data, base, why: `${issue?.path.join('.')} ${issue?.message}` };
}

export const refusal = (opId: string, { key }: Pick<Refused, 'key'>, why = ''): OpResult => ({
  opId,
  seq: null,
  rev: null,
  status: 'refused',
  shapeId: null,
  key,
  msg: messageText(key, 'zh', { why }),
  en_msg: messageText(key, 'en', { why }),
});
const answer = (opId: string, { seq, rev, status, shapeId }: Outcome): OpResult => ({
  opId,
  seq,
  rev,
  status,
  shapeId,
  key: null,
  msg: null,
  en_msg: null,
});

/** Live labels of the data set among these; they stay until the transaction ends. */
async function holdLabels(tx: Tx, datasetId: number, ids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  if (ids.size === 0) return ids;
  const rows = await tx
    .select({ id: label.id })
    .from(label)
    .where(and(inArray(label.id, [...ids]), eq(label.datasetId, datasetId), isNull(label.deletedAt)))
    .orderBy(label.id)
    .for('key share');
  return new Set(rows.map((row) => row.id));
}

function labelIdsOf(ops: readonly ReadOp[], state: MergeState): Set<number> {
  const shapes = ops.flatMap((one) => ('op' in one && one.op.shape ? [one.op.shape] : []));
  // a shape that is deleted and restored in one go is live now
  const restores = ops.some((one) => 'op' in one && one.op.kind === 'restore');
  const held = restores ? [...state.gone.values(), ...state.live.values()] : [];
  return new Set([...shapes, ...held].flatMap((shape) => shape.labelId ?? []));
}

/** Thrown to run again with the folder locked first: its counts will change. */
const needsFolder = Symbol('needs folder');

interface Place {
  own: Own;
  clientId: string;
  actorId: number;
}

/** Checks and merges in order; the answers are in the order of the ops. */
function mergeAll(place: Place, ops: readonly ReadOp[], state: MergeState, labels: ReadonlySet<number>) {
  const { own } = place;
  const kinds = shapeKindsOf(families[own.project.family as FamilyId], own.dataset.setType as SetType);
  const ground = { width: own.image.width, height: own.image.height, kinds };
  const changes: LoggedChange[] = [];
  const check = (shape: Shape) => {
    if (shape.labelId === null || !labels.has(shape.labelId)) return { key: 'annotation.unknownLabel' as const };
    return checkShape(shape, ground);
  };
  const results = ops.map((one): OpResult => {
    const known = state.known.get(one.opId.toLowerCase());
    if (known) return answer(one.opId, known);
    if (!('op' in one)) {
      state.refusedBases.set(one.opId.toLowerCase(), one.base);
      return refusal(one.opId, { key: 'annotation.badShape' }, one.why);
    }
    const needed =
      one.op.kind === 'put' ? one.op.shape : one.op.kind === 'restore' ? (one.op.shape ?? lastOf(state, one.op)) : null;
    const checked = needed ? check(needed) : { shape: null };
    if ('key' in checked) {
      state.refusedBases.set(one.op.opId, one.op.base);
      return refusal(one.opId, checked, checked.key === 'annotation.badShape' ? 'points, parts' : '');
    }
    const op: MergeOp = { ...one.op, shape: one.op.shape && checked.shape, authorId: place.actorId };
    const result = mergeOp(state, op, copyId);
    if (result.status === 'refused') return refusal(one.opId, result);
    changes.push({ imageId: own.image.id, clientId: place.clientId, op, result });
    return answer(one.opId, result);
  });
  return { results, changes };
}

const lastOf = (state: MergeState, op: ShapeOp): Shape | null => (op.shapeId && state.gone.get(op.shapeId)) || null;

/** The row under lock, as it is now. */
async function lockImage(tx: Tx, id: number) {
  const [row] = await tx
    .select()
    .from(image)
    .where(and(eq(image.id, id), isNull(image.deletedAt)))
    .for('no key update');
  if (!row) throw notFound();
  return row;
}

async function mergeInto(tx: Tx, place: Place, ops: readonly ReadOp[], folderLocked: boolean) {
  const { id, folderId } = place.own.image;
  if (folderLocked && folderId !== null) await lock(tx, folder, folderId, 'no key update');
  const row = await lockImage(tx, id);
  const state = await readState(
    tx,
    row,
    ops.flatMap((one) => ('op' in one ? one.op : [])),
  );
  const labels = await holdLabels(tx, row.datasetId, labelIdsOf(ops, state));
  const { results, changes } = mergeAll(place, ops, state, labels);
  if (changes.length === 0) return { revision: row.revision, results, changes };
  const after = pictureStateOf(state);
  if (after !== row.state && !folderLocked) throw needsFolder;
  const touched = new Set(changes.flatMap(({ result }) => result.shapeId ?? []));
  const held = [...touched].flatMap((shapeId) => state.live.get(shapeId) ?? []);
  await deleteShapes(
    tx,
    id,
    [...touched].filter((shapeId) => !state.live.has(shapeId)),
  );
  await writeShapes(
    tx,
    held.map((one) => ({ imageId: id, held: one })),
  );
  await writeOps(tx, changes, place.actorId);
  await writePicture(tx, row, { revision: state.revision, nShapes: state.liveShapes, state: after });
  return { revision: state.revision, results, changes };
}

/** A guess that saves a second run: an edit of a picture that is and stays annotated leaves its folder alone. */
const stateMayChange = (row: Own['image'], ops: readonly ReadOp[]): boolean =>
  row.state !== 'annotated' || row.nShapes <= ops.filter((one) => 'op' in one && one.op.kind === 'delete').length;

export async function applyOps(
  services: Services,
  actor: Actor,
  input: { imageId: number; clientId: string; ops: readonly unknown[] },
): Promise<{ revision: number; results: OpResult[] }> {
  const own = await ownPicture(services.db, actor, input.imageId);
  const ops = input.ops.map(readOp);
  const place = { own, clientId: input.clientId.toLowerCase(), actorId: actor.userId };
  const run = (folderLocked: boolean) => inTransaction(services.db, (tx) => mergeInto(tx, place, ops, folderLocked));
  const { changes, ...result } = await run(stateMayChange(own.image, ops)).catch((error: unknown) => {
    if (error !== needsFolder) throw error;
    return run(true);
  });
  if (changes.length > 0) await tellOthers(services, own.image, result.revision, place.clientId);
  return result;
}

/** The edit is saved whether or not the news gets through; who misses it asks for ops after a number. */
export async function tellOthers(
  services: Services,
  { id, projectId }: { id: number; projectId: number },
  seq: number,
  clientId: string,
) {
  await services
    .publish({ projectId }, { type: 'picture', imageId: id, seq, clientId })
    .catch((error: unknown) =>
      services.log.warn({ error: String(error), imageId: id }, 'news of an edit was not sent'),
    );
}
