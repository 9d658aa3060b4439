/** What is made of an image's pixels, at once and in this process; who asks sees to it that there is room. */
import { readFile, writeFile } from 'node:fs/promises';
import { autoWindow, countValues, limits, tileSide, windowTable } from '@loupe/contract';
import sharp, { type Sharp } from 'sharp';
import { bmpHeaderBytes, decodeBmp } from './bmp.ts';
import { orCorrupt, ImageError } from './error.ts';
import { inspectBmp, type ImageInfo, type ImageSource } from './inspect.ts';

sharp.cache(false);
sharp.concurrency(1);

/** 8-bit RGB, row by row. */
export interface DecodedImage {
  width: number;
  height: number;
  data: Uint8Array;
}

const thumbnailSide = 320;
const previewSide = 2048;

/** What a pipeline has to know of its file. */
type Facts = Pick<ImageInfo, 'format' | 'width' | 'height' | 'deep' | 'isCmyk'>;

/** The image without alpha, turned upright. Refuses a file that ends early. */
const opaque = (source: ImageSource, info: Facts): Sharp =>
  sharp(source, { limitInputPixels: limits.imagePixels, failOn: 'warning', ignoreIcc: !info.isCmyk })
    .autoOrient()
    .removeAlpha();

/** A pipeline that ends in 8-bit sRGB or grey. */
const pipeline = (source: ImageSource, info: Facts): Sharp => opaque(source, info).toColourspace('srgb');

/** One that ends in as many bits as the file has. */
const wholeDepth = async (source: ImageSource, info: Facts): Promise<Sharp> =>
  info.deep ? opaque(source, info).toColourspace(info.deep) : upright(source, info);

function greyToRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3);
  for (let from = 0, to = 0; from < grey.length; from++, to += 3) rgb.fill(grey[from] as number, to, to + 3);
  return rgb;
}

async function decodeBmpFile(source: ImageSource): Promise<DecodedImage> {
  const file = typeof source === 'string' ? await readFile(source) : source;
  const header = inspectBmp(file.subarray(0, bmpHeaderBytes), file.length);
  return { width: header.width, height: header.height, data: decodeBmp(file, header) };
}

export async function decodeNow(source: ImageSource, info: ImageInfo): Promise<DecodedImage> {
  if (info.format === 'bmp') return decodeBmpFile(source);
  const { data, info: raw } = await orCorrupt(pipeline(source, info).raw().toBuffer({ resolveWithObject: true }));
  if (raw.channels !== 1 && raw.channels !== 3) throw new ImageError('image.corrupt');
  return { width: raw.width, height: raw.height, data: raw.channels === 1 ? greyToRgb(data) : data };
}

/** Pixels as a pipeline. */
const pixelsOf = ({ data, width, height }: DecodedImage): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: limits.imagePixels });

/** The image as a sharp pipeline, for what is made of its pixels. */
const upright = async (source: ImageSource, info: Facts): Promise<Sharp> =>
  info.format === 'bmp' ? pixelsOf(await decodeBmpFile(source)) : pipeline(source, info);

/** In pixels of the upright image; what lies beyond is left out. */
export interface CropBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the image as WebP, no more than `side` pixels a side. */
export async function cropFrom(source: ImageSource, info: Facts, box: CropBox, side: number): Promise<Buffer> {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.min(info.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.min(info.height, Math.ceil(box.y + box.height)) - top;
  if (width < 1 || height < 1) throw new ImageError('image.corrupt');
  const image = await wholeDepth(source, info);
  const cut = image.extract({ left, top, width, height }).resize(side, side, { fit: 'inside' });
  return orCorrupt((info.deep ? await windowed(cut) : cut).webp({ quality: 85, effort: 0 }).toBuffer());
}

/** The same out of a thumbnail; the box is one of the image itself. */
export async function cropFromThumbnail(
  file: string,
  { box, image }: { box: CropBox; image: Pick<ImageInfo, 'width' | 'height'> },
  side: number,
): Promise<Buffer> {
  const { width, height } = await orCorrupt(sharp(file).metadata());
  const by = width / image.width;
  const scaled = { x: box.x * by, y: box.y * by, width: box.width * by, height: box.height * by };
  return cropFrom(file, { format: 'png', width, height, deep: null, isCmyk: false }, scaled, side);
}

/** Draws a file of an image; throws `ImageError` where the image is damaged. */
type Draw = (source: ImageSource, info: ImageInfo, outPath: string) => Promise<void>;

/** Of 16 bits what the automatic window shows: the high byte of a 12-bit camera would be black. */
async function windowed(image: Sharp): Promise<Sharp> {
  const { data, info } = await orCorrupt(image.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true }));
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  const table = windowTable(autoWindow(countValues(samples)));
  const { width, height, channels } = info;
  return sharp(
    Uint8Array.from(samples, (value) => table[value]!),
    { raw: { width, height, channels } },
  );
}

/** No larger than so many pixels a side. */
const within =
  (side: number): Draw =>
  async (source, info, outPath) => {
    const image = await wholeDepth(source, info);
    const shrunk = image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const small = info.deep ? await windowed(shrunk) : shrunk;
    // more effort takes a tenth longer for the whole image, and saves a kilobyte or two of a thumbnail
    await writeFile(outPath, await orCorrupt(small.webp({ quality: 80, effort: 0 }).toBuffer()));
  };

const tiles: Draw = async (source, info, outPath) => {
  const image = await upright(source, info);
  const tiled = image
    // without effort it is faster than PNG and still half its size
    .webp({ lossless: true, effort: 0 })
    .tile({ size: tileSide, overlap: 0, layout: 'dz', container: 'zip', depth: 'onetile', basename: 'tiles' });
  await orCorrupt(tiled.toFile(outPath));
};

/** The same pyramid with 16 bits a channel. */
const deepTiles: Draw = async (source, info, outPath) => {
  const image = await wholeDepth(source, info);
  const tiled = image
    // rows without a filter are read by the browser in no time
    .png({ compressionLevel: 3, adaptiveFiltering: false })
    .tile({ size: tileSide, overlap: 0, layout: 'dz', container: 'zip', depth: 'onetile', basename: 'tiles' });
  await orCorrupt(tiled.toFile(outPath));
};

const png: Draw = async (source, info, outPath) => {
  const image = await wholeDepth(source, info);
  await orCorrupt(image.png({ compressionLevel: 6 }).toFile(outPath));
};

export const drawings = {
  thumbnail: within(thumbnailSide),
  preview: within(previewSide),
  tiles,
  deepTiles,
  png,
} as const;
export type Drawing = keyof typeof drawings;
