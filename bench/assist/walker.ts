/** The random walker from one square whose size is set before. */
import { walk } from './walk.ts';
import { windowOf } from '../../apps/web/src/canvas/outline/assist/window.ts';
import { maskOfField, seedsOf, squareFor, type Method } from './methods.ts';

export interface WalkerSettings {
  /** Side of the square for one click, of the shorter side of the image, and over the spread of several. */
  share: number;
  margin: number;
  /** How strongly an edge holds the walk back. */
  beta: number;
  /** Cells of a click. */
  radius: number;
}

export const walker =
  ({ share, margin, beta, radius }: WalkerSettings): Method =>
  (pixels, prompt) => {
    const square = squareFor(prompt, share * Math.min(pixels.width, pixels.height), margin);
    // a box alone says nothing of the object: its middle is taken for it
    const { clicks, box } = prompt;
    const middle =
      box && clicks.length === 0 ? [{ x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, isObject: true }] : clicks;
    const seeds = seedsOf({ box, clicks: middle }, square, radius);
    return maskOfField(walk(windowOf(pixels, square), seeds, beta), square, pixels);
  };
