/** Loose upload: each file is checked by decoding it, stored under its hash, and becomes a row; bad ones are named. */
import { messageText, limits, type MessageKey, type Problem, type UploadReport } from '@loupe/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { inspectPicture, PictureError, toPng, type PictureInfo } from '../../core/decode.ts';
import type { UploadedFile } from '../../core/form.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { changeFolder } from './counts.ts';
import { makeThumb } from './derived.ts';
import { cleanName, groupKey, isHostileName, nameKey, shownName } from './names.ts';
import { pictureOf } from './pictures.ts';
import { withReceived, type ReceivedFile } from './receive.ts';
import { lock, ownFolder } from './scope.ts';
import { blob, dataset, folder, image } from './tables.ts';

const mimes = { jpg: 'image/jpeg', png: 'image/png', bmp: 'image/bmp' } as const;

/** A picture whose bytes are stored and durable, but that has no row yet. */
interface StoredPicture {
  name: string;
  info: PictureInfo;
  sha256: string;
  originalSha256: string | null;
  blobs: { sha256: string; bytes: number; mime: string }[];
}

export function problem(file: string, key: MessageKey, args: Record<string, string | number> = {}): Problem {
  const all = { file, ...args };
  return { file, key, msg: messageText(key, 'zh', all), en_msg: messageText(key, 'en', all) };
}

/** Browsers turn a JPEG upright by its EXIF, but not every one does so with a PNG. */
const mustBecomePng = (info: PictureInfo): boolean =>
  info.needsPng || (info.format === 'png' && info.orientation !== 1);

async function store(services: Services, name: string, file: ReceivedFile): Promise<StoredPicture> {
  const info = await inspectPicture(file.path);
  if (!mustBecomePng(info)) {
    await makeThumb(services.config.data, file.sha256, file.path);
    const kept = await services.blobs.put(createReadStream(file.path));
    return { name, info, sha256: kept.sha256, originalSha256: null, blobs: [{ ...kept, mime: mimes[info.format] }] };
  }
  // the PNG is upright already
  const png = await services.blobs.put([await toPng(file.path)]);
  await makeThumb(services.config.data, png.sha256, services.blobs.path(png.sha256));
  const original = await services.blobs.put(createReadStream(file.path));
  return {
    name,
    info: { ...info, orientation: 1, bits: 8 },
    sha256: png.sha256,
    originalSha256: original.sha256,
    blobs: [
      { ...png, mime: mimes.png },
      { ...original, mime: mimes[info.format] },
    ],
  };
}

/** The file's content as a stored picture, or what is wrong with it. */
async function storeOrProblem(services: Services, file: ReceivedFile): Promise<StoredPicture | Problem> {
  const name = cleanName(file.rawName);
  if (name === undefined || isHostileName(file.rawName)) return problem(shownName(file.rawName), 'picture.name');
  if (file.tooLong) return problem(name, 'picture.bytes', { max: `${limits.pictureBytes / 1024 ** 2} MiB` });
  try {
    return await store(services, name, file);
  } catch (error) {
    if (error instanceof PictureError) return problem(name, error.key);
    // the storage failed, not the file
    if ((error as { syscall?: unknown }).syscall !== undefined) throw error;
    services.log.error({ error: String(error), file: name }, 'a picture could not be read');
    return problem(name, 'picture.corrupt');
  }
}

async function namesTaken(tx: Tx, folderId: number, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ name: image.name })
    .from(image)
    .where(and(eq(image.folderId, folderId), inArray(image.name, [...names]), isNull(image.deletedAt)));
  return new Set(rows.map((row) => row.name));
}

type FolderPlace = Pick<typeof folder.$inferSelect, 'id' | 'datasetId' | 'projectId'>;

/** Rows for stored pictures, in one transaction with the folder's counts. A name that is taken is a problem of its file. */
export async function addImages(
  services: Services,
  place: FolderPlace,
  stored: readonly StoredPicture[],
): Promise<UploadReport> {
  return inTransaction(services.db, async (tx) => {
    await lock(tx, dataset, place.datasetId, 'key share');
    await lock(tx, folder, place.id, 'no key update');
    const taken = await namesTaken(
      tx,
      place.id,
      stored.map((one) => one.name),
    );
    const problems: Problem[] = [];
    const free = stored.filter(({ name }) => {
      if (taken.has(name)) problems.push(problem(name, 'picture.nameExists'));
      return !taken.has(name) && taken.add(name);
    });
    if (free.length === 0) return { added: [], problems };
    const blobs = free.flatMap((one) => one.blobs).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    await tx.insert(blob).values(blobs).onConflictDoNothing();
    const rows = free.map(({ name, info, sha256, originalSha256 }) => ({
      folderId: place.id,
      datasetId: place.datasetId,
      projectId: place.projectId,
      name,
      nameKey: nameKey(name),
      sha256,
      originalSha256,
      width: info.width,
      height: info.height,
      bits: info.bits,
      orientation: info.orientation,
      groupKey: groupKey(name),
    }));
    const added = await tx.insert(image).values(rows).returning();
    await changeFolder(tx, place.id, { images: added.length, annotated: 0 });
    return { added: added.map(pictureOf), problems };
  });
}

export async function uploadPictures(
  services: Services,
  actor: Actor,
  folderId: number,
  files: AsyncIterable<UploadedFile>,
): Promise<UploadReport> {
  const own = await ownFolder(services.db, actor, folderId);
  return withReceived(files, join(services.config.data, 'uploads'), async (received) => {
    const stored: StoredPicture[] = [];
    const problems: Problem[] = [];
    for (const file of received) {
      // one at a time within a request: memory stays bounded, and other requests come between
      // oxlint-disable-next-line no-await-in-loop
      const result = await storeOrProblem(services, file);
      if ('key' in result) problems.push(result);
      else stored.push(result);
    }
    const report = await addImages(services, own.folder, stored);
    return { added: report.added, problems: [...problems, ...report.problems] };
  });
}
