/** Projects: own data of whoever made them; everything else lives below one. */
import {
  asksForName,
  exampleValues,
  type Deleted,
  type DeletePreview,
  type Page,
  type Parsed,
  type Project,
  type projects,
} from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { inReach, levelIn, projectInReach, withNeed } from '../../core/access.ts';
import { can, type Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found, nameTaken, violates } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { revoked } from '../../core/session.ts';
import { inTransaction } from '../../core/transaction.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { addToBin, hide, hideTasks } from '../bin/index.ts';
import { ownProject } from './members.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { model, version } from '../../tables/models.ts';
import { onlineEntry } from '../../tables/online.ts';
import { task } from '../../tables/tasks.ts';
import { project } from '../../tables/projects.ts';

type Routes = typeof projects;

/** Whether it is example data, as the toggle says. Only whoever owns it may mark it, and only with the key. */
async function exampleOf(tx: Tx, actor: Actor, example: -1 | 0 | undefined, id?: number) {
  if (example === undefined) return {};
  if (!can(actor, 'sys/example')) throw new AppError('project.exampleDenied', { code: 403 });
  if (id !== undefined) await ownProject(tx, withNeed(actor, 'own'), id);
  return { example: example === exampleValues.on };
}

/** Rows with their counts, in the order of the ids: the counts are made for one page only. */
async function readProjects(services: Services, actor: Actor, ids: readonly number[]): Promise<Project[]> {
  if (ids.length === 0) return [];
  const rows = await services.db
    .select({
      id: project.id,
      family: sql<Project['family']>`${project.family}`,
      name: project.name,
      description: project.description,
      datasets: sql<number>`(select count(*) from ${dataset} where ${dataset.projectId} = ${project.id})`,
      models: sql<number>`(select count(*) from ${model} where ${model.projectId} = ${project.id})`,
      createdBy: showName(),
      ownerId: project.ownerId,
      owner: sql<string>`(select coalesce(o.account_name, o.real_name, o.account) from "user" o
        where o.id = ${project.ownerId})`,
      level: levelIn(actor),
      members: sql<number>`(select count(*) from project_member m where m.project_id = ${project.id})`,
      example: project.example,
      createdAt: project.createdAt,
    })
    .from(project)
    .innerJoin(user, eq(user.id, project.createdBy))
    .where(inArray(project.id, [...ids]));
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, level: row.level ?? 'viewer', createdAt: row.createdAt.toISOString() }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const orders: Record<NonNullable<Parsed<Routes['projectList']>['sort']>, SQL[]> = {
  name: [asc(sql`lower(${project.name})`), asc(project.id)],
  '-name': [desc(sql`lower(${project.name})`), desc(project.id)],
  createdAt: [asc(project.id)],
  '-createdAt': [desc(project.id)],
};

export async function listProjects(
  services: Services,
  actor: Actor,
  input: Parsed<Routes['projectList']>,
): Promise<Page<Project>> {
  const where = and(
    inReach(actor, project.id),
    input.family === undefined ? undefined : eq(project.family, input.family),
    input.whose === undefined ? undefined : (input.whose === 'mine' ? eq : ne)(project.ownerId, actor.userId),
    containsText(project.name, input.name),
  );
  const { pageNum, pageSize } = input;
  const [ids, [all]] = await Promise.all([
    services.db
      .select({ id: project.id })
      .from(project)
      .where(where)
      .orderBy(...orders[input.sort ?? '-createdAt'])
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    services.db.select({ n: count() }).from(project).where(where),
  ]);
  const list = await readProjects(
    services,
    actor,
    ids.map((row) => row.id),
  );
  return { list, total: all!.n, pageNum, pageSize };
}

const isOwn = (actor: Actor, id: number) => and(projectInReach(actor), eq(project.id, id));

export async function projectInfo(services: Services, actor: Actor, id: number): Promise<Project> {
  await ownProject(services.db, actor, id);
  return found((await readProjects(services, actor, [id]))[0]);
}

const naming = (error: unknown): never => {
  throw violates(error, 'project_name') ? nameTaken('project.nameExists') : error;
};

export async function addProject(
  services: Services,
  actor: Actor,
  { example, ...input }: Parsed<Routes['projectAdd']>,
): Promise<Project> {
  const marked = await exampleOf(services.db, actor, example);
  const [row] = await services.db.transaction(async (tx) => {
    // of somebody who is being deleted it would be nobody's: it is there before, and taken over, or not at all
    const isThere = and(eq(user.id, actor.userId), eq(user.enabled, true), isNull(user.deletedAt));
    const [owner] = await tx.select({ id: user.id }).from(user).where(isThere).for('key share');
    if (!owner) throw revoked();
    return tx
      .insert(project)
      .values({ ...input, ...marked, ownerId: actor.userId, createdBy: actor.userId })
      .returning({ id: project.id })
      .catch(naming);
  });
  return found((await readProjects(services, actor, [row!.id]))[0]);
}

export async function updateProject(
  services: Services,
  actor: Actor,
  { id, name, description, example }: Parsed<Routes['projectUpdate']>,
): Promise<Project> {
  await ownProject(services.db, actor, id);
  const marked = await exampleOf(services.db, actor, example, id);
  await services.db.transaction(async (tx) => {
    const [before] = await tx.select().from(project).where(isOwn(actor, id)).for('update');
    await tx
      .update(project)
      .set({ name, description, ...marked })
      .where(isOwn(actor, id))
      .catch(naming);
    const { example: now } = { ...before, ...marked };
    if (before && now !== before.example)
      await note(tx, actor, 'project.example', `project/${id}`, { name, example: now });
  });
  return found((await readProjects(services, actor, [id]))[0]);
}

async function previewOf(tx: Tx, actor: Actor, id: number): Promise<DeletePreview> {
  const { name } = await ownProject(tx, actor, id);
  const result = await tx.execute<Omit<DeletePreview, 'name'>>(sql`select
    (select count(*) from ${dataset} where ${dataset.projectId} = ${id}) as datasets,
    (select count(*) from ${folder} where ${folder.projectId} = ${id}) as folders,
    (select coalesce(sum(${folder.nImages}), 0)::bigint from ${folder} where ${folder.projectId} = ${id}) as images,
    (select coalesce(sum(${image.nShapes}), 0)::bigint from ${image} join ${folder} on ${folder.id} = ${image.folderId}
      where ${image.projectId} = ${id} and ${image.deletedAt} is null) as shapes,
    (select count(*) from ${model} where ${model.projectId} = ${id}) as models,
    (select count(*) from ${version} where ${version.projectId} = ${id}) as versions,
    (select count(*) from ${onlineEntry} where ${onlineEntry.projectId} = ${id}) as "onlineEntries",
    (select count(*) from ${onlineEntry} where ${onlineEntry.projectId} = ${id} and ${onlineEntry.enabled}) as "entriesOn"`);
  return { name, ...result.rows[0]! };
}

export const previewDelete = ({ db }: Services, actor: Actor, id: number): Promise<DeletePreview> =>
  previewOf(db, actor, id);

const below = [onlineEntry, version, model, folder, dataset] as const;

/** Into the bin, with everything below it. */
export async function deleteProject(
  services: Services,
  actor: Actor,
  { id, confirmName }: Parsed<Routes['projectDelete']>,
): Promise<Deleted> {
  return inTransaction(services.db, async (tx) => {
    // A new task holds a share of this row by its foreign key: it comes before, and is seen, or comes after.
    await ownProject(tx, actor, id);
    found((await tx.select({ id: project.id }).from(project).where(isOwn(actor, id)).for('update'))[0]);
    const preview = await previewOf(tx, actor, id);
    const { name } = preview;
    const binId = await addToBin(tx, actor, { kind: 'project', projectId: id, name, counts: preview });
    await hideTasks(tx, binId, eq(task.projectId, id));
    if (asksForName(preview) && confirmName?.trim().normalize('NFC') !== name)
      throw new AppError('project.confirmName');
    // one connection: in turn
    for (const table of below) await hide(tx, binId, table, eq(table.projectId, id)); // oxlint-disable-line no-await-in-loop
    await hide(tx, binId, project, eq(project.id, id));
    await note(tx, actor, 'project.delete', `project/${id}`, { name, binId });
    return { binId };
  });
}
