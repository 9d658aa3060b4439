/** Moves pictures to another folder of their data set. Two pictures of one name cannot be in a folder: such stay where they are. */
import type { Parsed, pictures as contract } from '@loupe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { changeFolder, countsOf, negated } from './counts.ts';
import { ownFolder } from './scope.ts';
import { among, holdSelection, type HeldPicture } from './selection.ts';
import { folder, image } from './tables.ts';

async function refusePreLabeling(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const busy = await tx.$count(folder, and(inArray(folder.id, [...folderIds]), eq(folder.state, 'preLabeling')));
  if (busy > 0) throw new AppError('prelabel.inProgress');
}

/** Parts the pictures into those that find their name free and those that do not. */
async function partByName(tx: Tx, folderId: number, pictures: readonly HeldPicture[]) {
  const names = pictures.map((one) => one.name);
  const rows = await tx
    .select({ name: image.name })
    .from(image)
    .where(
      and(eq(image.folderId, folderId), isNull(image.deletedAt), sql`${image.name} = any(${sql.param(names)}::text[])`),
    );
  const taken = new Set(rows.map((row) => row.name));
  const isFree = ({ name }: HeldPicture) => !taken.has(name) && Boolean(taken.add(name));
  const free = pictures.filter(isFree);
  const moving = new Set(free.map((one) => one.id));
  return { free, clashes: pictures.filter((one) => !moving.has(one.id)) };
}

export async function movePictures(
  services: Services,
  actor: Actor,
  { selection, folderId }: Parsed<(typeof contract)['pictureMove']>,
) {
  const target = await ownFolder(services.db, actor, folderId);
  return inTransaction(services.db, async (tx) => {
    const { pictures, next } = await holdSelection(tx, actor, selection, {
      sets: 'no key update',
      folderIds: [folderId],
    });
    if (pictures.some((one) => one.datasetId !== target.dataset.id)) throw new AppError('picture.otherSet');
    const others = pictures.filter((one) => one.folderId !== folderId);
    await refusePreLabeling(tx, [folderId, ...new Set(others.map((one) => one.folderId))]);
    const { free, clashes } = await partByName(tx, folderId, others);
    const ids = free.map((one) => one.id);
    await tx.update(image).set({ folderId }).where(among(ids));
    const counts = (moved: readonly HeldPicture[]) => countsOf(moved.map((one) => one.state));
    for (const [from, gone] of Map.groupBy(free, (one) => one.folderId)) {
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      await changeFolder(tx, from, negated(counts(gone)));
    }
    await changeFolder(tx, folderId, counts(free));
    return { moved: ids.length, clashes: clashes.map(({ id, name }) => ({ id, name })), next };
  });
}
