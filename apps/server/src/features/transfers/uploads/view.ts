/** Uploads as their owner sees them. From the last byte on, the state is that of the import task. */
import {
  Cause,
  type ImportReport,
  limits,
  messages,
  type DuplicateFile,
  type FamilyId,
  type Inspection,
  type Page,
  type Parsed,
  type Problem,
  type TaskProgress,
  type TaskState,
  type Upload,
  type UploadFormat,
  type uploads as contract,
  type UploadState,
} from '@loupe/contract';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { inReach, withNeed } from '../../../core/access.ts';
import type { Actor } from '../../../core/actor.ts';
import { found } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { dataset, folder } from '../../../tables/datasets.ts';
import { modelName } from '../../models/index.ts';
import { causeTextOf } from '../../tasks/index.ts';
import { model } from '../../../tables/models.ts';
import { project } from '../../../tables/projects.ts';
import { task } from '../../../tables/tasks.ts';
import { emptyResult, type ImportResult } from '../imports/result.ts';
import { receivedBytes } from './files.ts';
import { importNote, upload } from '../../../tables/uploads.ts';

const select = ({ db }: Services) =>
  db
    .select({
      row: upload,
      task,
      family: project.family,
      datasetName: dataset.name,
      modelName: sql<string | null>`${modelName()}`,
      folderName: folder.name,
    })
    .from(upload)
    .innerJoin(folder, eq(folder.id, upload.folderId))
    .innerJoin(dataset, eq(dataset.id, upload.datasetId))
    .innerJoin(project, eq(project.id, upload.projectId))
    .leftJoin(model, eq(model.id, dataset.modelId))
    .leftJoin(task, eq(task.id, upload.taskId))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];

const endStates: Readonly<Partial<Record<TaskState, UploadState>>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'canceled',
  canceled: 'canceled',
};

function stateOf({ row, task: own }: Selected, received: number | undefined): UploadState {
  if (row.canceledAt !== null || (own === null && received === undefined)) return 'canceled';
  if (own === null) return received === row.bytes ? 'inspecting' : 'uploading';
  const end = endStates[own.state as TaskState];
  if (end) return end;
  if (row.inspection === null) return 'inspecting';
  return own.state === 'paused' ? 'waiting' : 'importing';
}

/** Of a folder it was called by its packing once. */
export const formatOf = ({ format }: { format: string }): UploadFormat =>
  format === 'tar' ? 'folder' : (format as UploadFormat);

export const resultOf = (own: { result: unknown } | null): ImportResult => ({
  ...emptyResult,
  ...(own?.result as Partial<ImportResult> | null),
});

export const causeOf = (own: { cause: unknown } | null): Cause | null =>
  Cause.nullable()
    .catch(null)
    .parse(own?.cause ?? null);

/**
 * A failed import whose archive is not what is wrong: for its labels one confirms the classes again, and a folder that was
 * gone is back where one sees the upload.
 */
const retried: readonly string[] = ['import.labels', 'import.gone'];
export const isWorthRetry = (own: Pick<NonNullable<Selected['task']>, 'state' | 'cause'> | null): boolean => {
  const code = causeOf(own)?.code ?? '';
  return own?.state === 'failed' && (!code.startsWith('import.') || retried.includes(code));
};

/** Here, beside no page of the task with its guide, it says what to do as well. */
const causeTextsOf = (cause: Cause | null): Upload['cause'] =>
  cause?.code === 'disk.full' ? messages['storage.full'] : causeTextOf(cause);

async function uploadOf(services: Services, selected: Selected): Promise<Upload> {
  const { row, task: own, family, ...names } = selected;
  const isRetried = isWorthRetry(own);
  const here = own === null || isRetried ? await receivedBytes(services.config.data, row.id) : undefined;
  const received = own === null ? here : row.bytes;
  const result = resultOf(own);
  return {
    id: row.id,
    projectId: row.projectId,
    family: family as FamilyId,
    datasetId: row.datasetId,
    folderId: row.folderId,
    ...names,
    name: row.name,
    format: formatOf(row),
    bytes: row.bytes,
    received: received ?? 0,
    state: stateOf(selected, received),
    folders: row.folders as Upload['folders'],
    taskId: row.taskId,
    progress: own ? (own.progress as TaskProgress | null) : null,
    cause: causeTextsOf(causeOf(own)),
    canRetry: isRetried && here === row.bytes,
    inspection: row.inspection as Inspection | null,
    added: result.images,
    refused: result.problems,
    duplicates: result.duplicates,
    createdAt: row.createdAt.toISOString(),
    endedAt: (row.canceledAt ?? own?.endedAt)?.toISOString() ?? null,
  };
}

const mine = (actor: Actor, id?: string) =>
  and(
    eq(upload.userId, actor.userId),
    inReach(withNeed(actor, 'view'), upload.projectId),
    isNull(upload.clearedAt),
    id === undefined ? undefined : eq(upload.id, id),
  );

/** The row of an own upload; another person's is not found. */
export async function ownUpload(services: Services, actor: Actor, id: string): Promise<Selected> {
  const [selected] = await select(services).where(mine(actor, id));
  return found(selected);
}

export const uploadInfo = async (services: Services, actor: Actor, id: string): Promise<Upload> =>
  uploadOf(services, await ownUpload(services, actor, id));

export const hasEnded = sql<boolean>`(${upload.canceledAt} is not null
  or coalesce(${task.state} in ('completed', 'failed', 'stopped', 'canceled'), false))`;

export type UploadFilter = Parsed<(typeof contract)['uploadList']>;

export async function listUploads(services: Services, actor: Actor, filter: UploadFilter): Promise<Page<Upload>> {
  const where = and(
    mine(actor),
    filter.folderId === undefined ? undefined : eq(upload.folderId, filter.folderId),
    filter.ended === undefined ? undefined : sql`${hasEnded} = ${filter.ended}`,
  );
  const { pageNum, pageSize } = filter;
  const rows = await select(services)
    .where(where)
    .orderBy(filter.sort === 'createdAt' ? asc(upload.createdAt) : desc(upload.createdAt), asc(upload.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [counted] = await services.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(upload)
    .innerJoin(folder, eq(folder.id, upload.folderId))
    .leftJoin(task, eq(task.id, upload.taskId))
    .where(where);
  const list = await Promise.all(rows.map((one) => uploadOf(services, one)));
  return { list, total: counted?.total ?? 0, pageNum, pageSize };
}

async function notesOf<T>({ db }: Services, taskId: number, kind: 'problem' | 'duplicate'): Promise<T[]> {
  const rows = await db
    .select({ body: importNote.body })
    .from(importNote)
    .where(and(eq(importNote.taskId, taskId), eq(importNote.kind, kind)))
    .orderBy(importNote.n)
    .limit(limits.importProblems);
  return rows.map(({ body }) => body as T);
}

export async function uploadReport(services: Services, actor: Actor, id: string): Promise<ImportReport> {
  const { task: own } = await ownUpload(services, actor, id);
  const result = resultOf(own);
  const problems = own ? await notesOf<Problem>(services, own.id, 'problem') : [];
  const duplicates = own ? await notesOf<DuplicateFile>(services, own.id, 'duplicate') : [];
  const { images, okNg, shapes, annotated, empty, boxes, labelsAdded, foldersAdded, skipped } = result;
  return {
    images,
    okNg,
    shapes,
    annotated,
    empty,
    boxes,
    labelsAdded,
    foldersAdded,
    skipped,
    problems,
    moreProblems: Math.max(0, result.problems - problems.length),
    duplicates,
    moreDuplicates: Math.max(0, result.duplicates - duplicates.length),
  };
}
