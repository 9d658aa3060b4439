/** Pictures for the stage: whole ones decoded off the main thread, large ones by tiles. Fetched with the session's cookie. */
import { api, isTiled, queryUrl, tilePyramid, type Picture } from '@loupe/contract';
import { createTiledPicture, type LoadTile, type TiledPicture } from '../../../canvas/index.ts';

async function fetchBitmap(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return createImageBitmap(await response.blob());
}

async function loadTiled({ id, width, height }: Picture, signal: AbortSignal): Promise<TiledPicture> {
  const levels = tilePyramid(width, height);
  const load: LoadTile = (place, stop) => fetchBitmap(queryUrl(api.pictureTile, { id, ...place }), stop);
  const base = await load({ level: levels.length - 1, column: 0, row: 0 }, signal);
  return createTiledPicture({ width, height }, levels, base, load);
}

/** `rowOf` gives the picture's row, which the workbench has anyway: its size decides how it is fetched. */
export const makeLoadBitmap =
  (rowOf: (id: number) => Promise<Picture>) =>
  async (id: number, signal: AbortSignal): Promise<ImageBitmap | TiledPicture> => {
    const picture = await rowOf(id);
    if (isTiled(picture.width, picture.height)) return loadTiled(picture, signal);
    return fetchBitmap(queryUrl(api.pictureFile, { id }), signal);
  };

/** The thumbnail, usually in the browser's cache: it stands in until the picture is decoded. Null where there is none. */
export const loadThumb = async (id: number): Promise<HTMLImageElement | null> => {
  const image = new Image();
  image.src = queryUrl(api.pictureThumb, { id });
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
};
