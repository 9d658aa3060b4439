/** Edits of an image, as a client sends them. */
import type { ShapeOp } from '@loupe/contract';
import { v7 as newId } from 'uuid';

/** What is left out is null. */
export const shapeOp = (kind: ShapeOp['kind'], fields: Partial<ShapeOp> = {}): ShapeOp => ({
  opId: newId(),
  kind,
  shapeId: null,
  base: null,
  shape: null,
  ...fields,
});
