/**
 * What the first directory of a TIFF says of where its pixels lie and how they are packed: enough to refuse, before a decoder
 * is started, what ends behind the file, what is read again and again, and what nothing here unpacks.
 */
import { open } from 'node:fs/promises';
import { ImageError } from './error.ts';

/** Bytes of a file at a place; fewer where it ends. */
type Read = (at: number, bytes: number) => Promise<Buffer>;

interface Entry {
  type: number;
  count: number;
  /** Where its values lie. */
  at: number;
}
interface Layout {
  isBig: boolean;
  isLittle: boolean;
}

const tag = { bits: 258, packing: 259, samples: 277 } as const;
/** Offsets and lengths: of strips, of tiles. */
const places = [
  [273, 279],
  [324, 325],
] as const;
/** Bytes of a value by its type: short, long, long8. */
const sizes: Readonly<Record<number, 2 | 4 | 8>> = { 3: 2, 4: 4, 16: 8 };
/** Kinds of packing that the decoder lacks: JBIG, JPEG 2000, LERC, DNG's, LZMA, Zstandard, JPEG XL. */
const unread = new Set([34661, 33003, 33004, 33005, 34712, 34887, 34892, 34925, 50000, 50002, 52546]);
const notPacked = 1;
/** Strips or tiles; the largest image has fewer in tiles of 16 px. */
const mostPlaces = 2_000_000;

export interface TiffFacts {
  /** Bytes that its strips or tiles take; null where it does not say. */
  packed: number | null;
  isPacked: boolean;
  /** Bits of all samples of a pixel. */
  pixelBits: number;
}

const corrupt = (): ImageError => new ImageError('image.corrupt');

function numberAt(bytes: Buffer, at: number, size: 2 | 4 | 8, isLittle: boolean): number {
  if (size === 2) return isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  if (size === 4) return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
}

async function entriesOf(read: Read, { isBig, isLittle }: Layout): Promise<Map<number, Entry>> {
  const word = isBig ? 8 : 4;
  const head = await read(0, 16);
  const start = numberAt(head, isBig ? 8 : 4, word, isLittle);
  const countSize = isBig ? 8 : 2;
  const step = isBig ? 20 : 12;
  const counted = await read(start, countSize);
  const count = Math.min(4096, numberAt(counted, 0, countSize, isLittle));
  const body = await read(start + countSize, count * step);
  const entries = new Map<number, Entry>();
  for (let i = 0; i < Math.floor(body.length / step); i++) {
    const at = i * step;
    const type = numberAt(body, at + 2, 2, isLittle);
    const values = numberAt(body, at + 4, word, isLittle);
    const field = at + 4 + word;
    const fits = (sizes[type] ?? 1) * values <= word;
    const where = fits ? start + countSize + field : numberAt(body, field, word, isLittle);
    entries.set(numberAt(body, at, 2, isLittle), { type, count: values, at: where });
  }
  return entries;
}

async function valuesOf(read: Read, entry: Entry | undefined, { isLittle }: Layout): Promise<number[] | null> {
  const size = entry && sizes[entry.type];
  if (!entry || !size) return null;
  if (entry.count > mostPlaces) throw corrupt();
  const bytes = await read(entry.at, size * entry.count);
  if (bytes.length < size * entry.count) throw corrupt();
  return Array.from({ length: entry.count }, (_, i) => numberAt(bytes, i * size, size, isLittle));
}

/** Throws where a strip or tile ends behind the file, or where they take more than the file has. */
function packedBytes(offsets: readonly number[], lengths: readonly number[], fileBytes: number): number {
  let total = 0;
  lengths.forEach((length, i) => {
    if ((offsets[i] ?? 0) + length > fileBytes) throw corrupt();
    total += length;
  });
  if (total > fileBytes) throw corrupt();
  return total;
}

async function factsOf(read: Read, fileBytes: number): Promise<TiffFacts> {
  const head = await read(0, 4);
  const isLittle = head[0] === 0x49;
  const layout = { isLittle, isBig: numberAt(head, 2, 2, isLittle) === 43 };
  const entries = await entriesOf(read, layout);
  const first = async (of: number, otherwise: number) =>
    (await valuesOf(read, entries.get(of), layout))?.[0] ?? otherwise;
  const packing = await first(tag.packing, notPacked);
  if (unread.has(packing)) throw new ImageError('image.tiffPacking');
  const pixelBits = (await first(tag.bits, 1)) * (await first(tag.samples, 1));
  for (const [offsetTag, lengthTag] of places) {
    const offsets = await valuesOf(read, entries.get(offsetTag), layout); // oxlint-disable-line no-await-in-loop
    const lengths = await valuesOf(read, entries.get(lengthTag), layout); // oxlint-disable-line no-await-in-loop
    if (offsets?.some((at) => at > fileBytes)) throw corrupt();
    if (!offsets || !lengths) continue;
    return { packed: packedBytes(offsets, lengths, fileBytes), isPacked: packing !== notPacked, pixelBits };
  }
  return { packed: null, isPacked: packing !== notPacked, pixelBits };
}

/** Throws `ImageError` where no decoder has to be asked. */
export async function inspectTiff(source: string | Buffer): Promise<TiffFacts> {
  // a header that ends early is one that a decoder does not read either
  const orTiff = (error: unknown) => {
    throw error instanceof RangeError ? new ImageError('image.tiff', { cause: error }) : error;
  };
  if (typeof source !== 'string')
    return factsOf(async (at, bytes) => source.subarray(at, at + bytes), source.length).catch(orTiff);
  const file = await open(source, 'r');
  try {
    const { size } = await file.stat();
    const read: Read = async (at, bytes) => {
      const wanted = Math.max(0, Math.min(bytes, size - at));
      const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
      return buffer.subarray(0, bytesRead);
    };
    return await factsOf(read, size).catch(orTiff);
  } finally {
    await file.close();
  }
}
