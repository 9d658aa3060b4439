/** Multi-stage detection: the first stage finds parts, the second looks at the crop of each, and both are boxes of one image. */
import { cropRuleOf, limits, ofType, type Boxes, type PredictedBox, type Thresholds } from '@loupe/contract';
import { cropOf, isCut, mergeFindings } from '@loupe/geometry';
import type { Chain, ChainStage, RegionPrediction } from '../chain.ts';

type Size = Parameters<Chain['merge']>[1];

const nmsOf = (thresholds: Thresholds): number => ('nms' in thresholds ? thresholds.nms : 0.6);

/**
 * The parts that are cropped, best first, with their crops. `inspect`: the stage that looks at them, whose parameters hold
 * the rule. A box without a crop is none: nothing could be found in it, and its image would pass without a look. `skipped`:
 * how many more there are than are looked at; `cut`: of how many the greatest crop shows the middle alone.
 */
function partsOf({ params }: Pick<ChainStage, 'params'>, [whole]: readonly RegionPrediction[], image: Size) {
  const { items } = ofType(whole!.prediction, 'boxes');
  const rule = cropRuleOf(params);
  const most = Number(params['partMost']);
  const cropped = (part: PredictedBox) => {
    const crop = cropOf(part.p, rule, image);
    return crop ? [{ part, crop }] : [];
  };
  const all = items.filter(({ score }) => score >= Number(params['partScore'])).toSorted((a, b) => b.score - a.score);
  const parts = all.slice(0, most).flatMap(cropped);
  const cut = parts.filter(({ part, crop }) => isCut(part.p, crop, image)).length;
  return { parts, skipped: all.slice(most).flatMap(cropped).length, cut };
}

const inImage = ({ region: { x, y }, prediction }: RegionPrediction, crop: number) =>
  ofType(prediction, 'boxes').items.map(({ c, score, p: [x1, y1, x2, y2] }) => ({
    crop,
    c,
    score,
    p: [x1 + x, y1 + y, x2 + x, y2 + y] as PredictedBox['p'],
  }));

export const locateAndInspect: Chain = {
  settingsOf: ({ ordinal, params }, thresholds) => ({
    iou_threshold: ordinal === 0 ? Number(params['nmsThreshold']) : nmsOf(thresholds),
  }),
  regionsOf(stage, before, image) {
    return partsOf(stage, before, image).parts.map(({ crop }) => crop);
  },
  merge([located = [], looked = []], image, { stage, settings }): Boxes {
    const { parts: chosen, skipped, cut } = partsOf(stage, located, image);
    const parts = chosen.map(({ part }) => part);
    const most = settings['iou_threshold'] ?? 1;
    const found = mergeFindings(looked.flatMap(inImage), most).map(({ c, score, p }) => ({ c, score, p }));
    const items = [...parts, ...found.slice(0, limits.predictionMax - parts.length)];
    const sorted = items.toSorted((a, b) => b.score - a.score);
    const unseen = { ...(skipped > 0 && { skippedParts: skipped }), ...(cut > 0 && { cutParts: cut }) };
    return { type: 'boxes', items: sorted, ...unseen };
  },
};
