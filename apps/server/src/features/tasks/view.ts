/** Tasks as a person sees them: one query for a page, with place in the queue, latest attempt and texts. */
import {
  actionsFrom,
  Cause,
  isMessageKey,
  liveStates,
  messageText,
  taskKinds,
  type BothTexts,
  type Page,
  type Parsed,
  type Task,
  type TaskKind,
  type TaskProgress,
  type tasks as contract,
  type TaskState,
} from '@loupe/contract';
import { and, desc, asc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { inReach, withNeed } from '../../core/access.ts';
import { can, type Actor } from '../../core/actor.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { literally, modelName } from '../models/index.ts';
import type { TestResult } from '../results/index.ts';
import { model, snapshot, version } from '../../tables/models.ts';
import type { TaskRun } from '../../tasks-runner/state.ts';
import { withoutFolders } from './places.ts';
import { attempt, task } from '../../tables/tasks.ts';

const lastAttempt = <T>(column: 'n' | 'device') =>
  sql<T>`(select a.${sql.raw(column)} from ${attempt} a where a.task_id = ${task.id} order by a.n desc limit 1)`;

const queuePosition = sql<number | null>`case when ${task.state} = 'queued' then (
  select count(*) from ${task} q where q.state = 'queued' and q.kind = ${task.kind}
    and (q.ordinal, q.id) <= (${task.ordinal}, ${task.id})) end`;

/** In which a task has run, without waiting and pauses; a lease that is left may reach into the attempt of the next stage. */
export const activeSeconds = sql<number | null>`(select sum(extract(epoch from least(
      a.until, a.next, coalesce(${task.endedAt}, clock_timestamp())) - a.created_at))
    from (select created_at, case when ended_as is null then 'infinity' else lease_until end as until,
      lead(created_at) over (order by n) as next from ${attempt} where task_id = ${task.id}) a)`;

const fields = {
  row: task,
  modelType: model.type,
  subject: sql<string>`coalesce(${task.params} ->> 'subject', ${modelName()}, '')`,
  versionNumber: version.number,
  versionLabels: version.labels,
  nTrain: snapshot.nTrain,
  nVal: snapshot.nVal,
  nTest: snapshot.nTest,
  classes: snapshot.classes,
  createdBy: showName(),
  attempt: lastAttempt<number | null>('n'),
  device: lastAttempt<string | null>('device'),
  completed: sql<number>`(select count(*) from ${attempt} a where a.task_id = ${task.id} and a.ended_as = 'completed')`,
  queuePosition,
  waitsFor: sql<Task['waitsFor']>`case when ${task.state} <> 'queued' then null
    when ${task.notBefore} > clock_timestamp() then 'pause'
    when exists (select 1 from ${task} q where q.state = 'queued' and q.kind = ${task.kind}
      and (q.ordinal, q.id) < (${task.ordinal}, ${task.id})) then 'turn'
    when exists (select 1 from ${task} r where r.state in ${[...liveStates]} and r.kind = ${task.kind}) then 'device'
    else 'start' end`,
  activeSeconds,
};

const select = ({ db }: Services, actor: Actor) =>
  db
    .select({ ...fields, mayAct: sql<boolean>`${inReach(withNeed(actor, 'edit'), task.projectId)}` })
    .from(task)
    .leftJoin(model, eq(model.id, task.modelId))
    .innerJoin(user, eq(user.id, task.createdBy))
    .leftJoin(version, eq(version.id, task.versionId))
    .leftJoin(snapshot, eq(snapshot.id, task.snapshotId))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];

/** The text of a cause, or of a warning where it has words of its own; null for a code without words. */
export function textOf(code: string, args: Cause['args'], file: string | null, isWarning = false): BothTexts | null {
  const key = [...(isWarning ? [`warning.${code}`] : []), `cause.${code}`].find(isMessageKey);
  if (!key) return null;
  // the engine names its details as it likes; what has no place of its own in the text is the reason
  const { field, reason, message } = args;
  const why = args['why'] ?? ([field, reason].filter(Boolean).join(': ') || (message ?? ''));
  const all = { ...args, why, file: file ?? args['file'] ?? '' };
  return { zh: messageText(key, 'zh', all), en: messageText(key, 'en', all) };
}

/** The text of why a task failed; null while it has not. */
export function causeTextOf(cause: Cause | null): BothTexts | null {
  if (!cause) return null;
  return textOf(cause.code, cause.args, cause.file) ?? textOf('engine.internal', { why: cause.code }, null);
}

const nameAndColor = (list: unknown): Task['labels'] =>
  ((list as Task['labels'] | null) ?? []).map(({ name, color }) => ({ name, color }));

/** Of a training of several stages the one that is being trained, or was last. */
function stageOf(row: Selected['row'], completed: number): Task['stage'] {
  const later = (row.laterStages as { recipe: string }[] | null) ?? [];
  if (later.length === 0) return null;
  const all = [row.recipe ?? '', ...later.map(({ recipe }) => recipe)];
  const index = Math.min(Number(completed), later.length);
  return { index, count: all.length, recipe: all[index]! };
}

function taskOf(actor: Actor, { row, ...more }: Selected): Task {
  const kind = row.kind as TaskKind;
  const { permission, actions, version: use } = taskKinds[kind];
  const state = row.state as TaskState;
  const cause = withoutFolders(Cause.nullable().catch(null).parse(row.cause));
  return {
    id: row.id,
    kind,
    state,
    projectId: row.projectId,
    modelId: row.modelId,
    subject: more.subject,
    versionId: row.versionId,
    versionNumber: more.versionNumber,
    recipe: row.recipe ?? '',
    modelType: more.modelType,
    params: row.params as Record<string, unknown>,
    laterParams: ((row.laterStages as { params: Record<string, unknown> }[] | null) ?? []).map(({ params }) => params),
    stage: stageOf(row, more.completed),
    length: (row.run as TaskRun | null)?.length ?? null,
    images: { train: more.nTrain ?? 0, val: more.nVal ?? 0, test: more.nTest ?? 0 },
    figures: (row.result as Partial<TestResult> | null)?.figures ?? null,
    labels: nameAndColor(use === 'used' ? more.versionLabels : more.classes),
    progress: row.progress as TaskProgress | null,
    cause,
    causeText: causeTextOf(cause),
    queuePosition: more.queuePosition,
    waitsFor: more.waitsFor,
    activeSeconds: Math.max(0, Number(more.activeSeconds ?? 0)),
    attempt: more.attempt ?? 0,
    device: more.device,
    actions: more.mayAct && can(actor, permission) ? actionsFrom(state, actions) : [],
    createdBy: more.createdBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** What a training was given beside its parameters: with it the form of a training like this begins. */
async function askedFor(
  { db }: Services,
  { startVersionId }: Selected['row'],
  run: TaskRun | null,
): Promise<Pick<Task, 'folders' | 'start' | 'requestedDevice'>> {
  const { folders, requested, kept = [] } = run ?? {};
  const asked = { ...(folders && { folders }), ...(requested !== undefined && { requestedDevice: requested }) };
  if (startVersionId === null) return asked;
  const [row] = await db.select({ number: version.number }).from(version).where(eq(version.id, startVersionId));
  return { ...asked, ...(row && { start: { versionId: startVersionId, number: row.number, kept } }) };
}

export async function taskInfo(services: Services, actor: Actor, id: number): Promise<Task> {
  const [row] = await select(services, actor).where(and(eq(task.id, id), inReach(actor, task.projectId)));
  const line = found(row);
  const run = line.row.run as TaskRun | null;
  return { ...taskOf(actor, line), ...(await askedFor(services, line.row, run)) };
}

/** Tasks that fulfil a condition, which says what the actor may see. */
export async function tasksWhere(
  services: Services,
  actor: Actor,
  where: SQL | undefined,
  order: readonly SQL[],
  limit: number,
): Promise<Task[]> {
  const rows = await select(services, actor)
    .where(where)
    .orderBy(...order)
    .limit(limit);
  return rows.map((row) => taskOf(actor, row));
}

export type TaskFilter = Parsed<(typeof contract)['taskList']>;

export async function listTasks(services: Services, actor: Actor, filter: TaskFilter): Promise<Page<Task>> {
  const text = filter.name ? literally(filter.name) : undefined;
  const where = and(
    inReach(actor, task.projectId),
    filter.kind === undefined ? undefined : eq(task.kind, filter.kind),
    filter.modelId === undefined ? undefined : eq(task.modelId, filter.modelId),
    filter.projectId === undefined ? undefined : eq(task.projectId, filter.projectId),
    filter.versionId === undefined ? undefined : eq(task.versionId, filter.versionId),
    filter.state === undefined ? undefined : eq(task.state, filter.state),
    text === undefined
      ? undefined
      : or(
          ilike(model.planName, text),
          ilike(model.functionName, text),
          sql`${task.params} ->> 'subject' ilike ${text}`,
        ),
  );
  const order = filter.sort === 'createdAt' ? asc(task.id) : desc(task.id);
  // what is reckoned of a task is reckoned for the page alone, not for what is passed over
  const page = services.db
    .select({ id: task.id })
    .from(task)
    .leftJoin(model, eq(model.id, task.modelId))
    .where(where)
    .orderBy(order)
    .limit(filter.pageSize)
    .offset((filter.pageNum - 1) * filter.pageSize);
  const rows = await select(services, actor).where(inArray(task.id, page)).orderBy(order);
  const [counted] = await services.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(task)
    .leftJoin(model, eq(model.id, task.modelId))
    .where(where);
  const { pageNum, pageSize } = filter;
  return { list: rows.map((row) => taskOf(actor, row)), total: counted?.total ?? 0, pageNum, pageSize };
}
