/**
 * Out of the bin for good: in slices, so that nobody waits for long, and so that a removal that was cut off goes on. What a
 * live snapshot names stays as it is today: a hidden image. The files go with the sweeper when nothing names them.
 */
import type { BinKind } from '@loupe/contract';
import { and, asc, eq, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { holdBin, type BinRow } from './list.ts';
import { bin } from '../../tables/bin.ts';

/** Rows of one statement at most. */
const slice = 500;

/** Deletes rows of a table a slice at a time; `where` is about the row `r`. */
async function removeFrom(db: Db, table: string, where: SQL): Promise<void> {
  const name = sql.raw(`public.${table}`);
  for (let last = slice; last === slice;) {
    // oxlint-disable-next-line no-await-in-loop
    const gone = await db.execute(
      sql`delete from ${name} where ctid = any(array(select r.ctid from ${name} r where ${where} limit ${slice}))`,
    );
    last = gone.rowCount ?? 0;
  }
}

/** Images that no snapshot names go; the others stay hidden, without their folder where that goes too. */
async function removeImages(db: Db, where: SQL, folderGoes: boolean): Promise<void> {
  const isNamed = sql`exists (select 1 from snapshot_image s where s.image_id = r.id)`;
  await removeFrom(db, 'image', sql`${where} and not ${isNamed}`);
  for (let last = slice; last === slice;) {
    // oxlint-disable-next-line no-await-in-loop
    const kept = await db.execute(sql`update image set ${folderGoes ? sql`folder_id = null,` : sql``} bin_id = null,
      deleted_at = coalesce(deleted_at, clock_timestamp())
      where id = any(array(select r.id from image r where ${where} limit ${slice}))`);
    last = kept.rowCount ?? 0;
  }
}

/** Tasks with what they recorded, and the versions and snapshots that they made. `of`: of a task or version `t`. */
async function removeTasks(db: Db, of: SQL, entries: SQL): Promise<void> {
  await removeFrom(db, 'online_record', sql`r.entry_id in (select e.id from public.online_entry e where ${entries})`);
  await removeFrom(db, 'online_entry', sql`r.id in (select e.id from public.online_entry e where ${entries})`);
  const ofTasks = sql`r.task_id in (select t.id from public.task t where ${of})`;
  for (const table of ['prediction', 'series_point', 'task_event', 'import_note', 'preannotation_image'])
    // oxlint-disable-next-line no-await-in-loop
    await removeFrom(db, table, ofTasks);
  const { rows } = await db.execute<{ id: number }>(
    sql`select distinct t.snapshot_id as id from public.task t where ${of} and t.snapshot_id is not null`,
  );
  const snapshots = sql`${sql.param(rows.map(({ id }) => id))}::bigint[]`;
  await removeFrom(db, 'task', sql`r.id in (select t.id from public.task t where ${of})`);
  await removeFrom(db, 'version', sql`r.id in (select t.id from public.version t where ${of})`);
  await removeFrom(db, 'snapshot_image', sql`r.snapshot_id = any(${snapshots})`);
  await removeFrom(db, 'snapshot', sql`r.id = any(${snapshots})`);
}

/** Imports that waited for their classes when they went into the bin with their folder. */
async function removeImports(db: Db, { id }: BinRow): Promise<void> {
  const ofTasks = sql`r.task_id in (select t.id from public.task t where t.bin_id = ${id} and t.kind = 'import')`;
  await removeFrom(db, 'import_note', ofTasks);
  await removeFrom(db, 'task', sql`r.bin_id = ${id} and r.kind = 'import'`);
}

/** Snapshots of a data set that no task and no version holds any more pin nothing. */
const dropForgottenSnapshots = (db: Db, datasetId: number) =>
  db.execute(sql`
    delete from snapshot s
    where s.id in (select sd.snapshot_id from snapshot_dataset sd where sd.dataset_id = ${datasetId})
      and not exists (select 1 from public.task t where t.snapshot_id = s.id)
      and not exists (select 1 from public.version v where v.snapshot_id = s.id)`);

/** Each takes what lies in the thing, and then the thing itself, with which its row of the bin goes. */
const removals: { readonly [K in BinKind]: (db: Db, row: BinRow) => Promise<void> } = {
  project: async (db, { projectId: id }) => {
    await removeTasks(db, sql`t.project_id = ${id}`, sql`e.project_id = ${id}`);
    await removeFrom(db, 'snapshot', sql`r.project_id = ${id}`);
    await removeFrom(db, 'model', sql`r.project_id = ${id}`);
    await removeFrom(db, 'image', sql`r.project_id = ${id}`);
    await removeFrom(db, 'project', sql`r.id = ${id}`);
  },
  model: async (db, row) => {
    const { modelId: id } = row;
    await removeImports(db, row);
    const entries = sql`e.version_id in (select v.id from public.version v where v.model_id = ${id})`;
    await removeTasks(db, sql`t.model_id = ${id}`, entries);
    const sets = sql`(select d.id from public.dataset d where d.model_id = ${id})`;
    await removeFrom(db, 'image', sql`r.dataset_id in ${sets}`);
    await removeFrom(db, 'dataset', sql`r.model_id = ${id}`);
    await removeFrom(db, 'model', sql`r.id = ${id}`);
  },
  dataset: async (db, row) => {
    const { datasetId: id } = row;
    await removeImports(db, row);
    await dropForgottenSnapshots(db, id!);
    await removeFrom(db, 'image', sql`r.dataset_id = ${id}`);
    await removeFrom(db, 'dataset', sql`r.id = ${id}`);
  },
  folder: async (db, row) => {
    const { folderId: id } = row;
    await removeImports(db, row);
    await removeImages(db, sql`r.folder_id = ${id}`, true);
    await removeFrom(db, 'folder', sql`r.id = ${id}`);
  },
  images: (db, { id }) => removeImages(db, sql`r.bin_id = ${id}`, false),
  onlineEntry: async (db, { entryId: id }) => {
    await removeFrom(db, 'online_record', sql`r.entry_id = ${id}`);
    await removeFrom(db, 'online_entry', sql`r.id = ${id}`);
  },
};

/** Marks the next one that is due, so that it cannot come back any more. A restoring that is under way goes first. */
async function nextDue(db: Db, after: number, onlyAsked: boolean): Promise<BinRow | undefined> {
  const asked = eq(bin.purging, true);
  const due = onlyAsked ? asked : or(asked, lte(bin.until, sql`clock_timestamp()`));
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(bin)
      .where(and(gt(bin.id, after), due))
      .orderBy(asc(bin.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (row) await tx.update(bin).set({ purging: true }).where(eq(bin.id, row.id));
    return row;
  });
}

/**
 * Removes what is due, or only what somebody asked for; stops between two things when told to. Answers how many went.
 */
export async function purgeBin(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { signal, onlyAsked = false }: { signal?: AbortSignal; onlyAsked?: boolean } = {},
): Promise<number> {
  let gone = 0;
  // one after the other: the database has others to serve
  /* oxlint-disable no-await-in-loop */
  for (let row = await nextDue(db, 0, onlyAsked); row && !signal?.aborted; row = await nextDue(db, row.id, onlyAsked)) {
    try {
      await removals[row.kind as BinKind](db, row);
      await db.delete(bin).where(eq(bin.id, row.id));
      gone++;
    } catch (error) {
      log.warn({ error, bin: row.id }, 'something could not be removed from the bin; it is tried again');
    }
  }
  /* oxlint-enable no-await-in-loop */
  return gone;
}

/** From now on it is due, and cannot come back; the worker removes it. */
export async function purgeNow({ db }: Services, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { kind, name } = await holdBin(tx, actor, id);
    await tx.update(bin).set({ purging: true }).where(eq(bin.id, id));
    await note(tx, actor, 'bin.delete', `bin/${id}`, { kind, name });
  });
}
