/** Objects of this feature as their owner may see them; anybody else's are not found. Locks that hold them still. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { projectInReach, reached } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { notFound } from '../../core/errors.ts';
import { project } from '../../tables/projects.ts';
import { blob, dataset, folder, image, label } from '../../tables/datasets.ts';

export const ownProject = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select()
        .from(project)
        .where(and(eq(project.id, id), projectInReach(one))),
    (row) => row.id,
  );

export const ownDataset = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select({ dataset, project })
        .from(dataset)
        .innerJoin(project, eq(project.id, dataset.projectId))
        .where(and(eq(dataset.id, id), projectInReach(one))),
    (row) => row.project.id,
  );

export const ownLabel = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select({ label, dataset })
        .from(label)
        .innerJoin(dataset, eq(dataset.id, label.datasetId))
        .innerJoin(project, eq(project.id, dataset.projectId))
        .where(and(eq(label.id, id), isNull(label.deletedAt), projectInReach(one))),
    (row) => row.dataset.projectId,
  );

export const ownFolder = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select({ folder, dataset, project })
        .from(folder)
        .innerJoin(dataset, eq(dataset.id, folder.datasetId))
        .innerJoin(project, eq(project.id, dataset.projectId))
        .where(and(eq(folder.id, id), projectInReach(one))),
    (row) => row.project.id,
  );

/** An image lies in a live folder: nothing around it is in the bin. */
export const inLiveFolder = sql`exists (select 1 from ${folder} where ${folder.id} = ${image.folderId})`;

/** The file of the image was not there, or not as it was, when it was last read. */
export const fileMissing = sql<boolean>`${blob.missing} is not null`;

/** An image that is not deleted, nor anything around it. */
export const ownImage = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select({ image, dataset, project, missing: fileMissing })
        .from(image)
        .innerJoin(blob, eq(blob.sha256, image.sha256))
        .innerJoin(dataset, eq(dataset.id, image.datasetId))
        .innerJoin(project, eq(project.id, dataset.projectId))
        .where(and(eq(image.id, id), isNull(image.deletedAt), inLiveFolder, projectInReach(one))),
    (row) => row.project.id,
  );

type Strength = 'key share' | 'no key update' | 'update';

/** Locks a row by id; 404 when it went meanwhile. `key share` only keeps it from being deleted. */
export async function lock(
  tx: Tx,
  table: typeof dataset | typeof folder | typeof label,
  id: number,
  strength: Strength,
) {
  const rows = await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for(strength);
  if (rows.length === 0) throw notFound();
}
