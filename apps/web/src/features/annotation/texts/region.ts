/** Reads pixels of what is on the stage: of a whole image, or of the tiles that are held. */
import { tileSide } from '@loupe/contract';
import type { Size } from '@loupe/geometry';
import type { StageImage, TiledImage } from '../../../canvas/index.ts';
import { drawWhole, readRegion, type Region, type RegionPlace } from '../../../ui/upright.ts';

const isTiled = (image: StageImage): image is TiledImage => 'levels' in image;

function paintTiles(painter: CanvasRenderingContext2D, tiled: TiledImage, place: RegionPlace): void {
  const { left, top, width, height, scale } = place;
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

export const stageRegion = (bitmap: StageImage, image: Size, quad: readonly number[]): Region | null =>
  readRegion(image, quad, (painter, place) => {
    drawWhole(isTiled(bitmap) ? bitmap.base : bitmap, image)(painter, place);
    if (isTiled(bitmap)) paintTiles(painter, bitmap, place);
  });
