/** Predictions that are boxes. */
import { BoxThresholds, type ManifestLine } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { assessBoxes, type BoxEvidence } from '@loupe/metrics';
import { z } from 'zod';
import type { BoxTruth, PredictionTypeDef } from '../type.ts';
import { readThresholds } from '../thresholds.ts';
import { evaluateBoxes } from './evaluate.ts';
import { oneLabelEach } from './one-label.ts';
import { boxComparison } from './parity.ts';
import { matchTable } from './table.ts';

/** In the rows of metrics: an ignore region of every class. */
const everyClass = -1;
/** From where a box is shown while nothing says better. */
const defaultConfidence = 0.25;

/**
 * What the version has to find. A label that it does not know is not its fault and not to be found; a region to ignore
 * is ignored for its own label, or for all where its label is unknown.
 */
function truthOf({ c, p, ignore }: ManifestLine['shapes'][number], classes: readonly number[]): BoxTruth | undefined {
  const known = classes[c] ?? -1;
  if (known < 0 && !ignore) return undefined;
  return { c: known < 0 ? everyClass : known, box: boundsOf(p), ignore };
}

const figure = z.number().nullable().catch(null);
const Kept = z.object({
  map50: figure,
  precision: figure,
  recall: figure,
  per_class: z
    .array(z.object({ name: z.string(), ap50: figure, truths: z.number() }))
    .nullable()
    .catch(null),
});

const evidenceOf = (figures: unknown, images = { train: 0, val: 0 }): BoxEvidence => {
  const { per_class: labels, ...kept } = Kept.parse(figures);
  return { ...images, ...kept, labels };
};

/** The person's setting, else what the validation chose; where too little was hit that is the score of a lucky box. */
const firstConfidence = (chosen: number, metrics: unknown, requested: number): number =>
  requested > 0 ? requested : assessBoxes(evidenceOf(metrics)).hasThreshold ? chosen : defaultConfidence;

export const boxes: PredictionTypeDef<'boxes'> = {
  type: 'boxes',
  truthOf: (line, classes) => line.shapes.flatMap((shape) => truthOf(shape, classes) ?? []),
  effort: ({ images }) =>
    images.reduce((sum, { prediction, truth }) => sum + prediction.items.length + truth.length, 0),
  evaluate: (rows, thresholds) => Promise.resolve(evaluateBoxes(rows, thresholds)),
  judge({ items }, { confidence, review = confidence }) {
    const best = Math.max(0, ...items.map(({ score }) => score));
    const findings = items.filter(({ score }) => score >= confidence).length;
    const verdict = findings > 0 ? 'NG' : items.length > 0 && best >= review ? 'review' : 'OK';
    return { verdict, findings, score: null };
  },
  withAsked: (defaults, { confidence = defaults.confidence, iou = defaults.iou }) => ({ ...defaults, confidence, iou }),
  table: (input) => matchTable(input),
  parseThresholds: (raw) => readThresholds(BoxThresholds, raw),
  settingsOf: ({ nms }) => ({ iou_threshold: nms }),
  finish: (prediction, { nms, oneLabel }) =>
    oneLabel ? { ...prediction, items: oneLabelEach(prediction.items, nms) } : prediction,
  parity: boxComparison,
  firstThresholds: ({ thresholds, metrics }, params) => ({
    confidence: firstConfidence(thresholds.confidence, metrics, Number(params['confidenceThreshold'] ?? 0)),
    nms: Number(params['nmsThreshold'] ?? 0.6),
    iou: Number(params['iouThreshold'] ?? 0.5),
  }),
  metricsOf: ({ metrics: { map50, map50_95, map33, precision, recall } }) => ({
    map50,
    map50_95,
    map33,
    precision,
    recall,
  }),
  scoresOf: () => null,
  assess: (figures, images) => assessBoxes(evidenceOf(figures, images)),
};
