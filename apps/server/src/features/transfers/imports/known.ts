/**
 * Which images of an archive the data set has already, for the preview: found by their bytes, as the import will find them.
 * Only files that are as long as one of the data set are read, and these for a while only; then it is said that there may be more.
 */
import { createHash } from 'node:crypto';
import type { FolderPlan } from '@loupe/contract';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db.ts';
import { blob, folder, image } from '../../../tables/datasets.ts';
import { takesImport } from '../../annotation/index.ts';
import { EntryError, pieceBytes, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { countShapes } from './annotations.ts';
import type { Contents } from './contents.ts';
import type { KnownImages } from './inspect.ts';

interface Place {
  datasetId: number;
  folderId: number;
}
/** For so long the entries are read; the import reads them again. */
const readMs = 10_000;
const hashesAtOnce = 500;

/** Of an embedded image only the length of its text is listed. */
async function candidates(db: Db, { datasetId }: Place, images: readonly ArchiveEntry[]): Promise<ArchiveEntry[]> {
  const sizes = [...new Set(images.map(({ bytes }) => bytes))];
  const rows = await db
    .selectDistinct({ bytes: blob.bytes })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, sql`coalesce(${image.originalSha256}, ${image.sha256})`))
    .where(
      and(
        eq(image.datasetId, datasetId),
        isNull(image.deletedAt),
        sql`${blob.bytes} = any(${sql.param(sizes)}::bigint[])`,
      ),
    );
  const there = new Set(rows.map(({ bytes }) => bytes));
  return images.filter(({ bytes, from }) => from !== undefined || there.has(bytes));
}

async function hashOf(archive: Archive, entry: ArchiveEntry, room: Buffer): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await archive.read(entry, room)) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof EntryError) return undefined;
    throw error;
  }
}

const sameIn = (db: Db, { datasetId }: Place, hashes: readonly string[]) =>
  db
    .select({
      sha256: sql<string>`coalesce(${image.originalSha256}, ${image.sha256})`,
      folderId: folder.id,
      folder: sql<string>`lower(${folder.name})`,
      state: image.state,
      width: image.width,
      height: image.height,
    })
    .from(image)
    .innerJoin(folder, eq(folder.id, image.folderId))
    .where(
      and(
        eq(image.datasetId, datasetId),
        isNull(image.deletedAt),
        or(inArray(image.sha256, [...hashes]), inArray(image.originalSha256, [...hashes])),
      ),
    );
type Same = Awaited<ReturnType<typeof sameIn>>[number];

interface Found {
  entry: ArchiveEntry;
  same: Same[];
}

const plans: readonly FolderPlan[] = ['one', 'keep'];

/** Counts one file for each way that its folder may be chosen. */
async function count(
  { entry: { path }, same }: Found,
  { folderId }: Place,
  { annotations, places }: { annotations: Contents['annotations']; places: ReturnType<Contents['places']>[] },
  counts: { known: Record<FolderPlan, number>; shapes: Map<string, Record<FolderPlan, number>> },
): Promise<void> {
  const here = places.map((one) => {
    const name = one.get(path)!.folder?.toLowerCase();
    return same.filter((row) => (name === undefined ? row.folderId === folderId : row.folder === name));
  });
  const left = here.map((rows) => rows.length > 0 && rows.every(({ state }) => !takesImport(state)));
  for (const [i, plan] of plans.entries()) if (here[i]!.length > 0) counts.known[plan]++;
  if (!left.includes(true)) return;
  const records = await annotations.of(path, same[0]!);
  const own = new Map<string, number>();
  countShapes(own, records?.objects ?? [], same[0]!);
  for (const [className, more] of own) {
    const shapes = counts.shapes.get(className) ?? { one: 0, keep: 0 };
    for (const [i, plan] of plans.entries()) if (left[i]) shapes[plan] += more;
    counts.shapes.set(className, shapes);
  }
}

export async function knownIn(
  db: Db,
  place: Place,
  { archive, contents, signal }: { archive: Archive; contents: Contents; signal: AbortSignal },
): Promise<KnownImages> {
  const { images, annotations } = contents;
  const places = plans.map((plan) => contents.places(plan));
  const counts = { known: { one: 0, keep: 0 }, shapes: new Map<string, Record<FolderPlan, number>>() };
  const room = Buffer.allocUnsafeSlow(pieceBytes);
  const end = performance.now() + readMs;
  const list = await candidates(db, place, images);
  let next = 0;
  /* oxlint-disable no-await-in-loop -- one room, in the order of the archive, until the time is over */
  while (next < list.length && performance.now() < end) {
    const hashed: { entry: ArchiveEntry; sha256: string }[] = [];
    while (next < list.length && hashed.length < hashesAtOnce && performance.now() < end) {
      signal.throwIfAborted();
      const entry = list[next++]!;
      const sha256 = await hashOf(archive, entry, room);
      if (sha256 !== undefined) hashed.push({ entry, sha256 });
    }
    const rows = await sameIn(db, place, hashed.map(({ sha256 }) => sha256)); // prettier-ignore
    const byHash = Map.groupBy(rows, ({ sha256 }) => sha256);
    for (const { entry, sha256 } of hashed) {
      const same = byHash.get(sha256);
      if (same) await count({ entry, same }, place, { annotations, places }, counts);
    }
  }
  /* oxlint-enable no-await-in-loop */
  return { known: { ...counts.known, isAll: next === list.length }, shapes: counts.shapes };
}
