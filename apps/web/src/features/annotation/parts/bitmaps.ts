/** Decoded pictures: fetched with the session's cookie, decoded off the main thread, smaller where the browser cannot hold all. */
import { api, queryUrl } from '@loupe/contract';

/** Longest side that is tried when a whole picture cannot be decoded. */
const reducedSide = 8192;

export async function loadBitmap(id: number, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(queryUrl(api.pictureFile, { id }), { credentials: 'include', signal });
  if (!response.ok) throw new Error(`picture ${id}: HTTP ${response.status}`);
  const blob = await response.blob();
  try {
    return await createImageBitmap(blob);
  } catch {
    // Too many pixels for one bitmap: the workbench also draws a smaller one.
    return createImageBitmap(blob, { resizeWidth: reducedSide, resizeQuality: 'medium' });
  }
}

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
