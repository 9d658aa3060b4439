/** Folders: list, one, add, change. */
import type { datasets as contract, Folder, Page, Parsed } from '@loupe/contract';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found, notFound, violates } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { lock, ownDataset, ownFolder, ownProject } from './scope.ts';
import { testCounts } from './test-counts.ts';
import { dataset, folder } from './tables.ts';

type FolderRow = typeof folder.$inferSelect;

const folderOf = (row: FolderRow, testPictures = 0): Folder => ({
  id: row.id,
  datasetId: row.datasetId,
  projectId: row.projectId,
  name: row.name,
  type: row.type as Folder['type'],
  state: row.state as Folder['state'],
  images: row.nImages,
  annotated: row.nAnnotated,
  empty: row.nEmpty,
  testPictures,
  createdAt: row.createdAt.toISOString(),
});

async function foldersOf(tx: Tx, rows: readonly FolderRow[]): Promise<Folder[]> {
  const kept = await testCounts(tx, [...new Set(rows.map((row) => row.datasetId))], 'folderId');
  return rows.map((row) => folderOf(row, kept.get(row.id)));
}

const sorts = {
  name: [asc(sql`lower(${folder.name})`), asc(folder.id)],
  '-name': [desc(sql`lower(${folder.name})`), desc(folder.id)],
  createdAt: [asc(folder.id)],
  '-createdAt': [desc(folder.id)],
  images: [asc(folder.nImages), asc(folder.id)],
  '-images': [desc(folder.nImages), desc(folder.id)],
};

export async function listFolders(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['folderList']>,
): Promise<Page<Folder>> {
  if (input.datasetId !== undefined) await ownDataset(db, actor, input.datasetId);
  if (input.projectId !== undefined) await ownProject(db, actor, input.projectId);
  const where = and(
    inOwnProject(actor, folder.projectId),
    input.datasetId === undefined ? undefined : eq(folder.datasetId, input.datasetId),
    input.projectId === undefined ? undefined : eq(folder.projectId, input.projectId),
    input.state === undefined ? undefined : eq(folder.state, input.state),
    containsText(folder.name, input.name),
  );
  const rows = await db
    .select()
    .from(folder)
    .where(where)
    .orderBy(...sorts[input.sort ?? 'createdAt'])
    .limit(input.pageSize)
    .offset((input.pageNum - 1) * input.pageSize);
  const total = await db.$count(folder, where);
  return { list: await foldersOf(db, rows), total, pageNum: input.pageNum, pageSize: input.pageSize };
}

export async function folderInfo({ db }: Services, actor: Actor, id: number): Promise<Folder> {
  return found((await foldersOf(db, [(await ownFolder(db, actor, id)).folder]))[0]);
}

const namingFolder = (error: unknown): never => {
  throw violates(error, 'folder_name') ? new AppError('folder.nameExists') : error;
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
    return folderOf(added!);
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
  return found((await foldersOf(db, [changed]))[0]);
}
