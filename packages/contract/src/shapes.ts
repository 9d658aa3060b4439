/** A shape on an image: its fields, how many points each kind has, and a new one as a person draws it. */
import { z } from 'zod';
import { Count, Id, Probability, Uuid } from './core/fields.ts';
import { limits } from './core/limits.ts';

export const ShapeKind = z.enum(['rect', 'rrect', 'quad', 'polygon', 'mask']);
export type ShapeKind = z.infer<typeof ShapeKind>;
export const ShapeSource = z.enum(['person', 'model', 'import']);
export type ShapeSource = z.infer<typeof ShapeSource>;

export interface ShapeRule {
  /** Exactly so many, or that many and more. */
  readonly points: number;
  readonly isExact: boolean;
  /** It may have holes and several pieces. */
  readonly hasRings: boolean;
}
export const shapeRules: Readonly<Record<ShapeKind, ShapeRule>> = {
  rect: { points: 2, isExact: true, hasRings: false },
  rrect: { points: 4, isExact: true, hasRings: false },
  quad: { points: 4, isExact: true, hasRings: false },
  polygon: { points: 3, isExact: false, hasRings: true },
  mask: { points: 3, isExact: false, hasRings: false },
};
/** The fewest points of a ring. */
export const ringPoints = 3;

/** Image pixels, origin top left, the edge of pixel 0 is 0.0. A rect has two points (left top, right bottom). */
export const Shape = z.object({
  id: Uuid,
  labelId: Id.nullable(),
  kind: ShapeKind,
  points: z
    .array(
      z
        .number()
        .min(-limits.imageSide)
        .max(2 * limits.imageSide),
    )
    .min(4)
    .max(2 * limits.pointsPerShape),
  /** Start of each ring, as index of a point; the first ring is the outer one. */
  parts: z.array(z.int().min(0).max(limits.pointsPerShape)).min(1).max(limits.ringsPerShape),
  text: z
    .string()
    .max(limits.shapeText)
    .refine((text) => text.isWellFormed())
    .nullable(),
  ignore: z.boolean(),
  score: Probability.nullable(),
  source: ShapeSource,
  versionId: Id.nullable(),
  z: z.int().min(-1_000_000).max(1_000_000),
  locked: z.boolean(),
});
export type Shape = z.infer<typeof Shape>;

/** A shape as the server holds it. */
export const StoredShape = Shape.extend({
  rev: Count,
  authorId: Id.nullable(),
  author: z.string().nullable(),
  conflictOf: Uuid.nullable(),
});
export type StoredShape = z.infer<typeof StoredShape>;

type NewShape = Pick<Shape, 'id' | 'labelId' | 'kind' | 'points'> & Partial<Shape>;

/** A shape as a person draws it; any other field may be given. */
export const newShape = ({ id, labelId, kind, points, ...more }: NewShape): Shape => ({
  id,
  labelId,
  kind,
  points,
  parts: [0],
  text: null,
  ignore: false,
  score: null,
  source: 'person',
  versionId: null,
  z: 0,
  locked: false,
  ...more,
});
