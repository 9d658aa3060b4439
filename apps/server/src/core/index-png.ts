/** PNG files whose pixels are numbers, not colours: a palette or shades of grey, as masks of classes are. Libraries give colours only. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface IndexImage {
  width: number;
  height: number;
  /** A number each pixel, row by row. */
  data: Uint8Array;
  /** Red, green, blue of each number; null for shades of grey. */
  palette: Uint8Array | null;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [grey, indexed] = [0, 3];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Without a palette: shades of grey. */
export function writeIndexPng({ width, height, data, palette }: IndexImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, palette ? indexed : grey, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Chunks {
  header: Buffer;
  palette: Uint8Array | null;
  data: Buffer[];
}

function chunksOf(bytes: Buffer): Chunks | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const found: Chunks = { header: Buffer.alloc(0), palette: null, data: [] };
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length < length) return undefined;
    if (type === 'IHDR') found.header = body;
    else if (type === 'PLTE') found.palette = body;
    else if (type === 'IDAT') found.data.push(body);
    else if (type === 'IEND') return found.header.length === 13 ? found : undefined;
    at += length + 12;
  }
  return undefined;
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** Takes the filters back, in place: the bytes of rows, each with the number of its filter in front. */
function unfilter(rows: Buffer, stride: number, height: number): boolean {
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    const filter = rows[at]!;
    if (filter > 4) return false;
    for (let x = 1; x <= stride && filter > 0; x++) {
      const i = at + x;
      const left = x > 1 ? rows[i - 1]! : 0;
      const above = y > 0 ? rows[i - stride - 1]! : 0;
      const corner = x > 1 && y > 0 ? rows[i - stride - 2]! : 0;
      const add = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      rows[i] = (rows[i]! + add) & 0xff;
    }
  }
  return true;
}

/** Undefined for what is no PNG of numbers of at most 8 bits, is interlaced, or is damaged. */
export function readIndexPng(bytes: Buffer): IndexImage | undefined {
  const chunks = chunksOf(bytes);
  if (!chunks) return undefined;
  const { header, palette, data } = chunks;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, type, , , interlaced] = header.subarray(8) as unknown as [number, number, number, number, number];
  if (bits > 8 || (type !== grey && type !== indexed) || interlaced !== 0) return undefined;
  const stride = Math.ceil((width * bits) / 8);
  const bytesOfRows = height * (stride + 1);
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(data), { maxOutputLength: bytesOfRows + 64 });
  } catch {
    return undefined;
  }
  if (rows.length < bytesOfRows || !unfilter(rows, stride, height)) return undefined;
  const numbers = new Uint8Array(width * height);
  const [each, most] = [8 / bits, 2 ** bits - 1];
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1) + 1;
    for (let x = 0; x < width; x++) {
      const byte = rows[at + Math.floor(x / each)]!;
      numbers[y * width + x] = (byte >> (8 - bits - (x % each) * bits)) & most;
    }
  }
  return { width, height, data: numbers, palette: type === indexed ? palette : null };
}
