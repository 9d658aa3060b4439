/** Predictions that are boxes. */
import { BoxThresholds, type ManifestLine } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import {
  assessObjects,
  classOfTruth,
  firstThresholds,
  judgeObjects,
  objectTable,
  onceEach,
  parseThresholds,
  withAsked,
} from '../objects/index.ts';
import type { BoxTruth, PredictionTypeDef } from '../type.ts';
import { evaluateBoxes } from './evaluate.ts';
import { boxComparison } from './parity.ts';
import { findingsOf, hasParts, isFindingOf, judgedByParts, unknownParts } from './parts.ts';
import { boxProposals } from './proposals.ts';

/** What the version has to find. */
function truthOf(shape: ManifestLine['shapes'][number], classes: readonly number[]): BoxTruth | undefined {
  const c = classOfTruth(shape, classes);
  return c === undefined ? undefined : { c, box: boundsOf(shape.p), ignore: shape.ignore };
}

export const boxes: PredictionTypeDef<'boxes'> = {
  type: 'boxes',
  truthOf: (line, classes) => line.shapes.flatMap((shape) => truthOf(shape, classes) ?? []),
  effort: ({ images }) =>
    images.reduce((sum, { prediction, truth }) => sum + prediction.items.length + truth.length, 0),
  evaluate: (rows, thresholds) => Promise.resolve(evaluateBoxes(rows, thresholds)),
  judge: (prediction, thresholds, labels) =>
    judgedByParts(judgeObjects(findingsOf(prediction, labels), thresholds, labels), prediction, labels),
  withAsked,
  table: (input) =>
    objectTable(input, ({ truth, prediction }, whole) => ({
      truths: truth.filter(isFindingOf(input.labels)),
      items: findingsOf(prediction, input.labels),
      ...(hasParts(input.labels) && { unknown: unknownParts(whole.prediction, input.labels) }),
    })),
  parseThresholds: (raw, labels) => parseThresholds(BoxThresholds, raw, labels, ({ byLabel }) => [byLabel]),
  settingsOf: ({ nms }) => ({ iou_threshold: nms }),
  finish: (prediction, thresholds, labels) =>
    thresholds.oneLabel
      ? {
          ...prediction,
          items: [
            ...prediction.items.filter((one) => !isFindingOf(labels)(one)),
            ...onceEach(findingsOf(prediction, labels), thresholds, labels),
          ],
        }
      : prediction,
  parity: boxComparison,
  firstThresholds,
  metricsOf: ({ metrics: { per_class: _, ...figures } }) => figures,
  scoresOf: () => null,
  proposals: boxProposals,
  assess: assessObjects,
};
