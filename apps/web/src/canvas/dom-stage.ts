// The canvases: image, two for resting shapes, one for what the hand holds. Only this file and dom-input.ts know the DOM.

import { tileSide } from '@loupe/contract';
import { boxHeight, boxWidth, clampNumber, screenPoint, visibleBox } from '@loupe/geometry';
import { activeBounds, windowFor } from './active-window.ts';
import { paintActive } from './render-active.ts';
import { screenTransform } from './render.ts';
import { createOutliner } from './outline/outliner.ts';
import { style } from './style.ts';
import { isTiledImage, levelFor, visibleTiles } from './tiles.ts';
import { GRID_SCALE, PIXEL_SCALE } from './view.ts';
import type { Box, Size, ViewTransform } from '@loupe/geometry';
import type { ActiveScene } from './render-active.ts';
import type { Rgb, Stage } from './editor-state.ts';
import type { Scheduler, Surface } from './static-layer.ts';
import type { PixelPlace, Pixels } from './outline/pixels.ts';
import type { TiledImage } from './tiles.ts';
import type { StageImage, WholeBitmap } from './types.ts';

export type DomStage = Stage & {
  readonly resize: (area: Size) => void;
  readonly dispose: () => void;
};

function addCanvas(container: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none';
  container.append(canvas);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('this browser gives no 2D canvas');
  return context;
}

function sizeCanvas(canvas: HTMLCanvasElement, area: Size, pixelRatio: number): void {
  canvas.width = Math.max(1, Math.round(area.width * pixelRatio));
  canvas.height = Math.max(1, Math.round(area.height * pixelRatio));
  canvas.style.width = `${area.width}px`;
  canvas.style.height = `${area.height}px`;
}

function surfaceOf(canvas: HTMLCanvasElement): Surface {
  return {
    painter: contextOf(canvas),
    resize: (area, pixelRatio) => sizeCanvas(canvas, area, pixelRatio),
    place: (x, y, scale) => {
      canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    },
    show: (isShown) => {
      canvas.style.visibility = isShown ? 'visible' : 'hidden';
    },
  };
}

export const domScheduler: Scheduler = {
  frame: (run) => requestAnimationFrame(run),
  cancelFrame: (id) => cancelAnimationFrame(id),
  later: (run, ms) => window.setTimeout(run, ms),
  cancelLater: (id) => window.clearTimeout(id),
  now: () => performance.now(),
};

type Target = { context: CanvasRenderingContext2D; area: Size; pixelRatio: number; hasGrid: boolean };

/** `isSeen`: tiles that it lacks are fetched; else what is there will do. */
function paintImage(target: Target, bitmap: StageImage | null, image: Size, view: ViewTransform, isSeen = true): void {
  const { context, area, pixelRatio } = target;
  screenTransform(context, pixelRatio);
  context.fillStyle = style.stage;
  context.fillRect(0, 0, area.width, area.height);
  if (!bitmap || image.width === 0) return;
  if (isTiledImage(bitmap)) paintTiles(target, bitmap, view, isSeen);
  else paintWhole(target, bitmap, image, view);
  if (target.hasGrid && view.scale >= GRID_SCALE) paintGrid(target, image, view);
}

/** Lines between pixels, as many as are in sight. */
function paintGrid({ context, area }: Target, image: Size, view: ViewTransform): void {
  const [x1, y1, x2, y2] = visibleBox(view, area);
  const [left, right] = [Math.max(0, Math.floor(x1)), Math.min(image.width, Math.ceil(x2))];
  const [top, bottom] = [Math.max(0, Math.floor(y1)), Math.min(image.height, Math.ceil(y2))];
  context.beginPath();
  for (let x = left; x <= right; x++) {
    const at = Math.round(x * view.scale + view.x) + 0.5;
    context.moveTo(at, top * view.scale + view.y);
    context.lineTo(at, bottom * view.scale + view.y);
  }
  for (let y = top; y <= bottom; y++) {
    const at = Math.round(y * view.scale + view.y) + 0.5;
    context.moveTo(left * view.scale + view.x, at);
    context.lineTo(right * view.scale + view.x, at);
  }
  context.lineWidth = 1;
  context.strokeStyle = style.grid;
  context.stroke();
}

/** Coarser tiles below finer ones: where one has not come yet, what there is of it is seen. */
function paintTiles(target: Target, tiled: TiledImage, view: ViewTransform, isSeen: boolean): void {
  const { context, area, pixelRatio } = target;
  const wanted = levelFor(tiled.levels, view.scale * pixelRatio);
  paintWhole(target, tiled.base, tiled, view);
  if (isSeen) tiled.want(visibleTiles(tiled, wanted, view, area));
  // whole pixels of the screen, or seams show between tiles
  const snap = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
  for (let level = tiled.levels.length - 1; level >= wanted; level--) {
    const step = tileSide * 2 ** level * view.scale;
    for (const place of visibleTiles(tiled, level, view, area)) {
      const tile = tiled.held(place);
      if (!tile) continue;
      const [left, top] = [view.x + place.column * step, view.y + place.row * step];
      const [x, y] = [snap(left), snap(top)];
      const right = snap(left + (tile.width / tileSide) * step);
      const bottom = snap(top + (tile.height / tileSide) * step);
      context.drawImage(tile, x, y, right - x, bottom - y);
    }
  }
}

/** Draws only the part that is in sight: a whole image of 16 Mpx would be scaled for nothing. */
function paintWhole(target: Target, bitmap: WholeBitmap, image: Size, view: ViewTransform): void {
  const { context, area } = target;
  const kx = bitmap.width / image.width;
  const ky = bitmap.height / image.height;
  const left = clampNumber(Math.floor((-view.x / view.scale) * kx), 0, bitmap.width);
  const top = clampNumber(Math.floor((-view.y / view.scale) * ky), 0, bitmap.height);
  const right = clampNumber(Math.ceil(((area.width - view.x) / view.scale) * kx), 0, bitmap.width);
  const bottom = clampNumber(Math.ceil(((area.height - view.y) / view.scale) * ky), 0, bitmap.height);
  if (right <= left || bottom <= top) return;
  context.imageSmoothingEnabled = view.scale < PIXEL_SCALE;
  context.imageSmoothingQuality = 'low';
  const toX = (x: number): number => (x / kx) * view.scale + view.x;
  const toY = (y: number): number => (y / ky) * view.scale + view.y;
  const [x, y] = [toX(left), toY(top)];
  context.drawImage(bitmap, left, top, right - left, bottom - top, x, y, toX(right) - x, toY(bottom) - y);
}

/** The canvas of what the hand holds: no larger than what is on it (active-window.ts). */
function createActiveCanvas(container: HTMLElement) {
  const canvas = addCanvas(container);
  const context = contextOf(canvas);
  let present: Box | null = null;
  const cover = (next: Box | null, pixelRatio: number): void => {
    if (next === present) return;
    present = next;
    canvas.style.visibility = next ? 'visible' : 'hidden';
    if (!next) return;
    sizeCanvas(canvas, { width: boxWidth(next), height: boxHeight(next) }, pixelRatio);
    canvas.style.transform = `translate(${next[0]}px, ${next[1]}px)`;
  };
  return {
    canvas,
    paint: (scene: ActiveScene): void => {
      const { area, view, pixelRatio } = scene;
      cover(windowFor(activeBounds(scene), area, pixelRatio, present), pixelRatio);
      if (!present) return;
      const [x, y] = present;
      const guides = scene.guides && screenPoint(scene.guides.x - x, scene.guides.y - y);
      const brush = scene.brush && { ...scene.brush, at: screenPoint(scene.brush.at.x - x, scene.brush.at.y - y) };
      const size = { width: boxWidth(present), height: boxHeight(present) };
      paintActive(context, { ...scene, guides, brush, area: size, view: { ...view, x: view.x - x, y: view.y - y } });
    },
    /** The area or the screen's pixels have changed: the next paint sizes the canvas again. */
    forget: (): void => {
      present = null;
    },
  };
}

function colorReader(): Stage['readColor'] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = contextOf(canvas, { willReadFrequently: true });
  const colorAt = (pixels: WholeBitmap, x: number, y: number): Rgb => {
    context.drawImage(pixels, x, y, 1, 1, 0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return [red ?? 0, green ?? 0, blue ?? 0];
  };
  return (bitmap, image, x, y): Rgb | null => {
    if (isTiledImage(bitmap)) {
      const tile = bitmap.held({ level: 0, column: Math.floor(x / tileSide), row: Math.floor(y / tileSide) });
      return tile ? colorAt(tile, x % tileSide, y % tileSide) : null;
    }
    const sx = clampNumber(Math.floor((x * bitmap.width) / image.width), 0, bitmap.width - 1);
    const sy = clampNumber(Math.floor((y * bitmap.height) / image.height), 0, bitmap.height - 1);
    return colorAt(bitmap, sx, sy);
  };
}

/** On a canvas of its own that is let go at once: a large window would be held for nothing. */
function readPixels(bitmap: StageImage, image: Size, place: PixelPlace): Pixels {
  const { x, y, cell, width, height } = place;
  const context = contextOf(Object.assign(document.createElement('canvas'), { width, height }), {
    alpha: false,
    willReadFrequently: true,
  });
  const view = { scale: 1 / cell, x: -x / cell, y: -y / cell };
  paintImage({ context, area: { width, height }, pixelRatio: 1, hasGrid: false }, bitmap, image, view, false);
  return { ...place, data: context.getImageData(0, 0, width, height).data };
}

/** What of the area the image does not cover is cut away: the ground behind it is the container's. */
function insetOf(area: Size, image: Size, { x, y, scale }: ViewTransform): string {
  const sides = [y, area.width - x - image.width * scale, area.height - y - image.height * scale, x];
  return `inset(${sides.map((side) => `${Math.max(0, side)}px`).join(' ')})`;
}

export function createDomStage(container: HTMLElement): DomStage {
  const imageCanvas = addCanvas(container);
  const resting = [addCanvas(container), addCanvas(container)] as const;
  const active = createActiveCanvas(container);
  const outliner = createOutliner();
  const target: Target = {
    context: contextOf(imageCanvas, { alpha: false }),
    area: { width: 1, height: 1 },
    pixelRatio: 1,
    hasGrid: true,
  };
  /** Opaque, or each frame would be blended; so a filter must not reach the ground that is painted with the image. */
  let inset = 'none';
  const clip = () => {
    imageCanvas.style.clipPath = ['', 'none'].includes(imageCanvas.style.filter) ? 'none' : inset;
  };
  return {
    surfaces: [surfaceOf(resting[0]), surfaceOf(resting[1])],
    scheduler: domScheduler,
    paintImage: (bitmap, image, view) => {
      paintImage(target, bitmap, image, view);
      inset = insetOf(target.area, image, view);
      clip();
    },
    paintActive: active.paint,
    readColor: colorReader(),
    readPixels,
    outline: outliner.outline,
    setCursor: (cursor) => {
      container.style.cursor = cursor;
    },
    // On the image's canvas alone: neither its pixels nor the shapes change.
    setGrid: (hasGrid) => {
      target.hasGrid = hasGrid;
    },
    setFilter: (filter) => {
      imageCanvas.style.filter = filter;
      clip();
    },
    setOpacity: (opacity) => {
      for (const canvas of resting) canvas.style.opacity = String(opacity);
    },
    pixelRatio: () => target.pixelRatio,
    resize: (area) => {
      target.area = area;
      target.pixelRatio = window.devicePixelRatio || 1;
      sizeCanvas(imageCanvas, area, target.pixelRatio);
      active.forget();
    },
    dispose: () => {
      outliner.dispose();
      for (const canvas of [imageCanvas, ...resting, active.canvas]) canvas.remove();
    },
  };
}
