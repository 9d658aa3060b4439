// Draws a polygon point by point. It closes on its first point, by double-click or by Enter.

import { shapeRules } from '@loupe/contract';
import { distance, imagePoint, isSelfIntersecting, toScreen } from '@loupe/geometry';
import { drawnShape, pointAt } from '../../shape.ts';
import { isSound } from '../../shapes/registry.ts';
import { CLICK_SLOP, drawn, HANDLE_REACH, mayDraw, noDraft } from '../tool.ts';
import type { ImagePoint, ScreenPoint } from '@loupe/geometry';
import type { Draft, Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State = { kind: 'idle' } | { kind: 'drawing'; points: number[]; cursor: ImagePoint };

export const states: StateTree<State['kind']> = { idle: ['drawing'], drawing: ['idle'] };

const pointCount = (points: readonly number[]): number => points.length / 2;

export function createPolygonTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  const onScreen = (points: readonly number[], index: number): ScreenPoint => {
    const p = pointAt(points, index);
    return toScreen(ctx.view(), imagePoint(p.x, p.y));
  };
  const isNear = (points: readonly number[], index: number, screen: ScreenPoint, within: number): boolean =>
    distance(onScreen(points, index), screen) <= within;
  const closesAt = (points: readonly number[], screen: ScreenPoint): boolean =>
    pointCount(points) >= shapeRules.polygon.points && isNear(points, 0, screen, HANDLE_REACH);

  const finish = (): boolean => {
    if (state.kind === 'idle') return false;
    const { points } = state;
    const shape = drawnShape(ctx.newId(), 'polygon', ctx.labelId(), points);
    if (pointCount(points) < shapeRules.polygon.points || !isSound(shape)) {
      ctx.notice('canvas.tooFewPoints');
      return true;
    }
    state = { kind: 'idle' };
    if (isSelfIntersecting(points)) ctx.notice('canvas.selfCrossing');
    ctx.commit(drawn(ctx, shape));
    ctx.select([shape.id]);
    return true;
  };

  const removeLast = (): boolean => {
    if (state.kind === 'idle') return false;
    state.points.splice(-2);
    if (state.points.length === 0) state = { kind: 'idle' };
    return true;
  };

  const down = (p: Pointer): void => {
    if (state.kind === 'idle') {
      if (!mayDraw(ctx, p.image)) return;
      ctx.select([]);
      const first = ctx.place(p);
      state = { kind: 'drawing', points: [first.x, first.y], cursor: first };
      return;
    }
    if (closesAt(state.points, p.screen)) return void finish();
    const next = ctx.place(p);
    state.cursor = next;
    // The second press of a double-click lands on the point that the first one made.
    const last = pointCount(state.points) - 1;
    if (!isNear(state.points, last, toScreen(ctx.view(), next), CLICK_SLOP)) state.points.push(next.x, next.y);
  };

  const draft = (): Draft => {
    if (state.kind === 'idle') return noDraft;
    const { points, cursor } = state;
    const closes = closesAt(points, toScreen(ctx.view(), cursor));
    return { ...noDraft, line: [...points, cursor.x, cursor.y], closes };
  };

  return {
    down,
    move: (p) => {
      if (state.kind === 'drawing') state.cursor = ctx.place(p);
    },
    up: () => {},
    doubleClick: () => void finish(),
    command: (command) => {
      if (state.kind === 'idle') return false;
      if (command === 'finish') return finish();
      if (command === 'back' || command === 'undo') return removeLast();
      if (command === 'cancel') state = { kind: 'idle' };
      return command === 'cancel' || command === 'delete';
    },
    isBusy: () => state.kind !== 'idle',
    draft,
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
