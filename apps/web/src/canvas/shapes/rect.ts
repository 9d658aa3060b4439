// An upright rectangle, held as two opposite corners: left top, right bottom.

import { boxCorners, clampNumber } from '@loupe/geometry';
import { MIN_SIDE, shapeBounds, withPoints } from '../shape.ts';
import type { Box } from '@loupe/geometry';
import type { ShapeKindDef } from './shape-kind.ts';

/** Of each handle: which sides it moves, as the sign of x and of y. Corners clockwise from the left top, then the middles of the sides. */
export const SIDES = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;
const CURSORS = ['nwse', 'nesw', 'nwse', 'nesw', 'ns', 'ew', 'ns', 'ew'] as const;

/** One axis: the side that is dragged goes to `to`; past the other side the rectangle turns over, never thinner than MIN_SIDE. */
function dragSide(low: number, high: number, sign: number, to: number, limit: number): [number, number] {
  if (sign === 0) return [low, high];
  const fixed = sign < 0 ? high : low;
  const wanted = clampNumber(to, 0, limit);
  const away = wanted === fixed ? sign : Math.sign(wanted - fixed);
  let moved = Math.abs(wanted - fixed) < MIN_SIDE ? fixed + away * MIN_SIDE : wanted;
  if (moved < 0 || moved > limit) moved = fixed - away * MIN_SIDE;
  return moved < fixed ? [moved, fixed] : [fixed, moved];
}

export const rect: ShapeKindDef = {
  outline: (shape) => ({ points: boxCorners(shape.points as unknown as Box), parts: [0] }),
  isBox: true,
  handles: (shape) => {
    const [x1, y1, x2, y2] = shapeBounds(shape);
    const place = (sign: number, low: number, high: number): number =>
      sign === 0 ? (low + high) / 2 : sign < 0 ? low : high;
    return SIDES.map(([signX, signY]) => ({ x: place(signX, x1, x2), y: place(signY, y1, y2) }));
  },
  drag: (shape, handle, to, image) => {
    const [x1, y1, x2, y2] = shapeBounds(shape);
    const [signX, signY] = SIDES[handle] ?? [0, 0];
    const [left, right] = dragSide(x1, x2, signX, to.x, image.width);
    const [top, bottom] = dragSide(y1, y2, signY, to.y, image.height);
    return withPoints(shape, [left, top, right, bottom]);
  },
  cursor: (handle) => `${CURSORS[handle] ?? 'nwse'}-resize`,
  corners: null,
  allows: null,
  reading: null,
  icon: 'M1.5 2.5h9v7h-9Z',
};
