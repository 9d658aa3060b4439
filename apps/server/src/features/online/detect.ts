/** One picture, one verdict: for a person in the browser, or for a program with the key of an entry. */
import { limits, type OnlineAnswer, type Thresholds } from '@loupe/contract';
import { and, eq, lte, sql } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import { formatOf } from '../../core/decode.ts';
import { AppError, found } from '../../core/errors.ts';
import type { UploadedFile } from '../../core/form.ts';
import type { Services } from '../../core/services.ts';
import { serverFamilyOf } from '../../families/index.ts';
import type { Inference } from '../../inference/index.ts';
import { cleanName } from '../datasets/index.ts';
import { blob } from '../datasets/tables.ts';
import { version, versionStage } from '../models/tables.ts';
import { project } from '../projects/tables.ts';
import { hashKey } from './entries.ts';
import { onlineEntry, onlineRecord } from './tables.ts';

interface OnlinePicture {
  name: string;
  bytes: Buffer;
  mime: 'image/jpeg' | 'image/png';
}
type By = 'browser' | 'key';

const select = ({ db }: Services) =>
  db
    .select({ entry: onlineEntry, version, onnx: versionStage.onnxSha256, family: project.family })
    .from(onlineEntry)
    .innerJoin(project, eq(project.id, onlineEntry.projectId))
    .innerJoin(version, eq(version.id, onlineEntry.versionId))
    .innerJoin(versionStage, and(eq(versionStage.versionId, version.id), eq(versionStage.ordinal, 0)))
    .$dynamic();
type Entry = Awaited<ReturnType<typeof select>>[number];

/** The bytes of a file, or undefined where there are too many; read to its end either way, so that the next can come. */
async function bytesOf(file: UploadedFile): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limits.onlinePictureBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > limits.onlinePictureBytes ? undefined : Buffer.concat(chunks);
}

/** Exactly one JPG or PNG of at most 10 × 1024² bytes. */
async function readPicture(files: Http['files']): Promise<OnlinePicture> {
  let picture: OnlinePicture | undefined;
  let count = 0;
  for await (const file of files) {
    count++;
    const bytes = await bytesOf(file);
    const format = bytes && formatOf(bytes);
    if (!bytes || (format !== 'jpg' && format !== 'png')) continue;
    const mime = format === 'jpg' ? 'image/jpeg' : 'image/png';
    picture = { name: cleanName(file.name) ?? `picture.${format}`, bytes, mime };
  }
  if (!picture || count !== 1) throw new AppError('online.pictureRule');
  return picture;
}

/** Records beyond the number kept go, oldest first. */
const keptFrom = (entryId: number) =>
  sql`(select ${onlineRecord.id} from ${onlineRecord} where ${onlineRecord.entryId} = ${entryId}
    order by ${onlineRecord.id} desc offset ${limits.onlineRecords} limit 1)`;

type Body = Omit<OnlineAnswer, 'recordId'>;

async function record(services: Services, body: Body, picture: OnlinePicture, found: { detections: number; by: By }) {
  const { sha256, bytes } = await services.blobs.put([picture.bytes]);
  const { entryId, verdict } = body;
  return services.db.transaction(async (tx) => {
    // one after the other, so that the kept count stays true
    await tx.select({ id: onlineEntry.id }).from(onlineEntry).where(eq(onlineEntry.id, entryId)).for('update');
    await tx.insert(blob).values({ sha256, bytes, mime: picture.mime }).onConflictDoNothing();
    const [made] = await tx
      .insert(onlineRecord)
      .values({ ...found, entryId, verdict, sha256, body, ms: body.ms.total, fileName: picture.name })
      .returning({ id: onlineRecord.id });
    const gone = await tx
      .delete(onlineRecord)
      .where(and(eq(onlineRecord.entryId, entryId), lte(onlineRecord.id, keptFrom(entryId))))
      .returning({ id: onlineRecord.id });
    await tx
      .update(onlineEntry)
      .set({ nRecords: sql`${onlineEntry.nRecords} + ${1 - gone.length}` })
      .where(eq(onlineEntry.id, entryId));
    return made!.id;
  });
}

async function judge(services: Services, inference: Inference, one: Entry, by: By, http: Http): Promise<OnlineAnswer> {
  const { entry, version, onnx, family } = one;
  if (!entry.enabled) throw new AppError('online.disabled');
  if (version.state !== 'ready') throw new AppError('version.notReady');
  const picture = await readPicture(http.files);
  const start = performance.now();
  const thresholds = entry.thresholds as Thresholds;
  const labels = version.labels as OnlineAnswer['labels'];
  const answer = await inference.run({
    onnxPath: services.blobs.path(onnx),
    sha256: onnx,
    source: { bytes: picture.bytes },
    iouThreshold: thresholds.nms,
    classes: labels.length,
    name: picture.name,
  });
  const { prediction, width, height, ms } = answer;
  const detections = serverFamilyOf(family).countFindings(prediction, thresholds);
  const body: Body = {
    entryId: entry.id,
    versionId: version.id,
    versionNumber: version.number,
    verdict: detections > 0 ? 'NG' : 'OK',
    thresholds,
    labels,
    width,
    height,
    prediction,
    ms: { total: performance.now() - start, decode: ms.decode, model: ms.model },
  };
  const recordId = await record(services, body, picture, { detections, by });
  return { ...body, recordId };
}

export async function detect(
  services: Services,
  inference: Inference,
  actor: Actor,
  entryId: number,
  http: Http,
): Promise<OnlineAnswer> {
  const [one] = await select(services).where(
    and(eq(onlineEntry.id, entryId), inOwnProject(actor, onlineEntry.projectId)),
  );
  return judge(services, inference, found(one), 'browser', http);
}

/** A wrong key is refused with 403: the caller is a program, and reads the status. */
export async function detectByKey(services: Services, inference: Inference, http: Http): Promise<OnlineAnswer> {
  const key = /^Bearer\s+(\S+)$/i.exec(http.request.headers.authorization ?? '')?.[1];
  const rows = key ? await select(services).where(eq(onlineEntry.keyHash, hashKey(key))) : [];
  if (!rows[0]) throw new AppError('online.keyWrong', { code: 403 });
  return judge(services, inference, rows[0], 'key', http);
}
