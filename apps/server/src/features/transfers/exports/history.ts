/** The export history: its lines are tasks of one kind. List, cancel, delete. */
import {
  Cause,
  isOpen,
  limits,
  openStates,
  type ExportRecord,
  type ExportState,
  type FamilyId,
  type Page,
  type Parsed,
  type TaskProgress,
  type TaskState,
  type dataExports as contract,
} from '@loupe/contract';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { rm } from 'node:fs/promises';
import { inReach, reached, withNeed } from '../../../core/access.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError, found } from '../../../core/errors.ts';
import { literally, modelName } from '../../models/index.ts';
import type { Services } from '../../../core/services.ts';
import { showName } from '../../account/index.ts';
import { user } from '../../../tables/account.ts';
import { dataset } from '../../../tables/datasets.ts';
import { model } from '../../../tables/models.ts';
import { actOnTask, causeTextOf, deleteTask } from '../../tasks/index.ts';
import { project } from '../../../tables/projects.ts';
import { task } from '../../../tables/tasks.ts';
import { formats } from '../formats/registry.ts';
import { lossTexts } from './losses.ts';
import { exportPath, ExportParams, ExportResult } from './params.ts';

type TaskRow = typeof task.$inferSelect;

const states: { readonly [S in ExportState]: readonly TaskState[] } = {
  processing: openStates,
  completed: ['completed'],
  canceled: ['canceled', 'stopped'],
  failed: ['failed'],
};
const stateOf = (state: string): ExportState =>
  (Object.keys(states) as ExportState[]).find((one) => (states[one] as readonly string[]).includes(state))!;

const day = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

export interface ExportedFile {
  name: string;
  bytes: number;
  keptUntil: Date;
}

/** The file of an export while it is kept; undefined where there is none (any more). */
export function fileOf({ state, result, params, endedAt }: TaskRow, now = new Date()): ExportedFile | undefined {
  if (state !== 'completed' || !endedAt) return undefined;
  const keptUntil = new Date(endedAt.getTime() + limits.exportDays * 86_400_000);
  if (keptUntil <= now) return undefined;
  const { subject, format } = ExportParams.parse(params);
  const name = `${subject}_${formats[format].suffix}_${day(endedAt)}.zip`;
  return { name, bytes: ExportResult.parse(result).bytes, keptUntil };
}

const nothing = { images: 0, shapes: 0, bytes: 0, losses: {} };

interface Selected {
  row: TaskRow;
  family: string;
  modelName: string | null;
  createdBy: string;
}

function recordOf({ row, family, modelName: ofModel, createdBy }: Selected): ExportRecord {
  const { subject, datasetId, folders, format, withImages } = ExportParams.parse(row.params);
  const { losses, ...figures } = row.result === null ? nothing : ExportResult.parse(row.result);
  const file = fileOf(row);
  return {
    id: row.id,
    projectId: row.projectId,
    family: family as FamilyId,
    datasetId,
    datasetName: subject,
    modelName: ofModel,
    folders,
    format,
    withImages,
    state: stateOf(row.state),
    ...figures,
    losses: lossTexts(losses),
    progress: isOpen(row.state as TaskState) ? (row.progress as TaskProgress | null) : null,
    causeText: causeTextOf(Cause.nullable().catch(null).parse(row.cause)),
    fileName: file?.name ?? null,
    keptUntil: file?.keptUntil.toISOString() ?? null,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

const select = ({ db }: Services) =>
  db
    .select({
      row: task,
      family: project.family,
      modelName: sql<string | null>`${modelName()}`,
      createdBy: showName(),
    })
    .from(task)
    .innerJoin(user, eq(user.id, task.createdBy))
    .innerJoin(project, eq(project.id, task.projectId))
    .leftJoin(dataset, sql`${dataset.id} = (${task.params} ->> 'datasetId')::bigint`)
    .leftJoin(model, eq(model.id, dataset.modelId))
    .$dynamic();

const isExport = eq(task.kind, 'export');

/** The task of an export that the actor may see. */
export async function ownExport({ db }: Services, actor: Actor, id: number): Promise<TaskRow> {
  const read = (one: Actor) =>
    db
      .select()
      .from(task)
      .where(and(eq(task.id, id), isExport, inReach(one, task.projectId)));
  return reached(db, actor, read, ({ projectId }) => projectId);
}

export async function exportInfo(services: Services, actor: Actor, id: number): Promise<ExportRecord> {
  const [one] = await select(services).where(and(eq(task.id, id), isExport, inReach(actor, task.projectId)));
  return recordOf(found(one));
}

export async function listExports(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['exportList']>,
): Promise<Page<ExportRecord>> {
  const { datasetId, state, name, pageNum, pageSize } = input;
  const where = and(
    isExport,
    inReach(actor, task.projectId),
    datasetId === undefined ? undefined : sql`(${task.params} ->> 'datasetId')::bigint = ${datasetId}`,
    state === undefined ? undefined : inArray(task.state, [...states[state]]),
    name ? sql`${task.params} ->> 'subject' ilike ${literally(name)}` : undefined,
  );
  const rows = await select(services)
    .where(where)
    .orderBy(input.sort === 'createdAt' ? asc(task.id) : desc(task.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const total = await services.db.$count(task, where);
  return { list: rows.map(recordOf), total, pageNum, pageSize };
}

/** Who may look may export, and then cancel and delete what they exported; other people's exports take an editor. */
async function ofMaker(services: Services, actor: Actor, id: number): Promise<Actor> {
  const viewer = withNeed(actor, 'view');
  const { createdBy } = await ownExport(services, viewer, id);
  return createdBy === actor.userId ? viewer : actor;
}

/** Its end is another one than was asked for; one that was cancelled already is as asked. */
const hasEndedOtherwise = ({ state }: TaskRow): boolean => state === 'completed' || state === 'failed';

/** What waits leaves the queue, what runs is stopped at the next step. */
export async function cancelExport(services: Services, asking: Actor, id: number): Promise<ExportRecord> {
  const actor = await ofMaker(services, asking, id);
  const before = await ownExport(services, actor, id);
  if (hasEndedOtherwise(before)) throw new AppError('export.ended');
  if (!isOpen(before.state as TaskState)) return exportInfo(services, actor, id);
  const isRefused = (error: unknown) => error instanceof AppError && error.key === 'task.notAllowed';
  try {
    await actOnTask(services, actor, { id, action: before.state === 'queued' ? 'cancel' : 'stop' });
  } catch (error) {
    if (!isRefused(error)) throw error;
    // it began, ended or was stopped by somebody else meanwhile: what it is now is the answer
    const now = await ownExport(services, actor, id);
    if (hasEndedOtherwise(now)) throw new AppError('export.ended');
    if (now.state === 'running') await actOnTask(services, actor, { id, action: 'stop' });
  }
  return exportInfo(services, actor, id);
}

export async function deleteExport(services: Services, asking: Actor, id: number): Promise<void> {
  const actor = await ofMaker(services, asking, id);
  await ownExport(services, actor, id);
  await deleteTask(services, actor, id);
  await rm(exportPath(services.config.data, id), { force: true });
}
