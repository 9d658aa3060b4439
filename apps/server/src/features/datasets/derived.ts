/** What is made from an image and can be made again: its thumbnail, its preview, and the pack of its tiles. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  makeDeepTilePack,
  makePreview,
  makeThumbnail,
  makeTilePack,
  type ImageInfo,
  type ImageSource,
} from '../../core/decode.ts';

const version = 'v1';

/** How a derived file is made of the image; it reads the whole file, and throws `ImageError` where it is damaged. */
interface Derived {
  file: string;
  make: (source: ImageSource, target: string) => Promise<void>;
}
const thumb: Derived = { file: 'thumb.webp', make: makeThumbnail };
const preview: Derived = { file: 'preview.webp', make: makePreview };
const tilePack: Derived = { file: 'tiles.zip', make: makeTilePack };
const deepTilePack: Derived = { file: 'deep-tiles.zip', make: makeDeepTilePack };

const pathOf = (dataFolder: string, sha256: string, { file }: Derived): string =>
  join(dataFolder, 'derived', sha256.slice(0, 2), sha256.slice(2, 4), sha256, version, file);

/** Makes the file beside its place and moves it there; nothing is left where it fails. */
async function make(target: string, source: ImageSource, derived: Derived): Promise<string> {
  const folder = dirname(target);
  const temporary = join(folder, `${randomUUID()}-${derived.file}`);
  await mkdir(folder, { recursive: true });
  try {
    await derived.make(source, temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return target;
}

/** What is being made now: a second one who asks waits for the same. */
const underWay = new Map<string, Promise<string>>();

async function made(dataFolder: string, sha256: string, source: string, derived: Derived): Promise<string> {
  const path = pathOf(dataFolder, sha256, derived);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  const others = underWay.get(path);
  if (others) return others;
  const work = make(path, source, derived).finally(() => underWay.delete(path));
  underWay.set(path, work);
  return work;
}

/** Makes the thumbnail of an image file, which is also the check that the file is whole. Throws `ImageError`. */
export const makeThumb = (dataFolder: string, sha256: string, source: ImageSource, info?: ImageInfo): Promise<string> =>
  make(pathOf(dataFolder, sha256, thumb), source, {
    ...thumb,
    make: (from, target) => makeThumbnail(from, target, info),
  });

/** The thumbnail, made again where somebody cleared the derived files. */
export const thumbOf = (dataFolder: string, sha256: string, source: string): Promise<string> =>
  made(dataFolder, sha256, source, thumb);

/** What stands in for a large image until its tiles are made; made when it is first asked for. */
export const previewOf = (dataFolder: string, sha256: string, source: string): Promise<string> =>
  made(dataFolder, sha256, source, preview);

/** The pack of a large image's tiles, made when it is first asked for. */
export const tilePackOf = (dataFolder: string, sha256: string, source: string): Promise<string> =>
  made(dataFolder, sha256, source, tilePack);

/** The same of one with 16 bits a channel, with all of them. */
export const deepTilePackOf = (dataFolder: string, sha256: string, source: string): Promise<string> =>
  made(dataFolder, sha256, source, deepTilePack);

/** A small file about an image, computed when it is first asked for. */
export const notesOf = (dataFolder: string, sha256: string, file: string, compute: () => Promise<string>) =>
  made(dataFolder, sha256, '', { file, make: async (_, target) => writeFile(target, await compute()) });
