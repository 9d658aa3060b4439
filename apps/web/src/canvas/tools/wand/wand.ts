// Takes what has about the colour below the cursor; while the button is held, the hand sets how much it may differ.

import { clampNumber } from '@loupe/geometry';
import { createAsker } from '../asker.ts';
import { beginOn, paintRegion, polygonAt } from '../regions.ts';
import { noDraft } from '../tool.ts';
import type { AnyPoint } from '@loupe/geometry';
import type { Pixels } from '../../outline/pixels.ts';
import type { Region } from '../../region.ts';
import type { Ground } from '../regions.ts';
import type { Pointer, StateTree, Tool, ToolContext } from '../tool.ts';

type State = { kind: 'idle' } | ({ kind: 'growing' } & Gesture);
type Gesture = Ground & {
  readonly pixels: Pixels;
  readonly at: AnyPoint;
  /** Screen pixels across, and the tolerance that was set there. */
  readonly from: { readonly x: number; readonly tolerance: number };
  readonly erases: boolean;
  /** When the button is up, the last outline may still be worked out. */
  isDown: boolean;
  region: Region | null;
};

export const states: StateTree<State['kind']> = { idle: ['growing'], growing: ['idle'] };

const FIRST_TOLERANCE = 24;
const MOST_TOLERANCE = 128;
/** Screen pixels that the hand moves for one step. */
const PER_STEP = 3;
/** Cells that are looked at: what is in sight, coarser where the image is large, so that the wait is bounded. */
export const WAND_CELLS = 1_500_000;

export function createWandTool(ctx: ToolContext): Tool {
  let state: State = { kind: 'idle' };
  let tolerance = FIRST_TOLERANCE;

  const finish = ({ region, erases, ...ground }: Gesture): void => {
    state = { kind: 'idle' };
    paintRegion(ctx, region ?? [], ground, erases);
  };
  const asker = createAsker(
    ctx,
    (region) => {
      if (state.kind === 'idle') return;
      state.region = region;
      if (!state.isDown && !asker.isWaiting()) finish(state);
    },
    () => {
      state = { kind: 'idle' };
    },
  );
  const ask = (): void => {
    if (state.kind === 'growing') asker.ask(state.pixels, { kind: 'wand', at: state.at, tolerance });
  };

  const step = (next: number): void => {
    tolerance = clampNumber(Math.round(next), 0, MOST_TOLERANCE);
    ask();
  };

  const down = (p: Pointer): void => {
    if (state.kind !== 'idle') return;
    if (p.ctrl) {
      const below = polygonAt(ctx, p.image);
      return ctx.select(below ? [below.id] : []);
    }
    const begun = beginOn(ctx, p, p.alt);
    if (!begun) return;
    const pixels = ctx.pixels(WAND_CELLS);
    if (!pixels) return ctx.notice('canvas.noPixels');
    if (!begun.target) ctx.select([]);
    const from = { x: p.screen.x, tolerance };
    state = { kind: 'growing', pixels, at: p.image, from, erases: p.alt, isDown: true, region: null, ...begun };
    ask();
  };

  return {
    down,
    move: (p) => {
      if (state.kind === 'idle' || !state.isDown) return;
      const { x, tolerance: before } = state.from;
      const next = before + (p.screen.x - x) / PER_STEP;
      if (Math.round(next) !== tolerance) step(next);
    },
    up: () => {
      if (state.kind === 'idle') return;
      state.isDown = false;
      if (!asker.isWaiting() && state.region) finish(state);
    },
    doubleClick: () => {},
    command: (command) => {
      if (state.kind === 'idle' || command === 'finish' || command === 'back') return false;
      state = { kind: 'idle' };
      asker.drop();
      return true;
    },
    size: (steps) => step(tolerance + 2 * Math.sign(steps)),
    tolerance: () => tolerance,
    isBusy: () => state.kind !== 'idle',
    draft: () =>
      state.kind === 'idle' || !state.region
        ? noDraft
        : { ...noDraft, region: { rings: state.region, erases: state.erases } },
    cursor: () => (state.kind === 'growing' && !state.isDown ? 'progress' : 'crosshair'),
    state: () => state.kind,
  };
}
