/** Records of verdicts: list, one as it was answered, and its image. */
import type { online as contract, OnlineAnswer, OnlineRecord, Page, Parsed } from '@loupe/contract';
import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import { found, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { answeredThresholds } from '../../predictions/index.ts';
import { sendFile, sendSmall } from '../datasets/index.ts';
import { blob } from '../../tables/datasets.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';
import type { Body } from './detect.ts';

type Row = typeof onlineRecord.$inferSelect;

/** Bodies are long, and a list says nothing of them. */
const { body: _body, ...listed } = getTableColumns(onlineRecord);

const recordOf = (row: Omit<Row, 'body'>): OnlineRecord => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  fileName: row.fileName,
  verdict: row.verdict as OnlineRecord['verdict'],
  detections: row.detections,
  score: row.score,
  read: row.read,
  ms: row.ms,
  by: row.by as OnlineRecord['by'],
  hasImage: row.sha256 !== null,
});

const entryFor = ({ db }: Services, actor: Actor, id: number) =>
  db
    .select({ id: onlineEntry.id, projectId: onlineEntry.projectId, records: onlineEntry.nRecords })
    .from(onlineEntry)
    .where(and(eq(onlineEntry.id, id), inReach(actor, onlineEntry.projectId)));
const projectOf = (one: { projectId: number }): number => one.projectId;

export async function listRecords(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['onlineRecords']>,
): Promise<Page<OnlineRecord>> {
  const entry = await reached(services.db, actor, (one) => entryFor(services, one, input.entryId), projectOf);
  const where = and(
    eq(onlineRecord.entryId, entry.id),
    input.verdict === undefined ? undefined : eq(onlineRecord.verdict, input.verdict),
  );
  const { pageNum, pageSize } = input;
  const rows = await services.db
    .select(listed)
    .from(onlineRecord)
    .where(where)
    .orderBy(input.sort === 'id' ? asc(onlineRecord.id) : desc(onlineRecord.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const total = input.verdict === undefined ? entry.records : await services.db.$count(onlineRecord, where);
  return { list: rows.map(recordOf), total, pageNum, pageSize };
}

const ownRecord = (actor: Actor, id: number) => and(eq(onlineRecord.id, id), inReach(actor, onlineEntry.projectId));

export async function recordInfo({ db }: Services, actor: Actor, id: number): Promise<OnlineAnswer> {
  const [row] = await db
    .select({ body: onlineRecord.body, at: onlineRecord.createdAt, fileName: onlineRecord.fileName })
    .from(onlineRecord)
    .innerJoin(onlineEntry, eq(onlineEntry.id, onlineRecord.entryId))
    .where(ownRecord(actor, id));
  const { at, fileName, ...stored } = found(row);
  const body = stored.body as Body;
  // older ones were stored with all values of their lists
  const thresholds = answeredThresholds(body.thresholds);
  return { ...body, thresholds, recordId: id, at: at.toISOString(), fileName };
}

async function imageOf({ db }: Services, actor: Actor, id: number): Promise<{ sha256: string; fileName: string }> {
  const [row] = await db
    .select({ sha256: onlineRecord.sha256, fileName: onlineRecord.fileName })
    .from(onlineRecord)
    .innerJoin(onlineEntry, eq(onlineEntry.id, onlineRecord.entryId))
    .where(ownRecord(actor, id));
  const { sha256, fileName } = found(row);
  if (sha256 === null) throw notFound();
  return { sha256, fileName };
}

/** The bytes as they came. */
export async function sendRecordFile(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { sha256, fileName } = await imageOf(services, actor, id);
  const [stored] = await services.db.select().from(blob).where(eq(blob.sha256, sha256));
  const { mime, bytes } = found(stored);
  await sendFile(http, fileName, { path: services.blobs.path(sha256), mime, bytes, etag: `"${sha256}"` });
  return null;
}

/** Made small: lists of records would else read every image whole. */
export async function sendRecordThumb(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { sha256, fileName } = await imageOf(services, actor, id);
  await sendSmall(services, http, fileName, sha256);
  return null;
}
