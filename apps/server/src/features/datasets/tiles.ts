/** Gives single tiles of large images out of their packs (core/decode.ts, makeTilePack). */
import { tilePyramid, type Parsed, type tiles } from '@loupe/contract';
import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type { Actor } from '../../core/actor.ts';
import type { Handlers, Http } from '../../core/bind.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { tilePackOf } from './derived.ts';
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

/** The pack from those that are open, else opened (and made, the first time); the one asked for longest ago is closed. */
function packOf({ config, blobs }: Services, sha256: string): Promise<Pack> {
  const pack = packs.get(sha256) ?? tilePackOf(config.data, sha256, blobs.path(sha256)).then(openPack);
  packs.delete(sha256);
  packs.set(sha256, pack);
  pack.catch(() => packs.delete(sha256));
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

type TileInput = Parsed<(typeof tiles)['imageTile']>;

async function sendTile(services: Services, actor: Actor, input: TileInput, http: Http): Promise<null> {
  const { image } = await ownImage(services.db, actor, input.id);
  const { level, column, row } = input;
  const levels = tilePyramid(image.width, image.height);
  const { columns, rows } = found(levels[level]);
  if (column >= columns || row >= rows) found(null);
  if (answersFromCache(http, `"${image.sha256}-1-${level}-${column}-${row}"`)) return null;
  const { zip, entries } = await packOf(services, image.sha256).catch(() => {
    throw missingFile(image.name);
  });
  // Deep Zoom counts its levels from the smallest
  const entry = entries.get(`tiles_files/${levels.length - 1 - level}/${column}_${row}.webp`);
  if (!entry) throw missingFile(image.name);
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  await http.reply.type('image/webp').send(bytes);
  return null;
}

export const makeTilesHandlers = (services: Services): Handlers<typeof tiles> => ({
  imageTile: (actor, input, http) => sendTile(services, actor, input, http),
});
