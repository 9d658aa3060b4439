/** Folders: list, one, add, change. */
import { limits, type datasets as contract, type Folder, type Output, type Page, type Parsed } from '@loupe/contract';
import { and, asc, desc, eq, exists, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { found, nameTaken, notFound, violates } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { lock, ownDataset, ownFolder, ownProject } from './scope.ts';
import { reviewCounts } from './review-counts.ts';
import { testCounts } from './test-counts.ts';
import { dataset, folder } from '../../tables/datasets.ts';

type FolderRow = typeof folder.$inferSelect;
type FolderChoices = Output<(typeof contract)['folderChoice']>;

const folderOf = (row: FolderRow, datasetName: string, testImages: number, review: Folder['review']): Folder => ({
  id: row.id,
  datasetId: row.datasetId,
  datasetName,
  projectId: row.projectId,
  name: row.name,
  type: row.type as Folder['type'],
  state: row.state as Folder['state'],
  images: row.nImages,
  annotated: row.nAnnotated,
  empty: row.nEmpty,
  preLabeled: row.nPreLabeled,
  testImages,
  review,
  createdAt: row.createdAt.toISOString(),
});

async function foldersOf(tx: Tx, actor: Actor, rows: readonly FolderRow[]): Promise<Folder[]> {
  const ids = [...new Set(rows.map((row) => row.datasetId))];
  const kept = await testCounts(tx, ids, 'folderId');
  const { id, projectId, name, review } = dataset;
  const rowsOfSets = await tx.select({ id, projectId, name, review }).from(dataset).where(inArray(dataset.id, ids));
  const sets = new Map(rowsOfSets.map((set) => [set.id, set]));
  const reviewed = rowsOfSets.filter((set) => set.review);
  const reviews = await reviewCounts(tx, actor, reviewed, 'folderId');
  return rows.map((row) => {
    const set = sets.get(row.datasetId);
    return folderOf(row, set?.name ?? '', kept.get(row.id) ?? 0, set?.review ? reviews(row.id, row.nAnnotated) : null);
  });
}

const datasetName = sql`(select lower(${dataset.name}) from ${dataset} where ${dataset.id} = ${folder.datasetId})`;

const sorts = {
  name: [asc(sql`lower(${folder.name})`), asc(folder.id)],
  '-name': [desc(sql`lower(${folder.name})`), desc(folder.id)],
  createdAt: [asc(folder.id)],
  '-createdAt': [desc(folder.id)],
  images: [asc(folder.nImages), asc(folder.id)],
  '-images': [desc(folder.nImages), desc(folder.id)],
  /** The folders of one data set stand together. */
  dataset: [asc(datasetName), asc(folder.datasetId), asc(sql`lower(${folder.name})`), asc(folder.id)],
  '-dataset': [desc(datasetName), desc(folder.datasetId), desc(sql`lower(${folder.name})`), desc(folder.id)],
};

type Place = Parsed<(typeof contract)['folderChoice']>;

/** The condition of a place that is the actor's; what is not is refused. */
async function inPlace(tx: Tx, actor: Actor, place: Place): Promise<SQL | undefined> {
  const { datasetId, projectId, modelId, setType, name } = place;
  if (datasetId !== undefined) await ownDataset(tx, actor, datasetId);
  if (projectId !== undefined) await ownProject(tx, actor, projectId);
  const owned = tx
    .select({ id: dataset.id })
    .from(dataset)
    .where(eq(dataset.modelId, modelId ?? 0));
  const ofType = tx
    .select({ id: dataset.id })
    .from(dataset)
    .where(and(eq(dataset.id, folder.datasetId), eq(dataset.setType, setType ?? '')));
  return and(
    inReach(actor, folder.projectId),
    datasetId === undefined ? undefined : eq(folder.datasetId, datasetId),
    projectId === undefined ? undefined : eq(folder.projectId, projectId),
    modelId === undefined ? undefined : inArray(folder.datasetId, owned),
    setType === undefined ? undefined : exists(ofType),
    containsText(folder.name, name),
  );
}

export async function listFolders(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['folderList']>,
): Promise<Page<Folder>> {
  const where = and(
    await inPlace(db, actor, input),
    input.state === undefined ? undefined : eq(folder.state, input.state),
    input.filled ? gt(folder.nImages, 0) : undefined,
  );
  const rows = await db
    .select()
    .from(folder)
    .where(where)
    .orderBy(...sorts[input.sort ?? 'createdAt'])
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize);
  const total = await db.$count(folder, where);
  return { list: await foldersOf(db, actor, rows), total, pageNum: input.pageNum, pageSize: input.pageSize };
}

/** All folders with images: who chooses all of them must not be held to those that were read into a list. */
export async function chooseFolders({ db }: Services, actor: Actor, input: Place): Promise<FolderChoices> {
  const where = and(await inPlace(db, actor, input), gt(folder.nImages, 0));
  const rows = await db
    .select({
      id: folder.id,
      datasetId: folder.datasetId,
      type: folder.type,
      images: folder.nImages,
      annotated: folder.nAnnotated,
      preLabeled: folder.nPreLabeled,
      createdAt: folder.createdAt,
    })
    .from(folder)
    .where(where)
    .orderBy(...sorts.dataset)
    .limit(limits.taskFolders);
  const sets = [...new Set(rows.map((row) => row.datasetId))];
  const kept = await testCounts(db, sets, 'folderId');
  const list = rows.map(({ createdAt, type, ...row }) => ({
    ...row,
    type: type as Folder['type'],
    testImages: kept.get(row.id) ?? 0,
    createdAt: createdAt.toISOString(),
  }));
  return { list, total: list.length < limits.taskFolders ? list.length : await db.$count(folder, where) };
}

export async function folderInfo({ db }: Services, actor: Actor, id: number): Promise<Folder> {
  return found((await foldersOf(db, actor, [(await ownFolder(db, actor, id)).folder]))[0]);
}

const namingFolder = (error: unknown): never => {
  throw violates(error, 'folder_name') ? nameTaken('folder.nameExists') : error;
};

export async function addFolder(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['folderAdd']>,
): Promise<Folder> {
  const own = await ownDataset(services.db, actor, input.datasetId);
  const work = inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, input.datasetId, 'key share');
    const [added] = await tx
      .insert(folder)
      .values({ ...input, projectId: own.project.id })
      .returning();
    return found((await foldersOf(tx, actor, [added!]))[0]);
  });
  return work.catch(namingFolder);
}

export async function updateFolder(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['folderUpdate']>,
): Promise<Folder> {
  await ownFolder(db, actor, input.id);
  const { id, ...fields } = input;
  const [changed] = await db.update(folder).set(fields).where(eq(folder.id, id)).returning().catch(namingFolder);
  if (!changed) throw notFound();
  return found((await foldersOf(db, actor, [changed]))[0]);
}
