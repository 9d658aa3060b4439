/** What an image costs at an image size, and which size to propose where defects would vanish at the chosen one. */
import { limits } from '../core/limits.ts';
import type { ImageSides, RecipeDef } from './family.ts';

const proposed = [256, 384, 512, 768, 1024];
const stride = 32;
/**
 * Milliseconds of one CPU core for a canvas of 512 px by 512 px, as bench `anomaly-left-out` measures them with the default
 * backbone; bench/README.md says so too, and a test holds both to each other.
 */
export const measuredMs = { synthetic: 44, memory: 27 } as const;
/** So many pixels of an image to one of the network: cracks two pixels wide were found, at five to one they were not. */
const mostScaledDown = 2.5;

const wholeStrides = (side: number) => Math.ceil(side / stride) * stride;

/** Height and width of the least canvas that holds all these images at a size; a square where none is known. */
const canvasOf = (size: number, images: readonly ImageSides[]): [number, number] => {
  if (images.length === 0) return [size, size];
  const scaled = images.map((sides) =>
    sides.map((side) => Math.max(1, Math.round((side * size) / Math.max(...sides)))),
  );
  return [0, 1].map((i) => wholeStrides(Math.max(...scaled.map((sides) => sides[i]!)))) as [number, number];
};

export const imageMs = (params: Readonly<Record<string, unknown>>, images: readonly ImageSides[]): number | null => {
  const size = Number(params['imageSize']);
  if (!(size > 0)) return null;
  const [width, height] = canvasOf(size, images);
  const ms = measuredMs[params['method'] === 'memory' ? 'memory' : 'synthetic'];
  return Math.max(1, Math.round((ms * width * height) / 512 ** 2));
};

const percentBelow = (size: number, sides: readonly number[]): number =>
  sides.length === 0 ? 0 : (100 * sides.filter((side) => side * size < limits.smallObjectSide).length) / sides.length;

export const sizeAdvice: RecipeDef['sizeAdvice'] = (params, images, sides) => {
  const size = Number(params['imageSize']);
  const ms = imageMs(params, images);
  if (ms === null) return null;
  const longest = Math.max(0, ...images.flat());
  // where defects are drawn they say what is needed, whatever the images are like
  const hides = (at: number) =>
    sides.length > 0 ? percentBelow(at, sides) > limits.smallObjectsPercent : longest / at > mostScaledDown;
  if (!hides(size)) return null;
  const larger = proposed.filter((one) => one > size && one <= Math.max(longest, size));
  const enough = larger.find((one) => !hides(one)) ?? larger.at(-1);
  const values = enough === undefined ? null : { imageSize: enough };
  return {
    percent: sides.length > 0 ? Math.round(percentBelow(size, sides)) : null,
    scale: Number((longest / size).toFixed(1)),
    ms,
    instead: values && { values, ms: imageMs({ ...params, ...values }, images) ?? ms },
  };
};
