/** Reads what a merge needs to know of an image: the shapes and earlier ops that its ops name, and nothing else. */
import type { ShapeOp } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import type { image } from '../../tables/datasets.ts';
import type { HeldShape, MergeState, Outcome } from './merge.ts';
import { heldOf, unpackShape } from './shape-rows.ts';
import { shape } from '../../tables/annotation.ts';

type ReadImage = Pick<typeof image.$inferSelect, 'id' | 'revision' | 'state' | 'nShapes'> & {
  hasCopies: boolean;
  proposed: readonly Decisions[];
};

interface Decisions {
  ids: readonly string[];
  rejected: readonly string[];
}

/** Of all sources together: an image waits as long as something of any of them does. */
export const together = (proposed: readonly Decisions[]): MergeState['proposed'] =>
  proposed.length === 0
    ? null
    : {
        ids: new Set(proposed.flatMap(({ ids }) => ids)),
        rejected: new Set(proposed.flatMap(({ rejected }) => rejected)),
      };

/** An earlier op, as JSON. */
export interface OpRow {
  opId: string;
  kind: string;
  seq: number;
  status: Outcome['status'];
  shapeId: string | null;
  /** Hexadecimal. */
  after: string | null;
}

export const uuids = (ids: Iterable<string>) => sql`${sql.param([...new Set(ids)])}::uuid[]`;

const revOf = ({ seq, after }: OpRow): number => (after ? unpackShape(Buffer.from(after, 'hex')).rev : seq);

/** An edit that left no shape met one that was exactly so. */
const isMerged = ({ kind, after }: OpRow): boolean => after === null && (kind === 'put' || kind === 'restore');

const outcomeOf = (row: OpRow): Outcome => ({
  seq: row.seq,
  rev: row.shapeId === null || isMerged(row) ? null : revOf(row),
  status: row.status,
  shapeId: row.shapeId,
});

/** The ids of the ops, and of those that they stand on. */
export const opIdsOf = (ops: readonly ShapeOp[]): string[] =>
  ops.flatMap(({ opId, base }) => (typeof base === 'string' ? [opId, base] : [opId]));

export async function liveShapes(tx: Tx, imageId: number, ids: Set<string>): Promise<Map<string, HeldShape>> {
  if (ids.size === 0) return new Map();
  const rows = await tx
    .select()
    .from(shape)
    .where(sql`${shape.imageId} = ${imageId} and ${shape.id} = any(${uuids(ids)})`);
  return new Map(rows.map((row) => [row.id, heldOf(row)]));
}

/** All that is in conflict. */
async function disputedShapes(tx: Tx, imageId: number): Promise<HeldShape[]> {
  const copies = sql`select c.conflict_of from shape c where c.image_id = ${imageId} and c.conflict_of is not null`;
  const rows = await tx
    .select()
    .from(shape)
    .where(sql`${shape.imageId} = ${imageId} and (${shape.conflictOf} is not null or ${shape.id} in (${copies}))`);
  return rows.map(heldOf);
}

/** Last content of shapes that are not live; walks back through the history of the image. */
async function goneShapes(tx: Tx, imageId: number, ids: string[]): Promise<Map<string, HeldShape>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ shape_id: string; before: Buffer }>(sql`
    select distinct on (shape_id) shape_id, before from op
    where image_id = ${imageId} and shape_id = any(${uuids(ids)}) and kind in ('delete', 'put', 'restore') and status = 'applied' and before is not null and after is null
    order by shape_id, seq desc`);
  return new Map(rows.map((row) => [row.shape_id, unpackShape(row.before)]));
}

/** `earlier`: those of `opIdsOf(ops)` that were here before. */
export async function readState(
  tx: Tx,
  row: ReadImage,
  earlier: readonly OpRow[],
  ops: readonly ShapeOp[],
): Promise<MergeState> {
  const known = new Map(earlier.map((one) => [one.opId, outcomeOf(one)]));
  const bases = ops.flatMap((op) => (typeof op.base === 'string' ? op.base : []));
  const fresh = ops.filter((op) => !known.has(op.opId));
  const targets = new Set(fresh.flatMap((op) => op.shapeId ?? []));
  for (const base of bases) targets.add(known.get(base)?.shapeId ?? base);
  for (const { keeps } of fresh) if (keeps !== undefined) targets.add(keeps);
  const live = row.nShapes === 0 ? new Map<string, HeldShape>() : await liveShapes(tx, row.id, targets);
  if (row.hasCopies) for (const held of await disputedShapes(tx, row.id)) live.set(held.id, held);
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
    proposed: together(row.proposed),
    refusedBases: new Map(),
  };
}

/** Whether the image was marked as checked, empty at a revision at which it had no shapes. */
export async function wasEmpty(tx: Tx, imageId: number, seq: number): Promise<boolean> {
  const { rows } = await tx.execute<{ kind: string }>(sql`
    select kind from op where image_id = ${imageId} and seq <= ${seq} and kind in ('checkEmpty', 'uncheckEmpty')
    order by seq desc limit 1`);
  return rows[0]?.kind === 'checkEmpty';
}
