// Paints polygons and rubs them out: one stroke of the hand is one change of one polygon.

import { distance } from '@loupe/geometry';
import { inImage, strokeRegion, subtract, unite } from '../../region.ts';
import { regionOf } from '../../region-shapes.ts';
import { pointAt } from '../../shape.ts';
import { mayBegin, mayDraw, noDraft } from '../tool.ts';
import { drawRegion, polygonAt, reshape, selectedPolygon } from '../regions.ts';
import type { Shape } from '../../types.ts';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State =
  { kind: 'idle' } | { kind: 'painting'; line: number[]; radius: number; erases: boolean; target: Shape | null };

export const states: StateTree<State['kind']> = { idle: ['painting'], painting: ['idle'] };

/** Image pixels between two points of a stroke. */
const STEP = 0.5;

/** What a stroke begins on: the selected polygon; to rub out, also the one below the cursor. Null: nothing may begin. */
function targetOf(ctx: ToolContext, p: Pointer, erases: boolean): { target: Shape | null } | null {
  const selected = selectedPolygon(ctx);
  if (selected === 'locked') return null;
  if (selected && !p.shift) return mayBegin(ctx, p.image) ? { target: selected } : null;
  if (!erases) return mayDraw(ctx, p.image) ? { target: null } : null;
  const below = mayBegin(ctx, p.image) ? polygonAt(ctx, p.image) : null;
  if (below) ctx.select([below.id]);
  return below && { target: below };
}

function paint(ctx: ToolContext, { line, radius, erases, target }: State & { kind: 'painting' }): void {
  const strip = inImage(strokeRegion(line, radius), ctx.doc).flat();
  // what came from elsewhere meanwhile waits; but the shape may have been deleted here
  const shape = target && ctx.doc.shapes.get(target.id);
  if (!shape) return target ? undefined : drawRegion(ctx, unite(strip, []));
  const own = regionOf(shape);
  const without = subtract(strip, own);
  const changes = erases ? subtract(strip, without.flat()).length > 0 : without.length > 0;
  const edit = changes ? reshape(ctx, shape, erases ? subtract(own, strip) : unite(own, strip)) : null;
  if (edit) ctx.commit([edit]);
}

export function createBrushTool(ctx: ToolContext, isEraser: boolean): Tool {
  let state: State = { kind: 'idle' };

  const down = (p: Pointer): void => {
    if (state.kind === 'painting') return;
    if (p.ctrl) {
      const below = polygonAt(ctx, p.image);
      return ctx.select(below ? [below.id] : []);
    }
    const erases = isEraser !== p.alt;
    const begun = targetOf(ctx, p, erases);
    if (!begun) return;
    if (!begun.target) ctx.select([]);
    state = { kind: 'painting', line: [p.image.x, p.image.y], radius: ctx.brushRadius(), erases, ...begun };
  };

  const move = (p: Pointer): void => {
    if (state.kind === 'idle') return;
    const { line } = state;
    if (distance(pointAt(line, line.length / 2 - 1), p.image) >= STEP) line.push(p.image.x, p.image.y);
  };

  return {
    down,
    move,
    up: (p) => {
      move(p);
      const done = state;
      state = { kind: 'idle' };
      if (done.kind === 'painting') paint(ctx, done);
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'back') return false;
      state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind === 'painting',
    draft: () => (state.kind === 'painting' ? { ...noDraft, stroke: state } : noDraft),
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
