// What tools do with regions: the polygon they work on, and what it becomes.

import { hitItems } from '../hit.ts';
import { isFree, isTooMuch, reshaped } from '../region-shapes.ts';
import { asOutline } from '../region.ts';
import { drawnShape } from '../shape.ts';
import { drawn, EDGE_REACH, reach } from './tool.ts';
import type { ImagePoint } from '@loupe/geometry';
import type { Edit } from '../model.ts';
import type { Pieces } from '../region.ts';
import type { Shape } from '../types.ts';
import type { ToolContext } from './tool.ts';

export const selectedShapes = (ctx: ToolContext): Shape[] =>
  [...ctx.selection()].flatMap((id) => ctx.doc.shapes.get(id) ?? []);

/** The one selected polygon. `locked`: it may not be changed, which is said. */
export function selectedPolygon(ctx: ToolContext): Shape | 'locked' | null {
  const [only, ...more] = selectedShapes(ctx);
  if (!only || more.length > 0 || !isFree(only)) return null;
  if (!only.locked) return only;
  ctx.notice('canvas.locked');
  return 'locked';
}

/** The polygon that lies on top at a point. */
export const polygonAt = (ctx: ToolContext, p: ImagePoint): Shape | null =>
  hitItems(ctx.index, p, reach(ctx, EDGE_REACH)).find(({ shape }) => isFree(shape) && !shape.locked)?.shape ?? null;

/** The shape with another outline; without any it goes. Null where it would be more than a shape may have, which is said. */
export function reshape(ctx: ToolContext, shape: Shape, pieces: Pieces): Edit | null {
  const next = reshaped(shape, pieces);
  if (next === undefined) ctx.notice('canvas.tooManyPoints');
  return next === undefined ? null : { id: shape.id, shape: next };
}

/** A new polygon of these pieces, drawn and selected. */
export function drawRegion(ctx: ToolContext, pieces: Pieces): void {
  const outline = asOutline(pieces);
  if (pieces.length === 0) return;
  if (isTooMuch(outline)) return ctx.notice('canvas.tooManyPoints');
  const shape = { ...drawnShape(ctx.newId(), 'polygon', ctx.labelId(), outline.points), parts: outline.parts };
  ctx.commit(drawn(ctx, shape));
  ctx.select([shape.id]);
}
