// Crops of parts, and what was found in several of them put together. The engine has the same in
// `recipes/stages/crops.py`; both are held to `packages/contract/fixtures/crops.json`.

import type { Box } from './box.ts';
import { boxArea, boxOverlap } from './box.ts';

/** How a crop is made of a part: its box with a margin, between a least and a most side, in pixels. */
export interface CropRule {
  /** Percent of a side of the part, on either side of it. */
  margin: number;
  width: readonly [least: number, most: number];
  height: readonly [least: number, most: number];
  /** Both sides as long as the longer one. */
  square: boolean;
}
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Crops lie on this grid: what two runtimes round otherwise in a part's box seldom moves them. */
const grid = 4;

function extent(low: number, high: number, wanted: number, least: number, most: number, length: number) {
  const side = Math.min(Math.max(Math.ceil(wanted / grid) * grid, least), most, length);
  const start = Math.floor(((low + high) / 2 - side / 2) / grid + 0.5) * grid;
  return { start: Math.min(Math.max(start, 0), length - side), side };
}

/** The crop of a part within an image; undefined for a box without area, or one that lies beside the image. */
export function cropOf(
  [x1, y1, x2, y2]: Box,
  rule: CropRule,
  image: { width: number; height: number },
): Crop | undefined {
  if (![x1, y1, x2, y2].every(Number.isFinite) || x2 <= x1 || y2 <= y1) return undefined;
  if (x2 <= 0 || y2 <= 0 || x1 >= image.width || y1 >= image.height) return undefined;
  const grown = 1 + (2 * rule.margin) / 100;
  const [w, h] = [(x2 - x1) * grown, (y2 - y1) * grown];
  const longer = Math.max(w, h);
  const across = extent(x1, x2, rule.square ? longer : w, rule.width[0], rule.width[1], image.width);
  const down = extent(y1, y2, rule.square ? longer : h, rule.height[0], rule.height[1], image.height);
  return { x: across.start, y: down.start, width: across.side, height: down.side };
}

/** How far a part may stick out of its crop: half of the grid, as every crop may lie beside it, and what rounding does. */
const cutFrom = grid / 2 + 0.5;

/** Whether a crop shows not all of its part that is in the image: the greatest crop is smaller. */
export function isCut([x1, y1, x2, y2]: Box, crop: Crop, image: { width: number; height: number }): boolean {
  const before = Math.max(crop.x - Math.max(x1, 0), crop.y - Math.max(y1, 0));
  const right = Math.min(x2, image.width) - (crop.x + crop.width);
  const below = Math.min(y2, image.height) - (crop.y + crop.height);
  return Math.max(before, right, below) > cutFrom;
}

/** Something found in a crop, in pixels of the image. */
export interface CropFinding {
  /** Which crop it was found in. */
  crop: number;
  c: number;
  score: number;
  p: Box;
}

/** The share of the smaller box that lies in the other: what a crop cuts off is found whole in its neighbour. */
export const boxCover = (a: Box, b: Box): number => {
  const least = Math.min(boxArea(a), boxArea(b));
  return least > 0 ? boxOverlap(a, b) / least : 0;
};

/**
 * Findings of crops that overlap, the same thing only once: of two of one label from different crops that cover each other
 * by more than `most`, the one with the better score stays. Within a crop the network has done that. Best first.
 */
export function mergeFindings<T extends CropFinding>(found: readonly T[], most: number): T[] {
  const order = [...found.keys()].sort((a, b) => found[b]!.score - found[a]!.score || a - b);
  const kept: T[] = [];
  for (const i of order) {
    const one = found[i]!;
    const again = (other: T) => other.crop !== one.crop && other.c === one.c && boxCover(other.p, one.p) > most;
    if (!kept.some(again)) kept.push(one);
  }
  return kept;
}
