/** What all methods have in common: prompts in, a mask of the whole image out. */
import type { Pixels } from '../../apps/web/src/canvas/outline/pixels.ts';
import { cellAt, type Square } from '../../apps/web/src/canvas/outline/assist/window.ts';
import { CELLS, SIDE } from './grid.ts';
import type { Click } from './hand.ts';

export interface Prompt {
  readonly clicks: readonly Click[];
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number] | null;
}

export type Method = (pixels: Pixels, prompt: Prompt) => Uint8Array | Promise<Uint8Array>;

/** Cells that are inside at a field of at least one half, set between cells by weight, as a mask of the image. */
export function maskOfField(field: ArrayLike<number>, square: Square, { width, height }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height);
  const cell = square.size / SIDE;
  const [left, top] = [Math.max(0, Math.floor(square.x)), Math.max(0, Math.floor(square.y))];
  const right = Math.min(width, Math.ceil(square.x + square.size));
  const bottom = Math.min(height, Math.ceil(square.y + square.size));
  const clamp = (value: number): number => Math.min(SIDE - 1, Math.max(0, value));
  for (let y = top; y < bottom; y++) {
    const fy = clamp((y + 0.5 - square.y) / cell - 0.5);
    const [r0, dy] = [Math.floor(fy), fy - Math.floor(fy)];
    const r1 = clamp(r0 + 1);
    for (let x = left; x < right; x++) {
      const fx = clamp((x + 0.5 - square.x) / cell - 0.5);
      const [c0, dx] = [Math.floor(fx), fx - Math.floor(fx)];
      const c1 = clamp(c0 + 1);
      const upper = field[r0 * SIDE + c0]! * (1 - dx) + field[r0 * SIDE + c1]! * dx;
      const lower = field[r1 * SIDE + c0]! * (1 - dx) + field[r1 * SIDE + c1]! * dx;
      if (upper * (1 - dy) + lower * dy >= 0.5) mask[y * width + x] = 1;
    }
  }
  return mask;
}

/** The square for what was said: around the clicks on the object or the box, `margin` times as wide, at least `least` pixels. */
export function squareFor({ clicks, box }: Prompt, least: number, margin: number): Square {
  const own = clicks.filter(({ isObject }) => isObject);
  const used = own.length > 0 ? own : clicks;
  const xs = [...used.map(({ x }) => x), ...(box ? [box[0], box[2]] : [])];
  const ys = [...used.map(({ y }) => y), ...(box ? [box[1], box[3]] : [])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(box ? 0 : least, margin * Math.max(x1 - x0, y1 - y0), 24);
  return { x: (x0 + x1 - size) / 2, y: (y0 + y1 - size) / 2, size, side: SIDE };
}

/** 1: surely object; 2: surely not; of a disk around each click, the border, and what lies outside the box. */
export function seedsOf({ clicks, box }: Prompt, square: Square, radius: number): Uint8Array {
  const seeds = new Uint8Array(CELLS);
  const scale = SIDE / square.size;
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const isBorder = row === 0 || column === 0 || row === SIDE - 1 || column === SIDE - 1;
      const x = square.x + (column + 0.5) / scale;
      const y = square.y + (row + 0.5) / scale;
      const isOut = box !== null && (x < box[0] || x > box[2] || y < box[1] || y > box[3]);
      if (isBorder || isOut) seeds[row * SIDE + column] = 2;
    }
  }
  for (const click of clicks) {
    const { column, row } = cellAt(square, click);
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const [c, r] = [column + dx, row + dy];
        if (dx * dx + dy * dy > radius * radius || c < 0 || r < 0 || c >= SIDE || r >= SIDE) continue;
        seeds[r * SIDE + c] = click.isObject ? 1 : 2;
      }
    }
  }
  return seeds;
}
