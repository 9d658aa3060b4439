// Takes away the corners of polygons that the brush goes over.

import { joinRings, ringHoles, ringsOf, segmentDistance } from '@loupe/geometry';
import { ringPoints } from '@loupe/contract';
import { isFree } from '../../region-shapes.ts';
import { withPoints } from '../../shape.ts';
import { polygonAt, selectedShapes } from '../regions.ts';
import { mayBegin, noDraft } from '../tool.ts';
import type { AnyPoint } from '@loupe/geometry';
import type { Shape } from '../../types.ts';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State = { kind: 'idle' } | { kind: 'erasing'; before: readonly Shape[]; now: Shape[]; at: AnyPoint };

export const states: StateTree<State['kind']> = { idle: ['erasing'], erasing: ['idle'] };

/** A hole with too few corners left goes; an outline keeps what it has. */
export function withoutCorners(shape: Shape, from: AnyPoint, to: AnyPoint, radius: number): Shape {
  const rings = ringsOf(shape.points, shape.parts);
  const holes = ringHoles(shape.points, shape.parts);
  let isChanged = false;
  const left = rings.flatMap((ring, i) => {
    const kept = ring.flatMap((_, k) => {
      if (k % 2 === 1) return [];
      const [x, y] = [ring[k]!, ring[k + 1]!];
      return segmentDistance({ x, y }, from.x, from.y, to.x, to.y) <= radius ? [] : [x, y];
    });
    if (kept.length === ring.length) return [ring];
    const isEnough = kept.length >= 2 * ringPoints;
    if (!isEnough && !holes[i]) return [ring];
    isChanged = true;
    return isEnough ? [kept] : [];
  });
  const { points, parts } = joinRings(left);
  return isChanged ? withPoints(shape, points, parts) : shape;
}

export function createPointEraser(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };

  const erase = (p: Pointer): void => {
    if (state.kind !== 'erasing') return;
    const { at } = state;
    state.now = state.now.map((shape) => withoutCorners(shape, at, p.image, ctx.brushRadius()));
    state.at = p.image;
  };
  const targets = (p: Pointer): Shape[] => {
    const selected = selectedShapes(ctx);
    if (selected.length > 0 && selected.every(({ locked }) => locked)) ctx.notice('canvas.locked');
    if (selected.length > 0) return selected.filter((shape) => isFree(shape) && !shape.locked);
    const below = polygonAt(ctx, p.image);
    if (below) ctx.select([below.id]);
    return below ? [below] : [];
  };

  return {
    down: (p) => {
      if (state.kind !== 'idle' || !mayBegin(ctx, p.image)) return;
      const before = targets(p);
      if (before.length === 0) return;
      state = { kind: 'erasing', before, now: before, at: p.image };
      erase(p);
    },
    move: erase,
    up: (p) => {
      erase(p);
      const done = state;
      state = { kind: 'idle' };
      if (done.kind === 'idle') return;
      const changed = done.now.filter((shape, i) => shape !== done.before[i]);
      if (changed.length > 0) ctx.commit(changed.map((shape) => ({ id: shape.id, shape })));
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'back') return false;
      state = { kind: 'idle' };
      return true;
    },
    isBusy: () => state.kind === 'erasing',
    draft: () => (state.kind === 'erasing' ? { ...noDraft, shapes: state.now } : noDraft),
    cursor: () => 'crosshair',
    state: () => state.kind,
  };
}
