/** What prediction types that find objects have in common: each has a class, a score and a box. */
import {
  confidencesOf,
  type BoxReport,
  type BoxThresholds,
  type MaskReport,
  type MaskThresholds,
  type PredictedBox,
} from '@loupe/contract';
import { assessBoxes, type Assessment, type BoxEvidence } from '@loupe/metrics';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { readThresholds } from '../thresholds.ts';
import type { Asked, Judged, Labels } from '../type.ts';
import { oneLabelEach } from './one-label.ts';

export { evaluateObjects, type ObjectRows } from './evaluate.ts';
export { compareObjects, fewestObjects, objectAsking, objectTolerance, strays, type EngineObject } from './parity.ts';
export { objectTable } from './table.ts';

type ObjectThresholds = BoxThresholds | MaskThresholds;

/** In the rows of metrics: an ignore region of every class. */
const everyClass = -1;
/** From where an object is shown while nothing says better. */
const defaultConfidence = 0.25;

/**
 * The class of a shape for a version. A label that it does not know is not its fault and not to be found (undefined); a
 * region to ignore is ignored for its own label, or for all where its label is unknown.
 */
export function classOfTruth({ c, ignore }: { c: number; ignore: boolean }, classes: readonly number[]) {
  const known = classes[c] ?? -1;
  if (known < 0) return ignore ? everyClass : undefined;
  return known;
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
export const assessObjects = (figures: unknown, images: { train: number; val: number }): Assessment =>
  assessBoxes(evidenceOf(figures, images));

/**
 * The person's setting holds for all labels; else what the validation chose, with what it chose for single labels. Where
 * too little was hit that is the score of a lucky object.
 */
function firstConfidence({ thresholds, metrics }: BoxReport | MaskReport, requested: number) {
  if (requested > 0) return { confidence: requested };
  if (!assessBoxes(evidenceOf(metrics)).hasThreshold) return { confidence: defaultConfidence };
  const { confidence, own = [] } = thresholds;
  const named = own.flatMap((one) => {
    const name = metrics.per_class.find(({ index }) => index === one.index)?.name;
    return name === undefined ? [] : [[name, one.confidence] as const];
  });
  return { confidence, ...(named.length > 0 ? { byLabel: Object.fromEntries(named) } : {}) };
}
export const firstThresholds = (report: BoxReport | MaskReport, params: Record<string, unknown>): BoxThresholds => ({
  ...firstConfidence(report, Number(params['confidenceThreshold'] ?? 0)),
  nms: Number(params['nmsThreshold'] ?? 0.6),
  iou: Number(params['iouThreshold'] ?? 0.5),
});

/** A misspelt label would keep the common threshold, and nobody would know. `named`: fields whose keys are labels. */
export function parseThresholds<T extends ObjectThresholds>(
  schema: z.ZodType<T>,
  raw: unknown,
  labels: Labels | undefined,
  named: (read: T) => readonly (object | undefined)[],
): T {
  const read = readThresholds(schema, raw);
  const names = named(read).flatMap((one) => Object.keys(one ?? {}));
  const stray = labels && names.find((name) => !labels.some((one) => one.name === name));
  if (stray !== undefined) throw new AppError('version.noLabel', { args: { label: stray } });
  return read;
}

/** What a detection has to reach, by its class. */
const isFoundAt = (thresholds: ObjectThresholds, labels: Labels) => {
  const from = confidencesOf(thresholds, labels);
  return ({ c, score }: { c: number; score: number }): boolean => score >= (from[c] ?? thresholds.confidence);
};

/** `items`: those that may decide. */
export function judgeObjects(items: readonly PredictedBox[], thresholds: ObjectThresholds, labels: Labels): Judged {
  const { review } = thresholds;
  const findings = items.filter(isFoundAt(thresholds, labels)).length;
  const isNear = review !== undefined && items.some(({ score }) => score >= review);
  const verdict = findings > 0 ? 'NG' : isNear ? 'review' : 'OK';
  return { verdict, findings, score: null };
}

/** A confidence that is asked for holds for all labels. */
export function withAsked<T extends ObjectThresholds>(defaults: T, { confidence, iou = defaults.iou }: Asked): T {
  const { byLabel: _, ...common } = defaults;
  return confidence === undefined ? { ...defaults, iou } : ({ ...common, confidence, iou } as unknown as T);
}

export const onceEach = <T extends PredictedBox>(
  items: readonly T[],
  thresholds: ObjectThresholds,
  labels: Labels,
): T[] => oneLabelEach(items, thresholds.nms, isFoundAt(thresholds, labels));
