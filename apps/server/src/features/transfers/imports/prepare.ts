/** One entry on its way to a row: its bytes are written, hashed, decoded and stored, and its annotations are read. */
import { rm } from 'node:fs/promises';
import { limits, type MessageKey, type Problem } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { isDiskFull } from '../../../core/room.ts';
import type { Services } from '../../../core/services.ts';
import { cleanName, problem, receiveOne, storeOrProblem, type StoredImage } from '../../datasets/index.ts';
import { EntryError, pieceBytes, sizeText, type Archive, type ArchiveEntry } from '../archive/index.ts';
import type { Annotations, ImageRecords } from './annotations.ts';
import type { Place } from './places.ts';

export interface Source {
  archive: Archive;
  images: readonly ArchiveEntry[];
  annotations: Annotations;
  places: ReadonlyMap<string, Place>;
  /** For files on their way. */
  folder: string;
  signal: AbortSignal;
}
export interface Prepared {
  path: string;
  place: Place;
  /** What it became, or what is wrong with it. */
  stored?: StoredImage;
  problem?: Problem;
  records?: ImageRecords | undefined;
}

async function prepareOne(services: Services, source: Source, entry: ArchiveEntry, room: Buffer): Promise<Prepared> {
  const { archive, annotations, places, folder, signal } = source;
  const { path } = entry;
  const place = places.get(path)!;
  signal.throwIfAborted();
  try {
    const file = await receiveOne({ name: path, stream: await archive.read(entry, room) }, folder);
    const stored = await storeOrProblem(services, file, cleanName(place.name));
    if ('key' in stored) {
      await rm(file.path, { force: true });
      const max = sizeText(limits.imageBytes);
      return { path, place, problem: problem(path, stored.key as MessageKey, { max }) };
    }
    return { path, place, stored, records: await annotations.of(path, stored.info) };
  } catch (error) {
    if (error instanceof EntryError) return { path, place, problem: problem(path, error.key) };
    throw isDiskFull(error) ? new AppError('cause.disk.full') : error;
  }
}

/** Entries that are worked on at the same time: three are decoded while others are read, written and made durable. */
const lanes = 4;

/** The entries in their order. The first fault that is not an entry's own ends it. */
export async function prepareAll(
  services: Services,
  source: Source,
  entries: readonly ArchiveEntry[],
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  let next = 0;
  let failed = false;
  const lane = async () => {
    // for all that it reads, one after the other: new memory for each would have to be collected
    const room = Buffer.allocUnsafeSlow(pieceBytes);
    while (next < entries.length && !failed) {
      const i = next++;
      // oxlint-disable-next-line no-await-in-loop
      prepared[i] = await prepareOne(services, source, entries[i]!, room).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const bad = ends.find((end) => end.status === 'rejected');
  if (bad) throw bad.reason;
  return prepared;
}
