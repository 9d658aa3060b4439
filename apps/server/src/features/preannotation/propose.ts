/** One image now, for the person who has it open; and the image of its folder of which the model is least sure. */
import type { ImageProposals } from '@loupe/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { predictorOf, stagesOfVersion, type Inference } from '../../inference/index.ts';
import { image } from '../../tables/datasets.ts';
import { model, version } from '../../tables/models.ts';
import { proposalsOf } from '../annotation/index.ts';
import { isPreLabeling, labelsOf, ownImage } from '../datasets/index.ts';
import { kindsOf, mapLabels, versionFor } from './place.ts';
import { proposalsFor, tellProposals, writeProposals } from './store.ts';

export async function proposeForImage(
  services: Services,
  inference: Inference,
  actor: Actor,
  { imageId, versionId }: { imageId: number; versionId: number },
): Promise<ImageProposals> {
  const { db, blobs } = services;
  const own = await ownImage(db, actor, imageId);
  const place = { dataset: own.dataset, project: own.project };
  const used = await versionFor(db, actor, versionId, place);
  const [busy] = await db
    .select({ id: image.id })
    .from(image)
    .where(and(eq(image.id, imageId), isPreLabeling(sql`${image.id}`)));
  if (busy) throw new AppError('prelabel.inProgress');
  const [networks] = await db
    .select({ stages: stagesOfVersion, type: model.type })
    .from(version)
    .innerJoin(model, eq(model.id, version.modelId))
    .where(eq(version.id, versionId));
  const { labels, thresholds } = used;
  const predictor = predictorOf(services, inference, { ...networks!, labels, thresholds });
  const { name, sha256 } = own.image;
  const by = `person ${actor.userId}`;
  const answer = await predictor.predict({ source: { path: blobs.path(sha256) }, name, by });
  const made = await proposalsFor(predictor, answer, { place, labels: await mapLabels(db, own.dataset.id, labels) });
  const kept = await inTransaction(db, async (tx) => {
    const write = { place, taskId: null, versionId, createdBy: actor.userId, onlyOpen: false };
    const [became] = await writeProposals(tx, [{ imageId, made }], write);
    if (became === 'gone') throw new AppError('notFound', { code: 404 });
    const live = await labelsOf(tx, [own.dataset.id], 'bounded');
    const all = await proposalsOf(tx, imageId, { labels: live, kinds: kindsOf(place) });
    return all.find((one) => one.versionId === versionId)!;
  });
  await tellProposals(services, own.project.id, [imageId]);
  return kept;
}

/** The next after this one in the order of doubt, where this one is undecided too; else the first. */
export async function mostUncertain({ db }: Services, actor: Actor, imageId: number): Promise<{ id: number | null }> {
  const own = await ownImage(db, actor, imageId);
  const { uncertainty, state, folderId } = own.image;
  const doubt = sql`coalesce(${image.uncertainty}, 0)`;
  const isAfter = sql`(-${doubt}, ${image.id}) > (${-(uncertainty ?? 0)}::real, ${imageId}::bigint)`;
  const [found] = await db
    .select({ id: image.id })
    .from(image)
    .where(
      and(
        eq(image.folderId, folderId ?? 0),
        eq(image.state, 'preLabeled'),
        isNull(image.deletedAt),
        ne(image.id, imageId),
      ),
    )
    .orderBy(...(state === 'preLabeled' ? [sql`${isAfter} desc`] : []), sql`${doubt} desc`, image.id)
    .limit(1);
  return { id: found?.id ?? null };
}
