/** Multi-stage detection: the first stage finds parts, the second looks at the crop of each, and both are boxes of one image. */
import { cropRuleOf, limits, ofType, type Boxes, type PredictedBox, type Thresholds } from '@loupe/contract';
import { cropOf, mergeFindings } from '@loupe/geometry';
import type { Chain, ChainStage, RegionPrediction } from '../chain.ts';

const nmsOf = (thresholds: Thresholds): number => ('nms' in thresholds ? thresholds.nms : 0.6);

/** The parts that are cropped, best first. `inspect`: the stage that looks at them, whose parameters hold the rule. */
function partsOf({ params }: Pick<ChainStage, 'params'>, [whole]: readonly RegionPrediction[]): PredictedBox[] {
  const { items } = ofType(whole!.prediction, 'boxes');
  return items
    .filter(({ score }) => score >= Number(params['partScore']))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Number(params['partMost']));
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
    const rule = cropRuleOf(stage.params);
    return partsOf(stage, before).flatMap(({ p }) => cropOf(p, rule, image) ?? []);
  },
  merge([located = [], looked = []], _image, { stage, settings }): Boxes {
    const parts = partsOf(stage, located);
    const most = settings['iou_threshold'] ?? 1;
    const found = mergeFindings(looked.flatMap(inImage), most).map(({ c, score, p }) => ({ c, score, p }));
    const items = [...parts, ...found.slice(0, limits.predictionMax - parts.length)];
    return { type: 'boxes', items: items.toSorted((a, b) => b.score - a.score) };
  },
};
