/** What to propose where objects are too small for the training size. */
import { limits } from '../../core/limits.ts';
import type { RecipeDef } from '../family.ts';

type Values = Parameters<NonNullable<RecipeDef['tooSmall']>>[0];

/** Sizes that are proposed; above the last one crops cost less. */
const proposed = [640, 960, 1280];

const percentBelow = (least: number, size: number, sides: readonly number[]): number =>
  (100 * sides.filter((side) => side * size < least).length) / sides.length;

/** A finer level, and with it finer outlines, where the network can have them and does not. */
const finer = (params: Values): Values | undefined =>
  params['smallObjects'] || String(params['network']).endsWith('6')
    ? undefined
    : { smallObjects: true, ...(params['fineMasks'] === false ? { fineMasks: true } : {}) };

/** A finer level is worth its time where it brings so much of what is too small over the line. */
const worthwhile = 0.25;

export const tooSmall: RecipeDef['tooSmall'] = (params, sides) => {
  const size = Number(params['imageSize']);
  // crops come from the image at a larger scale
  if (sides.length === 0 || !(size > 0) || Number(params['cropShare'] ?? 0) > 0) return null;
  const side = params['smallObjects'] ? limits.smallObjectSideAtLevel : limits.smallObjectSide;
  const percent = percentBelow(side, size, sides);
  if (percent <= limits.smallObjectsPercent) return null;
  const largerFor = (least: number) =>
    proposed.find((at) => at > size && percentBelow(least, at, sides) <= limits.smallObjectsPercent);
  const instead: Values[] = [];
  const [imageSize, level] = [largerFor(side), finer(params)];
  if (imageSize !== undefined) instead.push({ imageSize });
  if (level) {
    const left = percentBelow(limits.smallObjectSideAtLevel, size, sides);
    if (left <= (1 - worthwhile) * percent) instead.push(level);
    const both = imageSize === undefined ? largerFor(limits.smallObjectSideAtLevel) : undefined;
    if (both !== undefined && left > limits.smallObjectsPercent) instead.push({ imageSize: both, ...level });
  }
  return { percent: Math.round(percent), side, instead };
};

/** A training enlarges no image: what it would cost more brings nothing (decision 82). */
export const fitted: RecipeDef['fitted'] = (params, longest) => {
  const whole = Math.ceil(longest / limits.trainSizeStep) * limits.trainSizeStep;
  const imageSize = Math.max(limits.trialSizeMin, whole);
  return imageSize < Number(params['imageSize']) ? { imageSize } : null;
};

/** A level for small objects belongs to a new training where it finds more of what is too small (decision 78). */
export const suited: RecipeDef['suited'] = (params, sides) =>
  tooSmall({ ...params, smallObjects: false }, sides)?.instead.find((values) => !('imageSize' in values)) ?? null;
