/**
 * The decode table: how a file becomes pixels, the same here and in the engine (packages/contract/fixtures/decode).
 * EXIF orientation is applied; grey and palette become RGB; alpha is dropped, not blended; of 16 bits the high byte stays;
 * ICC is ignored unless the file is CMYK, which is turned into PNG at import. Formats go by magic bytes.
 */
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { limits, tileSide } from '@loupe/contract';
import sharp, { type Sharp } from 'sharp';
import { bmpHeaderBytes, bmpIsWhole, decodeBmp, readBmpHeader, type BmpHeader } from './decode/bmp.ts';
import { PictureError } from './decode/error.ts';
import { formatOf, type PictureFormat } from './decode/magic.ts';
import { AppError } from './errors.ts';

export { PictureError } from './decode/error.ts';
export { formatOf, type PictureFormat } from './decode/magic.ts';

sharp.cache(false);
sharp.concurrency(1);

/** A file on this machine, or its bytes. */
export type PictureSource = string | Buffer;

export interface PictureInfo {
  format: PictureFormat;
  /** Pixels, after the orientation was applied. */
  width: number;
  height: number;
  /** Bits a channel, as in the file. */
  bits: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** Not decoded alike everywhere: keep `toPng` of it as the picture, and the file as the original. */
  needsPng: boolean;
}

/** 8-bit RGB, row by row. */
export interface DecodedPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

const thumbnailSide = 320;
/**
 * Decodes at the same time: three, so that a processor is not idle between two; of large pictures, each of which may hold
 * a gigabyte, two.
 */
const room = 6;
const largePixels = 2 ** 25;
const roomOf = ({ width, height }: PictureInfo): number => (width * height > largePixels ? 3 : 2);

/** The refusal of a file by its name, for whatever a decode threw. */
export const pictureRefusal = (error: unknown, file: string): AppError =>
  new AppError(error instanceof PictureError ? error.key : 'picture.corrupt', { args: { file } });

async function head(source: PictureSource): Promise<Buffer> {
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
  if (!(width > 0 && height > 0)) throw new PictureError('picture.corrupt');
  if (Math.max(width, height) > limits.pictureSide || width * height > limits.picturePixels)
    throw new PictureError('picture.tooLarge');
}

async function inspectBmp(bytes: Buffer, length: number): Promise<BmpHeader> {
  const header = readBmpHeader(bytes);
  checkSize(header.width, header.height);
  if (!bmpIsWhole(header, length)) throw new PictureError('picture.corrupt');
  return header;
}

/** A decoder's own words never reach a person: whatever fails in it means a damaged file. */
async function orCorrupt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new PictureError('picture.corrupt', { cause });
  }
}

const depthBits: Readonly<Record<string, number>> = { uchar: 8, ushort: 16 };

/** Reads the header alone: format, size, and whether the picture is within the limits. */
export async function inspectPicture(source: PictureSource): Promise<PictureInfo> {
  const bytes = await head(source);
  const format = formatOf(bytes);
  if (format === undefined) throw new PictureError('picture.type');
  if (format === 'bmp') {
    const length = typeof source === 'string' ? (await stat(source)).size : source.length;
    const { width, height } = await inspectBmp(bytes, length);
    return { format, width, height, bits: 8, orientation: 1, needsPng: false };
  }
  const meta = await orCorrupt(sharp(source, { limitInputPixels: false }).metadata());
  const { width, height } = meta.autoOrient;
  checkSize(width, height);
  const bits = depthBits[meta.depth] ?? 8;
  return { format, width, height, bits, orientation: meta.orientation ?? 1, needsPng: meta.space === 'cmyk' };
}

const waiting: { need: number; begin: () => void }[] = [];
let free = room;
/** Runs as many of these at a time as there is room for, first come first served. */
async function inTurn<T>(info: PictureInfo, work: () => Promise<T>): Promise<T> {
  const need = roomOf(info);
  if (waiting.length > 0 || free < need) await new Promise<void>((begin) => waiting.push({ need, begin }));
  else free -= need;
  try {
    return await work();
  } finally {
    free += need;
    while (waiting[0] && waiting[0].need <= free) {
      const next = waiting.shift()!;
      free -= next.need;
      next.begin();
    }
  }
}

/** A pipeline that ends in 8-bit sRGB or grey without alpha, turned upright. Refuses a file that ends early. */
const pipeline = (source: PictureSource, info: PictureInfo): Sharp =>
  sharp(source, { limitInputPixels: limits.picturePixels, failOn: 'warning', ignoreIcc: !info.needsPng })
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb');

function greyToRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3);
  for (let from = 0, to = 0; from < grey.length; from++, to += 3) rgb.fill(grey[from] as number, to, to + 3);
  return rgb;
}

async function decodeBmpFile(source: PictureSource): Promise<DecodedPicture> {
  const file = typeof source === 'string' ? await readFile(source) : source;
  const header = await inspectBmp(file.subarray(0, bmpHeaderBytes), file.length);
  return { width: header.width, height: header.height, data: decodeBmp(file, header) };
}

async function decodeNow(source: PictureSource, info: PictureInfo): Promise<DecodedPicture> {
  if (info.format === 'bmp') return decodeBmpFile(source);
  const { data, info: raw } = await orCorrupt(pipeline(source, info).raw().toBuffer({ resolveWithObject: true }));
  if (raw.channels !== 1 && raw.channels !== 3) throw new PictureError('picture.corrupt');
  return { width: raw.width, height: raw.height, data: raw.channels === 1 ? greyToRgb(data) : data };
}

/** A file of this many bytes is read at once: the decoder asks for it twice, and by a few kilobytes. */
const readAtOnce = 16 * 1024 ** 2;

/** Decodes a file to RGB by the table. Throws `PictureError`. */
export async function decodePicture(from: PictureSource): Promise<DecodedPicture> {
  const source = typeof from === 'string' && (await stat(from)).size <= readAtOnce ? await readFile(from) : from;
  const info = await inspectPicture(source);
  return inTurn(info, () => decodeNow(source, info));
}

/** The picture as a sharp pipeline, for what is made of its pixels. */
async function upright(source: PictureSource, info: PictureInfo): Promise<Sharp> {
  if (info.format !== 'bmp') return pipeline(source, info);
  const { data, width, height } = await decodeBmpFile(source);
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: limits.picturePixels });
}

/**
 * Writes a WebP of at most 320 px a side. It reads the whole file, so it is also the check that the file is whole.
 * `known`: what `inspectPicture` said of it, where it was asked before.
 */
export async function makeThumbnail(source: PictureSource, outPath: string, known?: PictureInfo): Promise<void> {
  const info = known ?? (await inspectPicture(source));
  const bytes = await inTurn(info, async () => {
    const picture = await upright(source, info);
    const small = picture.resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true });
    // more effort takes a tenth longer for the whole picture, and saves a kilobyte or two
    return orCorrupt(small.webp({ quality: 80, effort: 0 }).toBuffer());
  });
  await writeFile(outPath, bytes);
}

/**
 * Writes the tiles of a large picture as a zip that holds a Deep Zoom pyramid of lossless WebP, uncompressed:
 * `tiles_files/<level>/<column>_<row>.webp`, where level 0 is the smallest.
 */
export async function makeTilePack(source: PictureSource, outPath: string): Promise<void> {
  const info = await inspectPicture(source);
  await inTurn(info, async () => {
    const picture = await upright(source, info);
    const tiled = picture
      // without effort it is faster than PNG and still half its size
      .webp({ lossless: true, effort: 0 })
      .tile({ size: tileSide, overlap: 0, layout: 'dz', container: 'zip', depth: 'onetile', basename: 'tiles' });
    await orCorrupt(tiled.toFile(outPath));
  });
}

/** The picture as an 8-bit RGB PNG with the same pixels as `decodePicture`. */
export async function toPng(source: PictureSource): Promise<Buffer> {
  const { data, width, height } = await decodePicture(source);
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: limits.picturePixels })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
