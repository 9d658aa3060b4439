/** Pixels of tested images for the crops of a list: few images are held, and each is fetched once. */
import { api, queryUrl } from '@loupe/contract';
import type { Size } from '@loupe/geometry';
import { drawWhole, readRegion, type Region } from '../../../ui/upright.ts';

/** Decoded images that are held: 12 Mpx each take 48 MB. */
const held = 4;

export interface ImageRegions {
  region: (imageId: number, quad: readonly number[]) => Promise<Region | null>;
  close: () => void;
}

export function makeImageRegions(): ImageRegions {
  /** In the order of their last use. */
  const images = new Map<number, Promise<ImageBitmap | null>>();
  const load = async (id: number): Promise<ImageBitmap | null> => {
    const response = await fetch(queryUrl(api.imageFile, { id }), { credentials: 'include' });
    return response.ok ? createImageBitmap(await response.blob()) : null;
  };
  const drop = (id: number): void => {
    void images.get(id)?.then((bitmap) => bitmap?.close());
    images.delete(id);
  };
  const bitmapOf = (id: number): Promise<ImageBitmap | null> => {
    const known = images.get(id) ?? load(id).catch(() => null);
    images.delete(id);
    images.set(id, known);
    for (const [old] of images) {
      if (images.size <= held) break;
      drop(old);
    }
    return known;
  };
  return {
    region: async (imageId, quad) => {
      const bitmap = await bitmapOf(imageId);
      // one that was let go meanwhile has no pixels any more
      if (!bitmap || bitmap.width === 0) return null;
      const size: Size = { width: bitmap.width, height: bitmap.height };
      return readRegion(size, quad, drawWhole(bitmap, size));
    },
    close: () => {
      for (const id of images.keys()) drop(id);
    },
  };
}
