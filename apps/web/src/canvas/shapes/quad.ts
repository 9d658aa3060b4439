// Four corners, each free, never more or fewer.

import { clampNumber } from '@loupe/geometry';
import { pointAt, withPoints } from '../shape.ts';
import type { ShapeKindDef } from './shape-kind.ts';

export const quad: ShapeKindDef = {
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
  corners: null,
  icon: 'M2.5 1.5 10.8 3.2 9.2 10.5 1.2 8.6Z',
};
