/** Shapes for tests, as a person draws them. */
import { randomUUID } from 'node:crypto';
import { newShape, type Shape } from '@loupe/contract';

/** A new rectangle of that label; any field may be another. */
export const drawnRect = (labelId: number, fields: Partial<Shape> = {}): Shape =>
  newShape({ id: randomUUID(), labelId, kind: 'rect', points: [1, 1, 20, 20], ...fields });
