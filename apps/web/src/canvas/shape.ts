// What can be said about one shape, and how it changes: moved, kept in the image, taken over by a person.

import { newShape } from '@loupe/contract';
import { boundsOf, boxHeight, boxWidth, clampNumber, clampToImage } from '@loupe/geometry';
import type { AnyPoint, Box, Size } from '@loupe/geometry';
import type { Shape } from './types.ts';

/** Sides in image pixels below which a shape counts as a slip of the hand. */
export const MIN_SIDE = 1;

/** Points lie on 1/256 px: exact as float32 (how they are stored) up to 65,536 px, and short in JSON. */
export const GRID = 256;
export const onGrid = (value: number): number => Math.round(value * GRID) / GRID;

/** Rings as a flat list of points, and the point at which each begins. */
export type Outline = { readonly points: readonly number[]; readonly parts: readonly number[] };

export const shapeBounds = (shape: Shape): Box => boundsOf(shape.points);

export const isBigEnough = (points: readonly number[]): boolean => {
  const box = boundsOf(points);
  return boxWidth(box) >= MIN_SIDE && boxHeight(box) >= MIN_SIDE;
};

export const pointAt = (points: readonly number[], index: number): AnyPoint => ({
  x: points[2 * index] as number,
  y: points[2 * index + 1] as number,
});

/** How far shapes may be moved so that none leaves the image further than it already has. */
export function allowedShift(shapes: readonly Shape[], dx: number, dy: number, image: Size): AnyPoint {
  const [x1, y1, x2, y2] = boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)]));
  return {
    x: clampNumber(dx, Math.min(0, -x1), Math.max(0, image.width - x2)),
    y: clampNumber(dy, Math.min(0, -y1), Math.max(0, image.height - y2)),
  };
}

export function withPoints(shape: Shape, points: readonly number[], parts: readonly number[] = shape.parts): Shape {
  return { ...byPerson(shape), points: points.map(onGrid), parts: [...parts] };
}

export const movedBy = (shape: Shape, dx: number, dy: number): Shape =>
  withPoints(
    shape,
    shape.points.map((value, i) => value + (i % 2 === 0 ? dx : dy)),
  );

/** Whoever edits a model's shape answers for it from then on. */
export const byPerson = (shape: Shape): Shape =>
  shape.source === 'person' ? shape : { ...shape, source: 'person', score: null, versionId: null };

/** Nobody has said what it reads, nor that it cannot be read. */
export const isUntyped = ({ text, ignore }: Shape): boolean => text === null && !ignore;

/** A shape as a tool makes it, with its points on the grid. */
export const drawnShape = (id: string, kind: Shape['kind'], labelId: number | null, points: readonly number[]): Shape =>
  newShape({ id, kind, labelId, points: points.map(onGrid) });

export const clampPoints = (points: readonly number[], image: Size): number[] =>
  points.flatMap((_, i) => {
    if (i % 2 === 1) return [];
    const p = clampToImage(pointAt(points, i / 2), image.width, image.height);
    return [p.x, p.y];
  });

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((value, i) => value === b[i]));

const PLAIN_FIELDS = ['id', 'labelId', 'kind', 'text', 'ignore', 'source', 'versionId', 'z', 'locked'] as const;

/** The server keeps scores in single precision: the one that comes back from it is the one that was sent. */
const isSameScore = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.fround(a) === Math.fround(b));

export function isSameShape(a: Shape | null, b: Shape | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  return (
    PLAIN_FIELDS.every((f) => a[f] === b[f]) &&
    isSameScore(a.score, b.score) &&
    sameNumbers(a.points, b.points) &&
    sameNumbers(a.parts, b.parts)
  );
}

/** Without what only the server knows. */
export function plainShape(stored: Shape): Shape {
  const { id, labelId, kind, points, parts, text, ignore, score, source, versionId, z, locked } = stored;
  return { id, labelId, kind, points, parts, text, ignore, score, source, versionId, z, locked };
}
