// What tools do with regions: the polygon they work on, and what it becomes.

import { hitItems } from '../hit.ts';
import { isFree, isTooMuch, regionOf, reshaped } from '../region-shapes.ts';
import { asOutline, inImage, subtract, unite } from '../region.ts';
import { drawnShape } from '../shape.ts';
import { drawn, EDGE_REACH, mayBegin, mayDraw, reach } from './tool.ts';
import type { ImagePoint } from '@loupe/geometry';
import type { Edit } from '../model.ts';
import type { Pieces, Region } from '../region.ts';
import type { Shape } from '../types.ts';
import type { Pointer, ToolContext } from './tool.ts';

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

/** What a stroke works on. */
export interface Ground {
  /** Null: it becomes a new polygon. */
  readonly target: Shape | null;
  /** It belongs to the target also where it does not touch it. */
  readonly adds: boolean;
}

/**
 * What painting begins on: the selected polygon, of which with Shift also what lies apart is a piece; to rub out, with Shift the one
 * below the cursor, as without a selection. Null: nothing may begin.
 */
export function beginOn(ctx: ToolContext, p: Pointer, erases: boolean): Ground | null {
  const selected = selectedPolygon(ctx);
  if (selected === 'locked') return null;
  if (selected && !(erases && p.shift))
    return mayBegin(ctx, p.image) ? { target: selected, adds: erases || p.shift } : null;
  if (!erases) return mayDraw(ctx, p.image) ? { target: null, adds: false } : null;
  const below = mayBegin(ctx, p.image) ? polygonAt(ctx, p.image) : null;
  if (below) ctx.select([below.id]);
  return below && { target: below, adds: true };
}

/** Together they are fewer pieces than apart. */
const areTouching = (strip: Region, own: Region): boolean =>
  unite(own, strip).length < unite(own, []).length + unite(strip, []).length;

/** What is painted away from the selected polygon is another object, and so a shape of its own. */
function drawApart(ctx: ToolContext, strip: Region): void {
  if (ctx.labelId() === null) return ctx.notice('canvas.noLabel');
  drawRegion(ctx, unite(strip, []));
}

/** Adds what of a region lies in the image to a polygon, or takes it away; what lies apart from it becomes a new one. */
export function paintRegion(ctx: ToolContext, region: Region, { target, adds }: Ground, erases: boolean): void {
  const strip = inImage(region, ctx.doc).flat();
  // what came from elsewhere meanwhile waits; but the shape may have been deleted here
  const shape = target && ctx.doc.shapes.get(target.id);
  if (!shape) return target ? undefined : drawRegion(ctx, unite(strip, []));
  const own = regionOf(shape);
  if (!erases && !adds && strip.length > 0 && !areTouching(strip, own)) return drawApart(ctx, strip);
  const without = subtract(strip, own);
  const changes = erases ? subtract(strip, without.flat()).length > 0 : without.length > 0;
  const edit = changes ? reshape(ctx, shape, erases ? subtract(own, strip) : unite(own, strip)) : null;
  if (edit) ctx.commit([edit]);
}
