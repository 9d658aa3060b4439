// The canvases: image, two for resting shapes, one for what the hand holds. Only this file and dom-input.ts know the DOM.

import { tileSide } from '@loupe/contract';
import { boxHeight, boxWidth, clampNumber, screenPoint } from '@loupe/geometry';
import { activeBounds, windowFor } from './active-window.ts';
import { createImageLayer } from './image-layer.ts';
import { createOutliner } from './outline/outliner.ts';
import { paintActive } from './render-active.ts';
import { paintImage } from './render-image.ts';
import { isTiledImage } from './tiles.ts';
import type { Box, Size } from '@loupe/geometry';
import type { Painter } from './painter.ts';
import type { ActiveScene } from './render-active.ts';
import type { Rgb, Stage } from './editor-state.ts';
import type { Scheduler, Surface } from './static-layer.ts';
import type { PixelPlace, Pixels } from './outline/pixels.ts';
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

function surfaceOf<P extends Painter>(canvas: HTMLCanvasElement, painter: P): Surface & { readonly painter: P } {
  return {
    painter,
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
  paintImage({ painter: context, area: { width, height }, pixelRatio: 1, hasGrid: false }, bitmap, image, view, false);
  return { ...place, data: context.getImageData(0, 0, width, height).data };
}

export function createDomStage(container: HTMLElement): DomStage {
  const imageCanvas = addCanvas(container);
  const resting = [addCanvas(container), addCanvas(container)] as const;
  const active = createActiveCanvas(container);
  const outliner = createOutliner();
  let pixelRatio = 1;
  /** A filter must not reach the ground that is painted with the image. */
  let inset = 'none';
  const clip = () => {
    imageCanvas.style.clipPath = ['', 'none'].includes(imageCanvas.style.filter) ? 'none' : inset;
  };
  const layer = createImageLayer({
    // opaque, or each frame would be blended
    ...surfaceOf(imageCanvas, contextOf(imageCanvas, { alpha: false })),
    cut: (next) => {
      inset = next;
      clip();
    },
  });
  return {
    surfaces: [surfaceOf(resting[0], contextOf(resting[0])), surfaceOf(resting[1], contextOf(resting[1]))],
    scheduler: domScheduler,
    paintImage: layer.paint,
    paintActive: active.paint,
    readColor: colorReader(),
    readPixels,
    outline: outliner.outline,
    setCursor: (cursor) => {
      container.style.cursor = cursor;
    },
    // On the image's canvas alone: neither its pixels nor the shapes change.
    setGrid: layer.setGrid,
    setFilter: (filter) => {
      imageCanvas.style.filter = filter;
      clip();
    },
    setOpacity: (opacity) => {
      for (const canvas of resting) canvas.style.opacity = String(opacity);
    },
    pixelRatio: () => pixelRatio,
    resize: (area) => {
      pixelRatio = window.devicePixelRatio || 1;
      layer.resize(area, pixelRatio);
      active.forget();
    },
    dispose: () => {
      outliner.dispose();
      for (const canvas of [imageCanvas, ...resting, active.canvas]) canvas.remove();
    },
  };
}
