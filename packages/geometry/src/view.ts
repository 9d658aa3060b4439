// The view of an image: where on the screen an image point lies. screen = image × scale + (x, y).

import { clampNumber, imagePoint, screenPoint } from './point.ts';
import type { AnyPoint, ImagePoint, ScreenPoint } from './point.ts';
import type { Box } from './box.ts';

export type ViewTransform = { readonly scale: number; readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

export const identityView: ViewTransform = { scale: 1, x: 0, y: 0 };

export const toScreen = (view: ViewTransform, p: ImagePoint): ScreenPoint =>
  screenPoint(p.x * view.scale + view.x, p.y * view.scale + view.y);

export const toImage = (view: ViewTransform, p: ScreenPoint): ImagePoint =>
  imagePoint((p.x - view.x) / view.scale, (p.y - view.y) / view.scale);

export const panBy = (view: ViewTransform, dx: number, dy: number): ViewTransform => ({
  scale: view.scale,
  x: view.x + dx,
  y: view.y + dy,
});

/** Changes the scale and keeps the image point below `anchor` where it is. */
export function zoomTo(view: ViewTransform, anchor: ScreenPoint, scale: number): ViewTransform {
  const ratio = scale / view.scale;
  return { scale, x: anchor.x - (anchor.x - view.x) * ratio, y: anchor.y - (anchor.y - view.y) * ratio };
}

/** The view that shows the whole box in the middle of the area, with `margin` CSS pixels on each side. */
export function fitBox(box: Box, area: Size, margin = 0): ViewTransform {
  const width = Math.max(box[2] - box[0], 1e-9);
  const height = Math.max(box[3] - box[1], 1e-9);
  const free = (side: number): number => Math.max(side - 2 * margin, 1);
  const scale = Math.min(free(area.width) / width, free(area.height) / height);
  return {
    scale,
    x: area.width / 2 - ((box[0] + box[2]) / 2) * scale,
    y: area.height / 2 - ((box[1] + box[3]) / 2) * scale,
  };
}

/** Keeps at least `keep` CSS pixels of the image on the screen, so that it can never be lost. */
export function keepVisible(view: ViewTransform, image: Size, area: Size, keep: number): ViewTransform {
  const hold = (offset: number, length: number, room: number): number => {
    const least = Math.min(keep, length, room);
    return clampNumber(offset, least - length, room - least);
  };
  return {
    scale: view.scale,
    x: hold(view.x, image.width * view.scale, area.width),
    y: hold(view.y, image.height * view.scale, area.height),
  };
}

/** The part of the image plane that an area of the screen shows, in image pixels. */
export function visibleBox(view: ViewTransform, area: Size, margin = 0): Box {
  const corner = (x: number, y: number): AnyPoint => toImage(view, screenPoint(x, y));
  const from = corner(-margin, -margin);
  const to = corner(area.width + margin, area.height + margin);
  return [from.x, from.y, to.x, to.y];
}
