/** An image's shapes at one revision, and the ops after a revision. */
import {
  families,
  shapeKindsOf,
  type FamilyId,
  type LoggedOp,
  type ImageAnnotation,
  type SetType,
  type StoredShape,
} from '@loupe/contract';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { isPreLabeling, labelsOf, ownImage, imageOf } from '../datasets/index.ts';
import type { HeldShape } from './merge.ts';
import { proposalsOf } from './proposals.ts';
import { reviewOf } from './review.ts';
import { heldOf, unpackShape } from './shape-rows.ts';
import { op, shape } from '../../tables/annotation.ts';

const opsAtOnce = 500;

export async function withAuthors(tx: Tx, shapes: readonly HeldShape[]): Promise<StoredShape[]> {
  const ids = [...new Set(shapes.flatMap((one) => one.authorId ?? []))];
  const rows =
    ids.length === 0 ? [] : await tx.select({ id: user.id, name: showName() }).from(user).where(inArray(user.id, ids));
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return shapes.map((one) => ({ ...one, author: one.authorId === null ? null : (names.get(one.authorId) ?? null) }));
}

const isWaiting = async (tx: Tx, imageId: number): Promise<boolean> => {
  const { rows } = await tx.execute<{ waiting: boolean }>(sql`select ${isPreLabeling(sql`${imageId}`)} as waiting`);
  return rows[0]!.waiting;
};

/** Everything below sees the same instant. */
const instant = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export const imageShapes = ({ db }: Services, actor: Actor, imageId: number): Promise<ImageAnnotation> =>
  inTransaction(
    db,
    async (tx) => {
      const own = await ownImage(tx, actor, imageId);
      const rows = await tx.select().from(shape).where(eq(shape.imageId, imageId)).orderBy(asc(shape.z), asc(shape.id));
      const labels = await labelsOf(tx, [own.dataset.id], 'bounded');
      const kinds = shapeKindsOf(families[own.project.family as FamilyId], own.dataset.setType as SetType);
      return {
        image: imageOf(own.image, { missing: own.missing, isReviewed: own.dataset.review }),
        revision: own.image.revision,
        labels: labels.map(({ datasetId: _, ...label }) => label),
        shapes: await withAuthors(tx, rows.map(heldOf)),
        shapeKinds: [...kinds],
        proposals: await proposalsOf(tx, imageId, { labels, kinds }),
        isPreLabeling: await isWaiting(tx, imageId),
        review: own.dataset.review ? await reviewOf(tx, actor, own.image) : null,
      };
    },
    instant,
  );

export const opsAfter = (
  { db }: Services,
  actor: Actor,
  imageId: number,
  seq: number,
): Promise<{ revision: number; ops: LoggedOp[] }> =>
  inTransaction(
    db,
    async (tx) => {
      const own = await ownImage(tx, actor, imageId);
      const rows = await tx
        .select()
        .from(op)
        .where(and(eq(op.imageId, imageId), gt(op.seq, seq)))
        .orderBy(asc(op.seq))
        .limit(opsAtOnce);
      const held = rows.map((row) => (row.after ? unpackShape(row.after) : null));
      const named = await withAuthors(
        tx,
        held.filter((one) => one !== null),
      );
      let next = 0;
      const ops = rows.map((row, i) => ({
        seq: row.seq,
        opId: row.opId,
        clientId: row.clientId,
        actorId: row.actorId,
        kind: row.kind as LoggedOp['kind'],
        shapeId: row.shapeId,
        after: held[i] ? named[next++]! : null,
        at: row.createdAt.toISOString(),
      }));
      return { revision: own.image.revision, ops };
    },
    instant,
  );
