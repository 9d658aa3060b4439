/** What lies in the bin, and whose it is. */
import {
  binKinds,
  binPermissions,
  type BinCounts,
  type BinItem,
  type BinKind,
  type binRoutes,
  type FamilyId,
  type Page,
  type Parsed,
} from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import { can, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, denied } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { bin } from '../../tables/bin.ts';
import { nameOfModel } from '../../tables/models.ts';

export type BinRow = typeof bin.$inferSelect;

/** Of a project as a whole: its owner. Of what lay in one: who may do there what they ask. */
const isTheirs = (actor: Actor): SQL | undefined =>
  can(actor, 'allData')
    ? undefined
    : sql`(${bin.ownerId} = ${actor.userId} or (${bin.kind} <> 'project' and ${inReach(actor, bin.projectId)}))`;

const placeIds = { project: 'projectId', dataset: 'datasetId', folder: 'folderId', model: 'modelId' } as const;
const isLive = (place: keyof typeof placeIds) =>
  sql`exists (select 1 from ${sql.identifier(place)} p where p.id = ${bin[placeIds[place]]})`;

/** What it lay in is not in the bin itself: else it comes back with that, or after it. */
const canReturn = sql`case ${bin.kind}
  when 'project' then true
  when 'dataset' then ${isLive('project')}
  when 'model' then ${isLive('project')}
  when 'folder' then ${isLive('dataset')}
  when 'images' then ${isLive('folder')}
  else ${isLive('model')} end`;

const sorts = {
  createdAt: [asc(bin.id)],
  '-createdAt': [desc(bin.id)],
  until: [asc(bin.until), asc(bin.id)],
  '-until': [desc(bin.until), desc(bin.id)],
};

export async function listBin(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof binRoutes)['binList']>,
): Promise<Page<BinItem>> {
  const kinds = binKinds.filter((kind) => can(actor, binPermissions[kind]));
  const where = and(
    isTheirs(actor),
    inArray(bin.kind, kinds),
    input.kind === undefined ? undefined : eq(bin.kind, input.kind),
    containsText(bin.name, input.name),
    eq(bin.purging, false),
    canReturn,
  );
  const { pageNum, pageSize } = input;
  const rows = await db
    .select({
      bin,
      projectName: sql<string>`(select p.name from public.project p where p.id = ${bin.projectId})`,
      family: sql<FamilyId>`(select p.family from public.project p where p.id = ${bin.projectId})`,
      datasetName: sql<string | null>`(select d.name from public.dataset d where d.id = ${bin.datasetId})`,
      modelName: sql<string | null>`(select ${nameOfModel} from public.model m
        join public.dataset d on d.model_id = m.id where d.id = ${bin.datasetId})`,
      imageName: sql<string | null>`case when ${bin.kind} = 'images' and (${bin.counts} ->> 'images')::int = 1
        then (select i.name from image i where i.bin_id = ${bin.id} limit 1) end`,
      deletedBy: showName(),
    })
    .from(bin)
    .innerJoin(user, eq(user.id, bin.deletedBy))
    .where(where)
    .orderBy(...sorts[input.sort ?? '-createdAt'])
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [all] = await db.select({ n: count() }).from(bin).where(where);
  const list = rows.map(({ bin: row, ...more }): BinItem => ({
    ...more,
    id: row.id,
    kind: row.kind as BinKind,
    name: row.name,
    projectId: row.projectId,
    counts: row.counts as BinCounts,
    deletedAt: row.createdAt.toISOString(),
    until: row.until.toISOString(),
  }));
  return { list, total: all!.n, pageNum, pageSize };
}

/** The row, locked, for one who may restore or remove it; another person's is not found. */
export async function holdBin(tx: Tx, actor: Actor, id: number): Promise<BinRow> {
  const read = (one: Actor) =>
    tx
      .select()
      .from(bin)
      .where(and(eq(bin.id, id), isTheirs(one)))
      .for('update');
  const row = await reached(tx, actor, read, ({ projectId }) => projectId);
  if (!can(actor, binPermissions[row.kind as BinKind])) throw denied();
  if (row.purging) throw new AppError('bin.gone');
  return row;
}

const around: { readonly [K in BinKind]: readonly (keyof typeof placeIds)[] } = {
  project: [],
  dataset: ['project'],
  model: ['project'],
  folder: ['project', 'dataset'],
  images: ['project', 'dataset', 'folder'],
  onlineEntry: ['project', 'model'],
};

/** Keeps what the thing lies in from being deleted; refuses where that is in the bin itself. */
export async function holdAround(tx: Tx, row: BinRow): Promise<void> {
  for (const place of around[row.kind as BinKind]) {
    // one connection, and in the order of all locks
    // oxlint-disable-next-line no-await-in-loop
    const held = await tx.execute(
      sql`select 1 from ${sql.identifier(place)} where id = ${row[placeIds[place]]} for key share`,
    );
    if (held.rowCount === 0) throw new AppError('bin.parent');
  }
}
