/** Find, then measure: the crop of each part that stage 0 found, with the margin that stage 1 was trained with. */
import { ofType } from '@loupe/contract';
import type { LevelPrediction } from '@loupe/contract/testing/dummy';
import type { Settings } from '../../predictions/index.ts';
import type { Chain, Region } from '../../families/index.ts';

/** Parts below this score are none. */
const least = 0.5;

export const cropOf = (p: readonly number[], margin: number, image: { width: number; height: number }): Region => {
  const [x1, y1, x2, y2] = p as [number, number, number, number];
  const [x, y] = [Math.max(0, Math.floor(x1) - margin), Math.max(0, Math.floor(y1) - margin)];
  return {
    x,
    y,
    width: Math.min(image.width, Math.ceil(x2) + margin) - x,
    height: Math.min(image.height, Math.ceil(y2) + margin) - y,
  };
};

export const findAndMeasure: Chain = {
  settingsOf: ({ ordinal }): Settings => (ordinal === 0 ? { iou_threshold: 0.5 } : {}),
  regionsOf: ({ params }, [whole], image) =>
    ofType(whole!.prediction, 'boxes')
      .items.filter(({ score }) => score >= least)
      .map(({ p }) => cropOf(p, Number(params['margin']), image)),
  merge: ([, measured = []]) => {
    const levels = measured.map(({ prediction }) => (prediction as unknown as LevelPrediction).level);
    return { type: 'level', level: Math.max(0, ...levels), found: levels.length } as never;
  },
};
