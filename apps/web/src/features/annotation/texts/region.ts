/** Reads pixels of what is on the stage: of a whole image, or of the tiles that are held. */
import { tileSide } from '@loupe/contract';
import type { Size } from '@loupe/geometry';
import type { StageImage, TiledImage } from '../../../canvas/index.ts';
import { regionAround, type Region } from './upright.ts';

/** Longer side of what is read; more is not seen on the panel. */
const mostPixels = 1400;

type Painter = CanvasRenderingContext2D;
type Place = { left: number; top: number; scale: number } & Size;

const isTiled = (image: StageImage): image is TiledImage => 'levels' in image;

function paintTiles(painter: Painter, tiled: TiledImage, { left, top, width, height, scale }: Place): void {
  for (let level = tiled.levels.length - 1; level >= 0; level--) {
    const side = tileSide * 2 ** level;
    const { columns, rows } = tiled.levels[level]!;
    for (let row = Math.floor(top / side); row < Math.min(rows, (top + height) / side); row++) {
      for (let column = Math.floor(left / side); column < Math.min(columns, (left + width) / side); column++) {
        const tile = tiled.held({ level, column, row });
        if (!tile) continue;
        const [x, y] = [(column * side - left) * scale, (row * side - top) * scale];
        painter.drawImage(tile, x, y, tile.width * 2 ** level * scale, tile.height * 2 ** level * scale);
      }
    }
  }
}

/** What is around a text; null where nothing of it lies on the image, or the browser gives no canvas. */
export function readRegion(bitmap: StageImage, image: Size, quad: readonly number[]): Region | null {
  const place = regionAround(quad, image);
  if (place.width < 1 || place.height < 1) return null;
  const scale = Math.min(1, mostPixels / Math.max(place.width, place.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(place.width * scale));
  canvas.height = Math.max(1, Math.round(place.height * scale));
  const painter = canvas.getContext('2d', { willReadFrequently: true });
  if (!painter) return null;
  const whole = isTiled(bitmap) ? bitmap.base : bitmap;
  const [kx, ky] = [whole.width / image.width, whole.height / image.height];
  const { left, top, width, height } = place;
  painter.drawImage(whole, left * kx, top * ky, width * kx, height * ky, 0, 0, canvas.width, canvas.height);
  if (isTiled(bitmap)) paintTiles(painter, bitmap, { ...place, scale });
  return { pixels: painter.getImageData(0, 0, canvas.width, canvas.height), left, top, scale };
}
