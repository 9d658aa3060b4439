/** The product's magic wand at its first tolerance: a click on the object adds, one beside it takes away. */
import { growColor } from '../../apps/web/src/canvas/outline/wand.ts';
import type { Method } from './methods.ts';

export const wand =
  (tolerance: number): Method =>
  (pixels, { clicks, box }) => {
    const mask = new Uint8Array(pixels.width * pixels.height);
    const all =
      clicks.length > 0 || !box ? clicks : [{ x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, isObject: true }];
    for (const { x, y, isObject } of all) {
      growColor(pixels, { x, y }, tolerance).forEach((value, i) => {
        if (value === 1) mask[i] = isObject ? 1 : 0;
      });
    }
    if (box)
      for (let i = 0; i < mask.length; i++) {
        const [x, y] = [i % pixels.width, Math.floor(i / pixels.width)];
        if (x < box[0] || x >= box[2] || y < box[1] || y >= box[3]) mask[i] = 0;
      }
    return mask;
  };
