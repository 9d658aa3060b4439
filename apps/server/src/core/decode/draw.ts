/** What is made of a picture's pixels, at once and in this process; who asks sees to it that there is room. */
import { readFile, writeFile } from 'node:fs/promises';
import { limits, tileSide } from '@loupe/contract';
import sharp, { type Sharp } from 'sharp';
import { bmpHeaderBytes, decodeBmp } from './bmp.ts';
import { orCorrupt, PictureError } from './error.ts';
import { inspectBmp, type PictureInfo, type PictureSource } from './inspect.ts';

sharp.cache(false);
sharp.concurrency(1);

/** 8-bit RGB, row by row. */
export interface DecodedPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

const thumbnailSide = 320;

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
  const header = inspectBmp(file.subarray(0, bmpHeaderBytes), file.length);
  return { width: header.width, height: header.height, data: decodeBmp(file, header) };
}

export async function decodeNow(source: PictureSource, info: PictureInfo): Promise<DecodedPicture> {
  if (info.format === 'bmp') return decodeBmpFile(source);
  const { data, info: raw } = await orCorrupt(pipeline(source, info).raw().toBuffer({ resolveWithObject: true }));
  if (raw.channels !== 1 && raw.channels !== 3) throw new PictureError('picture.corrupt');
  return { width: raw.width, height: raw.height, data: raw.channels === 1 ? greyToRgb(data) : data };
}

/** Pixels as a pipeline. */
const pixelsOf = ({ data, width, height }: DecodedPicture): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: limits.picturePixels });

/** The picture as a sharp pipeline, for what is made of its pixels. */
const upright = async (source: PictureSource, info: PictureInfo): Promise<Sharp> =>
  info.format === 'bmp' ? pixelsOf(await decodeBmpFile(source)) : pipeline(source, info);

/** Draws a file of a picture; throws `PictureError` where the picture is damaged. */
type Draw = (source: PictureSource, info: PictureInfo, outPath: string) => Promise<void>;

const thumbnail: Draw = async (source, info, outPath) => {
  const picture = await upright(source, info);
  const small = picture.resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true });
  // more effort takes a tenth longer for the whole picture, and saves a kilobyte or two
  await writeFile(outPath, await orCorrupt(small.webp({ quality: 80, effort: 0 }).toBuffer()));
};

const tiles: Draw = async (source, info, outPath) => {
  const picture = await upright(source, info);
  const tiled = picture
    // without effort it is faster than PNG and still half its size
    .webp({ lossless: true, effort: 0 })
    .tile({ size: tileSide, overlap: 0, layout: 'dz', container: 'zip', depth: 'onetile', basename: 'tiles' });
  await orCorrupt(tiled.toFile(outPath));
};

const png: Draw = async (source, info, outPath) => {
  const picture = await upright(source, info);
  await orCorrupt(picture.png({ compressionLevel: 6 }).toFile(outPath));
};

export const drawings = { thumbnail, tiles, png } as const;
export type Drawing = keyof typeof drawings;
