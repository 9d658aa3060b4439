// The layer of the image. While the view only moves, what has been painted is shifted, as the resting shapes are: where
// there is no GPU, painting a large image costs several times what shifting it does.

import { clipBox, visibleBox } from '@loupe/geometry';
import { paintImage } from './render-image.ts';
import type { Box, Size, ViewTransform } from '@loupe/geometry';
import type { ImageChange } from './editor-state.ts';
import type { ImagePainter } from './render-image.ts';
import type { Surface } from './static-layer.ts';
import type { StageImage } from './types.ts';

/** CSS pixels painted beyond each edge of the area once the view moves, about: whole pixels of the screen. */
export const IMAGE_OVERSCAN = 128;

export type ImageSurface = Pick<Surface, 'resize' | 'place'> & {
  readonly painter: ImagePainter;
  /** What of the surface the image does not cover, as a CSS inset. */
  readonly cut: (inset: string) => void;
};

/** What has been painted; `margin`: beyond each edge of the area. */
type Painted = { readonly view: ViewTransform; readonly margin: number };

export type ImageLayer = {
  readonly paint: (bitmap: StageImage | null, image: Size, view: ViewTransform, change: ImageChange) => void;
  readonly resize: (area: Size, pixelRatio: number) => void;
  readonly setGrid: (hasGrid: boolean) => void;
};

export function createImageLayer(surface: ImageSurface): ImageLayer {
  let area: Size = { width: 1, height: 1 };
  let pixelRatio = 1;
  let overscan = IMAGE_OVERSCAN;
  let hasGrid = true;
  let painted: Painted | null = null;

  const grown = (margin: number): Size => ({ width: area.width + 2 * margin, height: area.height + 2 * margin });
  const isWhole = (at: number): boolean => Math.abs(at * pixelRatio - Math.round(at * pixelRatio)) < 1e-3;
  /** Shifting gives the very pixels that painting would: nothing is scaled, blurred or bare. */
  const canShift = (from: Painted, image: Size, view: ViewTransform): boolean => {
    if (!isWhole(view.x - from.view.x) || !isWhole(view.y - from.view.y)) return false;
    const inSight = clipBox(visibleBox(view, area), image.width, image.height);
    return holds(visibleBox(from.view, area, from.margin), inSight);
  };

  return {
    paint: (bitmap, image, view, change) => {
      const from = painted?.view.scale === view.scale ? painted : null;
      if (from && change === 'view' && canShift(from, image, view)) {
        surface.place(view.x - from.view.x - overscan, view.y - from.view.y - overscan, 1);
        return;
      }
      // a view that is scaled will most likely be scaled again: its margin would be painted for nothing
      const margin = from && (change === 'view' || from.margin > 0) ? overscan : 0;
      const size = grown(margin);
      const inside = { ...view, x: view.x + margin, y: view.y + margin };
      const { painter } = surface;
      paintImage({ painter, area: size, margin: overscan - margin, pixelRatio, hasGrid }, bitmap, image, inside);
      surface.cut(insetOf(grown(overscan), image, { ...view, x: view.x + overscan, y: view.y + overscan }));
      surface.place(-overscan, -overscan, 1);
      painted = bitmap ? { view, margin } : null;
    },
    resize: (next, ratio) => {
      area = next;
      pixelRatio = ratio;
      overscan = Math.round(IMAGE_OVERSCAN * ratio) / ratio;
      painted = null;
      surface.resize(grown(overscan), ratio);
    },
    setGrid: (next) => {
      hasGrid = next;
    },
  };
}

/** Within a thousandth of a pixel of the image. */
function holds(outer: Box, inner: Box): boolean {
  const near = 1e-3;
  return (
    outer[0] <= inner[0] + near &&
    outer[1] <= inner[1] + near &&
    outer[2] >= inner[2] - near &&
    outer[3] >= inner[3] - near
  );
}

/** The ground behind what is cut away is the container's. */
function insetOf(area: Size, image: Size, { x, y, scale }: ViewTransform): string {
  const sides = [y, area.width - x - image.width * scale, area.height - y - image.height * scale, x];
  return `inset(${sides.map((side) => `${Math.max(0, side)}px`).join(' ')})`;
}
