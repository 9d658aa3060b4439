/** What to propose where objects are too small for the training size. */
import { limits } from '../../core/limits.ts';
import type { RecipeDef } from '../family.ts';

type Values = Parameters<NonNullable<RecipeDef['tooSmall']>>[0];

/** Sizes that are proposed; above the last one crops cost less. */
const proposed = [640, 960, 1280];

const percentBelow = (least: number, size: number, sides: readonly number[]): number =>
  (100 * sides.filter((side) => side * size < least).length) / sides.length;

/** A finer level, and with it finer outlines, where the network can have them and does not. */
const finer = (params: Values): Values[] =>
  params['smallObjects'] || String(params['network']).endsWith('6')
    ? []
    : [{ smallObjects: true, ...(params['fineMasks'] === false ? { fineMasks: true } : {}) }];

export const tooSmall: RecipeDef['tooSmall'] = (params, sides) => {
  const size = Number(params['imageSize']);
  // crops come from the image at a larger scale
  if (sides.length === 0 || !(size > 0) || Number(params['cropShare'] ?? 0) > 0) return null;
  const side = params['smallObjects'] ? limits.smallObjectSideAtLevel : limits.smallObjectSide;
  const percent = percentBelow(side, size, sides);
  if (percent <= limits.smallObjectsPercent) return null;
  const isEnough = (at: number) => percentBelow(side, at, sides) <= limits.smallObjectsPercent;
  const larger = proposed.filter((at) => at > size && isEnough(at)).slice(0, 1);
  const instead = [...larger.map((imageSize) => ({ imageSize })), ...finer(params)];
  return { percent: Math.round(percent), side, instead };
};
