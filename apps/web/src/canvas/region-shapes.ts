// Shapes as regions and regions as shapes: what of a shape stays when its outline becomes another.

import { limits } from '@loupe/contract';
import { ringsOf } from '@loupe/geometry';
import { asOutline, cut, subtract, unite, untangled } from './region.ts';
import { withPoints } from './shape.ts';
import { outlineOf, shapeKinds } from './shapes/registry.ts';
import { pieceOfText } from './text-regions.ts';
import type { Edit } from './model.ts';
import type { Pieces, Region } from './region.ts';
import type { Shape } from './types.ts';

export function regionOf(shape: Shape): Region {
  const { points, parts } = outlineOf(shape);
  return ringsOf(points, parts);
}

/** Corners come and go: only such shapes can take any outline. */
export const isFree = (shape: Shape): boolean => shapeKinds[shape.kind].corners !== null;

/** More than a shape may have. */
export const isTooMuch = ({ points, parts }: { points: readonly number[]; parts: readonly number[] }): boolean =>
  points.length / 2 > limits.pointsPerShape || parts.length > limits.ringsPerShape;

/** The shape with another outline: a polygon from then on, or nothing. Undefined: that would be more than a shape may have. */
export function reshaped(shape: Shape, pieces: Pieces): Shape | null | undefined {
  if (pieces.length === 0) return null;
  const { points, parts } = asOutline(pieces);
  if (isTooMuch({ points, parts })) return undefined;
  return withPoints(isFree(shape) ? shape : { ...shape, kind: 'polygon' }, points, parts);
}

/** All of them as the first one, which keeps its label. Undefined: too much. */
export function unitedEdits(shapes: readonly Shape[]): Edit[] | undefined {
  const [first, ...others] = shapes;
  if (!first || others.length === 0) return [];
  const all = others.reduce<Region>((sum, other) => unite(sum, regionOf(other)).flat(), regionOf(first));
  const shape = reshaped(first, untangled(all));
  if (shape === undefined) return undefined;
  return [{ id: first.id, shape }, ...others.map(({ id }) => ({ id, shape: null }))];
}

/** The first one without what lies in the others, which stay as they are. */
export function subtractedEdits(shapes: readonly Shape[]): Edit[] | undefined {
  const [first, ...others] = shapes;
  if (!first || others.length === 0) return [];
  const own = regionOf(first);
  const left = others.reduce<Region>((rest, other) => subtract(rest, regionOf(other)).flat(), own);
  const shape = reshaped(first, untangled(left));
  return shape === undefined ? undefined : [{ id: first.id, shape }];
}

/** The pieces that a line cuts a shape into: the largest is the shape itself, the others are new ones. Null: it does not go through. */
export function cutShape(shape: Shape, line: readonly number[], newId: () => string): Shape[] | null {
  const pieces = cut(regionOf(shape), line);
  if (!pieces) return null;
  return pieces.flatMap((piece, i) => {
    const part = reshaped(i === 0 ? shape : { ...shape, id: newId() }, [piece]);
    return part ? pieceOfText(part, shape) : [];
  });
}
