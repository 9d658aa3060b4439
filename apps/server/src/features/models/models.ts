/** Models: list, one, add, rename. */
import {
  families,
  openStates,
  type FamilyId,
  type Model,
  type models as contract,
  type ModelType,
  type Page,
  type Parsed,
} from '@loupe/contract';
import { and, asc, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { inReach, projectInReach, reached } from '../../core/access.ts';
import { ofFamily, type Actor } from '../../core/actor.ts';
import { AppError, found, nameTaken, violates } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { addModelSets } from '../datasets/index.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { project } from '../../tables/projects.ts';
import { task } from '../../tables/tasks.ts';
import { literally, ownModel } from './scope.ts';
import { model, version } from '../../tables/models.ts';

const latest = (column: 'id' | 'number') =>
  sql<
    number | null
  >`(select v.${sql.raw(column)} from ${version} v where v.model_id = ${model.id} order by v.number desc limit 1)`;

const fields = {
  row: model,
  projectName: project.name,
  createdBy: showName(),
  versions: sql<number>`(select count(*) from ${version} v where v.model_id = ${model.id})`.mapWith(Number),
  datasets: sql<Model['datasets']>`coalesce((select json_agg(json_build_object('id', d.id, 'role', d.role, 'images',
      coalesce((select sum(f.n_images) from folder f where f.dataset_id = d.id), 0)) order by d.id)
    from dataset d where d.model_id = ${model.id}), '[]')`,
  latestVersionId: latest('id'),
  latestVersionNumber: latest('number'),
  openTasks: sql<number>`(select count(*) from ${task} t where t.model_id = ${model.id}
    and t.state in ${[...openStates]})`.mapWith(Number),
};

const select = (services: Services) =>
  services.db
    .select(fields)
    .from(model)
    .innerJoin(project, eq(project.id, model.projectId))
    .innerJoin(user, eq(user.id, model.createdBy))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];

const modelOf = ({ row, ...more }: Selected): Model => ({
  ...more,
  id: row.id,
  projectId: row.projectId,
  planName: row.planName,
  functionName: row.functionName,
  type: row.type as ModelType,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
});

const sorts = {
  planName: [asc(sql`lower(${model.planName})`), asc(model.id)],
  '-planName': [desc(sql`lower(${model.planName})`), desc(model.id)],
  createdAt: [asc(model.id)],
  '-createdAt': [desc(model.id)],
};

export async function listModels(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['modelList']>,
): Promise<Page<Model>> {
  const text = input.name ? literally(input.name) : undefined;
  const where = and(
    inReach(actor, model.projectId),
    ofFamily(model.projectId, input.family),
    input.projectId === undefined ? undefined : eq(model.projectId, input.projectId),
    input.type === undefined ? undefined : eq(model.type, input.type),
    text === undefined ? undefined : or(ilike(model.planName, text), ilike(model.functionName, text)),
  );
  const order = sorts[input.sort ?? '-createdAt'];
  // what is counted of a model is counted for the page alone, not for what is passed over
  const page = services.db
    .select({ id: model.id })
    .from(model)
    .where(where)
    .orderBy(...order)
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize);
  const rows = await select(services)
    .where(inArray(model.id, page))
    .orderBy(...order);
  const total = await services.db.$count(model, where);
  return { list: rows.map(modelOf), total, pageNum: input.pageNum, pageSize: input.pageSize };
}

export async function modelInfo(services: Services, actor: Actor, id: number): Promise<Model> {
  const [row] = await select(services).where(and(eq(model.id, id), inReach(actor, model.projectId)));
  return modelOf(found(row));
}

const naming = (error: unknown): never => {
  throw violates(error, 'model_name') ? nameTaken('model.nameExists', 'functionName') : error;
};

export async function addModel(
  services: Services,
  actor: Actor,
  { language, ...input }: Parsed<(typeof contract)['modelAdd']>,
): Promise<Model> {
  const read = (one: Actor) =>
    services.db
      .select({ id: project.id, family: project.family })
      .from(project)
      .where(and(eq(project.id, input.projectId), projectInReach(one)));
  const { family } = await reached(services.db, actor, read, ({ id }) => id);
  const types: readonly { id: string }[] = families[family as FamilyId].modelTypes;
  const type = input.type ?? types[0]!.id;
  if (!types.some(({ id }) => id === type)) throw new AppError('model.otherFamily');
  const id = await inTransaction(services.db, async (tx) => {
    const [added] = await tx
      .insert(model)
      .values({ ...input, type, createdBy: actor.userId })
      .returning({ id: model.id });
    const { projectId } = input;
    await addModelSets(tx, { modelId: added!.id, projectId, family, userId: actor.userId, language });
    return added!.id;
  }).catch(naming);
  return modelInfo(services, actor, id);
}

export async function updateModel(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['modelUpdate']>,
): Promise<Model> {
  await ownModel(services.db, actor, input.id);
  const { id, ...names } = input;
  await services.db.update(model).set(names).where(eq(model.id, id)).catch(naming);
  return modelInfo(services, actor, id);
}
