/** The segmentation of a COCO annotation that is a mask of run lengths, packed or not, as rings. Pure. */
import { limits, type MessageKey } from '@loupe/contract';
import { cocoCounts, cocoWindow, fillCoco, isCocoMask, pixelRings, type CocoMask } from '@loupe/geometry';
import type { Ground } from './check-shape.ts';

/** Of all runs together: a shape with more has more points than one may have. */
const mostRuns = 4 * limits.pointsPerShape;
/** Pixels of the part that it covers; each takes bytes while it is traced. */
const mostPixels = 32 * 1024 ** 2;

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

/** All that it covers is one object: pieces beside each other and their holes, or what is wrong with it. */
export function ringsOfMask(raw: object, ground: Pick<Ground, 'width' | 'height'>): number[][] | Fault {
  const mask = readMask(raw, ground);
  if (typeof mask === 'string') return mask;
  const window = cocoWindow(mask);
  if (!window) return 'coco.noArea';
  if (window.width * window.height > mostPixels) return 'coco.manyPoints';
  return pixelRings(fillCoco(mask, window), window).flat();
}
