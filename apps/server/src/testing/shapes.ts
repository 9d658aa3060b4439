/** Shapes for tests, as a person draws them. */
import { randomUUID } from 'node:crypto';
import type { Shape } from '@loupe/contract';

/** A new rectangle of that label; any field may be another. */
export const drawnRect = (labelId: number, fields: Partial<Shape> = {}): Shape => ({
  id: randomUUID(),
  labelId,
  kind: 'rect',
  points: [1, 1, 20, 20],
  parts: [0],
  text: null,
  ignore: false,
  score: null,
  source: 'person',
  versionId: null,
  z: 0,
  locked: false,
  ...fields,
});
