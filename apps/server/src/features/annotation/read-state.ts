/** Reads what a merge needs to know of a picture: the shapes and earlier ops that its ops name, and nothing else. */
import type { ShapeOp } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import type { image } from '../datasets/tables.ts';
import type { HeldShape, MergeState, Outcome } from './merge.ts';
import { heldOf, unpackShape } from './shape-rows.ts';
import { shape } from './tables.ts';

type ReadImage = Pick<typeof image.$inferSelect, 'id' | 'revision' | 'state' | 'nShapes'>;

export interface OpRow {
  op_id: string;
  seq: number;
  status: Outcome['status'];
  shape_id: string | null;
  after: Buffer | null;
}

const uuids = (ids: Iterable<string>) => sql`${sql.param([...new Set(ids)])}::uuid[]`;

const outcomeOf = (row: OpRow): Outcome => ({
  seq: row.seq,
  rev: row.shape_id === null ? null : row.after ? unpackShape(row.after).rev : row.seq,
  status: row.status,
  shapeId: row.shape_id,
});

/** Those of the ops, and of the ops that they stand on, that were here before. */
export function knownOps(imageId: number, ops: readonly ShapeOp[]): SQL {
  const ids = ops.flatMap(({ opId, base }) => (typeof base === 'string' ? [opId, base] : [opId]));
  return sql`select op_id, seq, status, shape_id, after from op where image_id = ${imageId} and op_id = any(${uuids(ids)})`;
}

async function liveShapes(tx: Tx, imageId: number, ids: Set<string>): Promise<Map<string, HeldShape>> {
  if (ids.size === 0) return new Map();
  const rows = await tx
    .select()
    .from(shape)
    .where(sql`${shape.imageId} = ${imageId} and ${shape.id} = any(${uuids(ids)})`);
  return new Map(rows.map((row) => [row.id, heldOf(row)]));
}

/** Last content of shapes that are not live; walks back through the history of the picture. */
async function goneShapes(tx: Tx, imageId: number, ids: string[]): Promise<Map<string, HeldShape>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ shape_id: string; before: Buffer }>(sql`
    select distinct on (shape_id) shape_id, before from op
    where image_id = ${imageId} and shape_id = any(${uuids(ids)}) and kind = 'delete' and status = 'applied' and before is not null
    order by shape_id, seq desc`);
  return new Map(rows.map((row) => [row.shape_id, unpackShape(row.before)]));
}

/** `earlier`: what `knownOps` found under the picture's lock. */
export async function readState(
  tx: Tx,
  row: ReadImage,
  earlier: readonly OpRow[],
  ops: readonly ShapeOp[],
): Promise<MergeState> {
  const known = new Map(earlier.map((one) => [one.op_id, outcomeOf(one)]));
  const bases = ops.flatMap((op) => (typeof op.base === 'string' ? op.base : []));
  const fresh = ops.filter((op) => !known.has(op.opId));
  const targets = new Set(fresh.flatMap((op) => op.shapeId ?? []));
  for (const base of bases) targets.add(known.get(base)?.shapeId ?? base);
  const live = row.nShapes === 0 ? new Map<string, HeldShape>() : await liveShapes(tx, row.id, targets);
  // a shape that is new to its client was never here before
  const mayBeGone = fresh.some((op) => op.base !== null || op.kind !== 'put');
  const missing = mayBeGone ? [...targets].filter((id) => !live.has(id)) : [];
  const gone = await goneShapes(tx, row.id, missing);
  return {
    revision: row.revision,
    empty: row.state === 'empty',
    liveShapes: row.nShapes,
    live,
    gone,
    known,
    refusedBases: new Map(),
  };
}
