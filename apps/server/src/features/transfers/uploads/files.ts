/** The files of uploads: where they lie, whether there is room, and which of them nobody needs any more. */
import { open, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { bytesText, limits } from '@loupe/contract';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { couldDo, isOf } from '../../../core/access.ts';
import type { Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import { diskOf } from '../../../core/room.ts';
import type { Services } from '../../../core/services.ts';
import { moveTask } from '../../../tasks-runner/state.ts';
import { folder } from '../../../tables/datasets.ts';
import { task } from '../../../tables/tasks.ts';
import { completeUpload } from './complete.ts';
import { upload } from '../../../tables/uploads.ts';

const folderOf = (data: string): string => path.join(data, 'archives');
export const archivePath = (data: string, id: string): string => path.join(folderOf(data), id);
/** Where an archive is unpacked that cannot be read entry by entry. */
export const unpackedPath = (data: string, id: string): string => path.join(folderOf(data), `${id}.unpacked`);

/** Bytes that are here; undefined where there is no file. */
export const receivedBytes = (data: string, id: string): Promise<number | undefined> =>
  stat(archivePath(data, id)).then(
    ({ size }) => size,
    () => undefined,
  );

export async function makeArchive(data: string, id: string): Promise<void> {
  await mkdir(folderOf(data), { recursive: true });
  await open(archivePath(data, id), 'wx').then((file) => file.close());
}

export async function removeArchive(data: string, id: string): Promise<void> {
  await rm(archivePath(data, id), { force: true });
  await rm(unpackedPath(data, id), { recursive: true, force: true });
}

/** Its owner sees it and can cancel it: its folder is not in the bin, and the project is still theirs or shared with them. */
export const isInSight = sql<boolean>`(exists (select from ${folder} where ${folder.id} = ${upload.folderId})
  and ${isOf(upload.userId, upload.projectId)})`;

/** What adding bytes asks for. */
export const uploadPermission = 'dataset/picture/pageList';
export const uploadNeed = 'edit';
/** As a request for the last byte asks: a sweep imports nothing for whom the request was refused. */
const mayImport = sql<boolean>`(${isInSight}
  and ${couldDo(upload.userId, upload.projectId, uploadNeed, uploadPermission)})`;

const notEnded = sql`(${task.id} is null or ${task.state} not in ('completed', 'stopped', 'canceled', 'failed'))`;

/**
 * What imports, and open uploads that somebody sees, may still take: the bytes to come, and about as much again for what they
 * hold. No other uploads get more bytes.
 */
async function promisedBytes(tx: Tx, data: string): Promise<number> {
  const rows = await tx
    .select({ id: upload.id, bytes: upload.bytes, taskId: upload.taskId })
    .from(upload)
    .leftJoin(task, eq(task.id, upload.taskId))
    .where(and(isNull(upload.canceledAt), notEnded, or(isNotNull(upload.taskId), isInSight)));
  const each = rows.map(async ({ id, bytes, taskId }) => {
    const received = await receivedBytes(data, id);
    if (received === undefined) return 0;
    return taskId === null ? 2 * bytes - received : bytes;
  });
  return (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
}

interface Room {
  /** Bytes that are free on the disk, and of these what is kept free and what others have announced. */
  free: number;
  kept: number;
  promised: number;
}

/** Refuses a file for which, with about as much again for what it holds, there is no room. */
export function refuseTooLarge(bytes: number, { free, kept, promised }: Room): void {
  const need = 2 * bytes;
  if (need <= free - kept - promised) return;
  const args = { need: bytesText(need), free: bytesText(free), kept: bytesText(kept), others: bytesText(promised) };
  throw new AppError('upload.diskFull', { args });
}

/** Refuses what the disk cannot hold beside what others have announced. */
export async function checkRoom(tx: Tx, data: string, bytes: number): Promise<void> {
  const { free, total } = await diskOf(data);
  const kept = Math.max(limits.diskFreeBytes, limits.diskFreeShare * total);
  refuseTooLarge(bytes, { free, kept, promised: await promisedBytes(tx, data) });
}

/** Uploads that are whole but whose import a killed server did not queue; and those that nobody goes on with. */
async function closeOpen(services: Services, isSteady: boolean): Promise<void> {
  const { db, config } = services;
  const rows = await db
    .select({
      id: upload.id,
      bytes: upload.bytes,
      importable: mayImport,
      old: sql<boolean>`${upload.touchedAt} < clock_timestamp() - make_interval(hours => ${limits.uploadHours})`,
    })
    .from(upload)
    .where(and(isNull(upload.taskId), isNull(upload.canceledAt)));
  for (const { id, bytes, importable, old } of rows) {
    // oxlint-disable-next-line no-await-in-loop
    if (importable && (await receivedBytes(config.data, id)) === bytes) await completeUpload(services, id);
    // oxlint-disable-next-line no-await-in-loop
    else if (old && isSteady)
      await db
        .update(upload)
        .set({ canceledAt: sql`clock_timestamp()` })
        .where(eq(upload.id, id));
  }
}

/**
 * Uploads whose file may still be read: they wait for bytes, their import is open, also in the bin, or it failed a short
 * while ago.
 */
async function neededFiles({ db }: Services, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: upload.id })
    .from(upload)
    .where(
      and(
        inArray(upload.id, [...ids]),
        isNull(upload.canceledAt),
        sql`(${upload.taskId} is null or exists (select from public.task t where t.id = ${upload.taskId} and (
          t.state not in ('completed', 'stopped', 'canceled', 'failed')
          or (t.state = 'failed' and t.ended_at > clock_timestamp() - make_interval(hours => ${limits.failedArchiveHours})))))`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * Nobody can go on with an import that waits for its classes without its upload or its archive: earlier versions left it behind
 * when its folder was deleted for good, and a backup has no archives. It would hold up its project, or ask for classes in vain.
 */
async function endLeft({ db, config }: Services): Promise<void> {
  const rows = await db
    .select({ id: task.id, state: task.state, uploadId: upload.id })
    .from(task)
    .leftJoin(upload, eq(upload.taskId, task.id))
    .where(and(eq(task.kind, 'import'), eq(task.state, 'paused')));
  for (const { uploadId, ...row } of rows) {
    // oxlint-disable-next-line no-await-in-loop
    if (uploadId !== null && (await receivedBytes(config.data, uploadId)) !== undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    await db.transaction((tx) => moveTask(tx, row, 'stop', { desired: 'stop' }));
  }
}

/** Brings uploads and their files to where they should be. Runs at the start and every hour; what goes by age only by a clock that is steady. */
export async function sweepArchives(services: Services, isSteady = true): Promise<void> {
  await closeOpen(services, isSteady);
  await endLeft(services);
  if (!isSteady) return;
  const names = await readdir(folderOf(services.config.data)).catch(() => []);
  const ids = [...new Set(names.map((name) => name.split('.')[0]!))];
  if (ids.length > 0) {
    const needed = await neededFiles(services, ids);
    await Promise.all(ids.filter((id) => !needed.has(id)).map((id) => removeArchive(services.config.data, id)));
  }
  // what is off the list stays for a second try only while its file does
  const cleared = await services.db.select({ id: upload.id }).from(upload).where(isNotNull(upload.clearedAt));
  const kept =
    cleared.length === 0
      ? new Set<string>()
      : await neededFiles(
          services,
          cleared.map((one) => one.id),
        );
  const gone = cleared.map((one) => one.id).filter((id) => !kept.has(id));
  if (gone.length > 0) await services.db.delete(upload).where(inArray(upload.id, gone));
}
