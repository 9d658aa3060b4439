/** Archives for tests; all but tar made byte by byte, so that they can also be what no program would make. */
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

export interface ZipEntry {
  name: string | Buffer;
  data?: Buffer | string;
  deflate?: boolean;
  /** Says in the list that the names are UTF-8. */
  utf8?: boolean;
  encrypted?: boolean;
  /** Unix mode with its file type, such as 0o120777 for a link. */
  mode?: number;
  /** What the list says instead of the truth. */
  lie?: { crc?: number; bytes?: number; packed?: number };
  /** Lies over the entry before it. */
  overlaps?: true;
}

const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  let before = 0;
  for (const {
    name,
    data = '',
    deflate = false,
    utf8 = true,
    encrypted = false,
    mode,
    lie = {},
    overlaps,
  } of entries) {
    const raw = Buffer.from(data as string);
    const packed = deflate ? deflateRawSync(raw) : raw;
    const nameBytes = Buffer.from(name as string);
    const flags = (utf8 ? 0x800 : 0) | (encrypted ? 1 : 0);
    const common = Buffer.concat([
      u16(20, flags, deflate ? 8 : 0, 0, 0x21),
      u32(lie.crc ?? crc32(raw), lie.packed ?? packed.length, lie.bytes ?? raw.length),
      u16(nameBytes.length, 0),
    ]);
    const local = Buffer.concat([u32(0x04034b50), common, nameBytes, packed]);
    const offset = overlaps ? before : at;
    const versionMadeBy = mode === undefined ? 20 : (3 << 8) | 20;
    list.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(versionMadeBy),
        common,
        u16(0, 0, 0),
        u32((mode ?? 0) * 0x10000, offset),
        nameBytes,
      ]),
    );
    before = at;
    if (overlaps) continue;
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(list);
  const end = [u32(0x06054b50), u16(0, 0, list.length, list.length), u32(directory.length, at), u16(0)];
  return Buffer.concat([...parts, directory, ...end]);
}

export interface TarEntry {
  name: string;
  data?: Buffer | string;
  type?: Header['type'];
}

/** As tar-stream writes it. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, data = '', type = 'file' } of entries)
    tar.entry({ name, type, ...((type ?? '').endsWith('link') ? { linkname: 'elsewhere' } : {}) }, data);
  tar.finalize();
  return buffer(tar);
}

const u64 = (value: number): Buffer => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);

/** Properties of LZMA2: the size of its dictionary as 7z writes it, from 4 KiB (0) to 4 GiB (40). */
export type DictionarySize = 20 | 40;

/**
 * A 7z with one entry of a few bytes, packed as LZMA2 with such a dictionary; with `packedHead` the list itself is.
 * All numbers are below 128, so that each is one byte.
 */
export function sevenZipOf(name: string, data: string, dictionary: DictionarySize, packedHead = false): Buffer {
  const stored = (bytes: Buffer) => Buffer.concat([Buffer.from([1, 0, bytes.length - 1]), bytes, Buffer.from([0])]);
  const streams = (raw: Buffer, packed: number, at: number, size: DictionarySize): Buffer =>
    Buffer.concat([
      // where it is; one folder with one coder
      Buffer.from([6, at, 1, 9, packed, 0, 7, 11, 1, 0, 1, 0x21, 0x21, 1, size, 12, raw.length, 0]),
      Buffer.from([8, 10, 1]),
      u32(crc32(raw)),
      Buffer.from([0, 0]),
    ]);
  const raw = Buffer.from(data);
  const body = stored(raw);
  const names = Buffer.from(`${name}\0`, 'utf16le');
  const list = (size: DictionarySize) =>
    Buffer.concat([
      Buffer.from([1, 4]),
      streams(raw, body.length, 0, size),
      Buffer.from([5, 1, 17, names.length + 1, 0]),
      names,
      Buffer.from([0, 0]),
    ]);
  const packed = stored(list(20));
  const head = packedHead
    ? Buffer.concat([Buffer.from([23]), streams(list(20), packed.length, body.length, dictionary)])
    : list(dictionary);
  const bytes = packedHead ? Buffer.concat([body, packed]) : body;
  const start = Buffer.concat([u64(bytes.length), u64(head.length), u32(crc32(head))]);
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), u32(crc32(start)), start, bytes, head]);
}

/** A zip of entries without content, with its list counted by 64 bits: as many as are wanted, or as it says. */
export function emptyEntries(count: number, nameOf: (i: number) => string, says = count): Buffer {
  const start = Buffer.alloc(4);
  const list = Array.from({ length: count }, (_, i) => {
    const name = Buffer.from(nameOf(i));
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(i * 30, 42);
    return Buffer.concat([head, name]);
  });
  const bytes = list.reduce((sum, one) => sum + one.length, 0);
  const end64 = [u32(0x06064b50), u64(44), u32(0, 0, 0), u64(says), u64(says), u64(bytes), u64(start.length)];
  const where64 = [u32(0x07064b50, 0), u64(start.length + bytes), u32(1)];
  const end = [u32(0x06054b50), u16(0, 0, 0xffff, 0xffff), u32(0xffffffff, 0xffffffff), u16(0)];
  return Buffer.concat([start, ...list, ...end64, ...where64, ...end]);
}
