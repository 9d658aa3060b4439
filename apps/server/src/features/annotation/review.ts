/**
 * Review of an image: submitted, accepted, returned with a remark. Each is a line of the image's history and counts its
 * revision up, so that edits, pages and lists hear of it as of any change. The image and its folder are held meanwhile.
 */
import {
  canReview,
  knownStates,
  reviewActions,
  type HistoryKind,
  type ImageReview,
  type Parsed,
  type review as contract,
  type ReviewActionId,
  type ReviewState,
  type reviewWords,
} from '@loupe/contract';
import { and, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import { conflictsOn, imagesNamed } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { user } from '../../tables/account.ts';
import { op } from '../../tables/annotation.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { showName } from '../account/index.ts';
import { acceptsOwn, holdSelection, lock, ownImage } from '../datasets/index.ts';
import { tellOthers } from './ops.ts';
import { submittedBy } from './write.ts';

type ReviewWord = (typeof reviewWords)[number];
export const reviewKinds = {
  submit: 'submitted',
  accept: 'reviewAccepted',
  return: 'returned',
  reopen: 'reopened',
  reaccept: 'acceptedAgain',
} as const satisfies { readonly [W in ReviewWord]: HistoryKind };

type Reviewed = Pick<
  typeof image.$inferSelect,
  'projectId' | 'review' | 'reviewBy' | 'reviewAt' | 'reviewRemark' | 'submittedBy' | 'acceptedSeq'
>;

/** Nobody accepts what they submitted themselves, unless they own everything or there is nobody else who could. */
const isOwn = async (tx: Tx, actor: Actor, { projectId, review, submittedBy: by }: Reviewed): Promise<boolean> =>
  review === 'submitted' && by === actor.userId && !(await acceptsOwn(tx, actor, [projectId]))(projectId);

/** As the actor sees it. */
export async function reviewOf(tx: Tx, actor: Actor, row: Reviewed): Promise<ImageReview> {
  const [who] =
    row.reviewBy === null ? [] : await tx.select({ name: showName() }).from(user).where(eq(user.id, row.reviewBy));
  return {
    state: row.review as ReviewState | null,
    by: who?.name ?? null,
    at: row.reviewAt?.toISOString() ?? null,
    remark: row.reviewRemark ?? '',
    isOwn: await isOwn(tx, actor, row),
    bySelf: row.reviewBy === actor.userId,
    isReopened: row.review === 'submitted' && row.acceptedSeq !== null,
  };
}

interface Word {
  imageId: number;
  clientId: string;
  /** What the person has seen of the image; null where it does not matter. */
  revision: number | null;
  remark: string | null;
}

const verdicts = ['accept', 'return'] as const;

/**
 * Own edits are what the person has seen, also where their page has not read them back yet. A submission shows nothing new; a
 * verdict may have a remark.
 */
async function refuseUnseen(tx: Tx, actor: Actor, { imageId, clientId, revision }: Word, now: number): Promise<void> {
  if (revision === null) return;
  // nobody has seen what is not there yet
  if (revision > now) throw new AppError('review.changed');
  const [unseen] = await tx
    .select({ kind: op.kind })
    .from(op)
    .where(
      and(
        eq(op.imageId, imageId),
        sql`${op.seq} > ${revision}`,
        or(ne(op.clientId, clientId), ne(op.actorId, actor.userId)),
        ne(op.status, 'lived'),
        ne(op.kind, 'submit'),
        or(notInArray(op.kind, [...verdicts]), ne(op.actorId, actor.userId)),
      ),
    )
    .orderBy(op.seq)
    .limit(1);
  if (unseen) throw new AppError(verdicts.some((one) => one === unseen.kind) ? 'review.otherState' : 'review.changed');
}

/** What is submitted or accepted is annotated, or checked and empty, and all of its shapes are decided on. */
async function refuseUnready(
  tx: Tx,
  action: 'submit' | 'accept',
  { id, state }: Pick<typeof image.$inferSelect, 'id' | 'state'>,
): Promise<void> {
  if (state !== 'annotated' && state !== 'empty')
    throw new AppError(action === 'accept' ? 'review.nothingToAccept' : 'review.notAnnotated');
  const { rows } = await tx.execute(sql`${conflictsOn(imagesNamed([id]))} limit 1`);
  if (rows.length > 0) throw new AppError('review.inConflict');
}

async function write(tx: Tx, actor: Actor, action: ReviewActionId, word: Word, folderId: number) {
  const { imageId, clientId, remark } = word;
  await lock(tx, folder, folderId, 'no key update');
  const where = and(eq(image.id, imageId), eq(image.folderId, folderId), isNull(image.deletedAt));
  const [row] = await tx.select().from(image).where(where).for('no key update');
  const now = found(row);
  if (!canReview(action, now.review as ReviewState | null)) throw new AppError('review.otherState');
  await refuseUnseen(tx, actor, word, now.revision);
  if (action !== 'return') await refuseUnready(tx, action, now);
  if (action === 'accept' && (await isOwn(tx, actor, now))) throw new AppError('review.own');
  const revision = now.revision + 1;
  const [said] = await tx
    .insert(op)
    .values({
      imageId,
      seq: revision,
      opId: newUuid(),
      clientId,
      actorId: actor.userId,
      kind: action,
      status: 'applied',
      remark,
    })
    .returning({ at: op.createdAt });
  const [changed] = await tx
    .update(image)
    .set({
      revision,
      review: reviewActions[action].to,
      reviewBy: actor.userId,
      reviewAt: said!.at,
      reviewRemark: remark,
      acceptedSeq: action === 'accept' ? revision : null,
      ...(action === 'submit' && { submittedBy: actor.userId }),
    })
    .where(eq(image.id, imageId))
    .returning();
  await tx
    .update(folder)
    .set({ stateRev: sql`${folder.stateRev} + 1` })
    .where(eq(folder.id, folderId));
  return { review: await reviewOf(tx, actor, changed!), revision };
}

/** Of data sets without review: it can be switched on where one belongs to no model. */
const notReviewed = (sets: readonly { modelId: number | null }[]): AppError =>
  new AppError(sets.every(({ modelId }) => modelId !== null) ? 'review.noneInModel' : 'review.off');

async function say(services: Services, actor: Actor, action: ReviewActionId, word: Word): Promise<ImageReview> {
  const own = await ownImage(services.db, actor, word.imageId);
  if (!own.dataset.review) throw notReviewed([own.dataset]);
  const folderId = found(own.image.folderId);
  const { review, revision } = await inTransaction(services.db, (tx) => write(tx, actor, action, word, folderId));
  void tellOthers(services, { id: word.imageId, projectId: own.project.id }, revision, word.clientId);
  return review;
}

/** A few are told at once to whoever has them open; many are seen at the next look. */
const toldAtOnce = 100;

/** Those that can be submitted, with one statement. The images and their folders are held. */
async function submitHeld(tx: Tx, actor: Actor, clientId: string, ids: readonly number[]) {
  const { rows } = await tx.execute<{ id: number; revision: number; projectId: number }>(sql`
    with ready as (
      select i.id from image i join dataset d on d.id = i.dataset_id
      where i.id = any(${sql.param(ids)}::bigint[]) and d.review and i.state = any(${sql.param(knownStates)}::text[])
        and coalesce(i.review, '') = any(${sql.param(submittable)}::text[])
        and i.id not in (select found.image_id from (${conflictsOn(imagesNamed(ids))}) found)
    ), submitted as (
      update image set revision = revision + 1, ${submittedBy(actor.userId)}, accepted_seq = null from ready where image.id = ready.id
      returning image.id, image.revision, image.project_id, image.folder_id
    ), logged as (
      insert into op (image_id, seq, op_id, client_id, actor_id, kind, status)
      select id, revision, gen_random_uuid(), ${clientId}::uuid, ${actor.userId}, 'submit', 'applied' from submitted
    ), listed as (
      update folder set state_rev = state_rev + 1 where id in (select folder_id from submitted)
    )
    select id, revision, project_id as "projectId" from submitted`);
  return rows;
}
const submittable = reviewActions.submit.from.map((state) => state ?? '');

async function submitMany(
  services: Services,
  actor: Actor,
  { selection, clientId }: Parsed<(typeof contract)['imagesSubmit']>,
) {
  const { images, next, submitted } = await inTransaction(services.db, async (tx) => {
    const held = await holdSelection(tx, actor, selection, { sets: 'share' });
    const sets = [...new Set(held.images.map(({ datasetId }) => datasetId))];
    const { review, modelId } = dataset;
    const rows = await tx.select({ review, modelId }).from(dataset).where(inArray(dataset.id, sets));
    if (rows.length > 0 && rows.every((one) => !one.review)) throw notReviewed(rows);
    const ids = held.images.map(({ id }) => id);
    return { ...held, submitted: await submitHeld(tx, actor, clientId, ids) };
  });
  for (const one of submitted.slice(0, toldAtOnce)) void tellOthers(services, one, one.revision, clientId);
  return { submitted: submitted.length, leftOut: images.length - submitted.length, next };
}

export const makeReviewHandlers = (services: Services): Handlers<typeof contract> => ({
  imageSubmit: (actor, input) => say(services, actor, 'submit', { ...input, revision: null, remark: null }),
  imagesSubmit: (actor, input) => submitMany(services, actor, input),
  imageAccept: (actor, input) => say(services, actor, 'accept', { ...input, remark: null }),
  imageReturn: (actor, input) => say(services, actor, 'return', input),
});
