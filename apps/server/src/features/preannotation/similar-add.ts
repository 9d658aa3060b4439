/** Queues a search for what is similar to some shapes; tells before what it would take. */
import { limits, type Parsed, type preannotation as contract, type SimilarCheck, type Task } from '@loupe/contract';
import { boundsOf, boxHeight, boxWidth } from '@loupe/geometry';
import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { shape } from '../../tables/annotation.ts';
import { dataset, image, label } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { storedIn, unpackPoints } from '../annotation/index.ts';
import { inLiveFolder, lock, ownImage } from '../datasets/index.ts';
import { begun, lockFolders, queue, refuseBusy } from './add.ts';
import type { KeptExample, PreannotateParams } from './params.ts';
import { ordinaryImages, searchSeconds } from './similar-time.ts';
import { leftAlone, selected, selectedAll, taken, type Selected } from './selected.ts';
import { leastExample, shownFrom } from './similar/index.ts';

type Asked = Parsed<(typeof contract)['similarCheck']>;

/** Images whose turned-down candidates are read, newest first. */
const looked = 100;

/** The shapes that a person has chosen, as they are now. All of one data set, and all saved. */
export async function chosen(
  tx: Tx,
  actor: Actor,
  examples: Asked['examples'],
): Promise<{ datasetId: number; examples: KeptExample[] }> {
  const sets = new Set<number>();
  // each once: its right is checked with it
  for (const imageId of new Set(examples.map((one) => one.imageId)))
    sets.add((await ownImage(tx, actor, imageId)).dataset.id); // oxlint-disable-line no-await-in-loop
  if (sets.size !== 1) throw new AppError('preannotate.oneDataset');
  const rows = await tx
    .select()
    .from(shape)
    .where(
      and(
        inArray(
          shape.imageId,
          examples.map(({ imageId }) => imageId),
        ),
        inArray(
          shape.id,
          examples.map(({ shapeId }) => shapeId),
        ),
      ),
    );
  const found = examples.map(({ imageId, shapeId }) =>
    rows.find((row) => row.imageId === imageId && row.id === shapeId),
  );
  return { datasetId: [...sets][0]!, examples: found.map(kept) };
}

export function kept(row: typeof shape.$inferSelect | undefined): KeptExample {
  if (!row || row.labelId === null) throw new AppError('similar.exampleGone');
  const { imageId, labelId, kind, parts } = row;
  return { imageId, labelId, kind: kind as KeptExample['kind'], points: unpackPoints(row.points), parts };
}

export const isLarge = ({ points }: KeptExample): boolean => {
  const box = boundsOf(points);
  return Math.min(boxWidth(box), boxHeight(box)) >= leastExample;
};

/** Shapes of these labels on images that are there. */
export const ofLabels = (labelIds: readonly number[]): SQL =>
  and(isNull(image.deletedAt), inLiveFolder, inArray(shape.labelId, [...labelIds]))!;

/** Candidates of earlier searches that people made shapes of, newest first. */
async function acceptedOf(tx: Tx, datasetId: number, labelIds: readonly number[]): Promise<KeptExample[]> {
  const rows = await tx
    .select({ shape })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(
      and(
        eq(image.datasetId, datasetId),
        ofLabels(labelIds),
        eq(shape.source, 'person'),
        isNull(shape.versionId),
        isNotNull(shape.score),
      ),
    )
    .orderBy(desc(shape.id))
    .limit(limits.similarExamples);
  return rows.map((row) => kept(row.shape)).filter(isLarge);
}

/** And those that they turned down. */
async function rejectedOf(tx: Tx, datasetId: number, labelIds: readonly number[]): Promise<KeptExample[]> {
  const rows = await tx
    .select({ imageId: proposal.imageId, body: proposal.body, rejected: proposal.rejected })
    .from(proposal)
    .innerJoin(image, eq(image.id, proposal.imageId))
    .where(
      and(
        eq(image.datasetId, datasetId),
        isNull(image.deletedAt),
        inLiveFolder,
        eq(proposal.source, 'similar'),
        sql`cardinality(${proposal.rejected}) > 0`,
      ),
    )
    .orderBy(desc(proposal.id))
    .limit(looked);
  const all = await Promise.all(
    rows.map(async ({ imageId, body, rejected }) => {
      const items = await storedIn(body);
      const own = items.filter(({ id, labelId }) => rejected.includes(id) && labelIds.includes(labelId ?? 0));
      return own.map(({ kind, points, parts }): KeptExample => ({ imageId, labelId: null, kind, points, parts }));
    }),
  );
  return all.flat().filter(isLarge).slice(0, limits.similarExamples);
}

interface Gathered extends Selected {
  examples: KeptExample[];
  accepted: KeptExample[];
  rejected: KeptExample[];
}

async function gathered(tx: Tx, actor: Actor, asked: Asked): Promise<Gathered> {
  const { datasetId, examples } = await chosen(tx, actor, asked.examples);
  const place = asked.selection ? await selected(tx, actor, asked.selection) : await selectedAll(tx, actor, datasetId);
  if (place.place.dataset.id !== datasetId) throw new AppError('preannotate.oneDataset');
  const labelIds = [...new Set(examples.flatMap(({ labelId }) => labelId ?? []))];
  const isChosen = new Set(examples.map(({ imageId, points }) => `${imageId} ${points.join()}`));
  const accepted = await acceptedOf(tx, datasetId, labelIds);
  return {
    ...place,
    examples,
    accepted: accepted.filter(({ imageId, points }) => !isChosen.has(`${imageId} ${points.join()}`)),
    rejected: await rejectedOf(tx, datasetId, labelIds),
  };
}

const learnedFrom = ({ examples, accepted, rejected }: Gathered, { refine }: Asked): KeptExample[] =>
  refine ? [...examples, ...accepted, ...rejected] : examples;

export async function checkSimilar({ db }: Services, actor: Actor, asked: Asked): Promise<SimilarCheck> {
  const all = await gathered(db, actor, asked);
  const where = taken(all, asked.scope);
  await refuseBusy(db, where);
  const images = await db.$count(image, where);
  return {
    images,
    annotated: await db.$count(image, leftAlone(all, asked.scope)),
    tooSmall: all.examples.filter((one) => !isLarge(one)).length,
    accepted: all.accepted.length,
    rejected: all.rejected.length,
    seconds: await searchSeconds(db, all.place.dataset.id, { examples: learnedFrom(all, asked), where, images }),
  };
}

export async function addSimilar(services: Services, actor: Actor, asked: Asked): Promise<Task> {
  const id = await inTransaction(services.db, async (tx) => {
    const all = await gathered(tx, actor, asked);
    const { dataset: set, project } = all.place;
    if (!all.examples.some(isLarge)) throw new AppError('similar.tooSmall', { args: { pixels: leastExample } });
    await lock(tx, dataset, set.id, 'no key update');
    const where = taken(all, asked.scope);
    await lockFolders(tx, where);
    const labelIds = all.examples.flatMap(({ labelId }) => labelId ?? []);
    const labels = await tx
      .select({ name: label.name, color: label.color, labelId: label.id })
      .from(label)
      .where(and(inArray(label.id, labelIds), isNull(label.deletedAt)));
    // by a number that is each image's own: the same ones for whoever asks again
    const ordinary = await tx
      .select({ id: image.id })
      .from(image)
      .where(where)
      .orderBy(sql`md5(${image.id}::text)`)
      .limit(ordinaryImages);
    const params: PreannotateParams = {
      subject: all.subject,
      datasetId: set.id,
      scope: asked.scope,
      labels,
      thresholds: { common: shownFrom },
      similar: {
        examples: learnedFrom(all, asked),
        ordinary: ordinary.map((one) => one.id),
      },
    };
    return queue(tx, actor, { where, params, by: { projectId: project.id, modelId: null, versionId: null } });
  });
  return begun(services, actor, id);
}
