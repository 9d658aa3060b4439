/**
 * Moves images to another folder of their data set, or of the model that owns it: then they are what their new data set
 * says. Two images of one name cannot be in a folder: such stay where they are.
 */
import { stateByRole, type FamilyId, type Parsed, type images as contract } from '@loupe/contract';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { changeFolder, countsOf, negated } from './counts.ts';
import { ownFolder } from './scope.ts';
import { among, holdSelection, type HeldImage } from './selection.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';

async function refusePreLabeling(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const busy = await tx.$count(folder, and(inArray(folder.id, [...folderIds]), eq(folder.state, 'preLabeling')));
  if (busy > 0) throw new AppError('prelabel.inProgress');
}

/** Parts the images into those that find their name free and those that do not. */
async function partByName(tx: Tx, folderId: number, images: readonly HeldImage[]) {
  const names = images.map((one) => one.name);
  const rows = await tx
    .select({ name: image.name })
    .from(image)
    .where(
      and(eq(image.folderId, folderId), isNull(image.deletedAt), sql`${image.name} = any(${sql.param(names)}::text[])`),
    );
  const taken = new Set(rows.map((row) => row.name));
  const isFree = ({ name }: HeldImage) => !taken.has(name) && Boolean(taken.add(name));
  const free = images.filter(isFree);
  const moving = new Set(free.map((one) => one.id));
  return { free, clashes: images.filter((one) => !moving.has(one.id)) };
}

type Target = Awaited<ReturnType<typeof ownFolder>>;

/** Labels belong to a data set, so what is drawn with them does not go to another. */
async function refuseOtherSets(tx: Tx, { dataset: target }: Target, images: readonly HeldImage[]): Promise<void> {
  const away = images.filter((one) => one.datasetId !== target.id);
  if (away.length === 0) return;
  const ids = [...new Set(away.map((one) => one.datasetId))];
  const sets = await tx.select({ modelId: dataset.modelId }).from(dataset).where(inArray(dataset.id, ids));
  if (target.modelId === null || sets.some(({ modelId }) => modelId !== target.modelId))
    throw new AppError('image.otherSet');
  const isDrawn = and(among(away.map(({ id }) => id)), gt(image.nShapes, 0));
  const [drawn] = await tx.select({ name: image.name }).from(image).where(isDrawn).limit(1);
  if (drawn) throw new AppError('image.drawn', { args: { file: drawn.name } });
}

/** The state that an image has in the folder it goes to. */
const stateIn = ({ dataset: target, project }: Target, one: HeldImage): string =>
  one.datasetId === target.id ? one.state : stateByRole(project.family as FamilyId, target.role);

export async function moveImages(
  services: Services,
  actor: Actor,
  { selection, folderId }: Parsed<(typeof contract)['imageMove']>,
) {
  const target = await ownFolder(services.db, actor, folderId);
  return inTransaction(services.db, async (tx) => {
    const { images, next } = await holdSelection(tx, actor, selection, {
      sets: 'no key update',
      folderIds: [folderId],
    });
    await refuseOtherSets(tx, target, images);
    const others = images.filter((one) => one.folderId !== folderId);
    await refusePreLabeling(tx, [folderId, ...new Set(others.map((one) => one.folderId))]);
    const { free, clashes } = await partByName(tx, folderId, others);
    const ids = free.map((one) => one.id);
    const states = free.map((one) => stateIn(target, one));
    for (const state of new Set(states)) {
      const ofState = ids.filter((_, i) => states[i] === state);
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      await tx.update(image).set({ folderId, datasetId: target.dataset.id, state }).where(among(ofState));
    }
    const counts = (moved: readonly HeldImage[]) => countsOf(moved.map((one) => one.state));
    for (const [from, gone] of Map.groupBy(free, (one) => one.folderId)) {
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      await changeFolder(tx, from, negated(counts(gone)));
    }
    await changeFolder(tx, folderId, countsOf(states));
    return { moved: ids.length, clashes: clashes.map(({ id, name }) => ({ id, name })), next };
  });
}
