/** An image file becomes a stored image, and stored images become rows; whatever way they came by. */
import {
  limits,
  messageText,
  roleOf,
  type FamilyId,
  type MessageArgs,
  type MessageKey,
  type ImagePart,
  type ImageState,
  type Problem,
} from '@loupe/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Tx } from '../../core/db.ts';
import { inspectUpload, makePng, ImageError, type ImageInfo } from '../../core/decode.ts';
import type { Services } from '../../core/services.ts';
import { storable } from '../../core/storable.ts';
import { project } from '../../tables/projects.ts';
import { changeFolder, countsOf } from './counts.ts';
import { makeThumb } from './derived.ts';
import { cleanName, groupKey, isHostileName, nameFault, nameKey, shownName } from './names.ts';
import type { ReceivedFile } from './receive.ts';
import { lock } from './scope.ts';
import { blob, dataset, folder, image } from '../../tables/datasets.ts';

const mimes = { jpg: 'image/jpeg', png: 'image/png', bmp: 'image/bmp', tif: 'image/tiff' } as const;

/** An image whose bytes are stored and durable, but that has no row yet. */
export interface StoredImage {
  name: string;
  info: ImageInfo;
  sha256: string;
  originalSha256: string | null;
  blobs: { sha256: string; bytes: number; mime: string }[];
}

export function problem(file: string, key: MessageKey, args: MessageArgs = {}): Problem {
  const name = storable(file);
  const all = { file: name, ...args };
  return { file: name, key, msg: messageText(key, 'zh', all), en_msg: messageText(key, 'en', all) };
}

/** Browsers turn a JPEG upright by its EXIF, but not every one does so with a PNG. */
const mustBecomePng = (info: ImageInfo): boolean => info.needsPng || (info.format === 'png' && info.orientation !== 1);

async function store(services: Services, name: string, file: ReceivedFile): Promise<StoredImage> {
  const source = file.content ?? file.path;
  const info = await inspectUpload(source);
  if (!mustBecomePng(info)) {
    await makeThumb(services.config.data, file.sha256, source, info);
    await services.blobs.adopt(file.path, file.sha256);
    const kept = { sha256: file.sha256, bytes: file.bytes, mime: mimes[info.format] };
    return { name, info, sha256: kept.sha256, originalSha256: null, blobs: [kept] };
  }
  // the PNG is upright already
  const drawn = `${file.path}.png`;
  await makePng(source, drawn, info);
  const png = await services.blobs.put(createReadStream(drawn));
  await rm(drawn);
  await makeThumb(services.config.data, png.sha256, services.blobs.path(png.sha256));
  await services.blobs.adopt(file.path, file.sha256);
  return {
    name,
    info: { ...info, orientation: 1, bits: info.deep ? 16 : 8 },
    sha256: png.sha256,
    originalSha256: file.sha256,
    blobs: [
      { ...png, mime: mimes.png },
      { sha256: file.sha256, bytes: file.bytes, mime: mimes[info.format] },
    ],
  };
}

/** The file's content as a stored image, or what is wrong with it. */
export async function storeOrProblem(
  services: Services,
  file: ReceivedFile,
  name: string | undefined = cleanName(file.rawName),
): Promise<StoredImage | Problem> {
  if (name === undefined || isHostileName(file.rawName)) {
    const { key, args } = nameFault(file.rawName);
    return problem(shownName(file.rawName), key, args);
  }
  if (file.tooLong) return problem(name, 'image.bytes', { max: `${limits.imageBytes / 1024 ** 2} MiB` });
  try {
    return await store(services, name, file);
  } catch (error) {
    if (error instanceof ImageError) return problem(name, error.key);
    // the storage failed, not the file
    if ((error as { syscall?: unknown }).syscall !== undefined) throw error;
    services.log.error({ error: String(error), file: name }, 'an image could not be read');
    return problem(name, 'image.corrupt');
  }
}

async function namesTaken(tx: Tx, folderId: number, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ name: image.name })
    .from(image)
    .where(and(eq(image.folderId, folderId), inArray(image.name, [...names]), isNull(image.deletedAt)));
  return new Set(rows.map((row) => row.name));
}

/** Groups whose images, in whatever data set of the model, are all kept for the tests. */
async function testedGroups(tx: Tx, modelId: number, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ key: image.groupKey })
    .from(image)
    .innerJoin(dataset, eq(dataset.id, image.datasetId))
    .where(
      and(
        eq(dataset.modelId, modelId),
        isNull(image.deletedAt),
        sql`${image.groupKey} = any(${sql.param(keys)}::text[])`,
      ),
    )
    .groupBy(image.groupKey)
    .having(sql`bool_and(${image.part} = 'test')`);
  return new Set(rows.map(({ key }) => key));
}

interface Arrival {
  state: ImageState;
  partOf: (group: string) => ImagePart | null;
}

/**
 * What images are from the start, by the role of their data set. Where they have parts they train until someone says
 * otherwise; only what belongs to a group of the tests joins it there.
 */
async function arrivalOf(tx: Tx, datasetId: number, names: readonly string[]): Promise<Arrival> {
  const [row] = await tx
    .select({ role: dataset.role, modelId: dataset.modelId, family: project.family })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(eq(dataset.id, datasetId));
  const { role, modelId } = row!;
  const family = row!.family as FamilyId;
  const { state, hasParts } = roleOf(family, role);
  if (modelId === null || !hasParts) return { state, partOf: () => null };
  const tested = await testedGroups(tx, modelId, names.map(groupKey));
  return { state, partOf: (group) => (tested.has(group) ? 'test' : 'train') };
}

export type FolderPlace = Pick<typeof folder.$inferSelect, 'id' | 'datasetId' | 'projectId'>;

/** Rows for stored images, with the folder's counts. A name that is taken is a problem of its file. */
export async function insertImages(
  tx: Tx,
  place: FolderPlace,
  stored: readonly StoredImage[],
): Promise<{ added: (typeof image.$inferSelect)[]; problems: Problem[] }> {
  await lock(tx, dataset, place.datasetId, 'key share');
  await lock(tx, folder, place.id, 'no key update');
  const names = stored.map((one) => one.name);
  const { state, partOf } = await arrivalOf(tx, place.datasetId, names);
  const taken = await namesTaken(tx, place.id, names);
  const problems: Problem[] = [];
  const free = stored.filter(({ name }) => {
    if (taken.has(name)) problems.push(problem(name, 'image.nameExists'));
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
    bits: info.deep ? 16 : 8,
    orientation: info.orientation,
    groupKey: groupKey(name),
    state,
    part: partOf(groupKey(name)),
  }));
  const added = await tx.insert(image).values(rows).returning();
  await changeFolder(tx, place.id, countsOf(added.map((row) => row.state)));
  return { added, problems };
}
