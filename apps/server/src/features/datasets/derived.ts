/** What is made from a picture and can be made again: its thumbnail. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeThumbnail } from '../../core/decode.ts';

const version = 'v1';

export const thumbPath = (dataFolder: string, sha256: string): string =>
  join(dataFolder, 'derived', sha256.slice(0, 2), sha256.slice(2, 4), sha256, version, 'thumb.webp');

/** Makes the thumbnail of a picture file. Throws `PictureError` where the file is damaged, and leaves nothing then. */
export async function makeThumb(dataFolder: string, sha256: string, source: string): Promise<string> {
  const target = thumbPath(dataFolder, sha256);
  const temporary = `${target}.${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await makeThumbnail(source, temporary);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  return target;
}

/** The thumbnail, made anew where somebody cleared the derived files. */
export async function thumbOf(dataFolder: string, sha256: string, source: string): Promise<string> {
  const path = thumbPath(dataFolder, sha256);
  const there = await access(path).then(
    () => true,
    () => false,
  );
  return there ? path : makeThumb(dataFolder, sha256, source);
}
