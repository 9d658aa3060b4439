/**
 * What examples come to: for each a direction that tells its cells from the ground, and how far the example itself and
 * ordinary ground go in it. Pure; decision 0067 says why it is this.
 */
import type { Contrast } from '../../../inference/index.ts';
import { directionOf, type Ground } from './statistics.ts';
import { apart, peaksOf, ring, sumIn, sumsOf, windowScore, type Peak, type Sums } from './windows.ts';
import { cell, type Box, type Plane, type Size } from './tiles.ts';

/** Marked by a person. In pixels of its image. */
export interface Example {
  /** Null: what a person has turned down. */
  labelId: number | null;
  box: Box;
}
export interface Head {
  /** Which of the examples it is. */
  example: number;
  labelId: number | null;
  weights: Float64Array;
  /** What makes the mean of the ground 0. */
  shift: number;
  /** Of the example, in pixels of its image. */
  width: number;
  height: number;
  /** Score of the example itself, and the median of what stands out on ordinary images. */
  own: number;
  ground: number;
}
/** In pixels of the image; `example`: the one that it is like. */
export interface Candidate extends Peak {
  example: number;
  labelId: number;
}

/** Pixels of the side that an example should have: six cells of the network and a half. */
const wantedSide = 52;
/** A shorter side says too little. */
const leastSide = 12;
const scales = { least: 1 / 16, most: 3 };
/** Pixels that an image may be enlarged to. */
const enlargedPixels = 8_000_000;
/** Cells of an image times heads: what its planes may take. */
const mostNumbers = 16_000_000;

/** Pixels of the least side in which contrast is measured: a few blocks say nothing. */
const contrastSide = 32;

/** The example and the ring around it, as far as the image goes; all in pixels of a tile. */
export function ringed({ x, y, width, height }: Box, image: Size): Box {
  const across = Math.max(ring * width, (contrastSide - width) / 2);
  const down = Math.max(ring * height, (contrastSide - height) / 2);
  const [left, top] = [Math.max(0, x - across), Math.max(0, y - down)];
  return {
    x: left,
    y: top,
    width: Math.min(image.width, x + width + across) - left,
    height: Math.min(image.height, y + height + down) - top,
  };
}

/**
 * Least levels of grey by which the blocks of an example and its ring vary; and how many times more than their noise, where
 * nothing is enlarged. Enlarged noise is as large as the blocks that average it out: it grows with the area.
 */
const content = { levels: 0.4, overNoise: 5 };

/** Whether there is anything to see: a network finds borders and noise remarkable where there is nothing else. */
export const hasContent = ({ levels, overNoise }: Contrast, scale: number): boolean =>
  levels >= content.levels && overNoise >= content.overNoise * Math.max(1, scale) ** 2;

/** Below this many pixels an example has no features of its own. */
export const leastExample = 4;

/** One for all: examples of different sizes meet at the geometric mean of what they ask for. */
export function scaleFor(examples: readonly { box: Box; image: Size }[]): number {
  const logs = examples.map(({ box: { width, height }, image }) => {
    const wanted = wantedSide / Math.sqrt(width * height);
    const thin = leastSide / Math.min(width, height);
    const most = Math.max(1, Math.sqrt(enlargedPixels / (image.width * image.height)));
    return Math.log(Math.min(scales.most, most, Math.max(scales.least, wanted, thin)));
  });
  return Math.exp(logs.reduce((sum, one) => sum + one, 0) / Math.max(1, logs.length));
}

/** Of one image, so that what its planes take is bounded. */
export const scaleOf = (scale: number, { width, height }: Size, heads: number): number =>
  Math.min(scale, Math.sqrt((mostNumbers * cell * cell) / (Math.max(1, heads) * width * height)));

/** `planes`: the features of a tile at `left`, `top` of the scaled image; the box is in its pixels. */
export function headOf(
  ground: Ground,
  planes: Plane[],
  box: Box,
  about: { example: number; labelId: number | null; scale: number },
): Head {
  const window = { x: box.x / cell, y: box.y / cell, width: box.width / cell, height: box.height / cell };
  const area = window.width * window.height;
  const vector = planes.map((plane) => sumIn(sumsOf(plane), window) / area);
  const weights = directionOf(ground, vector);
  const shift = -weights.reduce((sum, weight, i) => sum + weight * ground.mean[i]!, 0);
  const [first] = planes as [Plane];
  const data = new Float32Array(first.data.length);
  planes.forEach((plane, i) => plane.data.forEach((value, at) => (data[at]! += weights[i]! * value)));
  const own = windowScore(sumsOf({ ...first, data }, shift), window);
  const { scale, ...known } = about;
  return { ...known, weights, shift, width: box.width / scale, height: box.height / scale, own, ground: 0 };
}

const inImage = ({ x, y, width, height }: Box, scale: number, { width: right, height: below }: Size): Box => {
  const size = cell / scale;
  const [left, top] = [Math.max(0, x * size), Math.max(0, y * size)];
  return {
    x: left,
    y: top,
    width: Math.min(right, (x + width) * size) - left,
    height: Math.min(below, (y + height) * size) - top,
  };
};

const peaksFor = ({ width, height }: Head, sums: Sums, scale: number): Peak[] =>
  peaksOf(sums, (width * scale) / cell, (height * scale) / cell);

/** What stands out on an image of which nothing is known, by head: their medians over images are the ground. */
export const groundPeaks = (head: Head, plane: Plane, scale: number): number[] =>
  peaksFor(head, sumsOf(plane, head.shift), scale).map(({ score }) => score);

/** By which share an example is above what stands out on ordinary images. */
const leastAbove = 0.05;

/** Whether there is anything by which an example could be found: on an even ground anything would be as good as it. */
export const standsOut = ({ own, ground }: Head): boolean => own > 0 && own - ground > leastAbove * own;

/** 0: as the ground; 1: as the example itself. The root spreads the low scores, where the decision falls. */
const calibrated = ({ own, ground }: Head, score: number): number =>
  Math.sqrt(Math.min(1, Math.max(0, (score - ground) / Math.max(own - ground, 1e-6))));

/** From which score on a candidate is shown: of those above it a third to two thirds were right on the sets that it was chosen on. */
export const shownFrom = 0.5;
/** And kept: of what is below hardly anything is right, and whoever rejects all rejects it too. */
export const keptFrom = 0.2;
const overlaps = { sameExample: 0.2, any: 0.2 };
const mostOfExample = 60;

/** Less where what was turned down is nearer: at the same score two thirds are left. */
const withDoubt = (score: number, turnedDown: number): number => {
  const against = Math.max(0, turnedDown - score / 2);
  return against === 0 ? score : (score * score) / (score + against);
};

/** `planes`: one for each head, of the whole image at this scale. Best first. */
export function candidatesIn(
  heads: readonly Head[],
  planes: readonly Plane[],
  { scale, image, most }: { scale: number; image: Size; most: number },
): Candidate[] {
  const sums = planes.map((plane, i) => sumsOf(plane, heads[i]!.shift));
  const against = heads.flatMap((head, i) => (head.labelId === null ? [{ head, sums: sums[i]! }] : []));
  const found = heads.flatMap((head, i): Candidate[] => {
    const { labelId, example } = head;
    if (labelId === null) return [];
    const peaks = apart(peaksFor(head, sums[i]!, scale), overlaps.sameExample, mostOfExample);
    return peaks.map((peak) => {
      const turnedDown = against.map((one) => calibrated(one.head, windowScore(one.sums, peak)));
      return { ...peak, score: withDoubt(calibrated(head, peak.score), Math.max(0, ...turnedDown)), example, labelId };
    });
  });
  return apart(found, overlaps.any, most).map((one) => ({ ...one, ...inImage(one, scale, image) }));
}
