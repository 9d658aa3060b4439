/** OCR in two stages: the first finds where texts are, the second reads each of them. */
import { ofType, type TextThresholds, type Texts, type Thresholds } from '@loupe/contract';
import type { Chain, Region, RegionPrediction } from '../chain.ts';

/** Pixels around a text: what is sampled at its edge looks at its neighbours, and must see the same as in the whole image. */
const margin = 2;

const foundIn = ([whole]: readonly RegionPrediction[]) => ofType(whole!.prediction, 'texts').items;

/** The bounds of a quadrilateral with a margin, within the image, and its corners in them. */
function regionOf(quad: readonly number[], image: { width: number; height: number }): Region {
  const xs = quad.filter((_, i) => i % 2 === 0);
  const ys = quad.filter((_, i) => i % 2 === 1);
  const from = (values: number[], most: number): number =>
    Math.min(most - 1, Math.max(0, Math.floor(Math.min(...values)) - margin));
  const to = (values: number[], start: number, most: number): number =>
    Math.max(start + 1, Math.min(most, Math.ceil(Math.max(...values)) + margin));
  const [x, y] = [from(xs, image.width), from(ys, image.height)];
  return {
    x,
    y,
    width: to(xs, x, image.width) - x,
    height: to(ys, y, image.height) - y,
    quad: quad.map((value, i) => value - (i % 2 === 0 ? x : y)),
  };
}

const settingsOf = (thresholds: Thresholds) => {
  const { binary, box, unclip, edgeCut } = thresholds as TextThresholds;
  return { binary, box, unclip, edgeCut };
};

export const findAndRead: Chain = {
  settingsOf: (_stage, thresholds) => settingsOf(thresholds),
  regionsOf: (_stage, before, image) => foundIn(before).map(({ quad }) => regionOf(quad, image)),
  merge([found = [], read = []]): Texts {
    const items = foundIn(found).map((region, i) => {
      const reading = read[i] && ofType(read[i].prediction, 'texts').items[0];
      if (!reading) return region;
      const { text, textScore, charScores } = reading;
      return { ...region, text, textScore, charScores };
    });
    return { type: 'texts', items };
  },
};
