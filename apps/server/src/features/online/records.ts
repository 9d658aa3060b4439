/** Records of verdicts: list, one as it was answered, and its image. */
import type { online as contract, OnlineAnswer, OnlineRecord, Page, Parsed } from '@loupe/contract';
import { and, asc, desc, eq } from 'drizzle-orm';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import { found, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { sendFile, sendSmall } from '../datasets/index.ts';
import { blob } from '../../tables/datasets.ts';
import { entryInfo } from './entries.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';

type Row = typeof onlineRecord.$inferSelect;

const recordOf = (row: Row): OnlineRecord => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  fileName: row.fileName,
  verdict: row.verdict as OnlineRecord['verdict'],
  detections: row.detections,
  score: row.score,
  ms: row.ms,
  by: row.by as OnlineRecord['by'],
  hasImage: row.sha256 !== null,
});

export async function listRecords(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['onlineRecords']>,
): Promise<Page<OnlineRecord>> {
  const entry = await entryInfo(services, actor, input.entryId);
  const where = and(
    eq(onlineRecord.entryId, entry.id),
    input.verdict === undefined ? undefined : eq(onlineRecord.verdict, input.verdict),
  );
  const { pageNum, pageSize } = input;
  const rows = await services.db
    .select()
    .from(onlineRecord)
    .where(where)
    .orderBy(input.sort === 'id' ? asc(onlineRecord.id) : desc(onlineRecord.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const total = input.verdict === undefined ? entry.records : await services.db.$count(onlineRecord, where);
  return { list: rows.map(recordOf), total, pageNum, pageSize };
}

async function ownRecord({ db }: Services, actor: Actor, id: number): Promise<Row> {
  const [row] = await db
    .select({ record: onlineRecord })
    .from(onlineRecord)
    .innerJoin(onlineEntry, eq(onlineEntry.id, onlineRecord.entryId))
    .where(and(eq(onlineRecord.id, id), inReach(actor, onlineEntry.projectId)));
  return found(row).record;
}

export async function recordInfo(services: Services, actor: Actor, id: number): Promise<OnlineAnswer> {
  const row = await ownRecord(services, actor, id);
  return { ...(row.body as Omit<OnlineAnswer, 'recordId'>), recordId: row.id };
}

/** The bytes as they came. */
export async function sendRecordFile(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { sha256, fileName } = await ownRecord(services, actor, id);
  if (sha256 === null) throw notFound();
  const [stored] = await services.db.select().from(blob).where(eq(blob.sha256, sha256));
  const { mime, bytes } = found(stored);
  await sendFile(http, fileName, { path: services.blobs.path(sha256), mime, bytes, etag: `"${sha256}"` });
  return null;
}

/** Made small: lists of records would else read every image whole. */
export async function sendRecordThumb(services: Services, actor: Actor, id: number, http: Http): Promise<null> {
  const { sha256, fileName } = await ownRecord(services, actor, id);
  if (sha256 === null) throw notFound();
  await sendSmall(services, http, fileName, sha256);
  return null;
}
