/** What to propose where objects are too small for the training size. */
import { limits } from '../../core/limits.ts';
import type { RecipeDef } from '../family.ts';

/** Sizes that are proposed; above the last one crops cost less. */
const proposed = [640, 960, 1280];

const percentBelow = (size: number, sides: readonly number[]): number =>
  (100 * sides.filter((side) => side * size < limits.smallObjectSide).length) / sides.length;

export const tooSmall: RecipeDef['tooSmall'] = (params, sides) => {
  const size = Number(params['imageSize']);
  // crops come from the image at a larger scale
  if (sides.length === 0 || !(size > 0) || Number(params['cropShare'] ?? 0) > 0) return null;
  const percent = percentBelow(size, sides);
  if (percent <= limits.smallObjectsPercent) return null;
  const larger = proposed.find((one) => one > size && percentBelow(one, sides) <= limits.smallObjectsPercent);
  return { percent: Math.round(percent), instead: larger === undefined ? null : { imageSize: larger } };
};
