/** Online entries: list, add, change, delete, and their keys. */
import { createHash, randomBytes } from 'node:crypto';
import type { online as contract, OnlineEntry, Page, Parsed, Thresholds } from '@loupe/contract';
import { and, asc, desc, eq, ilike } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import { AppError, found, notFound, violates } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { literally, modelName, ownVersion } from '../models/index.ts';
import { model, version } from '../models/tables.ts';
import { project } from '../projects/tables.ts';
import { onlineEntry } from './tables.ts';

type Input<K extends keyof typeof contract> = Parsed<(typeof contract)[K]>;

const select = ({ db }: Services) =>
  db
    .select({ entry: onlineEntry, version, modelName: modelName() })
    .from(onlineEntry)
    .innerJoin(version, eq(version.id, onlineEntry.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];

const entryOf = ({ entry, version, modelName }: Selected): OnlineEntry => ({
  id: entry.id,
  name: entry.name,
  projectId: entry.projectId,
  modelId: version.modelId,
  modelName,
  versionId: version.id,
  versionNumber: version.number,
  labels: version.labels as OnlineEntry['labels'],
  thresholds: entry.thresholds as Thresholds,
  enabled: entry.enabled,
  hasKey: entry.keyHash !== null,
  records: entry.nRecords,
  createdAt: entry.createdAt.toISOString(),
});

const isOwn = (actor: Actor, id: number) => and(eq(onlineEntry.id, id), inOwnProject(actor, onlineEntry.projectId));

const nameTaken = (error: unknown): never => {
  throw violates(error, 'online_name') ? new AppError('online.nameExists') : error;
};

const sorts = {
  name: [asc(onlineEntry.name), asc(onlineEntry.id)],
  '-name': [desc(onlineEntry.name), desc(onlineEntry.id)],
  createdAt: [asc(onlineEntry.id)],
  '-createdAt': [desc(onlineEntry.id)],
};

export async function listEntries(
  services: Services,
  actor: Actor,
  input: Input<'onlineList'>,
): Promise<Page<OnlineEntry>> {
  const where = and(
    inOwnProject(actor, onlineEntry.projectId),
    input.name ? ilike(onlineEntry.name, literally(input.name)) : undefined,
    input.projectId === undefined ? undefined : eq(onlineEntry.projectId, input.projectId),
    input.modelId === undefined ? undefined : eq(version.modelId, input.modelId),
  );
  const { pageNum, pageSize } = input;
  const rows = await select(services)
    .where(where)
    .orderBy(...sorts[input.sort ?? '-createdAt'])
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const all = services.db
    .select({ id: onlineEntry.id })
    .from(onlineEntry)
    .innerJoin(version, eq(version.id, onlineEntry.versionId))
    .where(where);
  return { list: rows.map(entryOf), total: await services.db.$count(all.as('entries')), pageNum, pageSize };
}

export async function entryInfo(services: Services, actor: Actor, id: number): Promise<OnlineEntry> {
  const [row] = await select(services).where(isOwn(actor, id));
  return entryOf(found(row));
}

/** A version that may judge pictures: its certificate was passed. */
async function readyVersion(services: Services, actor: Actor, id: number) {
  const row = await ownVersion(services.db, actor, id);
  if (row.state !== 'ready') throw new AppError('version.notReady');
  return row;
}

/** The entry belongs to the owner of the project, whoever adds it, so that its name is unique among what they see. */
export async function addEntry(services: Services, actor: Actor, input: Input<'onlineAdd'>): Promise<OnlineEntry> {
  const used = await readyVersion(services, actor, input.versionId);
  const [own] = await services.db.select().from(project).where(eq(project.id, used.projectId));
  const thresholds = input.thresholds ?? (used.thresholds as Thresholds);
  const [made] = await services.db
    .insert(onlineEntry)
    .values({
      projectId: used.projectId,
      ownerId: found(own).ownerId,
      versionId: used.id,
      name: input.name,
      thresholds,
    })
    .returning({ id: onlineEntry.id })
    .catch(nameTaken);
  return entryInfo(services, actor, made!.id);
}

/** Another version must be of the same project: the records stay with it. */
export async function updateEntry(
  services: Services,
  actor: Actor,
  input: Input<'onlineUpdate'>,
): Promise<OnlineEntry> {
  const now = await entryInfo(services, actor, input.id);
  if (now.versionId !== input.versionId) {
    const used = await readyVersion(services, actor, input.versionId);
    if (used.projectId !== now.projectId) throw notFound();
  }
  const { id, name, versionId, thresholds, enabled } = input;
  await services.db
    .update(onlineEntry)
    .set({ name, versionId, thresholds, enabled })
    .where(isOwn(actor, id))
    .catch(nameTaken);
  return entryInfo(services, actor, id);
}

export async function deleteEntry({ db }: Services, actor: Actor, id: number): Promise<void> {
  const [gone] = await db.delete(onlineEntry).where(isOwn(actor, id)).returning({ id: onlineEntry.id });
  found(gone);
}

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** A new key; only its hash is kept, and an earlier one ends with this. */
export async function createKey({ db }: Services, actor: Actor, id: number): Promise<string> {
  const key = `loupe_${randomBytes(32).toString('base64url')}`;
  const [changed] = await db
    .update(onlineEntry)
    .set({ keyHash: hashKey(key) })
    .where(isOwn(actor, id))
    .returning({ id: onlineEntry.id });
  found(changed);
  return key;
}

export async function revokeKey({ db }: Services, actor: Actor, id: number): Promise<void> {
  const [changed] = await db
    .update(onlineEntry)
    .set({ keyHash: null })
    .where(isOwn(actor, id))
    .returning({ id: onlineEntry.id });
  found(changed);
}
