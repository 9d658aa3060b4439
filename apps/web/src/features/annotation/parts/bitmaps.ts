/** Images for the stage: whole ones decoded off the main thread, large ones by tiles. Fetched with the session's cookie. */
import { api, isDeep, isTiled, queryUrl, tilePyramid, type DatasetImage } from '@loupe/contract';
import {
  createDeepImage,
  createTiledImage,
  readDeepPng,
  type LoadDeepTile,
  type LoadTile,
  type TiledImage,
} from '../../../canvas/index.ts';
import { call } from '../../../core/call.ts';

async function fetchFile(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return response;
}

const fetchBitmap = async (url: string, signal: AbortSignal): Promise<ImageBitmap> =>
  createImageBitmap(await (await fetchFile(url, signal)).blob());

async function loadTiled({ id, width, height }: DatasetImage, signal: AbortSignal): Promise<TiledImage> {
  const levels = tilePyramid(width, height);
  const tile: LoadTile = (place, stop) => fetchBitmap(queryUrl(api.imageTile, { id, ...place }), stop);
  const base = await fetchBitmap(queryUrl(api.imagePreview, { id }), signal);
  // The first time they are made, which takes a while: one request waits for that, and leaves the others to edits.
  let made: Promise<void> | null = null;
  const areMade = (): Promise<void> =>
    (made ??= tile({ level: levels.length - 1, column: 0, row: 0 }, signal)
      .then((top) => top.close())
      .catch((error: unknown) => {
        made = null;
        throw error;
      }));
  const load: LoadTile = (place, stop) => areMade().then(() => tile(place, stop));
  return createTiledImage({ width, height }, levels, base, load, (tile) => tile);
}

/** By tiles at any size: they are what brings all 16 bits. */
async function loadDeep({ id, width, height }: DatasetImage, signal: AbortSignal): Promise<TiledImage> {
  const pyramid = tilePyramid(width, height);
  const load: LoadDeepTile = async (place, stop) =>
    readDeepPng(await (await fetchFile(queryUrl(api.imageDeepTile, { id, ...place }), stop)).arrayBuffer());
  const base = await load({ level: pyramid.length - 1, column: 0, row: 0 }, signal);
  // once the tiles are made: the server counts in them
  const levels = await call(api.imageLevels, { id }, { signal });
  return createDeepImage({ width, height }, pyramid, base, levels, load);
}

/** `rowOf` gives the image's row, which the workbench has anyway: its size decides how it is fetched. */
export const makeLoadBitmap =
  (rowOf: (id: number) => Promise<DatasetImage>) =>
  async (id: number, signal: AbortSignal): Promise<ImageBitmap | TiledImage> => {
    const image = await rowOf(id);
    if (isDeep(image)) return loadDeep(image, signal);
    if (isTiled(image.width, image.height)) return loadTiled(image, signal);
    return fetchBitmap(queryUrl(api.imageFile, { id }), signal);
  };

/** The thumbnail, usually in the browser's cache: it stands in until the image is decoded. Null where there is none. */
export const loadThumb = async (id: number): Promise<HTMLImageElement | null> => {
  const image = new Image();
  image.src = queryUrl(api.imageThumb, { id });
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
};
