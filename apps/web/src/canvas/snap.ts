// What a point snaps to: a corner near it, else an edge, else the border of the image.

import { clampNumber, clampToImage, growBox, imagePoint, nearestShare, ringRanges } from '@loupe/geometry';
import { searchIndex } from './shape-index.ts';
import type { AnyPoint, ImagePoint, Size } from '@loupe/geometry';
import type { ShapeIndex } from './shape-index.ts';

type Near = { at: AnyPoint; away: number };

const nearer = (best: Near | null, at: AnyPoint, p: AnyPoint, within: number): Near | null => {
  const away = Math.hypot(at.x - p.x, at.y - p.y);
  return away <= within && (best === null || away < best.away) ? { at, away } : best;
};

function nearestOfRing(points: readonly number[], from: number, to: number, p: AnyPoint, within: number) {
  let [corner, edge]: [Near | null, Near | null] = [null, null];
  for (let i = from; i < to; i++) {
    const j = i + 1 < to ? i + 1 : from;
    const [ax, ay, bx, by] = [points[2 * i]!, points[2 * i + 1]!, points[2 * j]!, points[2 * j + 1]!];
    corner = nearer(corner, { x: ax, y: ay }, p, within);
    const share = nearestShare(p, ax, ay, bx, by);
    edge = nearer(edge, { x: ax + (bx - ax) * share, y: ay + (by - ay) * share }, p, within);
  }
  return { corner, edge };
}

/** Each coordinate by itself, so that in a corner of the image both do. */
function toBorder(p: AnyPoint, { width, height }: Size, within: number): AnyPoint | null {
  const snap = (value: number, limit: number): number =>
    Math.abs(value) <= within ? 0 : Math.abs(value - limit) <= within ? limit : value;
  const [x, y] = [snap(p.x, width), snap(p.y, height)];
  return x === p.x && y === p.y ? null : { x: clampNumber(x, 0, width), y: clampNumber(y, 0, height) };
}

/** Null: nothing is near. `within` in image pixels; `except`: the shape that is being changed. */
export function snapTarget(
  index: ShapeIndex,
  p: AnyPoint,
  image: Size,
  within: number,
  except: string | null = null,
): ImagePoint | null {
  let [corner, edge]: [Near | null, Near | null] = [null, null];
  for (const { shape, outline } of searchIndex(index, growBox([p.x, p.y, p.x, p.y], within))) {
    if (shape.id === except) continue;
    for (const [from, to] of ringRanges(outline.points, outline.parts)) {
      const near = nearestOfRing(outline.points, from, to, p, within);
      if (near.corner && (!corner || near.corner.away < corner.away)) corner = near.corner;
      if (near.edge && (!edge || near.edge.away < edge.away)) edge = near.edge;
    }
  }
  const at = corner?.at ?? edge?.at ?? toBorder(p, image, within);
  return at && clampToImage(imagePoint(at.x, at.y), image.width, image.height);
}
