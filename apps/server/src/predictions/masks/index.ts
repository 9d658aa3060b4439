/** Predictions that are masks: objects with a box and an outline of their own. */
import { leastOfLabel, MaskThresholds, type PredictedMask } from '@loupe/contract';
import { windowArea, windowLength, type Cell } from '@loupe/geometry';
import {
  assessObjects,
  firstThresholds,
  judgeObjects,
  objectTable,
  onceEach,
  parseThresholds,
  withAsked,
} from '../objects/index.ts';
import type { Labels, PredictionTypeDef } from '../type.ts';
import { evaluateMasks } from './evaluate.ts';
import { overlapOfImage } from './objects.ts';
import { maskComparison } from './parity.ts';
import { maskProposals } from './proposals.ts';
import { maskTruth } from './truth.ts';

/** Whether an object is as large and as long as one of its label must be to decide anything. */
function isLargeAt(thresholds: MaskThresholds, labels: Labels, cell: Cell) {
  const least = labels.map(({ name }) => leastOfLabel(thresholds, name));
  return ({ c, mask }: PredictedMask): boolean => {
    const { area, length } = least[c] ?? { area: 0, length: 0 };
    return (area === 0 || windowArea(mask, cell) >= area) && (length === 0 || windowLength(mask, cell) >= length);
  };
}

/** A mask is matched in about the time of so many boxes. */
const timesBox = 20;

export const masks: PredictionTypeDef<'masks'> = {
  type: 'masks',
  truthOf: maskTruth,
  effort: ({ images }) =>
    timesBox * images.reduce((sum, { prediction, truth }) => sum + prediction.items.length + truth.items.length, 0),
  evaluate: (rows, thresholds) => Promise.resolve(evaluateMasks(rows, thresholds)),
  judge: ({ cell, items }, thresholds, labels) =>
    judgeObjects(items.filter(isLargeAt(thresholds, labels, cell)), thresholds, labels),
  withAsked,
  table: (input) =>
    objectTable(input, (tested) => ({
      truths: tested.truth.items,
      items: tested.prediction.items,
      overlap: overlapOfImage(tested),
      sizeOf: (item) => {
        const { mask } = item as PredictedMask;
        const { cell } = tested.prediction;
        return { area: windowArea(mask, cell), length: windowLength(mask, cell) };
      },
    })),
  parseThresholds: (raw, labels) =>
    parseThresholds(MaskThresholds, raw, labels, ({ byLabel, byLabelLeast }) => [byLabel, byLabelLeast]),
  settingsOf: ({ nms }) => ({ iou_threshold: nms }),
  finish: (prediction, thresholds, labels) =>
    thresholds.oneLabel ? { ...prediction, items: onceEach(prediction.items, thresholds, labels) } : prediction,
  parity: maskComparison,
  firstThresholds: (report, params) => ({ ...firstThresholds(report, params), byLabelLeast: {} }),
  metricsOf: ({ metrics: { map50, map50_95, box_map50, precision, recall, boundary_f, area_error } }) => ({
    map50,
    map50_95,
    box_map50,
    precision,
    recall,
    boundary_f,
    area_error,
  }),
  proposals: maskProposals,
  scoresOf: () => null,
  assess: assessObjects,
};
