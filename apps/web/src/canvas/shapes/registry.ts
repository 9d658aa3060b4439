// The kinds of shapes: one object each. Nothing else asks what kind a shape is.

import { ringRanges, ringThickness } from '@loupe/geometry';
import { isBigEnough } from '../shape.ts';
import { polygon } from './polygon.ts';
import { quad } from './quad.ts';
import { rect } from './rect.ts';
import { rrect } from './rrect.ts';
import type { Outline } from '../shape.ts';
import type { Shape } from '../types.ts';
import type { ShapeKindDef } from './shape-kind.ts';

export const shapeKinds: Readonly<Record<Shape['kind'], ShapeKindDef>> = {
  rect,
  rrect,
  quad,
  polygon,
  mask: polygon,
};

export const outlineOf = (shape: Shape): Outline => shapeKinds[shape.kind].outline(shape);

/** Image pixels; a ring whose points lie closer to one line is a line, and the server would refuse it. */
const MIN_THICKNESS = 0.1;

/** Big enough to be seen, and not a line. (Not by area: that of a shape whose edges cross may be 0.) */
export function isSound(shape: Shape): boolean {
  if (!isBigEnough(shape.points)) return false;
  const { points, parts } = outlineOf(shape);
  return ringRanges(points, parts).every(([from, to]) => ringThickness(points, from, to) >= MIN_THICKNESS);
}
