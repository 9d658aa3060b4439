// Draws a rectangle at an angle: one edge by dragging or by two clicks, then its width by a third.

import { boundsOf, clampNumber, distance, imagePoint } from '@loupe/geometry';
import { clampPoints, drawnShape } from '../../shape.ts';
import { clockwise } from '../../shapes/quad.ts';
import { isSound } from '../../shapes/registry.ts';
import { CLICK_SLOP, drawn, mayDraw, noDraft } from '../tool.ts';
import type { ImagePoint, ScreenPoint, Size } from '@loupe/geometry';
import type { Draft, Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State =
  | { kind: 'idle' }
  /** The button is down, or the first corner has been clicked: the edge follows the hand. */
  | { kind: 'edge'; from: ImagePoint; pressed: ScreenPoint; to: ImagePoint; isHeld: boolean }
  | { kind: 'width'; from: ImagePoint; to: ImagePoint; across: ImagePoint };

export const states: StateTree<State['kind']> = { idle: ['edge'], edge: ['width', 'idle'], width: ['idle'] };

/** The share of the way from a to b that stays between 0 and the limit. */
function shareWithin(a: number, b: number, limit: number): number {
  if (b < 0) return a / (a - b);
  return b > limit ? (limit - a) / (b - a) : 1;
}

/** On the edge from a to b, as wide as the third point is away from it, and no wider than the image allows. */
export function rectangleOn(a: ImagePoint, b: ImagePoint, { x, y }: ImagePoint, image: Size): number[] {
  const length = Math.max(distance(a, b), 1e-9);
  const [nx, ny] = [-(b.y - a.y) / length, (b.x - a.x) / length];
  const width = (x - a.x) * nx + (y - a.y) * ny;
  const far = [a, b].map((p) => imagePoint(p.x + nx * width, p.y + ny * width));
  const shares = [a, b].flatMap((p, i) => [
    shareWithin(p.x, far[i]!.x, image.width),
    shareWithin(p.y, far[i]!.y, image.height),
  ]);
  const most = width * clampNumber(Math.min(...shares), 0, 1);
  const points = [a.x, a.y, b.x, b.y, b.x + nx * most, b.y + ny * most, a.x + nx * most, a.y + ny * most];
  return clampPoints(clockwise(points), image);
}

export function createRotatedTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  /** Where the last one was finished: the second press of a double-click there begins nothing. */
  let finished: ScreenPoint | null = null;

  const down = (p: Pointer): void => {
    if (state.kind === 'idle') {
      if (finished && distance(finished, p.screen) <= CLICK_SLOP) return;
      if (!mayDraw(ctx, p.image)) return;
      ctx.select([]);
      const from = ctx.place(p);
      state = { kind: 'edge', from, pressed: p.screen, to: from, isHeld: true };
    } else if (state.kind === 'edge') endEdge(p);
    else make(p);
  };
  const endEdge = (p: Pointer): void => {
    if (state.kind !== 'edge' || distance(state.pressed, p.screen) < CLICK_SLOP) return;
    const to = ctx.place(p);
    state = { kind: 'width', from: state.from, to, across: to };
  };
  const make = (p: Pointer): void => {
    if (state.kind !== 'width') return;
    const points = rectangleOn(state.from, state.to, ctx.place(p), ctx.doc);
    const shape = drawnShape(ctx.newId(), 'rrect', ctx.labelId(), points);
    const [x1, y1, x2, y2] = boundsOf(points);
    // a click where the edge ended: the width is still to come
    if (!isSound(shape) || x2 - x1 < 1 || y2 - y1 < 1) return;
    state = { kind: 'idle' };
    finished = p.screen;
    ctx.commit(drawn(ctx, shape));
    ctx.select([shape.id]);
  };
  const draft = (): Draft => {
    if (state.kind === 'idle') return noDraft;
    const { from, to } = state;
    if (state.kind === 'edge') return { ...noDraft, line: [from.x, from.y, to.x, to.y], isCut: true };
    return {
      ...noDraft,
      shapes: [drawnShape('', 'rrect', ctx.labelId(), rectangleOn(from, to, state.across, ctx.doc))],
    };
  };

  return {
    down,
    move: (p) => {
      if (finished && distance(finished, p.screen) > CLICK_SLOP) finished = null;
      if (state.kind === 'edge') state.to = ctx.place(p);
      if (state.kind === 'width') state.across = ctx.place(p);
    },
    up: (p) => {
      if (state.kind !== 'edge' || !state.isHeld) return;
      state.isHeld = false;
      endEdge(p);
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'delete') return false;
      state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind !== 'idle',
    draft,
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
