// What was pointed at so far, and the outline that answers it, until it is accepted.

import { createAsker } from '../asker.ts';
import { paintRegion } from '../regions.ts';
import type { AnyPoint, Box, ViewTransform } from '@loupe/geometry';
import type { Pixels } from '../../outline/pixels.ts';
import type { Prompt, PromptClick } from '../../outline/prompt.ts';
import type { Region } from '../../region.ts';
import type { ToolContext } from '../tool.ts';

/** In order of the hand. */
export type Word = { readonly click: PromptClick } | { readonly box: Box };

export type Talk = {
  readonly words: () => readonly Word[];
  readonly prompt: () => Prompt;
  /** The outline of what was pointed at; empty until there is one. */
  readonly region: () => Region;
  readonly isWaiting: () => boolean;
  /** It was accepted before its outline came. */
  readonly isClosed: () => boolean;
  readonly say: (words: readonly Word[]) => void;
  readonly accept: () => void;
  readonly end: () => void;
};

/** Cells that are looked at: coarser ones where a large part of the image is in sight, so that the wait is bounded. */
const ASSIST_CELLS = 1_000_000;

const cornersOf = (box: Box): AnyPoint[] => [
  { x: box[0], y: box[1] },
  { x: box[2], y: box[3] },
];

/** Reads what is in sight, once for each view of an image that is there as a whole. */
function createReader(ctx: ToolContext): { read: (prompt: Prompt) => Pixels | null; forget: () => void } {
  let held: { pixels: Pixels; view: ViewTransform } | null = null;
  return {
    read: ({ clicks, box }) => {
      const { x, y, scale } = ctx.view();
      const isSame = held && held.view.x === x && held.view.y === y && held.view.scale === scale;
      if (held && isSame && !ctx.isComing()) return held.pixels;
      const pixels = ctx.pixels(ASSIST_CELLS, [...clicks, ...(box ? cornersOf(box) : [])]);
      held = pixels && { pixels, view: { x, y, scale } };
      return pixels;
    },
    forget: () => {
      held = null;
    },
  };
}

/** `ended`: nothing is pointed at any longer. */
export function createTalk(ctx: ToolContext, ended: () => void): Talk {
  let words: readonly Word[] = [];
  let region: Region = [];
  let isClosed = false;
  const reader = createReader(ctx);

  const prompt = (): Prompt => ({
    clicks: words.flatMap((one) => ('click' in one ? [one.click] : [])),
    box: words.findLast((one) => 'box' in one)?.box ?? null,
  });
  const end = (): void => {
    [words, region, isClosed] = [[], [], false];
    reader.forget();
    asker.drop();
    ended();
  };
  const take = (): void => {
    const found = region;
    isClosed = false;
    if (found.length === 0) return ctx.notice('canvas.noOutline');
    end();
    paintRegion(ctx, found, { target: null, adds: false }, false);
  };
  const asker = createAsker(
    ctx,
    (found) => {
      if (words.length === 0) return;
      region = found;
      if (isClosed) take();
    },
    () => {
      isClosed = false;
    },
  );

  return {
    words: () => words,
    prompt,
    region: () => region,
    isWaiting: asker.isWaiting,
    isClosed: () => isClosed,
    say: (next) => {
      words = next;
      isClosed = false;
      if (words.length === 0) return end();
      const pixels = reader.read(prompt());
      if (pixels) return asker.ask(pixels, { kind: 'assist', prompt: prompt() });
      end();
      ctx.notice('canvas.noPixels');
    },
    accept: () => {
      if (asker.isWaiting()) isClosed = true;
      else take();
    },
    end,
  };
}
