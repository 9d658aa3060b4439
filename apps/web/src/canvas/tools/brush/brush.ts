// Paints polygons and rubs them out: one stroke of the hand is one change of one polygon.

import { distance } from '@loupe/geometry';
import { strokeRegion } from '../../region.ts';
import { pointAt } from '../../shape.ts';
import { noDraft } from '../tool.ts';
import { beginOn, paintRegion, polygonAt } from '../regions.ts';
import type { Ground } from '../regions.ts';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State = { kind: 'idle' } | ({ kind: 'painting'; line: number[]; radius: number; erases: boolean } & Ground);

export const states: StateTree<State['kind']> = { idle: ['painting'], painting: ['idle'] };

/** Image pixels between two points of a stroke. */
const STEP = 0.5;

export function createBrushTool(ctx: ToolContext, isEraser: boolean): Tool {
  let state: State = { kind: 'idle' };

  const down = (p: Pointer): void => {
    if (state.kind === 'painting') return;
    if (p.ctrl) {
      const below = polygonAt(ctx, p.image);
      return ctx.select(below ? [below.id] : []);
    }
    const erases = isEraser !== p.alt;
    const begun = beginOn(ctx, p, erases);
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
      if (done.kind === 'painting') paintRegion(ctx, strokeRegion(done.line, done.radius), done, done.erases);
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
