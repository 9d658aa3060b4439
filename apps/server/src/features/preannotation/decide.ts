/**
 * Accepts or rejects the predictions of many images. Each image is edited for itself, as by a person in the workbench: what
 * others do meanwhile is merged, and what was done before a failure stays done.
 */
import { limits, type Decided, type OpResult, type Parsed, type preannotation, type ShapeKind } from '@loupe/contract';
import { and, eq, exists, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Db } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { applyOps, proposalsOf } from '../annotation/index.ts';
import { holdSelection, ownDataset } from '../datasets/index.ts';
import { decisionOn, type Subject } from './decide-ops.ts';
import { isMarked, kindsOf, liveLabels } from './place.ts';

type Asked = Parsed<(typeof preannotation)['imagesDecide']>;

/** What a data set takes. */
interface Ground {
  labels: { id: number }[];
  kinds: readonly ShapeKind[];
  isMarked: boolean;
}

async function groundOf(db: Db, actor: Actor, datasetId: number): Promise<Ground> {
  const place = await ownDataset(db, actor, datasetId);
  const labels = await liveLabels(db, datasetId);
  return { labels, kinds: kindsOf(place), isMarked: isMarked(place) };
}

/** Those of the images for which something was ever proposed, also where it was nothing. */
const proposedFor = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: image.id, datasetId: image.datasetId })
    .from(image)
    .where(
      and(
        inArray(image.id, [...ids]),
        exists(db.select({ id: proposal.id }).from(proposal).where(eq(proposal.imageId, image.id))),
      ),
    )
    .orderBy(image.id);

/** Undefined where the image is gone meanwhile. */
async function subjectOf(db: Db, imageId: number, ground: Ground): Promise<Subject | undefined> {
  const [row] = await db
    .select({ width: image.width, height: image.height, state: image.state, nShapes: image.nShapes })
    .from(image)
    .where(and(eq(image.id, imageId), isNull(image.deletedAt)));
  if (!row) return undefined;
  const { width, height, state, nShapes } = row;
  const proposals = await proposalsOf(db, imageId, ground);
  const shapes = nShapes === 0 ? [] : await db.select({ id: shape.id }).from(shape).where(eq(shape.imageId, imageId));
  const canBeEmpty = ground.isMarked && ground.labels.length > 0 && nShapes === 0 && state !== 'empty';
  return { width, height, proposals, canBeEmpty, shapes: new Set(shapes.map(({ id }) => id)) };
}

type Counts = Omit<Decided, 'images' | 'next'>;
const none: Counts = { changed: 0, accepted: 0, rejected: 0, markedEmpty: 0, left: 0 };

const sum = (a: Counts, b: Counts): Counts => ({
  changed: a.changed + b.changed,
  accepted: a.accepted + b.accepted,
  rejected: a.rejected + b.rejected,
  markedEmpty: a.markedEmpty + b.markedEmpty,
  left: a.left + b.left,
});

async function decideOne(services: Services, actor: Actor, imageId: number, ground: Ground, asked: Asked) {
  const subject = await subjectOf(services.db, imageId, ground);
  if (!subject) return none;
  const { ops, left } = decisionOn(subject, asked);
  if (ops.length === 0) return { ...none, left };
  const { results } = await applyOps(services, actor, { imageId, clientId: asked.clientId, ops });
  const byOp = new Map(results.map((one): [string, OpResult] => [one.opId, one]));
  const count = (kind: string, status: OpResult['status']) =>
    ops.filter((op) => op.kind === kind && byOp.get(op.opId)?.status === status).length;
  const [accepted, rejected, markedEmpty] = (['put', 'reject', 'checkEmpty'] as const).map((kind) =>
    count(kind, 'applied'),
  ) as [number, number, number];
  const changed = accepted + rejected + markedEmpty > 0 ? 1 : 0;
  return { changed, accepted, rejected, markedEmpty, left: left + count('put', 'refused') };
}

export async function decideMany(services: Services, actor: Actor, asked: Asked): Promise<Decided> {
  const { db } = services;
  const hold = { sets: 'share', most: limits.imagesDecidedAtOnce } as const;
  const { images, next } = await inTransaction(db, (tx) => holdSelection(tx, actor, asked.selection, hold));
  const grounds = new Map<number, Ground>();
  let counts = none;
  const wanted = await proposedFor(
    db,
    images.map(({ id }) => id),
  );
  for (const { id, datasetId } of wanted) {
    /* oxlint-disable no-await-in-loop -- one after the other: other people's edits come in between */
    const ground = grounds.get(datasetId) ?? (await groundOf(db, actor, datasetId));
    grounds.set(datasetId, ground);
    try {
      counts = sum(counts, await decideOne(services, actor, id, ground, asked));
    } catch (error) {
      // deleted meanwhile
      if (!(error instanceof AppError && error.code === 404)) throw error;
    }
    /* oxlint-enable no-await-in-loop */
  }
  return { images: images.length, ...counts, next };
}
