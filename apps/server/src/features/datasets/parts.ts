/** Parts of a model's own images: what trains and what is kept for tests, by hand or split by groups. */
import { roleOf, type FamilyId, type Parsed, type ImagePart, type images as contract } from '@loupe/contract';
import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import { seededRank } from '../../core/hash.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { inLiveFolder, ownDataset } from './scope.ts';
import { among, holdSelection } from './selection.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';

/** Lists by part are as old as this. */
const oneMore = { stateRev: sql`${folder.stateRev} + 1` };

export async function setPart(
  services: Services,
  actor: Actor,
  { selection, part }: Parsed<(typeof contract)['imagePart']>,
) {
  return inTransaction(services.db, async (tx) => {
    const { images, next } = await holdSelection(tx, actor, selection, { sets: 'share' });
    const ids = images.map(({ id }) => id);
    const folderIds = [...new Set(images.map(({ folderId }) => folderId))];
    await tx.update(folder).set(oneMore).where(inArray(folder.id, folderIds));
    const changed = await tx
      .update(image)
      .set({ part })
      .where(and(among(ids), isNotNull(image.part)))
      .returning({ id: image.id });
    if (changed.length < ids.length) throw new AppError('dataset.noParts');
    return { changed: changed.length, next };
  });
}

interface Group {
  key: string;
  images: number;
}

/**
 * The groups that are kept for the tests: in the order of their hash while they fit, so that the same seed gives the same
 * split and a part (same name stem) is never on both sides. The first is taken even where it is more than was asked.
 */
export function testGroups(groups: readonly Group[], percent: number, seed: number): Set<string> {
  const total = groups.reduce((sum, { images }) => sum + images, 0);
  const wanted = percent === 0 ? 0 : Math.max(1, Math.round((total * percent) / 100));
  const ordered = [...groups].sort((a, b) => (seededRank(seed, a.key) < seededRank(seed, b.key) ? -1 : 1));
  const chosen = new Set<string>();
  let count = 0;
  for (const { key, images } of ordered) {
    const isFirst = chosen.size === 0 && groups.length > 1;
    if (wanted === 0 || (!isFirst && count + images > wanted)) continue;
    chosen.add(key);
    count += images;
  }
  return chosen;
}

/** The live images of all data sets of the model, which are locked; lists by part are older from now on. */
async function holdModel(tx: Tx, modelId: number): Promise<SQL | undefined> {
  const sets = await tx
    .select({ id: dataset.id })
    .from(dataset)
    .where(eq(dataset.modelId, modelId))
    .orderBy(dataset.id)
    .for('no key update');
  const ids = sets.map(({ id }) => id);
  await tx.update(folder).set(oneMore).where(inArray(folder.datasetId, ids));
  return and(inArray(image.datasetId, ids), isNull(image.deletedAt));
}

/** Splits a data set by groups. Images of the same groups in the model's other data sets go along. */
export async function splitImages(
  services: Services,
  actor: Actor,
  { datasetId, testPercent, seed }: Parsed<(typeof contract)['imageSplit']>,
) {
  const own = await ownDataset(services.db, actor, datasetId);
  const { modelId } = own.dataset;
  if (modelId === null || !roleOf(own.project.family as FamilyId, own.dataset.role).hasParts)
    throw new AppError('dataset.noParts');
  return inTransaction(services.db, async (tx) => {
    const ofModel = await holdModel(tx, modelId);
    const live = and(eq(image.datasetId, datasetId), isNull(image.deletedAt), inLiveFolder);
    const groups = await tx
      .select({ key: image.groupKey, images: sql<number>`count(*)`.mapWith(Number) })
      .from(image)
      .where(live)
      .groupBy(image.groupKey)
      .orderBy(asc(image.groupKey));
    const keys = testGroups(groups, testPercent, seed);
    const put = (part: ImagePart, these: string[]) =>
      tx
        .update(image)
        .set({ part })
        .where(and(ofModel, sql`${image.groupKey} = any(${sql.param(these)}::text[])`));
    const all = groups.map(({ key }) => key);
    await put('test', [...keys]);
    await put(
      'train',
      all.filter((key) => !keys.has(key)),
    );
    const test = groups.reduce((sum, { key, images }) => sum + (keys.has(key) ? images : 0), 0);
    return { train: groups.reduce((sum, { images }) => sum + images, 0) - test, test };
  });
}
