/** Images for the stage: whole ones decoded off the main thread, large ones by tiles. Fetched with the session's cookie. */
import { api, isTiled, queryUrl, tilePyramid, type DatasetImage } from '@loupe/contract';
import { createTiledImage, type LoadTile, type TiledImage } from '../../../canvas/index.ts';

async function fetchBitmap(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return createImageBitmap(await response.blob());
}

async function loadTiled({ id, width, height }: DatasetImage, signal: AbortSignal): Promise<TiledImage> {
  const levels = tilePyramid(width, height);
  const load: LoadTile = (place, stop) => fetchBitmap(queryUrl(api.imageTile, { id, ...place }), stop);
  const base = await load({ level: levels.length - 1, column: 0, row: 0 }, signal);
  return createTiledImage({ width, height }, levels, base, load);
}

/** `rowOf` gives the image's row, which the workbench has anyway: its size decides how it is fetched. */
export const makeLoadBitmap =
  (rowOf: (id: number) => Promise<DatasetImage>) =>
  async (id: number, signal: AbortSignal): Promise<ImageBitmap | TiledImage> => {
    const image = await rowOf(id);
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
