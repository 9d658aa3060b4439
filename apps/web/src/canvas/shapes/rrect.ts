// A rectangle that is turned: four corners clockwise, the first edge its upper one at angle 0.

import { boxCentre, boundsOf, rotatedRectCorners, rotatedRectOf } from '@loupe/geometry';
import { clampPoints, MIN_SIDE, withPoints } from '../shape.ts';
import { clockwise } from './quad.ts';
import { SIDES } from './rect.ts';
import type { AnyPoint, RotatedRect, Size } from '@loupe/geometry';
import type { Shape } from '../types.ts';
import type { ShapeKindDef } from './shape-kind.ts';

/** Points may lie this far beside the image by rounding alone. */
const ROUNDING = 1 / 128;

const rectOf = (shape: Shape): RotatedRect => rotatedRectOf(clockwise(shape.points));

/** A place as seen from the middle, along the sides. */
function toLocal({ cx, cy, angle }: RotatedRect, { x, y }: AnyPoint): AnyPoint {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: (x - cx) * cos + (y - cy) * sin, y: (y - cy) * cos - (x - cx) * sin };
}

function fromLocal({ cx, cy, angle }: RotatedRect, { x, y }: AnyPoint): AnyPoint {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cx + x * cos - y * sin, y: cy + x * sin + y * cos };
}

/** One axis: the dragged side follows the hand, the other one stays; never thinner than MIN_SIDE. */
function dragSide(length: number, sign: number, to: number): { middle: number; length: number } {
  if (sign === 0) return { middle: 0, length };
  const fixed = (-sign * length) / 2;
  const next = Math.max(MIN_SIDE, sign * (to - fixed));
  return { middle: fixed + (sign * next) / 2, length: next };
}

const isInside = (points: readonly number[], { width, height }: Size): boolean => {
  const [x1, y1, x2, y2] = boundsOf(points);
  return x1 >= -ROUNDING && y1 >= -ROUNDING && x2 <= width + ROUNDING && y2 <= height + ROUNDING;
};

export const rrect: ShapeKindDef = {
  outline: (shape) => shape,
  isBox: false,
  handles: (shape) => {
    const rect = rectOf(shape);
    return SIDES.map(([x, y]) => fromLocal(rect, { x: (x * rect.width) / 2, y: (y * rect.height) / 2 }));
  },
  drag: (shape, handle, to, image) => {
    const rect = rectOf(shape);
    const [signX, signY] = SIDES[handle] ?? [0, 0];
    const at = toLocal(rect, to);
    const [x, y] = [dragSide(rect.width, signX, at.x), dragSide(rect.height, signY, at.y)];
    const middle = fromLocal(rect, { x: x.middle, y: y.middle });
    const next = { ...rect, cx: middle.x, cy: middle.y, width: x.length, height: y.length };
    const points = rotatedRectCorners(next);
    // a side that left the image would bend, or the rectangle would no longer be one
    return isInside(points, image) ? withPoints(shape, clampPoints(points, image)) : shape;
  },
  cursor: () => 'pointer',
  corners: null,
  allows: null,
  reading: null,
  knob: (shape) => {
    const { angle } = rectOf(shape);
    const [x0, y0, x1, y1] = clockwise(shape.points) as [number, number, number, number];
    return { at: boxCentre([x0, y0, x1, y1]), out: { x: Math.sin(angle), y: -Math.cos(angle) } };
  },
  icon: 'M4.2 1.2 11 5.4 7.8 10.8 1 6.6Z',
};
