/** One image, one verdict: for a person in the browser, or for a program with the key of an entry. */
import { codes, limits, online as contract, type OnlineAnswer, type Parsed } from '@loupe/contract';
import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import { inReach, reached } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import { admit, type Http } from '../../core/bind.ts';
import type { StagedBlob } from '../../core/blobs.ts';
import { AppError, found } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import { keepReserve } from '../../core/room.ts';
import type { Services } from '../../core/services.ts';
import { makeActorOf } from '../../core/session.ts';
import { tallied } from '../../core/tally.ts';
import { predictorOf, stagesOfVersion, type Inference, type InferenceAnswer } from '../../inference/index.ts';
import { blob } from '../../tables/datasets.ts';
import { model, version } from '../../tables/models.ts';
import { answeredThresholds } from '../../predictions/index.ts';
import { onlineEntry, onlineRecord } from '../../tables/online.ts';
import { readImage, type OnlineImage } from './receive.ts';
import { busy, type Turns } from './turns.ts';

export interface Judging {
  services: Services;
  inference: Inference;
  turns: Turns;
}
interface Asker {
  by: 'browser' | 'key';
  /** In whose turn it is. */
  name: string;
  /** What should be read, where the asker knows. */
  expected: string | undefined;
  /** The entry as it is now, if they may still use it: they may have waited. */
  entry: () => Promise<Entry>;
}

const select = ({ db }: Services) =>
  db
    .select({ entry: onlineEntry, version, stages: stagesOfVersion, type: model.type })
    .from(onlineEntry)
    .innerJoin(version, eq(version.id, onlineEntry.versionId))
    .innerJoin(model, eq(model.id, version.modelId))
    .$dynamic();
type Entry = Awaited<ReturnType<typeof select>>[number];

/** The rest stands in columns of the record. */
export type Body = Omit<OnlineAnswer, 'recordId' | 'at' | 'fileName'>;
type Stored = Omit<OnlineAnswer, keyof Body>;
type Made = Pick<typeof onlineRecord.$inferInsert, 'detections' | 'score' | 'read' | 'by' | 'fileName'> & {
  mime: string;
  /** Whose entry it is. */
  ownerId: number;
};

/** The record with its blob's row, counted, in one statement: a program waits for it. */
async function record(services: Services, body: Body, staged: StagedBlob, made: Made): Promise<Stored> {
  const { db } = services;
  const { sha256, bytes, keep } = staged;
  const { entryId, verdict } = body;
  const { mime, ownerId, ...columns } = made;
  await keep();
  const stored = db
    .$with('stored')
    .as(db.insert(blob).values({ sha256, bytes, mime }).onConflictDoNothing().returning({ sha256: blob.sha256 }));
  const added = db.$with('added').as(
    db
      .insert(onlineRecord)
      .values({ ...columns, entryId, verdict, sha256, body, ms: body.ms.total })
      .returning({ id: onlineRecord.id, at: onlineRecord.createdAt }),
  );
  // also where the entry went into the bin a moment ago: the count stays that of the records
  const counted = db
    .$with('counted', { count: sql<number>`count`.as('count') })
    .as(
      sql`update public.online_entry set n_records = n_records + 1 where id = ${entryId} returning n_records as count`,
    );
  // an image without its part passes nowhere: by the day it counts as NG
  const counts = verdict === 'noPart' ? 'NG' : verdict;
  const ofDay = db.$with('of_day', {}).as(tallied(ownerId, counts, 1));
  const rows = await db
    .with(stored, added, counted, ofDay)
    .select({ id: added.id, at: added.at, count: counted.count })
    .from(added)
    .crossJoin(counted);
  const { id, at, count } = found(rows[0]);
  if (count > limits.onlineRecords) await removeOldest(services, entryId);
  return { recordId: id, at: at.toISOString(), fileName: made.fileName };
}

/** Records beyond the number kept go, oldest first. What goes is subtracted, so the count is right whoever else is at it. */
async function removeOldest({ db }: Services, entryId: number): Promise<void> {
  const last = sql`(select ${onlineRecord.id} from ${onlineRecord} where ${onlineRecord.entryId} = ${entryId}
    order by ${onlineRecord.id} desc offset ${limits.onlineRecords} limit 1)`;
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(onlineRecord)
      .where(and(eq(onlineRecord.entryId, entryId), lte(onlineRecord.id, last)))
      .returning({ id: onlineRecord.id });
    await tx.execute(sql`update public.online_entry set n_records = n_records - ${gone.length} where id = ${entryId}`);
  });
}

/** Runs the model while the image's file is made durable; an image that gets no verdict leaves none behind. */
async function inferAndStage(services: Services, image: OnlineImage, infer: () => Promise<InferenceAnswer>) {
  const [answer, staged] = await Promise.allSettled([infer(), services.blobs.stage([image.bytes])]);
  if (answer.status === 'fulfilled' && staged.status === 'fulfilled')
    return { answer: answer.value, staged: staged.value };
  if (staged.status === 'fulfilled') await staged.value.drop();
  throw answer.status === 'rejected' ? answer.reason : (staged as PromiseRejectedResult).reason;
}

async function judge({ services, inference }: Judging, asker: Asker, http: Http): Promise<OnlineAnswer> {
  const { expected } = asker;
  const image = await readImage(http.files);
  const { entry, version, stages, type } = await asker.entry();
  if (!entry.enabled) throw new AppError('online.disabled');
  if (version.state !== 'ready') throw new AppError('version.notReady');
  const start = performance.now();
  const labels = version.labels as OnlineAnswer['labels'];
  const { thresholds } = entry;
  const predictor = predictorOf(services, inference, { type, stages, labels, thresholds });
  const asked = {
    source: { bytes: image.bytes },
    name: image.name,
    pixelsMax: limits.onlineImagePixels,
    by: asker.name,
  };
  const { answer, staged } = await inferAndStage(services, image, () => predictor.predict(asked));
  const { width, height, ms } = answer;
  const { predictionType } = predictor;
  const prediction = predictionType.ordered?.(answer.prediction) ?? answer.prediction;
  const {
    verdict,
    findings: detections,
    score,
    read,
    reasons,
  } = predictionType.judge(prediction, predictor.thresholds, labels, { expected });
  const body: Body = {
    entryId: entry.id,
    versionId: version.id,
    versionNumber: version.number,
    verdict,
    thresholds: answeredThresholds(predictor.thresholds),
    labels,
    width,
    height,
    prediction,
    ...(reasons && { reasons }),
    ...(reasons && expected !== undefined && { expected }),
    ms: { total: performance.now() - start, decode: ms.decode, model: ms.model },
  };
  const stored = await record(services, body, staged, {
    mime: image.mime,
    ownerId: entry.ownerId,
    detections,
    score,
    read: read ?? null,
    by: asker.by,
    fileName: image.name,
  });
  return { ...body, ...stored };
}

/** Reads the image and judges it when it is the asker's turn. What waits is unread, and takes no memory. */
async function inTurn(judging: Judging, asker: Asker, http: Http): Promise<OnlineAnswer> {
  // each verdict keeps its image
  await keepReserve(judging.services.config.data);
  const giveBack = await judging.turns.take(asker.name);
  try {
    return await judge(judging, asker, http);
  } finally {
    giveBack();
  }
}

const isBusy = (error: unknown): error is AppError => error instanceof AppError && error.key === 'inference.busy';

/** As much of an entry as says whether a request may wait for its turn. */
const brief = ({ db }: Services, where: SQL | undefined) =>
  db
    .select({ id: onlineEntry.id, projectId: onlineEntry.projectId, enabled: onlineEntry.enabled })
    .from(onlineEntry)
    .where(where);
type Brief = Awaited<ReturnType<typeof brief>>[number];

const projectOf = (one: Brief): number => one.projectId;

function waitable(one: Brief): Brief {
  if (!one.enabled) throw new AppError('online.disabled');
  return one;
}

type DetectInput = Parsed<(typeof contract)['onlineDetect']>;
export async function detect(
  judging: Judging,
  actor: Actor,
  { entryId, expected }: DetectInput,
  http: Http,
): Promise<OnlineAnswer> {
  const { services } = judging;
  const isTheirs = (asking: Actor) => and(eq(onlineEntry.id, entryId), inReach(asking, onlineEntry.projectId));
  waitable(await reached(services.db, actor, (asking) => brief(services, isTheirs(asking)), projectOf));
  const entry = async () => {
    const now = await admit(makeActorOf(services), http.request, contract.onlineDetect);
    return reached(
      services.db,
      now,
      (asking) => select(services).where(isTheirs(asking)),
      (one) => one.entry.projectId,
    );
  };
  // a person reads the text; a status is for programs
  return inTurn(judging, { by: 'browser', name: `person ${actor.userId}`, expected, entry }, http).catch(
    (error: unknown) => {
      throw isBusy(error) ? new AppError('inference.busy') : error;
    },
  );
}

/** Why no entry answers to a key. */
async function keyRefusal({ db }: Services, key: string | undefined): Promise<AppError> {
  const all = sql`select 1 from public.online_entry where key_hash = ${hashToken(key ?? '')} and bin_id is not null`;
  const inBin = key !== undefined && (await db.execute(all)).rows.length > 0;
  return new AppError(inBin ? 'online.inBin' : 'online.keyWrong', { code: 403 });
}

/** A wrong key is refused with 403, and what is too much with 503 or 429: the caller is a program, and reads the status. */
export async function detectByKey(
  judging: Judging,
  { expected }: Pick<DetectInput, 'expected'>,
  http: Http,
): Promise<OnlineAnswer> {
  const { services } = judging;
  const key = /^Bearer\s+(\S+)$/i.exec(http.request.headers.authorization ?? '')?.[1];
  const opens = key === undefined ? sql`false` : eq(onlineEntry.keyHash, hashToken(key));
  const only = async <T>(rows: PromiseLike<T[]>): Promise<T> => {
    const [row] = await rows;
    if (row === undefined) throw await keyRefusal(services, key);
    return row;
  };
  const { id } = waitable(await only(brief(services, opens)));
  const entry = () => only(select(services).where(opens));
  return inTurn(judging, { by: 'key', name: `entry ${id}`, expected, entry }, http).catch((error: unknown) => {
    throw isBusy(error) && error.code === codes.message ? busy(503) : error;
  });
}
