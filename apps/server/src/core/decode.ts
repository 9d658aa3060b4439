/**
 * The decode table: how a file becomes pixels, the same here and in the engine (packages/contract/fixtures/decode).
 * EXIF orientation is applied; grey and palette become RGB; alpha is dropped, not blended; of 16 bits the high byte stays;
 * ICC is ignored unless the file is CMYK, which is turned into PNG at import. Formats go by magic bytes.
 */
import { readFile, stat } from 'node:fs/promises';
import { decodeNow, type DecodedPicture } from './decode/draw.ts';
import { PictureError } from './decode/error.ts';
import { inspectPicture, type PictureInfo, type PictureSource } from './decode/inspect.ts';
import { decodeInTurn, drawInTurn } from './decode/lanes.ts';
import { AppError } from './errors.ts';

export type { DecodedPicture } from './decode/draw.ts';
export { PictureError } from './decode/error.ts';
export { inspectPicture, type PictureInfo, type PictureSource } from './decode/inspect.ts';
export { formatOf, type PictureFormat } from './decode/magic.ts';

/** The refusal of a file by its name, for whatever a decode threw. */
export const pictureRefusal = (error: unknown, file: string): AppError =>
  new AppError(error instanceof PictureError ? error.key : 'picture.corrupt', { args: { file } });

/** A file of this many bytes is read at once: the decoder asks for it twice, and by a few kilobytes. */
const readAtOnce = 16 * 1024 ** 2;

/** Decodes a file to RGB by the table. Throws `PictureError`. */
export async function decodePicture(from: PictureSource): Promise<DecodedPicture> {
  const source = typeof from === 'string' && (await stat(from)).size <= readAtOnce ? await readFile(from) : from;
  const info = await inspectPicture(source);
  return decodeInTurn(info, () => decodeNow(source, info));
}

/**
 * Writes a WebP of at most 320 px a side. It reads the whole file, so it is also the check that the file is whole.
 * `known`: what `inspectPicture` said of it, where it was asked before.
 */
export async function makeThumbnail(source: PictureSource, outPath: string, known?: PictureInfo): Promise<void> {
  await drawInTurn('thumbnail', source, known ?? (await inspectPicture(source)), outPath);
}

/**
 * Writes the tiles of a large picture as a zip that holds a Deep Zoom pyramid of lossless WebP, uncompressed:
 * `tiles_files/<level>/<column>_<row>.webp`, where level 0 is the smallest.
 */
export async function makeTilePack(source: PictureSource, outPath: string): Promise<void> {
  await drawInTurn('tiles', source, await inspectPicture(source), outPath);
}

/** Writes the picture as an 8-bit RGB PNG with the same pixels as `decodePicture`. */
export async function makePng(source: PictureSource, outPath: string, known?: PictureInfo): Promise<void> {
  await drawInTurn('png', source, known ?? (await inspectPicture(source)), outPath);
}
