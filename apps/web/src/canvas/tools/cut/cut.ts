// Cuts polygons and quadrilaterals by a line: dragged, or clicked from corner to corner.

import { boundsOf, distance, imagePoint, toScreen } from '@loupe/geometry';
import { cutShape, isFree } from '../../region-shapes.ts';
import { pointAt } from '../../shape.ts';
import { searchIndex } from '../../shape-index.ts';
import { selectedShapes } from '../regions.ts';
import { CLICK_SLOP, noDraft } from '../tool.ts';
import type { ImagePoint } from '@loupe/geometry';
import type { Shape } from '../../types.ts';
import type { Draft, Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State =
  | { kind: 'idle' }
  /** The button is down. */
  | { kind: 'dragging'; from: Pointer; to: ImagePoint }
  | { kind: 'line'; points: number[]; cursor: ImagePoint };

export const states: StateTree<State['kind']> = {
  idle: ['dragging'],
  dragging: ['line', 'idle'],
  line: ['idle'],
};

const piecesOf = (ctx: ToolContext, shapes: readonly Shape[], line: readonly number[]): Shape[] =>
  shapes.flatMap((shape) => cutShape(shape, line, ctx.newId) ?? []);

/** Of the selected ones; where the line goes through none of them, of all that it goes through. */
function cutAlong(ctx: ToolContext, line: readonly number[]): void {
  if (!ctx.canEdit() || line.length < 4) return;
  // a quadrilateral has four corners for good, but its pieces are shapes of their own
  const canCut = (shape: Shape): boolean => (isFree(shape) || shape.kind === 'quad') && !shape.locked;
  const selected = selectedShapes(ctx);
  const met = searchIndex(ctx.index, boundsOf(line)).map(({ shape }) => shape);
  const own = piecesOf(ctx, selected.filter(canCut), line);
  const pieces = own.length > 0 ? own : piecesOf(ctx, met.filter(canCut), line);
  if (pieces.length === 0) {
    if (selected.some(({ locked }) => locked)) ctx.notice('canvas.locked');
    else if ([...selected, ...met].some(canCut)) ctx.notice('canvas.notCut');
    return;
  }
  ctx.commit(pieces.map((shape) => ({ id: shape.id, shape })));
  ctx.select(pieces.map(({ id }) => id));
}

export function createCutTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  const finish = (line: readonly number[]): void => {
    state = { kind: 'idle' };
    cutAlong(ctx, line);
  };
  const isAtLast = (points: readonly number[], p: Pointer): boolean => {
    const last = pointAt(points, points.length / 2 - 1);
    return distance(toScreen(ctx.view(), imagePoint(last.x, last.y)), p.screen) <= CLICK_SLOP;
  };

  const down = (p: Pointer): void => {
    if (state.kind === 'idle' && ctx.canEdit()) state = { kind: 'dragging', from: p, to: p.image };
    else if (state.kind === 'line' && !isAtLast(state.points, p)) state.points.push(p.image.x, p.image.y);
  };
  const up = (p: Pointer): void => {
    if (state.kind !== 'dragging') return;
    const { x, y } = state.from.image;
    const isClick = distance(state.from.screen, p.screen) < CLICK_SLOP;
    if (isClick) state = { kind: 'line', points: [x, y], cursor: p.image };
    else finish([x, y, p.image.x, p.image.y]);
  };
  const draft = (): Draft => {
    if (state.kind === 'idle') return noDraft;
    const { points, end } =
      state.kind === 'dragging'
        ? { points: [state.from.image.x, state.from.image.y], end: state.to }
        : { points: state.points, end: state.cursor };
    return { ...noDraft, line: [...points, end.x, end.y], isCut: true };
  };

  return {
    down,
    move: (p) => {
      if (state.kind === 'dragging') state.to = p.image;
      if (state.kind === 'line') state.cursor = p.image;
    },
    up,
    doubleClick: () => {
      if (state.kind === 'line') finish(state.points);
    },
    command: (command) => {
      if (state.kind === 'idle') return false;
      if (command === 'finish' && state.kind === 'line') finish(state.points);
      if (command === 'cancel') state = { kind: 'idle' };
      if ((command === 'back' || command === 'undo') && state.kind === 'line') state.points.splice(-2);
      if (state.kind === 'line' && state.points.length === 0) state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind !== 'idle',
    draft,
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
