// Draws a rectangle: by dragging, or by a click on each of two opposite corners.

import { boxBetween, distance } from '@loupe/geometry';
import { isBigEnough, drawnShape } from '../../shape.ts';
import { CLICK_SLOP, drawn, mayDraw, noDraft } from '../tool.ts';
import type { ImagePoint, ScreenPoint } from '@loupe/geometry';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State =
  | { kind: 'idle' }
  /** The button is down. */
  | { kind: 'dragging'; from: ImagePoint; pressed: ScreenPoint; to: ImagePoint }
  /** The first corner has been clicked. */
  | { kind: 'anchored'; from: ImagePoint; to: ImagePoint };

export const states: StateTree<State['kind']> = {
  idle: ['dragging'],
  dragging: ['anchored', 'idle'],
  anchored: ['idle'],
};

const corners = (from: ImagePoint, to: ImagePoint): number[] => [...boxBetween(from, to)];

export function createRectangleTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };

  const finish = (from: ImagePoint, to: ImagePoint): void => {
    state = { kind: 'idle' };
    const points = corners(from, to);
    if (!isBigEnough(points)) return;
    const shape = drawnShape(ctx.newId(), 'rect', ctx.labelId(), points);
    ctx.commit(drawn(ctx, shape));
    ctx.select([shape.id]);
  };

  const up = (p: Pointer): void => {
    if (state.kind !== 'dragging') return;
    const { from, pressed } = state;
    if (distance(pressed, p.screen) < CLICK_SLOP) state = { kind: 'anchored', from, to: from };
    else finish(from, ctx.place(p));
  };

  return {
    down: (p) => {
      if (state.kind === 'anchored') return finish(state.from, ctx.place(p));
      if (!mayDraw(ctx, p.image)) return;
      ctx.select([]);
      state = { kind: 'dragging', from: ctx.place(p), pressed: p.screen, to: p.image };
    },
    move: (p) => {
      if (state.kind !== 'idle') state.to = ctx.place(p);
    },
    up,
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'delete') return false;
      state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind !== 'idle',
    draft: () => {
      if (state.kind === 'idle') return noDraft;
      return { ...noDraft, shapes: [drawnShape('', 'rect', ctx.labelId(), corners(state.from, state.to))] };
    },
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
