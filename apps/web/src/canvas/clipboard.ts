// Copies of shapes, from image to image.

import { boundsOf, boxCentre } from '@loupe/geometry';
import { clampPoints, movedBy, shapeBounds, withPoints } from './shape.ts';
import { isSound } from './shapes/registry.ts';
import type { AnyPoint, Size } from '@loupe/geometry';
import type { Shape } from './types.ts';

export type PasteInput = {
  readonly copied: readonly Shape[];
  /** Where the middle of their bounds goes; null: they keep their place. */
  readonly at?: AnyPoint | null;
  /** They come from another image: they lie exactly where they did there, and what lies there already is left out. */
  readonly isForeign?: boolean;
  /** What is on the image already. */
  readonly present: Iterable<Shape>;
  readonly image: Size;
  /** Image pixels by which a copy is moved off its original. */
  readonly step: number;
  /** The label for a shape whose own does not exist here. */
  readonly labelFor: (labelId: number | null) => number | null;
  readonly newId: () => string;
};

const isAlike = (a: Shape, b: Shape): boolean => a.kind === b.kind && a.labelId === b.labelId;

const isAtSamePlace = (a: Shape, b: Shape): boolean =>
  a.points.length === b.points.length && a.points.every((value, i) => value === b.points[i]);

/**
 * Tells whether one of these shapes lies exactly where another one does. One number tells most of them apart: to write out
 * the points of 10,000 shapes takes a tenth of a second.
 */
export function takenPlaces(shapes: Iterable<Shape>, isSame = (_a: Shape, _b: Shape) => true) {
  const byFirst = new Map<number | undefined, Shape[]>();
  for (const shape of shapes) {
    const others = byFirst.get(shape.points[0]);
    if (others) others.push(shape);
    else byFirst.set(shape.points[0], [shape]);
  }
  return (shape: Shape): boolean =>
    byFirst.get(shape.points[0])?.some((other) => isSame(shape, other) && isAtSamePlace(shape, other)) ?? false;
}

/** How far the group has to go to lie in an image of this size. */
function shiftInto(shapes: readonly Shape[], image: Size): { x: number; y: number } {
  const [x1, y1, x2, y2] = boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)]));
  const into = (low: number, high: number, limit: number): number =>
    low < 0 || high - low > limit ? -low : Math.min(0, limit - high);
  return { x: into(x1, x2, image.width), y: into(y1, y2, image.height) };
}

function centredAt(shapes: readonly Shape[], { x, y }: AnyPoint): Shape[] {
  const middle = boxCentre(boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)])));
  return shapes.map((shape) => movedBy(shape, x - middle.x, y - middle.y));
}

/**
 * The copied shapes in their place, of the same image moved off what already lies exactly there, and into the image; new ids, cut
 * where too large.
 */
export function pastedShapes(input: PasteInput): Shape[] {
  const { copied, image, step } = input;
  if (copied.length === 0) return [];
  const keepsPlace = input.isForeign && !input.at;
  const taken = takenPlaces(input.present, keepsPlace ? isAlike : undefined);
  let shapes = input.at ? centredAt(copied, input.at) : copied.filter((shape) => !keepsPlace || !taken(shape));
  if (shapes.length === 0) return [];
  for (let tries = 0; tries < 100 && !keepsPlace && shapes.some(taken); tries++) {
    shapes = shapes.map((shape) => movedBy(shape, step, step));
  }
  const shift = shiftInto(shapes, image);
  return shapes.flatMap((shape) => {
    const points = clampPoints(movedBy(shape, shift.x, shift.y).points, image);
    const labelId = input.labelFor(shape.labelId);
    const pasted = withPoints({ ...shape, id: input.newId(), labelId, locked: false }, points);
    return isSound(pasted) ? [pasted] : [];
  });
}
