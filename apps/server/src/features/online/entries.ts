/** Online entries: list, add, change, delete, and their keys. */
import { isDeepStrictEqual } from 'node:util';
import { randomBytes } from 'node:crypto';
import type { Deleted, online as contract, OnlineEntry, OnlineListed, Page, Parsed, Thresholds } from '@loupe/contract';
import { quantile } from '@loupe/metrics';
import { and, asc, desc, eq, ilike, inArray, sql } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import { ofFamily, type Actor } from '../../core/actor.ts';
import type { Db } from '../../core/db.ts';
import { AppError, found, nameTaken, notFound, violates } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { answeredThresholds, predictionTypeOfModel, type Labels, type Scores } from '../../predictions/index.ts';
import { addToBin, hide } from '../bin/index.ts';
import { askBefore, holdModel, literally, modelName, ownModel, ownVersion, versionInfo } from '../models/index.ts';
import { model, version } from '../../tables/models.ts';
import { project } from '../../tables/projects.ts';
import { onlineEntry } from '../../tables/online.ts';

type Input<K extends keyof typeof contract> = Parsed<(typeof contract)[K]>;

/** Images whose scores say whether the line has drifted, and the share of good ones that may score so high. */
const driftImages = 50;
const driftQuantile = 0.99;

interface Recent {
  mean: number | null;
  images: number;
}
/**
 * Of the last images those that the present version has judged: scores of another one say nothing about it. Nothing is read
 * where the version has no scores to compare with.
 */
const recent = sql<Recent>`(select json_build_object('mean', avg(s.score), 'images', count(*)) from
  (select r.score, r.body from online_record r where r.entry_id = ${onlineEntry.id} and r.score is not null and ${version.scores} is not null
    order by r.id desc limit ${driftImages}) s where (s.body->>'versionId')::bigint = ${onlineEntry.versionId})`;

/** The mean score of the last images beside its limit; null while there are too few, or where there is no score. */
function driftOf(scores: Scores | null, { mean, images }: Recent): OnlineEntry['drift'] {
  const limit = quantile(scores?.ok ?? [], driftQuantile);
  if (limit === null || mean === null || images < driftImages) return null;
  return { mean, limit, images, drifting: mean > limit };
}

const select = ({ db }: Services) =>
  db
    .select({ entry: onlineEntry, version, modelName: modelName(), recent })
    .from(onlineEntry)
    .innerJoin(version, eq(version.id, onlineEntry.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .$dynamic();
type Selected = Awaited<ReturnType<typeof select>>[number];

const entryOf = ({ entry, version, modelName, recent }: Selected): OnlineEntry => ({
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
  drift: driftOf(version.scores as Scores | null, recent),
  createdAt: entry.createdAt.toISOString(),
});

const listedOf = (row: Selected): OnlineListed => ({
  ...entryOf(row),
  thresholds: answeredThresholds(row.entry.thresholds as Thresholds),
});
/** Rules may be as large as a body: memory holds those of so many entries. */
const readAtOnce = 10;

const isOwn = (actor: Actor, id: number) => and(eq(onlineEntry.id, id), inReach(actor, onlineEntry.projectId));

const naming = (error: unknown): never => {
  throw violates(error, 'online_name') ? nameTaken('online.nameExists') : error;
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
): Promise<Page<OnlineListed>> {
  const where = and(
    inReach(actor, onlineEntry.projectId),
    ofFamily(onlineEntry.projectId, input.family),
    input.name ? ilike(onlineEntry.name, literally(input.name)) : undefined,
    input.projectId === undefined ? undefined : eq(onlineEntry.projectId, input.projectId),
    input.modelId === undefined ? undefined : eq(version.modelId, input.modelId),
  );
  const { pageNum, pageSize } = input;
  const order = sorts[input.sort ?? '-createdAt'];
  const ids = () =>
    services.db
      .select({ id: onlineEntry.id })
      .from(onlineEntry)
      .innerJoin(version, eq(version.id, onlineEntry.versionId))
      .where(where)
      .$dynamic();
  // records are read for the page alone, not for the entries that are passed over
  const page = ids()
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const list: OnlineListed[] = [];
  const shown = (await page).map(({ id }) => id);
  for (let at = 0; at < shown.length; at += readAtOnce) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await select(services)
      .where(inArray(onlineEntry.id, shown.slice(at, at + readAtOnce)))
      .orderBy(...order);
    list.push(...rows.map(listedOf));
  }
  const all = ids();
  return { list, total: await services.db.$count(all.as('entries')), pageNum, pageSize };
}

export async function entryInfo(services: Services, actor: Actor, id: number): Promise<OnlineEntry> {
  const read = (one: Actor) => select(services).where(isOwn(one, id));
  return entryOf(await reached(services.db, actor, read, ({ entry }) => entry.projectId));
}

/** A version that may judge images: its certificate was passed. */
async function readyVersion(services: Services, actor: Actor, id: number) {
  const row = await ownVersion(services.db, actor, id);
  if (row.state !== 'ready') throw new AppError('version.notReady');
  return row;
}

/** Asks before a version judges images that is not known to do it well. */
const askFor = async (services: Services, actor: Actor, id: number, confirmed: boolean): Promise<void> =>
  askBefore((await versionInfo(services, actor, id)).assessment, confirmed);

/** Refuses thresholds that are not of the prediction type of the model, or of labels that the version does not have. */
async function thresholdsFor(
  { db }: Services,
  actor: Actor,
  { modelId, labels }: Pick<typeof version.$inferSelect, 'modelId' | 'labels'>,
  raw: unknown,
): Promise<Thresholds> {
  const { type } = await ownModel(db, actor, modelId);
  return predictionTypeOfModel(type).parseThresholds(raw, labels as Labels);
}

/** The entry belongs to the owner of the project, whoever adds it, so that its name is unique among what they see. */
export async function addEntry(services: Services, actor: Actor, input: Input<'onlineAdd'>): Promise<OnlineEntry> {
  const used = await readyVersion(services, actor, input.versionId);
  const [own] = await services.db.select().from(project).where(eq(project.id, used.projectId));
  const thresholds = await thresholdsFor(services, actor, used, input.thresholds ?? used.thresholds);
  await askFor(services, actor, used.id, input.confirmed);
  const { projectId, id: versionId } = used;
  const entry = { projectId, ownerId: found(own).ownerId, versionId, name: input.name, thresholds };
  const [made] = await inTransaction(services.db, async (tx) => {
    await holdModel(tx, used);
    return tx.insert(onlineEntry).values(entry).returning({ id: onlineEntry.id });
  }).catch(naming);
  return entryInfo(services, actor, made!.id);
}

/**
 * Another version must be of the same project: the records stay with it. What is written was looked at beside the version of
 * the entry; where somebody changes that meanwhile, it is looked at again.
 */
export async function updateEntry(
  services: Services,
  actor: Actor,
  input: Input<'onlineUpdate'>,
): Promise<OnlineEntry> {
  const now = await entryInfo(services, actor, input.id);
  const { id, name, versionId, enabled, confirmed } = input;
  const isKept = now.versionId === versionId;
  const wanted = await (isKept ? ownVersion(services.db, actor, versionId) : readyVersion(services, actor, versionId));
  if (wanted.projectId !== now.projectId) throw notFound();
  // who switches off or renames an entry sends what is stored back, also what would be refused today
  const asked = input.thresholds ?? now.thresholds;
  const isSame = isKept && isDeepStrictEqual(asked, now.thresholds);
  const thresholds = isSame ? input.thresholds : await thresholdsFor(services, actor, wanted, asked);
  if (enabled && !(now.enabled && isKept)) await askFor(services, actor, versionId, confirmed);
  const changed = await inTransaction(services.db, async (tx) => {
    await holdModel(tx, wanted);
    return tx
      .update(onlineEntry)
      .set({ name, versionId, enabled, ...(thresholds && { thresholds }) })
      .where(and(isOwn(actor, id), eq(onlineEntry.versionId, now.versionId)))
      .returning({ id: onlineEntry.id });
  }).catch(naming);
  return changed.length === 0 ? updateEntry(services, actor, input) : entryInfo(services, actor, id);
}

/** Into the bin; its key answers nobody there. */
export async function deleteEntry({ db }: Services, actor: Actor, id: number): Promise<Deleted> {
  return inTransaction(db, async (tx) => {
    const read = (one: Actor) =>
      tx
        .select({ entry: onlineEntry, modelId: version.modelId })
        .from(onlineEntry)
        .innerJoin(version, eq(version.id, onlineEntry.versionId))
        .where(isOwn(one, id))
        .for('update', { of: onlineEntry });
    const { entry, modelId } = await reached(tx, actor, read, (row) => row.entry.projectId);
    const { projectId, name } = entry;
    const counts = { onlineEntries: 1 };
    const binId = await addToBin(tx, actor, { kind: 'onlineEntry', projectId, modelId, entryId: id, name, counts });
    await hide(tx, binId, onlineEntry, eq(onlineEntry.id, id));
    return { binId };
  });
}

const ownEntry = (db: Db, actor: Actor, id: number) =>
  reached(
    db,
    actor,
    (one) => db.select({ projectId: onlineEntry.projectId }).from(onlineEntry).where(isOwn(one, id)),
    ({ projectId }) => projectId,
  );

/** A new key; only its hash is kept, and an earlier one ends with this. */
export async function createKey({ db }: Services, actor: Actor, id: number): Promise<string> {
  await ownEntry(db, actor, id);
  const key = `loupe_${randomBytes(32).toString('base64url')}`;
  const [changed] = await db
    .update(onlineEntry)
    .set({ keyHash: hashToken(key) })
    .where(isOwn(actor, id))
    .returning({ id: onlineEntry.id });
  found(changed);
  return key;
}

export async function revokeKey({ db }: Services, actor: Actor, id: number): Promise<void> {
  await ownEntry(db, actor, id);
  const [changed] = await db
    .update(onlineEntry)
    .set({ keyHash: null })
    .where(isOwn(actor, id))
    .returning({ id: onlineEntry.id });
  found(changed);
}
