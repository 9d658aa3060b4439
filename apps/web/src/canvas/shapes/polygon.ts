// Any number of corners in one ring or more: the outer one, then holes.

import { ringPoints } from '@loupe/contract';
import { clampNumber } from '@loupe/geometry';
import { withPoints } from '../shape.ts';
import { freeCorners } from './quad.ts';
import type { Corners, ShapeKindDef } from './shape-kind.ts';

const add: Corners['add'] = (shape, edge, at, image) => {
  const x = clampNumber(at.x, 0, image.width);
  const y = clampNumber(at.y, 0, image.height);
  const points = shape.points.toSpliced(2 * edge + 2, 0, x, y);
  return withPoints(
    shape,
    points,
    shape.parts.map((start) => (start > edge ? start + 1 : start)),
  );
};

/** A hole that would have too few points goes as a whole. */
const remove: Corners['remove'] = (shape, index) => {
  const ring = shape.parts.findLastIndex((start) => start <= index);
  const from = shape.parts[ring] ?? 0;
  const to = shape.parts[ring + 1] ?? shape.points.length / 2;
  const isWholeRing = to - from <= ringPoints;
  if (isWholeRing && ring === 0) return null;
  const gone = isWholeRing ? to - from : 1;
  const points = shape.points.toSpliced(2 * (isWholeRing ? from : index), 2 * gone);
  const parts = isWholeRing ? shape.parts.toSpliced(ring, 1) : shape.parts;
  return withPoints(
    shape,
    points,
    parts.map((start) => (start > from ? start - gone : start)),
  );
};

export const polygon: ShapeKindDef = {
  ...freeCorners,
  corners: { add, remove },
  allows: null,
  reading: null,
  icon: 'M6 1.2 10.8 5 9 10.6H3L1.2 5Z',
};
