/** Predictions that are boxes. */
import { BoxThresholds, confidencesOf, type BoxReport, type ManifestLine } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { assessBoxes, type BoxEvidence } from '@loupe/metrics';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { BoxTruth, Labels, PredictionTypeDef } from '../type.ts';
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

/**
 * The person's setting holds for all labels; else what the validation chose, with what it chose for single labels. Where
 * too little was hit that is the score of a lucky box.
 */
function firstConfidence({ thresholds, metrics }: BoxReport, requested: number) {
  if (requested > 0) return { confidence: requested };
  if (!assessBoxes(evidenceOf(metrics)).hasThreshold) return { confidence: defaultConfidence };
  const { confidence, own = [] } = thresholds;
  const named = own.flatMap((one) => {
    const name = metrics.per_class.find(({ index }) => index === one.index)?.name;
    return name === undefined ? [] : [[name, one.confidence] as const];
  });
  return { confidence, ...(named.length > 0 ? { byLabel: Object.fromEntries(named) } : {}) };
}

/** A misspelt label would keep the common threshold, and nobody would know. */
function parse(raw: unknown, labels?: Labels): BoxThresholds {
  const read = readThresholds(BoxThresholds, raw);
  const stray = labels && Object.keys(read.byLabel ?? {}).find((name) => !labels.some((one) => one.name === name));
  if (stray !== undefined) throw new AppError('version.noLabel', { args: { label: stray } });
  return read;
}

/** What a detection has to reach, by its class. */
const isFoundAt = (thresholds: BoxThresholds, labels: Labels) => {
  const from = confidencesOf(thresholds, labels);
  return ({ c, score }: { c: number; score: number }): boolean => score >= (from[c] ?? thresholds.confidence);
};

export const boxes: PredictionTypeDef<'boxes'> = {
  type: 'boxes',
  truthOf: (line, classes) => line.shapes.flatMap((shape) => truthOf(shape, classes) ?? []),
  effort: ({ images }) =>
    images.reduce((sum, { prediction, truth }) => sum + prediction.items.length + truth.length, 0),
  evaluate: (rows, thresholds) => Promise.resolve(evaluateBoxes(rows, thresholds)),
  judge({ items }, thresholds, labels) {
    const { review } = thresholds;
    const findings = items.filter(isFoundAt(thresholds, labels)).length;
    const isNear = review !== undefined && items.some(({ score }) => score >= review);
    const verdict = findings > 0 ? 'NG' : isNear ? 'review' : 'OK';
    return { verdict, findings, score: null };
  },
  // a confidence that is asked for holds for all labels
  withAsked: ({ byLabel, ...defaults }, { confidence, iou = defaults.iou }) =>
    confidence === undefined ? { ...defaults, ...(byLabel && { byLabel }), iou } : { ...defaults, confidence, iou },
  table: (input) => matchTable(input),
  parseThresholds: parse,
  settingsOf: ({ nms }) => ({ iou_threshold: nms }),
  finish: (prediction, thresholds, labels) =>
    thresholds.oneLabel
      ? { ...prediction, items: oneLabelEach(prediction.items, thresholds.nms, isFoundAt(thresholds, labels)) }
      : prediction,
  parity: boxComparison,
  firstThresholds: (report, params) => ({
    ...firstConfidence(report, Number(params['confidenceThreshold'] ?? 0)),
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
