/** Takes a client's ops: one transaction under the picture's lock, each op merged for itself, then the news for the others. */
import {
  families,
  messageText,
  ShapeOp,
  shapeKindsOf,
  stateByRole,
  Uuid,
  type FamilyId,
  type OpResult,
  type SetType,
  type Shape,
} from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import { v5 as namedUuid } from 'uuid';
import { ownProjects, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { found, invalid } from '../../core/errors.ts';
import { prepared } from '../../core/prepared.ts';
import type { Services } from '../../core/services.ts';
import { briefly } from '../../core/transaction.ts';
import { project } from '../projects/tables.ts';
import { checkShape } from './check-shape.ts';
import { mergeOp, pictureStateOf, type MergeOp, type MergeState, type Outcome, type Refused } from './merge.ts';
import { readState } from './read-state.ts';
import { pictureWrites, type LoggedChange } from './write.ts';

/** What an edit needs to know of a picture and where it is. */
interface EditedPicture {
  id: number;
  folderId: number | null;
  datasetId: number;
  projectId: number;
  state: string;
  revision: number;
  nShapes: number;
  width: number;
  height: number;
}
interface Own extends EditedPicture {
  setType: SetType;
  role: string;
  family: FamilyId;
}
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

/** Labels that ops name themselves; a restore may bring back others. */
const namedLabels = (ops: readonly ReadOp[]): number[] =>
  ops.flatMap((one) => ('op' in one ? (one.op.shape?.labelId ?? []) : []));

const restores = (ops: readonly ReadOp[]): boolean => ops.some((one) => 'op' in one && one.op.kind === 'restore');

/** The labels of all shapes that a restore may bring back: a shape that is deleted and restored in one go is live now. */
const heldLabels = (state: MergeState): number[] =>
  [...state.gone.values(), ...state.live.values()].flatMap((shape) => shape.labelId ?? []);

async function withHeldLabels(tx: Tx, { datasetId }: EditedPicture, state: MergeState, named: readonly number[]) {
  const rows = await prepared<{ id: number }>(tx, liveLabels(heldLabels(state), sql`${datasetId}`));
  return new Set([...named, ...rows.map((row) => row.id)]);
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
  const kinds = shapeKindsOf(families[own.family], own.setType);
  const ground = { width: own.width, height: own.height, kinds };
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
    changes.push({ imageId: own.id, clientId: place.clientId, op, result });
    return answer(one.opId, result);
  });
  return { results, changes };
}

const lastOf = (state: MergeState, op: ShapeOp): Shape | null => (op.shapeId && state.gone.get(op.shapeId)) || null;

const columns = sql.raw(`i.id, i.folder_id as "folderId", i.dataset_id as "datasetId", i.project_id as "projectId",
  i.state, i.revision, i.n_shapes as "nShapes", i.width, i.height`);

/** A picture of the actor's that is not deleted. */
async function ownEdited(tx: Tx, actor: Actor, id: number): Promise<Own> {
  const [own] = await prepared<Own>(
    tx,
    sql`
      select ${columns}, d.set_type as "setType", d.role, ${project.family} as family
      from image i join dataset d on d.id = i.dataset_id join project on project.id = i.project_id
      where i.id = ${id} and i.deleted_at is null and ${ownProjects(actor)}`,
  );
  return found(own);
}

const liveLabels = (ids: readonly number[], datasetId: SQL) => sql`
  select l.id from label l where l.id = any(${sql.param([...new Set(ids)])}::bigint[]) and l.dataset_id = ${datasetId}
    and l.deleted_at is null order by l.id for key share`;

/** The picture as it is under lock, with those of the labels that are live; these stay until the transaction ends. */
interface Held extends EditedPicture {
  labels: number[];
}

/** Locks the folder where that is wanted, then the picture, then the labels that ops name. */
function holding({ id, folderId }: Own, labelIds: readonly number[], withFolder: boolean): SQL {
  const isPlaced = withFolder && folderId !== null;
  const place = isPlaced ? sql`select id from folder where id = ${folderId} for no key update` : sql`select 1`;
  // each part reads the one before it, so that the locks are taken in this order
  return sql`
    with place as materialized (${place}),
    picture as materialized (
      select ${columns} from image i where i.id = ${id} and i.deleted_at is null and exists (select 1 from place)
      for no key update of i),
    labels as materialized (${liveLabels(labelIds, sql`(select "datasetId" from picture)`)})
    select picture.*, array_to_json(array(select id from labels)) as labels from picture`;
}

interface Merged {
  revision: number;
  results: OpResult[];
  changes: LoggedChange[];
}

async function mergeInto(tx: Tx, held: Held, place: Place, ops: readonly ReadOp[], folderLocked: boolean) {
  const { labels: named, ...row } = held;
  const state = await readState(
    tx,
    row,
    ops.flatMap((one) => ('op' in one ? one.op : [])),
  );
  const labels = restores(ops) ? await withHeldLabels(tx, row, state, named) : new Set(named);
  const { results, changes } = mergeAll(place, ops, state, labels);
  if (changes.length === 0) return { writes: {}, result: { revision: row.revision, results, changes } };
  const drawn = pictureStateOf(state);
  // what is true of all pictures of a data set does not go with the last shape
  const after = drawn === 'unannotated' ? stateByRole(place.own.family, place.own.role) : drawn;
  if (after !== row.state && !folderLocked) throw needsFolder;
  const touched = new Set(changes.flatMap(({ result }) => result.shapeId ?? []));
  const change = {
    row,
    revision: state.revision,
    nShapes: state.liveShapes,
    state: after,
    put: [...touched].flatMap((shapeId) => state.live.get(shapeId) ?? []),
    gone: [...touched].filter((shapeId) => !state.live.has(shapeId)),
    ops: changes,
  };
  const result: Merged = { revision: state.revision, results, changes };
  return { writes: pictureWrites(change, place.actorId), result };
}

/** A guess that saves a second run: an edit of a picture that is and stays annotated leaves its folder alone. */
const stateMayChange = (row: EditedPicture, ops: readonly ReadOp[]): boolean =>
  row.state !== 'annotated' || row.nShapes <= ops.filter((one) => 'op' in one && one.op.kind === 'delete').length;

export async function applyOps(
  services: Services,
  actor: Actor,
  input: { imageId: number; clientId: string; ops: readonly unknown[] },
): Promise<{ revision: number; results: OpResult[] }> {
  const own = await ownEdited(services.db, actor, input.imageId);
  const ops = input.ops.map(readOp);
  const place = { own, clientId: input.clientId.toLowerCase(), actorId: actor.userId };
  const run = (withFolder: boolean) =>
    briefly<Held, Merged>(services.db, {
      first: holding(own, namedLabels(ops), withFolder),
      work: (tx, [held]) => mergeInto(tx, found(held), place, ops, withFolder),
    });
  const { changes, ...result } = await run(stateMayChange(own, ops)).catch((error: unknown) => {
    if (error !== needsFolder) throw error;
    return run(true);
  });
  if (changes.length > 0) await tellOthers(services, own, result.revision, place.clientId);
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
