// Draws a quadrilateral: a rectangle by dragging, or four corners one by one from where the text starts. Its edges never cross.

import { shapeRules } from '@loupe/contract';
import { boxBetween, boxCorners, clampToImage, distance, imagePoint, isConvexQuad, toScreen } from '@loupe/geometry';
import { isBigEnough, drawnShape, pointAt } from '../../shape.ts';
import { clockwise } from '../../shapes/quad.ts';
import { isSound } from '../../shapes/registry.ts';
import { CLICK_SLOP, drawn, mayDraw, noDraft } from '../tool.ts';
import type { ImagePoint, ScreenPoint } from '@loupe/geometry';
import type { Draft, Pointer, StateTree, Tool, ToolCommand, ToolContext } from '../tool.ts';

type State =
  | { kind: 'idle' }
  /** The button is down: a rectangle, or the first corner. */
  | { kind: 'dragging'; from: ImagePoint; pressed: ScreenPoint; to: ImagePoint }
  | { kind: 'corners'; points: number[]; cursor: ImagePoint };

export const states: StateTree<State['kind']> = {
  idle: ['dragging'],
  dragging: ['corners', 'idle'],
  corners: ['idle'],
};

/** `last` is what was made last and where its gesture ended: the second press of a double-click there begins nothing. */
type Memory = { state: State; last: { id: string; at: ScreenPoint } | null };

const COUNT = shapeRules.quad.points;

const inImage = (ctx: ToolContext, p: ImagePoint): ImagePoint => clampToImage(p, ctx.doc.width, ctx.doc.height);

function make(ctx: ToolContext, memory: Memory, points: readonly number[], at: ScreenPoint): void {
  memory.state = { kind: 'idle' };
  const shape = drawnShape(ctx.newId(), 'quad', ctx.labelId(), points);
  ctx.commit(drawn(ctx, shape));
  ctx.select([shape.id]);
  memory.last = { id: shape.id, at };
}

/** A corner that makes the edges cross, or all lie on one line, is not taken. */
function addCorner(ctx: ToolContext, memory: Memory, points: number[], p: Pointer): void {
  const next = inImage(ctx, p.image);
  const last = pointAt(points, points.length / 2 - 1);
  // The second press of a double-click lands on the corner that the first one made.
  if (distance(toScreen(ctx.view(), imagePoint(last.x, last.y)), p.screen) <= CLICK_SLOP) return;
  const all = [...points, next.x, next.y];
  if (all.length < 2 * COUNT) return void points.push(next.x, next.y);
  const isFit = isConvexQuad(all) && isSound(drawnShape('', 'quad', null, all));
  if (isFit) make(ctx, memory, clockwise(all), p.screen);
  else ctx.notice('canvas.quadCrossed');
}

function press(ctx: ToolContext, memory: Memory, p: Pointer): void {
  const { state } = memory;
  if (state.kind === 'corners') {
    state.cursor = inImage(ctx, p.image);
    return addCorner(ctx, memory, state.points, p);
  }
  if (!mayDraw(ctx, p.image)) return;
  ctx.select([]);
  memory.state = { kind: 'dragging', from: p.image, pressed: p.screen, to: p.image };
}

function release(ctx: ToolContext, memory: Memory, p: Pointer): void {
  const { state } = memory;
  if (state.kind !== 'dragging') return;
  const { from, pressed } = state;
  if (distance(pressed, p.screen) < CLICK_SLOP) {
    memory.state = { kind: 'corners', points: [from.x, from.y], cursor: from };
    return;
  }
  const points = boxCorners(boxBetween(from, inImage(ctx, p.image)));
  memory.state = { kind: 'idle' };
  if (isBigEnough(points)) make(ctx, memory, points, p.screen);
}

function doubleClick(ctx: ToolContext, memory: Memory, p: Pointer): void {
  const { state, last } = memory;
  if (state.kind !== 'corners') return;
  if (state.points.length > 2) return ctx.notice('canvas.quadNeeded');
  memory.state = { kind: 'idle' };
  if (last && distance(last.at, p.screen) <= CLICK_SLOP) ctx.select([last.id]);
}

function command(ctx: ToolContext, memory: Memory, name: ToolCommand): boolean {
  const { state } = memory;
  if (state.kind === 'idle') return false;
  if (name === 'finish' && state.kind === 'corners') ctx.notice('canvas.quadNeeded');
  const isStepBack = name === 'back' || name === 'undo';
  if (isStepBack && state.kind === 'corners') state.points.splice(-2);
  const isOver = isStepBack && (state.kind === 'dragging' || state.points.length === 0);
  if (name === 'cancel' || isOver) memory.state = { kind: 'idle' };
  return true;
}

function draftOf(ctx: ToolContext, { state }: Memory): Draft {
  if (state.kind === 'idle') return noDraft;
  const preview = (points: readonly number[]) => [drawnShape('', 'quad', ctx.labelId(), points)];
  if (state.kind === 'dragging') return { ...noDraft, shapes: preview(boxCorners(boxBetween(state.from, state.to))) };
  const line = [...state.points, state.cursor.x, state.cursor.y];
  const isWhole = line.length === 2 * COUNT && isConvexQuad(line);
  return { ...noDraft, line, shapes: isWhole ? preview(clockwise(line)) : [] };
}

export function createQuadrilateralTool(ctx: ToolContext): Tool {
  const memory: Memory = { state: { kind: 'idle' }, last: null };
  return {
    down: (p) => press(ctx, memory, p),
    move: (p) => {
      const { state } = memory;
      if (state.kind === 'dragging') state.to = inImage(ctx, p.image);
      if (state.kind === 'corners') state.cursor = inImage(ctx, p.image);
    },
    up: (p) => release(ctx, memory, p),
    doubleClick: (p) => doubleClick(ctx, memory, p),
    command: (name) => command(ctx, memory, name),
    isBusy: () => memory.state.kind !== 'idle',
    draft: () => draftOf(ctx, memory),
    cursor: () => 'crosshair',
    state: () => memory.state.kind,
  };
}
