/** Rectangles in percent of an image, as a person draws and drags them: pure arithmetic on [left, top, right, bottom]. */
export type Region = readonly [left: number, top: number, right: number, bottom: number];
export interface Point {
  x: number;
  y: number;
}
export const regionParts = ['nw', 'ne', 'sw', 'se', 'inside'] as const;
export type RegionPart = (typeof regionParts)[number];
export interface Hit {
  index: number;
  part: RegionPart;
}

/** What is smaller on a side was a click, not a drawing. */
export const leastDrawn = 1;

/** One place after the point, inside the image. */
const snapped = (value: number): number => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** The rectangle between two points; null for a mere click. */
export const regionBetween = (a: Point, b: Point): Region | null => {
  const [left, right] = [snapped(Math.min(a.x, b.x)), snapped(Math.max(a.x, b.x))];
  const [top, bottom] = [snapped(Math.min(a.y, b.y)), snapped(Math.max(a.y, b.y))];
  return right - left >= leastDrawn && bottom - top >= leastDrawn ? [left, top, right, bottom] : null;
};

const near = (a: number, b: number, reach: number): boolean => Math.abs(a - b) <= reach;

/** What lies under a point: a corner within reach (percent, each way its own), else the inside; the last drawn first. */
export const hitRegion = (regions: readonly Region[], { x, y }: Point, reach: Point): Hit | null => {
  for (let index = regions.length - 1; index >= 0; index--) {
    const [left, top, right, bottom] = regions[index]!;
    const side = near(x, left, reach.x) ? 'w' : near(x, right, reach.x) ? 'e' : '';
    const end = near(y, top, reach.y) ? 'n' : near(y, bottom, reach.y) ? 's' : '';
    if (side && end) return { index, part: `${end}${side}` };
    if (x >= left && x <= right && y >= top && y <= bottom) return { index, part: 'inside' };
  }
  return null;
};

/** The region after its part was dragged by so many percent; it stays inside the image and never turns over. */
export const draggedRegion = (region: Region, part: RegionPart, by: Point): Region => {
  const [left, top, right, bottom] = region;
  if (part === 'inside') {
    const dx = Math.min(100 - right, Math.max(-left, by.x));
    const dy = Math.min(100 - bottom, Math.max(-top, by.y));
    return [snapped(left + dx), snapped(top + dy), snapped(right + dx), snapped(bottom + dy)];
  }
  const isWest = part.endsWith('w');
  const isNorth = part.startsWith('n');
  return [
    isWest ? snapped(Math.min(left + by.x, right - leastDrawn)) : left,
    isNorth ? snapped(Math.min(top + by.y, bottom - leastDrawn)) : top,
    isWest ? right : snapped(Math.max(right + by.x, left + leastDrawn)),
    isNorth ? bottom : snapped(Math.max(bottom + by.y, top + leastDrawn)),
  ];
};

/** With one more; where only one may be, the new one takes its place. */
export const withRegion = (regions: readonly Region[], added: Region, most: number): readonly Region[] => {
  if (regions.length < most) return [...regions, added];
  return most === 1 ? [added] : regions;
};

/** Numbers that make a rectangle; what is still being typed does not. */
export const isDrawable = (region: readonly (number | undefined)[]): region is Region =>
  region.length === 4 &&
  region.every((value) => typeof value === 'number' && value >= 0 && value <= 100) &&
  region[2]! > region[0]! &&
  region[3]! > region[1]!;
