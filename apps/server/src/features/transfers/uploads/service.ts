/** What a person does with uploads: announce, confirm the classes, cancel, take off the list. */
import { randomBytes } from 'node:crypto';
import {
  actionsFrom,
  archiveFault,
  families,
  limits,
  type FamilyId,
  type Inspection,
  type Parsed,
  type TaskState,
  type Upload,
  type uploads as contract,
} from '@loupe/contract';
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm';
import { withNeed } from '../../../core/access.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../../tasks-runner/announce.ts';
import { lockTask, moveTask } from '../../../tasks-runner/state.ts';
import { ownFolder, shownName } from '../../datasets/index.ts';
import { actOnTask } from '../../tasks/index.ts';
import { task } from '../../../tables/tasks.ts';
import { checkRoom, isInSight, makeArchive, removeArchive } from './files.ts';
import { checkMapping } from './mapping.ts';
import { endWriting } from './receive.ts';
import { upload } from '../../../tables/uploads.ts';
import { ownUpload, uploadInfo } from './view.ts';

const now = sql`clock_timestamp()`;
type AddInput = Parsed<(typeof contract)['uploadAdd']>;

export async function addUpload(services: Services, actor: Actor, input: AddInput): Promise<Upload> {
  const own = await ownFolder(services.db, actor, input.folderId);
  const family = families[own.project.family as FamilyId];
  const fault = input.format === 'folder' ? null : archiveFault(family, input.format, input.bytes);
  if (fault) throw new AppError(fault.key, { args: fault.args });
  const id = randomBytes(16).toString('hex');
  const { data } = services.config;
  try {
    await services.db.transaction(async (tx) => {
      // one after the other: each counts what the others have announced
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('upload/add'))`);
      const theirs = and(eq(upload.userId, actor.userId), isInSight);
      const open = and(theirs, isNull(upload.taskId), isNull(upload.canceledAt));
      if ((await tx.$count(upload, open)) >= limits.openUploads)
        throw new AppError('upload.tooMany', { args: { max: limits.openUploads } });
      await checkRoom(tx, data, input.bytes);
      await makeArchive(data, id);
      await tx.insert(upload).values({
        id,
        projectId: own.project.id,
        datasetId: own.dataset.id,
        folderId: own.folder.id,
        userId: actor.userId,
        name: shownName(input.name) || id,
        format: input.format,
        bytes: input.bytes,
        folders: input.folders,
        touchedAt: now as unknown as Date,
      });
    });
  } catch (error) {
    await removeArchive(data, id);
    throw error;
  }
  return uploadInfo(services, actor, id);
}

type ImportInput = Parsed<(typeof contract)['uploadImport']>;

export async function importUpload(services: Services, actor: Actor, input: ImportInput): Promise<Upload> {
  const { row } = await ownUpload(services, actor, input.id);
  // they may have been given less since
  await ownFolder(services.db, withNeed(actor, 'edit'), row.folderId);
  const inspection = row.inspection as Inspection | null;
  if (row.taskId === null || inspection === null) throw new AppError('upload.notWaiting');
  const taskId = row.taskId;
  await inTransaction(services.db, async (tx) => {
    const locked = await lockTask(tx, taskId);
    if (locked?.state !== 'paused') throw new AppError('upload.notWaiting');
    await checkMapping(tx, row, inspection, input.mapping);
    const moved = await moveTask(tx, locked, 'resume', { desired: 'run' });
    if (!moved) throw new AppError('upload.notWaiting');
    const folders = input.folders ?? row.folders;
    await tx
      .update(upload)
      .set({ mapping: input.mapping, folders, marksEmpty: input.marksEmpty })
      .where(eq(upload.id, row.id));
    await wakeWorkers(tx);
  });
  await announceTask(services, taskId, true);
  return uploadInfo(services, actor, input.id);
}

/** Who cancels again what is cancelled already, as after an answer that was lost, has what they want. */
export async function cancelUpload(services: Services, actor: Actor, id: string): Promise<Upload> {
  const { row, task: own } = await ownUpload(services, actor, id);
  if (row.canceledAt !== null || own?.state === 'canceled' || own?.state === 'stopped')
    return uploadInfo(services, actor, id);
  if (own) {
    const [action] = actionsFrom(own.state as TaskState, ['cancel', 'stop']);
    if (!action) throw new AppError('upload.ended');
    // their own, whatever else they may change there
    await actOnTask(services, withNeed(actor, 'view'), { id: own.id, action });
    return uploadInfo(services, actor, id);
  }
  const canceled = await services.db
    .update(upload)
    .set({ canceledAt: now as unknown as Date })
    .where(and(eq(upload.id, row.id), isNull(upload.taskId), isNull(upload.canceledAt)))
    .returning({ id: upload.id });
  if (canceled.length === 0) throw new AppError('upload.ended');
  await endWriting(id);
  await removeArchive(services.config.data, id);
  return uploadInfo(services, actor, id);
}

export async function clearUploads({ db }: Services, actor: Actor): Promise<void> {
  const ended = db
    .select({ one: sql`1` })
    .from(task)
    .where(and(eq(task.id, upload.taskId), sql`${task.state} in ('completed', 'failed', 'stopped', 'canceled')`));
  await db
    .update(upload)
    .set({ clearedAt: now as unknown as Date })
    .where(
      and(
        eq(upload.userId, actor.userId),
        isNull(upload.clearedAt),
        or(sql`${upload.canceledAt} is not null`, exists(ended)),
      ),
    );
}
