/** The segmentation of a COCO annotation that is a mask of run lengths, packed or not, as rings. Pure. */
import { limits, type MessageKey } from '@loupe/contract';
import {
  cocoCounts,
  cocoWindow,
  fillCoco,
  fillRows,
  isCocoMask,
  pixelRings,
  type CocoMask,
  type PixelWindow,
} from '@loupe/geometry';
import type { Ground } from './check-shape.ts';
import type { RowMask } from './coco-read.ts';

/** Of all runs together: a shape with more has more points than one may have. */
const mostRuns = 4 * limits.pointsPerShape;
/** Pixels of the part that it covers; each takes bytes while it is traced. */
const mostPixels = 32 * 1024 ** 2;

/** What an import may still trace: a small file can name masks that take hours, and outlines that no memory holds. */
export interface MaskBudget {
  pixels: number;
  points: number;
}
export const maskBudget = (): MaskBudget => ({ pixels: limits.importMaskPixels, points: limits.importMaskPoints });

type Fault = Extract<MessageKey, `coco.${string}`>;

function readMask(raw: object, { width, height }: Pick<Ground, 'width' | 'height'>): CocoMask | Fault {
  const { size, counts: given } = raw as { size?: unknown; counts?: unknown };
  if (!Array.isArray(size) || size.length !== 2) return 'coco.mask';
  if (size[0] !== height || size[1] !== width) return 'coco.maskSize';
  // each character is at least a part of a run
  if ((typeof given === 'string' || Array.isArray(given)) && given.length > 8 * mostRuns) return 'coco.manyPoints';
  const counts = typeof given === 'string' ? cocoCounts(given) : given;
  if (!Array.isArray(counts) || !counts.every((one) => typeof one === 'number')) return 'coco.mask';
  if (counts.length > mostRuns) return 'coco.manyPoints';
  const mask = { width, height, counts };
  return isCocoMask(mask) ? mask : 'coco.maskLength';
}

/** What is filled of the window as rings, taken off the budget. */
function trace(window: PixelWindow, fill: () => Uint8Array | Fault, budget: MaskBudget): number[][] | Fault {
  const pixels = window.width * window.height;
  if (pixels > mostPixels) return 'coco.manyPoints';
  // the mask that does not fit is refused, and smaller ones behind it may fit
  if (pixels > budget.pixels || budget.points <= 0) return 'coco.maskBudget';
  budget.pixels -= pixels;
  const filled = fill();
  if (typeof filled === 'string') return filled;
  const rings = pixelRings(filled, window).flat();
  budget.points -= rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  return rings.length > 0 ? rings : 'coco.noArea';
}

/** All that it covers is one object: pieces beside each other and their holes, or what is wrong with it. Taken off the budget. */
export function ringsOfMask(
  raw: object,
  ground: Pick<Ground, 'width' | 'height'>,
  budget: MaskBudget,
): number[][] | Fault {
  const mask = readMask(raw, ground);
  if (typeof mask === 'string') return mask;
  const window = cocoWindow(mask);
  return window ? trace(window, () => fillCoco(mask, window), budget) : 'coco.noArea';
}

/** The same of runs that go row by row. What is behind the last of them is outside, as some programs leave it out. */
export function ringsOfRows(
  { runs, ...window }: RowMask,
  ground: Pick<Ground, 'width' | 'height'>,
  budget: MaskBudget,
): number[][] | Fault {
  const { x, y, width, height } = window;
  if (![x, y, width, height].every(Number.isInteger)) return 'coco.mask';
  if (x < 0 || y < 0 || width < 1 || height < 1 || x + width > ground.width || y + height > ground.height)
    return 'coco.maskSize';
  if (runs.length > 8 * mostRuns) return 'coco.manyPoints';
  const counts = runs.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  if (counts.length > mostRuns) return 'coco.manyPoints';
  if (!counts.every((one) => Number.isInteger(one) && one >= 0)) return 'coco.mask';
  return trace(window, () => fillRows(counts, window) ?? 'coco.maskLength', budget);
}
