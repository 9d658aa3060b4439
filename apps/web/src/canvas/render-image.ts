// The image on a canvas: whole or in tiles, and the grid of its pixels.

import { tileSide } from '@loupe/contract';
import { clampNumber, visibleBox } from '@loupe/geometry';
import { screenTransform } from './render.ts';
import { style } from './style.ts';
import { drawnLevels, isTiledImage, levelFor, visibleTiles } from './tiles.ts';
import { GRID_SCALE, PIXEL_SCALE } from './view.ts';
import type { Size, ViewTransform } from '@loupe/geometry';
import type { Painter } from './painter.ts';
import type { TiledImage } from './tiles.ts';
import type { StageImage, WholeBitmap } from './types.ts';

export type ImagePainter = Painter &
  Pick<CanvasRenderingContext2D, 'drawImage' | 'imageSmoothingEnabled' | 'imageSmoothingQuality'>;

export type ImageTarget = {
  readonly painter: ImagePainter;
  /** What is painted of the screen, in CSS pixels, and how far from the painter's edges it begins. */
  readonly area: Size;
  readonly margin?: number;
  readonly pixelRatio: number;
  readonly hasGrid: boolean;
};

/** `isSeen`: tiles that it lacks are fetched; else what is there will do. */
export function paintImage(
  target: ImageTarget,
  bitmap: StageImage | null,
  image: Size,
  view: ViewTransform,
  isSeen = true,
): void {
  const { painter, area, pixelRatio, margin } = target;
  screenTransform(painter, pixelRatio, margin);
  painter.fillStyle = style.stage;
  painter.fillRect(0, 0, area.width, area.height);
  if (!bitmap || image.width === 0) return;
  if (isTiledImage(bitmap)) paintTiles(target, bitmap, view, isSeen);
  else paintWhole(target, bitmap, image, view);
  if (target.hasGrid && view.scale >= GRID_SCALE) paintGrid(target, image, view);
}

/** Lines between pixels, as many as are in sight. */
function paintGrid({ painter, area }: ImageTarget, image: Size, view: ViewTransform): void {
  const [x1, y1, x2, y2] = visibleBox(view, area);
  const [left, right] = [Math.max(0, Math.floor(x1)), Math.min(image.width, Math.ceil(x2))];
  const [top, bottom] = [Math.max(0, Math.floor(y1)), Math.min(image.height, Math.ceil(y2))];
  painter.beginPath();
  for (let x = left; x <= right; x++) {
    const at = Math.round(x * view.scale + view.x) + 0.5;
    painter.moveTo(at, top * view.scale + view.y);
    painter.lineTo(at, bottom * view.scale + view.y);
  }
  for (let y = top; y <= bottom; y++) {
    const at = Math.round(y * view.scale + view.y) + 0.5;
    painter.moveTo(left * view.scale + view.x, at);
    painter.lineTo(right * view.scale + view.x, at);
  }
  painter.lineWidth = 1;
  painter.strokeStyle = style.grid;
  painter.stroke();
}

/** Coarser tiles below finer ones: where one has not come yet, what there is of it is seen. */
function paintTiles(target: ImageTarget, tiled: TiledImage, view: ViewTransform, isSeen: boolean): void {
  const { painter, area, pixelRatio } = target;
  const wanted = levelFor(tiled.levels, view.scale * pixelRatio);
  paintWhole(target, tiled.base, tiled, view);
  if (isSeen) tiled.want(visibleTiles(tiled, wanted, view, area));
  // whole pixels of the screen, or seams show between tiles
  const snap = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
  for (const level of drawnLevels(tiled, wanted)) {
    const step = tileSide * 2 ** level * view.scale;
    for (const place of visibleTiles(tiled, level, view, area)) {
      const tile = tiled.held(place);
      if (!tile) continue;
      const [left, top] = [view.x + place.column * step, view.y + place.row * step];
      const [x, y] = [snap(left), snap(top)];
      const right = snap(left + (tile.width / tileSide) * step);
      const bottom = snap(top + (tile.height / tileSide) * step);
      painter.drawImage(tile, x, y, right - x, bottom - y);
    }
  }
}

/** Draws only the part that is in sight: a whole image of 16 Mpx would be scaled for nothing. */
function paintWhole(target: ImageTarget, bitmap: WholeBitmap, image: Size, view: ViewTransform): void {
  const { painter, area } = target;
  const kx = bitmap.width / image.width;
  const ky = bitmap.height / image.height;
  const left = clampNumber(Math.floor((-view.x / view.scale) * kx), 0, bitmap.width);
  const top = clampNumber(Math.floor((-view.y / view.scale) * ky), 0, bitmap.height);
  const right = clampNumber(Math.ceil(((area.width - view.x) / view.scale) * kx), 0, bitmap.width);
  const bottom = clampNumber(Math.ceil(((area.height - view.y) / view.scale) * ky), 0, bitmap.height);
  if (right <= left || bottom <= top) return;
  painter.imageSmoothingEnabled = view.scale < PIXEL_SCALE;
  painter.imageSmoothingQuality = 'low';
  const toX = (x: number): number => (x / kx) * view.scale + view.x;
  const toY = (y: number): number => (y / ky) * view.scale + view.y;
  const [x, y] = [toX(left), toY(top)];
  painter.drawImage(bitmap, left, top, right - left, bottom - top, x, y, toX(right) - x, toY(bottom) - y);
}
