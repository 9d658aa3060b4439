/** Reads zip archives by their central directory, so that any entry can be read at any time. */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { cutText, limits } from '@loupe/contract';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../core/errors.ts';
import { decodeName, EntryError, nameBudget, refused, filterEntries, type Archive, type RawEntry } from './entry.ts';
import { contentOf, WindowReader, type Packed } from './zip-bytes.ts';

/** What is kept of an entry: of 200,000 the whole records would take hundreds of megabytes. */
interface Place extends Packed {
  crc: number;
}

const unixType = (entry: Entry): number =>
  entry.versionMadeBy >> 8 === 3 ? (entry.externalFileAttributes >>> 28) & 0xf : 0;
const unicodePath = 0x7075;

function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  if ((entry.generalPurposeBitFlag & 0x800) !== 0) return raw.toString('utf8');
  const extra = entry.extraFields.find((one) => one.id === unicodePath)?.data;
  const isCurrent = extra !== undefined && extra.length > 5 && extra[0] === 1 && extra.readUInt32LE(1) === crc32(raw);
  return isCurrent ? extra.subarray(5).toString('utf8') : decodeName(raw);
}

function rawOf(entry: Entry, name: string): RawEntry {
  const type = unixType(entry);
  const isDirectory = /[/\\]$/.test(name) || type === 4;
  const fault = entry.isEncrypted()
    ? 'entry.encrypted'
    : [0, 8].includes(entry.compressionMethod)
      ? undefined
      : 'entry.method';
  return {
    name,
    bytes: entry.uncompressedSize,
    packed: entry.compressedSize,
    kind: isDirectory ? 'directory' : type === 0 || type === 8 ? 'file' : 'other',
    ...(fault ? { fault } : {}),
  };
}

/** All entries of the central directory. It may not lie about how many there are, nor let their bytes overlap. */
async function listOf(zip: ZipFile): Promise<{ raw: RawEntry[]; places: Place[] }> {
  if (zip.entryCount > limits.archiveEntries)
    throw refused('cause.import.tooManyEntries', { max: limits.archiveEntries });
  const raw: RawEntry[] = [];
  const places: Place[] = [];
  const spend = nameBudget();
  for await (const entry of zip.eachEntry()) {
    spend(entry.fileNameLength);
    raw.push(rawOf(entry, nameOf(entry)));
    places.push({
      offset: entry.relativeOffsetOfLocalHeader,
      packed: entry.compressedSize,
      bytes: entry.uncompressedSize,
      crc: entry.crc32,
      deflated: entry.compressionMethod === 8,
    });
  }
  return { raw, places };
}

/** Local header without name and extra fields. */
const headerBytes = 30;

function refuseOverlap(places: readonly Place[]): void {
  let end = 0;
  for (const { offset, packed } of places.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw refused('cause.import.bomb');
    end = offset + headerBytes + packed;
  }
}

const isStorageFault = (error: unknown): boolean => (error as { syscall?: unknown }).syscall !== undefined;
const damaged = (cause: unknown): unknown =>
  isStorageFault(cause) ? cause : new EntryError('entry.damaged', { cause });

/** Passes the bytes on and holds them against size and checksum of the list. */
async function* checked(
  source: AsyncIterable<Buffer>,
  { bytes, crc }: Pick<Place, 'bytes' | 'crc'>,
): AsyncGenerator<Buffer> {
  let count = 0;
  let sum = 0;
  try {
    for await (const chunk of source) {
      count += chunk.length;
      if (count > bytes) throw new EntryError('entry.damaged');
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (count !== bytes || sum !== crc) throw new EntryError('entry.damaged');
}

const unreadable = (error: Error): Error =>
  isStorageFault(error)
    ? error
    : refused('cause.import.notArchive', { why: cutText(error.message, 200).replace(/\.$/, '') });
// sizes are held against the bytes when they are read: a lie is its entry's fault, not the archive's
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false } as const;

export async function openZipArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { raw, places } = await listOf(await fromRandomAccessReaderPromise(new WindowReader(file), size, options));
    refuseOverlap(places);
    const filtered = filterEntries(raw);
    if (filtered.entries.length === 0 && raw.some((one) => one.fault === 'entry.encrypted'))
      throw refused('cause.import.encrypted');
    return {
      ...filtered,
      read: async ({ index }, room) => {
        const place = places[index]!;
        return checked(contentOf(file, place, room), place);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof AppError ? error : unreadable(error as Error);
  }
}
