/** Gives single tiles of large images, and of images with 16 bits a channel, out of their packs (core/decode.ts). */
import {
  countValues,
  deepValues,
  ImageLevels,
  isDeep,
  levelsOf,
  tilePyramid,
  type deep,
  type Parsed,
  type tiles,
} from '@loupe/contract';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type { Actor } from '../../core/actor.ts';
import type { Handlers, Http } from '../../core/bind.ts';
import { AppError, found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { deepTilePackOf, notesOf, tilePackOf } from './derived.ts';
import { answersFromCache, missingFile } from './files.ts';
import { ownImage } from './scope.ts';

/** An opened pack, and where each of its tiles lies. */
interface Pack {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

/** Packs kept open: those of the images that people look at now. */
const packsOpen = 16;
const packs = new Map<string, Promise<Pack>>();

async function openPack(path: string): Promise<Pack> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return { zip, entries };
}

/** Which pack of an image, and what its tiles are. */
interface PackKind {
  of: typeof tilePackOf;
  ending: 'webp' | 'png';
  /** Part of an ETag: another one where tiles are made in another way. */
  tag: string;
}
const shallowPack: PackKind = { of: tilePackOf, ending: 'webp', tag: '1' };
const deepPack: PackKind = { of: deepTilePackOf, ending: 'png', tag: 'd1' };

/** The pack from those that are open, else opened (and made, the first time); the one asked for longest ago is closed. */
function packOf({ config, blobs }: Services, sha256: string, { of, tag }: PackKind): Promise<Pack> {
  const key = `${sha256}-${tag}`;
  const pack = packs.get(key) ?? of(config.data, sha256, blobs.path(sha256)).then(openPack);
  packs.delete(key);
  packs.set(key, pack);
  pack.catch(() => packs.delete(key));
  const [oldest] = packs.keys();
  if (packs.size > packsOpen && oldest) {
    // a tile that is being read from it is finished first
    void packs
      .get(oldest)
      ?.then(({ zip }) => zip.close())
      .catch(() => undefined);
    packs.delete(oldest);
  }
  return pack;
}

/** Closes all packs, as before the data folder is moved or cleared. */
export function closePacks(): void {
  for (const pack of packs.values()) void pack.then(({ zip }) => zip.close()).catch(() => undefined);
  packs.clear();
}

/** All bits of eight are the image itself: nobody asks for them, and unpacking the largest image takes minutes. */
const deepOnly = ({ name, bits }: { name: string; bits: number }): void => {
  if (!isDeep({ bits })) throw new AppError('image.notDeep', { args: { file: name } });
};

type TileInput = Parsed<(typeof tiles)['imageTile']>;

const bytesOf = async ({ zip }: Pack, entry: Entry): Promise<Buffer> => buffer(await zip.openReadStreamPromise(entry));

async function sendTile(services: Services, actor: Actor, input: TileInput, http: Http, kind: PackKind): Promise<null> {
  const { image } = await ownImage(services.db, actor, input.id);
  if (kind === deepPack) deepOnly(image);
  const { level, column, row } = input;
  const levels = tilePyramid(image.width, image.height);
  const { columns, rows } = found(levels[level]);
  if (column >= columns || row >= rows) found(null);
  if (answersFromCache(http, `"${image.sha256}-${kind.tag}-${level}-${column}-${row}"`)) return null;
  const pack = await packOf(services, image.sha256, kind).catch(() => {
    throw missingFile(image.name);
  });
  // Deep Zoom counts its levels from the smallest
  const entry = pack.entries.get(`tiles_files/${levels.length - 1 - level}/${column}_${row}.${kind.ending}`);
  if (!entry) throw missingFile(image.name);
  await http.reply.type(`image/${kind.ending}`).send(await bytesOf(pack, entry));
  return null;
}

/** Every sample of the image counted, tile by tile: of the largest image all at once would be gigabytes. */
async function countLevels(pack: Pack, finest: number): Promise<ImageLevels> {
  const counts = new Float64Array(deepValues);
  for (const [name, entry] of pack.entries) {
    if (!name.startsWith(`tiles_files/${finest}/`) || !name.endsWith('.png')) continue;
    /* oxlint-disable no-await-in-loop -- one tile in memory at a time */
    const tile = sharp(await bytesOf(pack, entry));
    const { space } = await tile.metadata();
    // or it would become eight bits
    const raw = await tile.toColourspace(space).raw({ depth: 'ushort' }).toBuffer();
    /* oxlint-enable no-await-in-loop */
    countValues(new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2), counts);
  }
  return levelsOf(counts);
}

async function imageLevels(services: Services, actor: Actor, id: number): Promise<ImageLevels> {
  const { image } = await ownImage(services.db, actor, id);
  deepOnly(image);
  const finest = tilePyramid(image.width, image.height).length - 1;
  const path = await notesOf(services.config.data, image.sha256, 'levels.json', async () =>
    JSON.stringify(await countLevels(await packOf(services, image.sha256, deepPack), finest)),
  ).catch(() => {
    throw missingFile(image.name);
  });
  return ImageLevels.parse(JSON.parse(await readFile(path, 'utf8')));
}

export const makeTilesHandlers = (services: Services): Handlers<typeof tiles & typeof deep> => ({
  imageTile: (actor, input, http) => sendTile(services, actor, input, http, shallowPack),
  imageDeepTile: (actor, input, http) => sendTile(services, actor, input, http, deepPack),
  imageLevels: (actor, { id }) => imageLevels(services, actor, id),
});
