// Four corners, each free, never more or fewer. The first is where reading starts, the edge from it the reading direction.

import { clampNumber, isConvexQuad, ringArea } from '@loupe/geometry';
import { pointAt, withPoints } from '../shape.ts';
import type { Reading, ShapeKindDef } from './shape-kind.ts';

/** Corners that are each free: what quadrilaterals and polygons have in common. */
export const freeCorners = {
  outline: (shape) => shape,
  isBox: false,
  handles: ({ points }) => Array.from({ length: points.length / 2 }, (_, i) => pointAt(points, i)),
  drag: (shape, handle, to, image) => {
    const points = shape.points.slice();
    points[2 * handle] = clampNumber(to.x, 0, image.width);
    points[2 * handle + 1] = clampNumber(to.y, 0, image.height);
    return withPoints(shape, points);
  },
  cursor: () => 'pointer',
} as const satisfies Partial<ShapeKindDef>;

/** The same four corners with the same first one, clockwise on the screen: text that is read is never mirrored. */
export const clockwise = (points: readonly number[]): number[] =>
  ringArea(points) >= 0
    ? [...points]
    : [0, 3, 2, 1].flatMap((i) => [points[2 * i] as number, points[2 * i + 1] as number]);

const reading: Reading = {
  edge: ({ points }) => [pointAt(points, 0), pointAt(points, 1)],
  turn: (shape, steps) => {
    const { points } = shape;
    const at = 2 * (((steps % 4) + 4) % 4);
    return withPoints(shape, [...points.slice(at), ...points.slice(0, at)]);
  },
};

export const quad: ShapeKindDef = {
  ...freeCorners,
  corners: null,
  // One that was crossed when it came, from a file say, may be dragged until it is sound.
  allows: (next, before) => isConvexQuad(next.points) || !isConvexQuad(before.points),
  reading,
  icon: 'M2.5 1.5 10.8 3.2 9.2 10.5 1.2 8.6Z',
};
