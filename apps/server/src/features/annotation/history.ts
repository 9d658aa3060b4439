/** The history of an image, read from its ops: what each did, and the shapes at any revision. */
import {
  historyPage,
  type HistoryChange,
  type HistoryKind,
  type imageHistory,
  type Output,
  type PastDecisions,
  type Shape,
} from '@loupe/contract';
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { op, shape } from '../../tables/annotation.ts';
import { user } from '../../tables/account.ts';
import { showName } from '../account/index.ts';
import { ownImage } from '../datasets/index.ts';
import type { HeldShape } from './merge.ts';
import { noVersion } from './proposals.ts';
import { wasEmpty } from './read-state.ts';
import { withAuthors } from './read.ts';
import { reviewKinds } from './review.ts';
import { heldOf, unpackShape } from './shape-rows.ts';

type OpRow = Pick<typeof op.$inferSelect, 'kind' | 'status' | 'before' | 'after'>;

const isSameGeometry = (a: Shape, b: Shape): boolean =>
  a.kind === b.kind && String(a.points) === String(b.points) && String(a.parts) === String(b.parts);

function arrival({ source, versionId, score }: Shape): HistoryKind {
  if (source === 'import') return 'imported';
  if (source !== 'person') return 'added';
  // a score without a version is that of a candidate of examples
  return versionId !== null ? 'accepted' : score !== null ? 'acceptedSimilar' : 'added';
}

function difference(before: HeldShape, after: HeldShape): HistoryKind {
  if (before.labelId !== after.labelId) return 'relabelled';
  if (before.text !== after.text) return 'typed';
  // a prediction that was stored as a shape
  if (before.source === 'model' && after.source === 'person') return 'accepted';
  return isSameGeometry(before, after) ? 'changed' : 'moved';
}

const plain: Readonly<Record<string, HistoryKind>> = {
  checkEmpty: 'checkedEmpty',
  uncheckEmpty: 'uncheckedEmpty',
  reject: 'rejected',
  unreject: 'unrejected',
  restore: 'restored',
  keepBoth: 'keptBoth',
  unkeepBoth: 'unkeptBoth',
  ...reviewKinds,
};

function kindOf({ kind, status }: OpRow, before: HeldShape | null, after: HeldShape | null): HistoryKind {
  if (status === 'conflict') return 'copied';
  if (before && !after) return 'removed';
  return plain[kind] ?? (before && after ? difference(before, after) : after ? arrival(after) : 'removed');
}

/** Everything below sees the same instant. */
const instant = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

const history = (
  { db }: Services,
  actor: Actor,
  { imageId, before }: { imageId: number; before: number | null },
): Promise<Output<(typeof imageHistory)['imageHistory']>> =>
  inTransaction(
    db,
    async (tx) => {
      await ownImage(tx, actor, imageId);
      const rows = await tx
        .select({ row: op, actor: showName() })
        .from(op)
        .leftJoin(user, eq(user.id, op.actorId))
        // what had no effect is no part of what the image became
        .where(and(eq(op.imageId, imageId), ne(op.status, 'lived'), before === null ? undefined : lt(op.seq, before)))
        .orderBy(desc(op.seq))
        .limit(historyPage + 1);
      return { changes: rows.slice(0, historyPage).map(changeOf), hasMore: rows.length > historyPage };
    },
    instant,
  );

function changeOf({ row, actor }: { row: typeof op.$inferSelect; actor: string | null }): HistoryChange {
  const [was, is] = [row.before, row.after].map((held) => (held ? unpackShape(held) : null)) as [
    HeldShape | null,
    HeldShape | null,
  ];
  const what = kindOf(row, was, is);
  return {
    seq: row.seq,
    what,
    actorId: row.actorId,
    actor,
    clientId: row.clientId,
    shapeKind: (is ?? was)?.kind ?? null,
    labelId: (is ?? was)?.labelId ?? null,
    fromLabelId: what === 'relabelled' ? (was?.labelId ?? null) : null,
    remark: row.remark,
    at: row.createdAt.toISOString(),
  };
}

/** What the first op after a revision found of each shape is how the shape was then; the others are as they are now. */
async function shapesAt(tx: Tx, imageId: number, seq: number): Promise<HeldShape[]> {
  const { rows } = await tx.execute<{ shapeId: string; before: Buffer | null }>(sql`
    select distinct on (shape_id) shape_id as "shapeId", before from op
    where image_id = ${imageId} and seq > ${seq} and shape_id is not null
    order by shape_id, seq`);
  const touched = new Set(rows.map(({ shapeId }) => shapeId));
  const live = await tx.select().from(shape).where(eq(shape.imageId, imageId));
  return [
    ...live.filter(({ id }) => !touched.has(id)).map(heldOf),
    ...rows.flatMap(({ before }) => (before ? unpackShape(before) : [])),
  ].sort((a, b) => a.z - b.z || (a.id < b.id ? -1 : 1));
}

/** Of the runs that were there at the time of the revision. */
async function decisionsAt(tx: Tx, imageId: number, seq: number): Promise<PastDecisions[]> {
  const { rows } = await tx.execute<{ versionId: number | null; at: Date; rejected: string[] }>(sql`
    select nullif(p.version_id, ${noVersion}) as "versionId", p.created_at as at, array(
      select last.shape_id from (
        select distinct on (o.shape_id) o.shape_id, o.kind from op o
        where o.image_id = ${imageId} and o.seq <= ${seq} and o.shape_id = any(p.ids)
          and o.kind in ('reject', 'unreject') and o.status <> 'lived'
        order by o.shape_id, o.seq desc
      ) last where last.kind = 'reject')::text[] as rejected
    from proposal p
    where p.image_id = ${imageId}
      and p.created_at <= (select o.created_at from op o where o.image_id = ${imageId} and o.seq = ${seq})
    order by p.id`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

const imageAt = (
  { db }: Services,
  actor: Actor,
  { imageId, seq }: { imageId: number; seq: number },
): Promise<Output<(typeof imageHistory)['imageAt']>> =>
  inTransaction(
    db,
    async (tx) => {
      await ownImage(tx, actor, imageId);
      const shapes = await shapesAt(tx, imageId, seq);
      return {
        shapes: await withAuthors(tx, shapes),
        isCheckedEmpty: shapes.length === 0 && (await wasEmpty(tx, imageId, seq)),
        decisions: await decisionsAt(tx, imageId, seq),
      };
    },
    instant,
  );

export const makeHistoryHandlers = (services: Services): Handlers<typeof imageHistory> => ({
  imageHistory: (actor, input) => history(services, actor, input),
  imageAt: (actor, input) => imageAt(services, actor, input),
});
