/**
 * The decode table: how a file becomes pixels, the same here and in the engine (packages/contract/fixtures/decode).
 * EXIF orientation is applied; grey and palette become RGB; alpha is dropped, not blended; of 16 bits the high byte stays;
 * ICC is ignored unless the file is CMYK. CMYK and TIFF are turned into PNG at import. Formats go by magic bytes.
 */
import { readFile, stat } from 'node:fs/promises';
import { ImageError } from './decode/error.ts';
import { inspectImage, type ImageInfo, type ImageSource } from './decode/inspect.ts';
import { cropFrom, cropFromThumbnail, decodeNow, type DecodedImage, type CropBox } from './decode/draw.ts';
import { decodeInTurn, drawInTurn, isLarge } from './decode/lanes.ts';
import { AppError } from './errors.ts';

export type { DecodedImage } from './decode/draw.ts';
export { ImageError } from './decode/error.ts';
export { inspectImage, inspectUpload, type ImageInfo, type ImageSource } from './decode/inspect.ts';
export { formatOf, type ImageFormat } from './decode/magic.ts';

/** The refusal of a file by its name, for whatever a decode threw. */
export const imageRefusal = (error: unknown, file: string): AppError =>
  new AppError(error instanceof ImageError ? error.key : 'image.corrupt', { args: { file } });

/** A file of this many bytes is read at once: the decoder asks for it twice, and by a few kilobytes. */
const readAtOnce = 16 * 1024 ** 2;

/** Decodes a file to RGB by the table. Throws `ImageError`. */
export async function decodeImage(from: ImageSource): Promise<DecodedImage> {
  const source = typeof from === 'string' && (await stat(from)).size <= readAtOnce ? await readFile(from) : from;
  const info = await inspectImage(source);
  return decodeInTurn(info, () => decodeNow(source, info));
}

/**
 * Writes a WebP of at most 320 px a side. It reads the whole file, so it is also the check that the file is whole.
 * `known`: what `inspectImage` said of it, where it was asked before.
 */
export async function makeThumbnail(source: ImageSource, outPath: string, known?: ImageInfo): Promise<void> {
  await drawInTurn('thumbnail', source, known ?? (await inspectImage(source)), outPath);
}

/** Writes a WebP of at most 2,048 px a side: as much as a screen shows of the whole image. */
export async function makePreview(source: ImageSource, outPath: string): Promise<void> {
  await drawInTurn('preview', source, await inspectImage(source), outPath);
}

/**
 * Writes the tiles of a large image as a zip that holds a Deep Zoom pyramid of lossless WebP, uncompressed:
 * `tiles_files/<level>/<column>_<row>.webp`, where level 0 is the smallest.
 */
export async function makeTilePack(source: ImageSource, outPath: string): Promise<void> {
  await drawInTurn('tiles', source, await inspectImage(source), outPath);
}

/** The same of an image with 16 bits a channel, as PNG with all of them. */
export async function makeDeepTilePack(source: ImageSource, outPath: string): Promise<void> {
  await drawInTurn('deepTiles', source, await inspectImage(source), outPath);
}

/** Writes the image as a PNG that decodes to the same pixels; of 16 bits none is lost. */
export async function makePng(source: ImageSource, outPath: string, known?: ImageInfo): Promise<void> {
  await drawInTurn('png', source, known ?? (await inspectImage(source)), outPath);
}

/**
 * A part of the image as a small WebP, of 16 bits what the automatic window of the part shows. Of a large image it is cut out
 * of its thumbnail (`small`): nobody waits for a list of crops behind minutes of decoding.
 */
export async function cropOf(
  source: ImageSource,
  about: { box: CropBox; side: number; image: { width: number; height: number }; small: () => Promise<string> },
): Promise<Buffer> {
  const { box, side, image } = about;
  const info = await inspectImage(source);
  if (!isLarge(info)) return decodeInTurn(info, () => cropFrom(source, info, box, side));
  const small = await about.small();
  return cropFromThumbnail(small, { box, image }, side);
}
