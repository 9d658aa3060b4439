/**
 * Images of 16 bits a channel: window and level, through which a person sees them in eight bits. Server and browser
 * compute them alike. A model never sees a window: it gets the high byte (decision 0068), which is the full range here.
 */
import { z } from 'zod';
import { ById, Count, Nothing } from '../core/fields.ts';
import { route } from '../core/route.ts';
import { TilePlace } from './tiles.ts';

export const deepValues = 65_536;
const Value = z
  .int()
  .min(0)
  .max(deepValues - 1);

/** Values from `low` to `high` are spread from black to white. */
export const ImageWindow = z
  .object({ low: Value, high: Value })
  .refine(({ low, high }) => low < high, { path: ['high'] });
export type ImageWindow = z.infer<typeof ImageWindow>;

/** Through it the image looks as a model sees it. */
export const fullWindow: ImageWindow = { low: 0, high: deepValues - 1 };

/** More than 8 bits a channel: shown through a window. */
export const isDeep = ({ bits }: { bits: number }): boolean => bits > 8;

/** What of 255 a value is shown as. Of the full range that is its high byte. */
export function windowTable({ low, high }: ImageWindow): Uint8Array<ArrayBuffer> {
  const table = new Uint8Array(deepValues);
  const width = high - low + 1;
  for (let value = low; value < deepValues; value++)
    table[value] = Math.min(255, Math.floor(((value - low) * 256) / width));
  return table;
}

/** How often each value occurs. */
export function countValues(samples: Uint16Array, counts = new Float64Array(deepValues)): Float64Array {
  for (let i = 0; i < samples.length; i++) counts[samples[i]!]!++;
  return counts;
}

/** Of all samples, this share at either end is left out. */
const autoShare = 0.001;

/** The value below which at least this share of the samples lies, itself included. */
function percentile(counts: Float64Array, share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value]!;
    if (seen >= wanted && seen > 0) return value;
  }
  return counts.length - 1;
}

/** The window that nobody has set: from the 0.1st to the 99.9th percentile; one single value is grey, not black. */
export function autoWindow(counts: Float64Array): ImageWindow {
  const [low, high] = [percentile(counts, autoShare), percentile(counts, 1 - autoShare)];
  return high > low ? { low, high } : { low: Math.max(0, low - 1), high: Math.max(1, low) };
}

/** Bins of a histogram that is shown. */
export const histogramBins = 256;

export const ImageLevels = z.object({
  auto: ImageWindow,
  min: Value,
  max: Value,
  /** As few as hold the largest value, 8 at least: those of the camera, most often. */
  usedBits: z.int().min(8).max(16),
  /** Equal parts of what so many bits hold, and how many samples fall into each. */
  histogram: z.array(Count).length(histogramBins),
});
export type ImageLevels = z.infer<typeof ImageLevels>;

export function levelsOf(counts: Float64Array): ImageLevels {
  const min = Math.max(
    0,
    counts.findIndex((count) => count > 0),
  );
  const max = Math.max(
    0,
    counts.findLastIndex((count) => count > 0),
  );
  const usedBits = Math.max(8, 32 - Math.clz32(max));
  const histogram = Array.from({ length: histogramBins }, () => 0);
  for (let value = 0; value <= max; value++) histogram[value >> (usedBits - 8)]! += counts[value]!;
  return { auto: autoWindow(counts), min, max, usedBits, histogram };
}

const shared = { permission: 'dataset/picture/pageList', needs: 'view' } as const;

export const deep = {
  imageDeepTile: route({
    method: 'GET',
    path: 'dataset/picture/deepTile',
    kind: 'binary',
    ...shared,
    input: TilePlace,
    output: Nothing,
    summary: 'One tile of an image as PNG with all its bits, up to 16 a channel. The first request creates all tiles',
  }),
  imageLevels: route({
    method: 'POST',
    path: 'dataset/picture/levels',
    ...shared,
    input: ById,
    output: ImageLevels,
    summary: 'Histogram of an image over all its bits, and its automatic window',
  }),
};
