/** Data sets: list, one, add, change. */
import {
  families,
  modelsOwnData,
  shapeKindsOf,
  type Conflicts,
  type Dataset,
  type FamilyId,
  type Input,
  type LabelDraft,
  type Page,
  type Parsed,
} from '@loupe/contract';
import type { datasets as contract } from '@loupe/contract';
import { and, asc, desc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import { conflictsIn } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found, nameTaken, violates } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { shape } from '../../tables/annotation.ts';
import { project } from '../../tables/projects.ts';
import { insertLabels, labelsOf, namingLabel } from './labels.ts';
import { lock, ownDataset, ownProject } from './scope.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { reviewCounts } from './review-counts.ts';
import { testCounts } from './test-counts.ts';
import { referencedOf, refuseReferenced, usedOf } from './usage.ts';

const sorts = {
  name: [asc(sql`lower(${dataset.name})`), asc(dataset.id)],
  '-name': [desc(sql`lower(${dataset.name})`), desc(dataset.id)],
  createdAt: [asc(dataset.id)],
  '-createdAt': [desc(dataset.id)],
};

async function sumsOf(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .select({
      id: folder.datasetId,
      folders: sql<number>`count(*)`,
      images: sql<number>`coalesce(sum(${folder.nImages}), 0)::bigint`,
      annotated: sql<number>`coalesce(sum(${folder.nAnnotated}), 0)::bigint`,
    })
    .from(folder)
    .where(inArray(folder.datasetId, [...ids]))
    .groupBy(folder.datasetId);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Whole data sets by their ids, in that order. Who may see them was asked before. */
async function datasetsBy(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  counting: 'exact' | 'bounded',
): Promise<Dataset[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ dataset, projectName: project.name, family: project.family, createdBy: showName() })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .innerJoin(user, eq(user.id, dataset.createdBy))
    .where(inArray(dataset.id, [...ids]));
  const sums = await sumsOf(tx, ids);
  const kept = await testCounts(tx, ids, 'datasetId');
  const reviewed = rows.flatMap((row) => (row.dataset.review ? row.dataset : []));
  const reviews = await reviewCounts(tx, actor, reviewed, 'datasetId');
  const labels = Map.groupBy(await labelsOf(tx, ids, counting), (label) => label.datasetId);
  const referenced = await referencedOf(tx, ids);
  const used = await usedOf(tx, ids);
  const byId = new Map(rows.map((row) => [row.dataset.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { projectId, modelId, name, dataType, setType, role, review, createdAt } = row.dataset;
    const sum = sums.get(id) ?? { folders: 0, images: 0, annotated: 0 };
    return {
      id,
      projectId,
      projectName: row.projectName,
      family: row.family as FamilyId,
      name,
      dataType: dataType as Dataset['dataType'],
      setType: setType as Dataset['setType'],
      role: role as Dataset['role'],
      modelId,
      ...sum,
      testImages: kept.get(id) ?? 0,
      review: review ? reviews(id, sum.annotated) : null,
      labels: (labels.get(id) ?? []).map(({ datasetId: _, ...label }) => label),
      referenced: referenced.has(id),
      used: used.has(id),
      createdBy: row.createdBy,
      createdAt: createdAt.toISOString(),
    };
  });
}

export async function listDatasets(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['datasetList']>,
): Promise<Page<Dataset>> {
  const where = and(
    inReach(actor, dataset.projectId),
    input.modelId === undefined ? isNull(dataset.modelId) : eq(dataset.modelId, input.modelId),
    input.projectId === undefined ? undefined : eq(dataset.projectId, input.projectId),
    input.setType === undefined ? undefined : eq(dataset.setType, input.setType),
    containsText(dataset.name, input.name),
  );
  const own = () => db.select({ id: dataset.id }).from(dataset).innerJoin(project, eq(project.id, dataset.projectId));
  const page = await own()
    .where(where)
    .orderBy(...sorts[input.sort ?? '-createdAt'])
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize);
  const [counted] = await db
    .select({ total: sql<number>`count(*)` })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(where);
  const list = await datasetsBy(
    db,
    actor,
    page.map((row) => row.id),
    'bounded',
  );
  return { list, total: counted!.total, pageNum: input.pageNum, pageSize: input.pageSize };
}

const one = async (tx: Tx, actor: Actor, id: number): Promise<Dataset> =>
  found((await datasetsBy(tx, actor, [id], 'exact'))[0]);

export async function datasetInfo({ db }: Services, actor: Actor, id: number): Promise<Dataset> {
  await ownDataset(db, actor, id);
  return one(db, actor, id);
}

export async function datasetConflicts({ db }: Services, actor: Actor, id: number): Promise<Conflicts> {
  await ownDataset(db, actor, id);
  const folders = await db.select({ id: folder.id }).from(folder).where(eq(folder.datasetId, id));
  return conflictsIn(
    db,
    folders.map((one) => one.id),
  );
}

const namesOfOwner = 7_302_114;

/** A name is unique for its owner, over all projects of a family; names of one owner are given one at a time. */
async function refuseTakenName(tx: Tx, place: typeof project.$inferSelect, name: string, except = 0): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${namesOfOwner}, (${place.ownerId} % 2147483647)::int)`);
  const taken = await tx
    .select({ id: dataset.id })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(
      and(
        eq(project.ownerId, place.ownerId),
        eq(project.family, place.family),
        isNull(dataset.modelId),
        eq(sql`lower(${dataset.name})`, name.toLowerCase()),
        ne(dataset.id, except),
      ),
    )
    .limit(1);
  if (taken.length > 0) throw nameTaken('dataset.nameExists');
}

const namingDataset = (error: unknown): never => {
  if (violates(error, 'dataset_name')) throw nameTaken('dataset.nameExists');
  return namingLabel(error, 'labels');
};

export async function addDataset(
  services: Services,
  actor: Actor,
  input: Omit<Input<(typeof contract)['datasetAdd']>, 'labels'> & {
    dataType: string;
    setType: string;
    labels: LabelDraft[];
  },
): Promise<Dataset> {
  const place = await ownProject(services.db, actor, input.projectId);
  if (modelsOwnData(families[place.family as FamilyId])) throw new AppError('dataset.withModel');
  const work = inTransaction(services.db, async (tx) => {
    await refuseTakenName(tx, place, input.name);
    const { labels, ...fields } = input;
    const [added] = await tx
      .insert(dataset)
      .values({ ...fields, createdBy: actor.userId })
      .returning({ id: dataset.id });
    await insertLabels(tx, added!.id, labels);
    return one(tx, actor, added!.id);
  });
  return work.catch(namingDataset);
}

/** Shapes of a kind that the new type does not have would become uneditable. */
async function refuseForeignKinds(tx: Tx, id: number, kinds: readonly string[]): Promise<void> {
  const [other] = await tx
    .select({ id: shape.id })
    .from(shape)
    .innerJoin(image, and(eq(image.id, shape.imageId), eq(image.datasetId, id)))
    .where(notInArray(shape.kind, [...kinds]))
    .limit(1);
  if (other) throw new AppError('dataset.otherShapes');
}

/** Pages that show it: it is changed whether or not the news gets through. */
const tellOthers = (services: Services, { id, projectId }: Dataset): Promise<void> =>
  services
    .publish({ projectId }, { type: 'dataset', datasetId: id })
    .catch((error: unknown) => services.log.warn({ error: String(error), id }, 'news of a data set was not sent'));

export async function updateDataset(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['datasetUpdate']>,
): Promise<Dataset> {
  const own = await ownDataset(services.db, actor, input.id);
  if (own.dataset.modelId !== null) throw new AppError('dataset.ofModel');
  const work = inTransaction(services.db, async (tx) => {
    await refuseTakenName(tx, own.project, input.name, input.id);
    await lock(tx, dataset, input.id, 'no key update');
    const [now] = await tx.select().from(dataset).where(eq(dataset.id, input.id));
    if (now!.dataType !== input.dataType || now!.setType !== input.setType) {
      await refuseReferenced(tx, input.id);
      await refuseForeignKinds(
        tx,
        input.id,
        shapeKindsOf(families[own.project.family as keyof typeof families], input.setType),
      );
    }
    const { id, review = now!.review, ...fields } = input;
    await tx
      .update(dataset)
      .set({ ...fields, review })
      .where(eq(dataset.id, id));
    return one(tx, actor, id);
  });
  const updated = await work.catch(namingDataset);
  void tellOthers(services, updated);
  return updated;
}
