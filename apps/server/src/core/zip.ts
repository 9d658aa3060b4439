/**
 * Writes a zip as it comes: entries are asked for one after the other, and nothing is held but the directory (some 100
 * bytes an entry). The libraries tried keep every entry's bytes, or look through all entries for each new one: 50,000
 * small files took them seven seconds and more. ZIP64 where sizes ask for it; names are UTF-8.
 */
import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

export interface ZipEntry {
  /** Path inside the zip, with slashes. */
  name: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** Pack the bytes; only for those that come as a stream. Images are packed already. */
  deflate?: boolean;
}

const full32 = 0xffffffff;
const full16 = 0xffff;
/** Bit 11: the name is UTF-8. Bit 3: sizes come behind the bytes. */
const flags = { utf8: 0x0800, sizesBehind: 0x0008 } as const;
const version = 45;
/** Made on Unix; a plain file that its owner may write and all may read. */
const madeBy = (3 << 8) | version;
const attributes = (0o100644 << 16) >>> 0;

interface Written {
  name: Buffer;
  flag: number;
  method: number;
  time: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Date and time as DOS had them, in one number: two seconds are the smallest step, 1980 is the first year. */
const dosTime = (at: Date): number =>
  (((Math.max(at.getFullYear(), 1980) - 1980) << 25) |
    ((at.getMonth() + 1) << 21) |
    (at.getDate() << 16) |
    (at.getHours() << 11) |
    (at.getMinutes() << 5) |
    (at.getSeconds() >> 1)) >>>
  0;

/** Numbers one behind the other, little endian: [value, bytes]. */
function record(...fields: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

function localHeader({ name, flag, method, time, crc, packed, size }: Written): Buffer {
  const behind = (flag & flags.sizesBehind) !== 0;
  const extra = behind ? record([1, 2], [16, 2], [0, 8], [0, 8]) : Buffer.alloc(0);
  const head = record(
    [0x04034b50, 4],
    [version, 2],
    [flag, 2],
    [method, 2],
    [time, 4],
    [crc, 4],
    [behind ? full32 : packed, 4],
    [behind ? full32 : size, 4],
    [name.length, 2],
    [extra.length, 2],
  );
  return Buffer.concat([head, name, extra]);
}

function directoryEntry({ name, flag, method, time, crc, packed, size, offset }: Written): Buffer {
  const wide = [size, packed, offset].filter((value) => value >= full32);
  const extra =
    wide.length === 0
      ? Buffer.alloc(0)
      : record([1, 2], [8 * wide.length, 2], ...wide.map((value) => [value, 8] as const));
  const head = record(
    [0x02014b50, 4],
    [madeBy, 2],
    [version, 2],
    [flag, 2],
    [method, 2],
    [time, 4],
    [crc, 4],
    [Math.min(packed, full32), 4],
    [Math.min(size, full32), 4],
    [name.length, 2],
    [extra.length, 2],
    // no comment, first disk, no internal attributes
    [0, 2],
    [0, 2],
    [0, 2],
    [attributes, 4],
    [Math.min(offset, full32), 4],
  );
  return Buffer.concat([head, name, extra]);
}

function endOfDirectory(entries: number, bytes: number, offset: number): Buffer {
  const isWide = entries >= full16 || bytes >= full32 || offset >= full32;
  const end = record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(entries, full16), 2],
    [Math.min(entries, full16), 2],
    [Math.min(bytes, full32), 4],
    [Math.min(offset, full32), 4],
    [0, 2],
  );
  if (!isWide) return end;
  const wide = record(
    [0x06064b50, 4],
    [44, 8],
    [madeBy, 2],
    [version, 2],
    [0, 4],
    [0, 4],
    [entries, 8],
    [entries, 8],
    [bytes, 8],
    [offset, 8],
  );
  const locator = record([0x07064b50, 4], [0, 4], [offset + bytes, 8], [1, 4]);
  return Buffer.concat([wide, locator, end]);
}

interface Tally {
  crc: number;
  size: number;
}

/** Passes bytes on and keeps their checksum and number. */
async function* tallied(source: AsyncIterable<Uint8Array>, tally: Tally): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    tally.crc = crc32(chunk, tally.crc);
    tally.size += chunk.length;
    yield chunk;
  }
}

/** The bytes of a streamed entry; afterwards the tally tells what they were. */
function packedBytes({ bytes, deflate }: ZipEntry, raw: Tally): AsyncIterable<Uint8Array> {
  const source = tallied(bytes as AsyncIterable<Uint8Array>, raw);
  if (!deflate) return source;
  const packer = createDeflateRaw({ level: 1 });
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => packer.destroy(error));
  return input.pipe(packer);
}

/** The bytes of a zip of these entries, in their order. Throws what an entry's source throws. */
export async function* zipBytes(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const time = dosTime(at);
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    if (name.length > full16) throw new RangeError('a name in a zip has at most 65,535 bytes');
    const isKnown = entry.bytes instanceof Uint8Array;
    const flag = flags.utf8 | (isKnown ? 0 : flags.sizesBehind);
    const written: Written = { name, flag, method: 0, time, crc: 0, packed: 0, size: 0, offset };
    if (entry.bytes instanceof Uint8Array) {
      const size = entry.bytes.length;
      Object.assign(written, { crc: crc32(entry.bytes), packed: size, size });
      const header = localHeader(written);
      yield header;
      yield entry.bytes;
      offset += header.length + size;
    } else {
      if (entry.deflate) written.method = 8;
      const header = localHeader(written);
      yield header;
      const raw: Tally = { crc: 0, size: 0 };
      for await (const chunk of packedBytes(entry, raw)) {
        written.packed += chunk.length;
        yield chunk;
      }
      Object.assign(written, raw);
      const behind = record([0x08074b50, 4], [raw.crc, 4], [written.packed, 8], [raw.size, 8]);
      yield behind;
      offset += header.length + written.packed + behind.length;
    }
    directory.push(directoryEntry(written));
  }
  const bytes = directory.reduce((sum, one) => sum + one.length, 0);
  yield* directory;
  yield endOfDirectory(directory.length, bytes, offset);
}
