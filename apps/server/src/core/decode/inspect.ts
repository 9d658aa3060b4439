/** What the header of an image says: its format and size, and how much of it a decoder has to hold at once. */
import { open, stat } from 'node:fs/promises';
import { limits } from '@loupe/contract';
import sharp, { type Metadata } from 'sharp';
import { bmpHeaderBytes, bmpIsWhole, readBmpHeader, type BmpHeader } from './bmp.ts';
import { orCorrupt, ImageError } from './error.ts';
import { formatOf, type ImageFormat } from './magic.ts';
import { inspectTiff, type TiffFacts } from './tiff.ts';

/** A file on this machine, or its bytes. */
export type ImageSource = string | Buffer;

export interface ImageInfo {
  format: ImageFormat;
  /** Pixels, after the orientation was applied. */
  width: number;
  height: number;
  /** Bits a channel, as in the file. */
  bits: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** Where it has 16 bits a channel, the colour space in which all of them stay; else null. */
  deep: 'grey16' | 'rgb16' | null;
  isCmyk: boolean;
  /** Not decoded alike everywhere: keep the PNG of it as the image, and the file as the original. */
  needsPng: boolean;
  /** Bytes that its decoder holds at once; 0 where it goes row by row. */
  held: number;
}

async function head(source: ImageSource): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, bmpHeaderBytes);
  const file = await open(source, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bmpHeaderBytes), 0, bmpHeaderBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new ImageError('image.corrupt');
  if (Math.max(width, height) > limits.imageSide || width * height > limits.imagePixels)
    throw new ImageError('image.tooLarge');
}

function checkHeld(held: number): void {
  if (held > limits.imageHeldBytes) throw new ImageError('image.heavy');
}

export function inspectBmp(bytes: Buffer, length: number): BmpHeader {
  const header = readBmpHeader(bytes);
  checkSize(header.width, header.height);
  if (!bmpIsWhole(header, length)) throw new ImageError('image.corrupt');
  return header;
}

const depthBits: Readonly<Record<string, number>> = { uchar: 8, ushort: 16 };
/** Samples of a pixel that a JPEG keeps, by how its colours were thinned. */
const kept: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:0': 2, '4:1:1': 1.5 };
const samplesOf = ({ chromaSubsampling, channels }: Metadata): number => kept[chromaSubsampling ?? ''] ?? channels;

/** Whole: an interlaced PNG, the coefficients of a progressive JPEG (two bytes each), and whatever has to be turned. */
function heldOf(format: ImageFormat, meta: Metadata): number {
  const pixels = meta.width * meta.height;
  const sample = (depthBits[meta.depth] ?? 8) / 8;
  const turned = (meta.orientation ?? 1) === 1 ? 0 : pixels * meta.channels * sample;
  // a strip of it may be the whole of it
  if (format === 'tif') return turned + pixels * meta.channels * sample;
  if (!meta.isProgressive) return turned;
  if (format === 'png') return turned + pixels * meta.channels * sample;
  return turned + 2 * pixels * samplesOf(meta);
}

/** A TIFF may hold anything: what is no grey or colour of 8 or 16 bits, or has several pages, is none of ours. */
function readable(format: ImageFormat, work: Promise<Metadata>): Promise<Metadata> {
  if (format !== 'tif') return orCorrupt(work);
  return work.then(
    (meta) => {
      if (depthBits[meta.depth] === undefined || (meta.pages ?? 1) > 1) throw new ImageError('image.tiff');
      return meta;
    },
    (cause: unknown) => {
      throw new ImageError('image.tiff', { cause });
    },
  );
}

function deepOf({ space, depth, channels }: Metadata): ImageInfo['deep'] {
  if (depth !== 'ushort' || space === 'cmyk') return null;
  return channels < 3 ? 'grey16' : 'rgb16';
}

/**
 * A file of a large image that would become more than this many times as large: no camera takes one, and what it holds is made
 * to be unpacked for minutes.
 */
const mostUnpacked = 250;
/**
 * More is not in the file: deflate's own bound, with room. A progressive JPEG spends a bit at least on each block of 64
 * samples, which are 512 a byte.
 */
const mostPacked = 1100;
/** Pixels from which an image has a process of its own. */
const largePixels = 2 ** 25;

/** Samples of a pixel of a PNG, by its colour type: a palette has one. */
const pngSamples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bits of a pixel as it is packed. */
const pngBits = (head: Buffer): number => (head[24] ?? 8) * (pngSamples[head[25] ?? 0] ?? 1);

/** How many times as large the pixels are as what the file holds of them. Refuses by the header what cannot be whole. */
function unpackedOf(
  { format, head: bytes, tiff }: { format: ImageFormat; head: Buffer; tiff: TiffFacts | null },
  meta: Metadata,
  fileBytes: number,
): number {
  // read in one go, row by row, it costs what its pixels cost
  if (format === 'jpg' && !meta.isProgressive) return 0;
  if (format === 'jpg') return (meta.width * meta.height * samplesOf(meta)) / fileBytes;
  const raw = (meta.width * meta.height * (tiff ? tiff.pixelBits : pngBits(bytes))) / 8;
  // colours may be thinned to half also where nothing is packed
  if (tiff && !tiff.isPacked && raw > 2 * fileBytes) throw new ImageError('image.corrupt');
  return raw / (tiff?.packed ?? fileBytes);
}

const bytesOf = async (source: ImageSource): Promise<number> =>
  typeof source === 'string' ? (await stat(source)).size : source.length;

async function readHeader(source: ImageSource): Promise<{ info: ImageInfo; unpacked: number }> {
  const bytes = await head(source);
  const format = formatOf(bytes);
  if (bytes.length === 0) throw new ImageError('image.empty');
  if (format === undefined) throw new ImageError('image.type');
  if (format === 'bmp') {
    const length = await bytesOf(source);
    const { width, height } = inspectBmp(bytes, length);
    // the file, and its pixels
    const held = length + 3 * width * height;
    checkHeld(held);
    const plain = { bits: 8, orientation: 1, deep: null, isCmyk: false, needsPng: false } as const;
    return { info: { format, width, height, ...plain, held }, unpacked: 0 };
  }
  const tiff = format === 'tif' ? await inspectTiff(source) : null;
  const meta = await readable(format, sharp(source, { limitInputPixels: false }).metadata());
  const { width, height } = meta.autoOrient;
  checkSize(width, height);
  const held = heldOf(format, meta);
  checkHeld(held);
  const unpacked = unpackedOf({ format, head: bytes, tiff }, meta, await bytesOf(source));
  const bits = depthBits[meta.depth] ?? 8;
  // no browser shows a TIFF, and Pillow does not read all that we do
  const isCmyk = meta.space === 'cmyk';
  const needsPng = isCmyk || format === 'tif';
  const orientation = meta.orientation ?? 1;
  const info = { format, width, height, bits, orientation, deep: deepOf(meta), isCmyk, needsPng, held };
  return { info, unpacked };
}

/** Reads the header alone: format, size, and whether the image is within the limits. */
export const inspectImage = async (source: ImageSource): Promise<ImageInfo> => (await readHeader(source)).info;

/** The same of an image that somebody sends. Masks pack far better than what a camera takes, and are not asked here. */
export async function inspectUpload(source: ImageSource): Promise<ImageInfo> {
  const { info, unpacked } = await readHeader(source);
  if ((info.format === 'png' || info.format === 'jpg') && unpacked > mostPacked) throw new ImageError('image.corrupt');
  if (info.width * info.height > largePixels && unpacked > mostUnpacked) throw new ImageError('image.heavy');
  return info;
}
