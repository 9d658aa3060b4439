// Draws a polygon around which the hand goes once, with the button held.

import { clampToImage, distance, simplifyRing } from '@loupe/geometry';
import { untangled } from '../../region.ts';
import { pointAt } from '../../shape.ts';
import { drawRegion } from '../regions.ts';
import { CLICK_SLOP, mayDraw, noDraft } from '../tool.ts';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State = { kind: 'idle' } | { kind: 'drawing'; points: number[] };

export const states: StateTree<State['kind']> = { idle: ['drawing'], drawing: ['idle'] };

/** Image pixels: between two points of the way, and that a corner may lie beside it. */
const STEP = 0.5;
const SLACK = 0.5;

export function createFreehandTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  const follow = (p: Pointer): void => {
    if (state.kind === 'idle') return;
    const { points } = state;
    const next = clampToImage(p.image, ctx.doc.width, ctx.doc.height);
    if (distance(pointAt(points, points.length / 2 - 1), next) >= STEP) points.push(next.x, next.y);
  };
  return {
    down: (p) => {
      if (state.kind !== 'idle' || !mayDraw(ctx, p.image)) return;
      ctx.select([]);
      state = { kind: 'drawing', points: [p.image.x, p.image.y] };
    },
    move: follow,
    up: (p) => {
      follow(p);
      const done = state;
      state = { kind: 'idle' };
      if (done.kind === 'idle' || done.points.length < 6) return;
      // on the screen no finer than a hand can draw, in the image never coarser than half a pixel
      const slack = Math.max(SLACK, CLICK_SLOP / 6 / ctx.view().scale);
      drawRegion(ctx, untangled([simplifyRing(done.points, Math.min(slack, 0.7))], true).slice(0, 1));
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'back') return false;
      state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind === 'drawing',
    draft: () => (state.kind === 'drawing' ? { ...noDraft, way: state.points } : noDraft),
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
