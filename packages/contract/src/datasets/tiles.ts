/** Tiles of large images: the pyramid that server and browser compute alike, and the route that gives one tile. */
import { z } from 'zod';
import { Nothing } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';

/** An image with a longer side than this is shown by tiles. */
export const tiledFrom = 4096;
/** Pixels of a tile's side; those at the right and lower edge are smaller. */
export const tileSide = 512;

/** One size of the image: level 0 is the whole, each further one is half of the one before. */
export interface TileLevel {
  width: number;
  height: number;
  columns: number;
  rows: number;
}

export const isTiled = (width: number, height: number): boolean => Math.max(width, height) > tiledFrom;

/** All levels from the whole image down to the one that fits a single tile; sizes are rounded up. */
export function tilePyramid(width: number, height: number): TileLevel[] {
  const levels: TileLevel[] = [];
  for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
    levels.push({ width: w, height: h, columns: Math.ceil(w / tileSide), rows: Math.ceil(h / tileSide) });
    if (Math.max(w, h) <= tileSide) return levels;
  }
}

const maxLevels = tilePyramid(limits.imageSide, limits.imageSide).length;
const Place = z.coerce
  .number()
  .int()
  .min(0)
  .max(Math.ceil(limits.imageSide / tileSide));

/** Which tile of which image. */
export const TilePlace = z.object({
  id: z.coerce.number().int().min(1).max(limits.idMax),
  level: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxLevels - 1),
  column: Place,
  row: Place,
});

export const tiles = {
  imageTile: route({
    method: 'GET',
    path: 'dataset/picture/tile',
    kind: 'binary',
    permission: 'dataset/picture/pageList',
    needs: 'view',
    input: TilePlace,
    output: Nothing,
    summary: 'One tile of a large image, as lossless WebP. The first request creates all of them',
  }),
};
