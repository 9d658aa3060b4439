// Points of the image and points of the screen: two types, so that one is never used for the other.

declare const space: unique symbol;

/** Image pixels; origin top left, the outer edge of pixel 0 is 0.0. */
export type ImagePoint = { readonly x: number; readonly y: number; readonly [space]: 'image' };
/** CSS pixels, from the top left corner of the drawing area. */
export type ScreenPoint = { readonly x: number; readonly y: number; readonly [space]: 'screen' };
/** For what holds in either space. */
export type AnyPoint = { readonly x: number; readonly y: number };

export const imagePoint = (x: number, y: number): ImagePoint => ({ x, y }) as ImagePoint;
export const screenPoint = (x: number, y: number): ScreenPoint => ({ x, y }) as ScreenPoint;

export const distance = (a: AnyPoint, b: AnyPoint): number => Math.hypot(a.x - b.x, a.y - b.y);

export const clampNumber = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

/** The nearest point of an image of this size; its right and lower edges belong to it. */
export const clampToImage = (p: AnyPoint, width: number, height: number): ImagePoint =>
  imagePoint(clampNumber(p.x, 0, width), clampNumber(p.y, 0, height));

export const isInImage = (p: AnyPoint, width: number, height: number): boolean =>
  p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height;
