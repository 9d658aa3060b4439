// Where the image lies on the screen: zoom at the cursor, pan, fit; and how bright it is shown.

import {
  boxCentre,
  boxHeight,
  boxWidth,
  clampNumber,
  fitBox,
  identityView,
  keepVisible,
  panBy,
  screenPoint,
  toScreen,
  imagePoint,
  zoomTo,
} from '@loupe/geometry';
import type { Box, ScreenPoint, Size, ViewTransform } from '@loupe/geometry';

/** Screen pixels per image pixel; the lower end is a share of the scale that fits. */
const MAX_SCALE = 64;
const MIN_OF_FIT = 0.25;
/** Screen pixels around a fitted image, and of an image that stay in sight. */
const FIT_MARGIN = 16;
const KEEP = 48;
/** Of the area, what a place that is pointed out takes up; and how many times larger it gets at most. */
const FOCUS_SHARE = 0.15;
const FOCUS_MAX = 8;
/** Room around what is zoomed to, as a share of the area's height; and the largest scale for it. */
const BOX_MARGIN = 0.15;
const BOX_SCALE_MAX = 16;
/** From this scale on a grid of pixels is drawn. */
export const GRID_SCALE = 16;
/** From this scale on pixels are shown as squares. */
export const PIXEL_SCALE = 2;

export type ViewState = {
  transform: ViewTransform;
  area: Size;
  image: Size;
  /** The whole image is shown, and stays so when the area changes. */
  isFitted: boolean;
};

export const createView = (): ViewState => ({
  transform: identityView,
  area: { width: 1, height: 1 },
  image: { width: 1, height: 1 },
  isFitted: true,
});

const wholeImage = (view: ViewState): Box => [0, 0, view.image.width, view.image.height];
const fitted = (view: ViewState): ViewTransform => fitBox(wholeImage(view), view.area, FIT_MARGIN);

export function scaleBounds(view: ViewState): { min: number; max: number } {
  const fit = fitted(view).scale;
  return { min: Math.min(fit, 1) * MIN_OF_FIT, max: Math.max(MAX_SCALE, fit) };
}

function moveTo(view: ViewState, transform: ViewTransform): void {
  view.transform = keepVisible(transform, view.image, view.area, KEEP);
  view.isFitted = false;
}

export function fit(view: ViewState): void {
  view.transform = fitted(view);
  view.isFitted = true;
}

export function pan(view: ViewState, dx: number, dy: number): void {
  moveTo(view, panBy(view.transform, dx, dy));
}

/** Multiplies the scale; what lies below `anchor` stays there. */
export function zoomBy(view: ViewState, factor: number, anchor: ScreenPoint): void {
  const { min, max } = scaleBounds(view);
  moveTo(view, zoomTo(view.transform, anchor, clampNumber(view.transform.scale * factor, min, max)));
}

export const areaCentre = (view: ViewState): ScreenPoint => screenPoint(view.area.width / 2, view.area.height / 2);

export function setScale(view: ViewState, scale: number): void {
  zoomBy(view, scale / view.transform.scale, areaCentre(view));
}

/** Brings a box into the middle when it is not in sight; the scale stays. */
export function reveal(view: ViewState, box: Box): void {
  const middle = boxCentre(box);
  const at = toScreen(view.transform, imagePoint(middle.x, middle.y));
  if (at.x >= 0 && at.y >= 0 && at.x <= view.area.width && at.y <= view.area.height) return;
  const centre = areaCentre(view);
  pan(view, centre.x - at.x, centre.y - at.y);
}

/** Brings a box into the middle, so near that it is seen with what is around it; what is near already stays. */
export function focusOn(view: ViewState, box: Box): void {
  const share = Math.max(boxWidth(box) / view.area.width, boxHeight(box) / view.area.height) * view.transform.scale;
  const isNear = share > FOCUS_SHARE / 2;
  if (!isNear) setScale(view, (view.transform.scale * FOCUS_SHARE) / Math.max(share, FOCUS_SHARE / FOCUS_MAX));
  const middle = boxCentre(box);
  const at = toScreen(view.transform, imagePoint(middle.x, middle.y));
  const centre = areaCentre(view);
  if (!isNear) pan(view, centre.x - at.x, centre.y - at.y);
  else reveal(view, box);
}

/** As large as the area allows, with room around it; a small one no larger than makes sense. */
export function zoomToBox(view: ViewState, box: Box): void {
  const target = fitBox(box, view.area, view.area.height * BOX_MARGIN);
  const { min, max } = scaleBounds(view);
  const scale = clampNumber(target.scale, min, Math.min(max, BOX_SCALE_MAX));
  const { x, y } = boxCentre(box);
  moveTo(view, { scale, x: view.area.width / 2 - x * scale, y: view.area.height / 2 - y * scale });
}

/** Brings a place of the image into the middle. */
export function centreOn(view: ViewState, x: number, y: number): void {
  const { scale } = view.transform;
  moveTo(view, { scale, x: view.area.width / 2 - x * scale, y: view.area.height / 2 - y * scale });
}

export function setArea(view: ViewState, area: Size): void {
  const grownX = (area.width - view.area.width) / 2;
  const grownY = (area.height - view.area.height) / 2;
  const { isFitted } = view;
  view.area = area;
  if (isFitted) fit(view);
  else pan(view, grownX, grownY);
}

export function setImage(view: ViewState, image: Size): void {
  view.image = image;
  fit(view);
}

/** Brightness and contrast run from −100 to 100; each 50 doubles or halves, so an image never turns quite black. */
export function filterOf(brightness: number, contrast: number): string {
  const gain = (value: number): string => (2 ** (clampNumber(value, -100, 100) / 50)).toFixed(3);
  if (brightness === 0 && contrast === 0) return 'none';
  return `brightness(${gain(brightness)}) contrast(${gain(contrast)})`;
}
