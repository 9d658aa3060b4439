/** Writes merged ops: shapes, history, the image's and its folder's counts, with one statement however many ops there are. */
import type { LoggedOp } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../core/db.ts';
import { together } from '../../core/prepared.ts';
import { tallied } from '../../core/tally.ts';
import { repeated } from '../../core/transaction.ts';
import { folderChange, stateChange } from '../datasets/index.ts';
import { isHeld, stillSo, type ImageFacts } from './facts.ts';
import type { Applied, HeldShape, MergeOp } from './merge.ts';
import { packPoints, packShape } from './shape-rows.ts';

export interface LoggedChange {
  imageId: number;
  clientId: string;
  op: Omit<MergeOp, 'kind'> & { kind: LoggedOp['kind'] };
  result: Applied;
}

const shapeRow = (imageId: number, held: HeldShape) => ({
  image_id: imageId,
  id: held.id,
  rev: held.rev,
  label_id: held.labelId,
  kind: held.kind,
  points: packPoints(held.points).toString('hex'),
  parts: held.parts,
  text: held.text,
  ignore: held.ignore,
  score: held.score,
  source: held.source,
  version_id: held.versionId,
  author_id: held.authorId,
  conflict_of: held.conflictOf,
  z: held.z,
  locked: held.locked,
});

type PlacedShape = { imageId: number; held: HeldShape };

function putShapes(shapes: readonly PlacedShape[], when: SQL = sql`true`): SQL | undefined {
  if (shapes.length === 0) return undefined;
  const rows = JSON.stringify(shapes.map(({ imageId, held }) => shapeRow(imageId, held)));
  return sql`
    insert into shape (image_id, id, rev, label_id, kind, points, parts, text, ignore, score, source, version_id, author_id,
                       conflict_of, z, locked)
    select image_id, id, rev, label_id, kind, decode(points, 'hex'), parts, text, ignore, score, source, version_id,
           author_id, conflict_of, z, locked
    from json_to_recordset(${rows}::json) as r(image_id bigint, id uuid, rev bigint, label_id bigint, kind text,
      points text, parts int[], text text, ignore boolean, score real, source text, version_id bigint, author_id bigint,
      conflict_of uuid, z int, locked boolean)
    where ${when}
    on conflict (image_id, id) do update set rev = excluded.rev, label_id = excluded.label_id, kind = excluded.kind,
      points = excluded.points, parts = excluded.parts, text = excluded.text, ignore = excluded.ignore,
      score = excluded.score, source = excluded.source, version_id = excluded.version_id, author_id = excluded.author_id,
      conflict_of = excluded.conflict_of, z = excluded.z, locked = excluded.locked`;
}

const hexOf = (held: HeldShape | null): string | null => held && packShape(held).toString('hex');

function addOps(changes: readonly LoggedChange[], actorId: number, when: SQL = sql`true`): SQL | undefined {
  if (changes.length === 0) return undefined;
  const rows = changes.map(({ imageId, clientId, op, result }) => ({
    image_id: imageId,
    seq: result.seq,
    op_id: op.opId,
    client_id: clientId,
    kind: op.kind,
    shape_id: result.shapeId,
    asked_shape_id: op.shapeId,
    base: op.base === null ? null : String(op.base),
    status: result.status,
    before: hexOf(result.before),
    after: hexOf(result.after),
  }));
  return sql`
    insert into op (image_id, seq, op_id, client_id, actor_id, kind, shape_id, asked_shape_id, base, status, before, after)
    select image_id, seq, op_id, client_id, ${actorId}::bigint, kind, shape_id, asked_shape_id, base, status,
           decode(before, 'hex'), decode(after, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(image_id bigint, seq bigint, op_id uuid, client_id uuid,
      kind text, shape_id uuid, asked_shape_id uuid, base text, status text, before text, after text)
    where ${when}`;
}

/** Changes and coordinates that one statement writes: its text stays within a few megabytes. */
const changesAtOnce = 2000;
const coordinatesAtOnce = 200_000;

function slicesOf(changes: readonly LoggedChange[]): LoggedChange[][] {
  const slices: LoggedChange[][] = [];
  let coordinates = Infinity;
  for (const change of changes) {
    if (coordinates >= coordinatesAtOnce || slices.at(-1)!.length >= changesAtOnce) {
      slices.push([]);
      coordinates = 0;
    }
    slices.at(-1)!.push(change);
    coordinates += change.result.after?.points.length ?? 0;
  }
  return slices;
}

/** Any number of changes on any number of images, each of them on another shape. */
export async function writeChanges(tx: Tx, changes: readonly LoggedChange[], actorId: number): Promise<void> {
  for (const slice of slicesOf(changes)) {
    const shapes = slice.flatMap(({ imageId, result: { after } }) => (after ? [{ imageId, held: after }] : []));
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    await together(tx, { shapes: putShapes(shapes), ops: addOps(slice, actorId) });
  }
}

/** What edits make of an acceptance. */
export type EditWord = 'reopen' | 'reaccept';

export interface ImageChange {
  /** The image as it was. */
  row: ImageFacts;
  revision: number;
  nShapes: number;
  state: string;
  put: readonly HeldShape[];
  gone: readonly string[];
  /** Proposals of all sources that are turned down; null where nothing was proposed. */
  rejected: readonly string[] | null;
  word: EditWord | null;
  ops: readonly LoggedChange[];
}

/** For an update of an accepted image: whoever edited it has submitted it. */
export const submittedBy = (actorId: number): SQL =>
  sql`review = 'submitted', submitted_by = ${actorId}, review_by = ${actorId}, review_at = clock_timestamp(), review_remark = null`;

/** As it was before the edits that are undone now: whoever accepted it then has seen what is there again. */
const acceptedBefore = sql`review = 'accepted', review_remark = null,
  (review_by, review_at) = (select o.actor_id, o.created_at from op o where o.image_id = image.id and o.seq = accepted_seq),
  submitted_by = (
    select o.actor_id from op o where o.image_id = image.id and o.seq < accepted_seq and o.kind in ('submit', 'reopen')
    order by o.seq desc limit 1)`;

/**
 * All that an edit changes on one image, in one statement and so all or nothing. False: the image, its place or a label
 * is not as it was read any more, and nothing is written.
 */
export async function writeImage(db: Db, change: ImageChange, actorId: number): Promise<boolean> {
  const { row, revision, nShapes, state, put, gone } = change;
  const { id } = row;
  const folder =
    row.folderId === null
      ? undefined
      : folderChange(row.folderId, stateChange([row.state], [state]), isHeld, change.word !== null);
  const labelIds = put.flatMap(({ labelId }) => labelId ?? []);
  const shapes = put.map((held) => ({ imageId: id, held }));
  const drawn = change.ops.filter(({ op }) => op.kind === 'put' || op.kind === 'checkEmpty').length;
  const parts = {
    ...stillSo(row, { labelIds, withFolder: folder !== undefined }),
    gone:
      gone.length === 0
        ? undefined
        : sql`delete from shape where image_id = ${id} and id = any(${sql.param(gone)}::uuid[]) and ${isHeld}`,
    shapes: putShapes(shapes, isHeld),
    ops: addOps(change.ops, actorId, isHeld),
    image: sql`
      update image set revision = ${revision}, n_shapes = ${nShapes}, state = ${state}
        ${change.word === null ? sql`` : sql`, ${change.word === 'reopen' ? submittedBy(actorId) : acceptedBefore}`}
      where id = ${id} and ${isHeld}`,
    folder,
    rejected: change.ops.some(({ op }) => op.kind === 'reject' || op.kind === 'unreject')
      ? sql`
          update proposal set rejected = array(
            select r.id from unnest(${sql.param(change.rejected ?? [])}::uuid[]) as r (id) where r.id = any(ids))
          where image_id = ${id} and ${isHeld}`
      : undefined,
    tallied: drawn === 0 ? undefined : tallied(actorId, 'annotations', drawn, isHeld),
  };
  const rows = await repeated(() => together(db, parts, sql`select id from held`));
  return rows.length > 0;
}
