/** Prediction type `boxes`: class, score and a box in pixels of the image; its thresholds, and what tests and trainings say. */
import { z } from 'zod';
import { Count, Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';
import { parityCaseOfAll, reportOfAll, summaryOfAll, testedOfAll } from './parts.ts';
import type { PredictionDef } from './registry.ts';

export const PredictedBox = z.object({
  /** Index into the version's labels. */
  c: z.int().min(0).max(limits.labelsPerDataset),
  score: Probability,
  p: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type PredictedBox = z.infer<typeof PredictedBox>;
export const Boxes = z.object({ type: z.literal('boxes'), items: z.array(PredictedBox).max(limits.predictionMax) });
export type Boxes = z.infer<typeof Boxes>;

export const BoxThresholds = z
  .strictObject({
    /** Below it a prediction is not shown and does not count; from it on it makes its image NG. */
    confidence: Probability,
    /** Grey zone: an image whose best score lies from here to the confidence is for a person to look at. Left out: none. */
    review: Probability.optional(),
    /** Labels that have a confidence of their own, by name. */
    byLabel: z
      .record(z.string(), Probability)
      .optional()
      .describe('Confidence of single labels by name; the others have the common one'),
    /** Boxes of one label that overlap more are one. */
    nms: Probability,
    /** A prediction is right from this overlap on. */
    iou: Probability,
    oneLabel: z
      .boolean()
      .optional()
      .describe(
        'One object, one label: of boxes of any labels that overlap more than nms the best one stays. Off if left out',
      ),
  })
  .refine(({ review, confidence }) => review === undefined || review <= confidence, {
    path: ['review'],
    message: 'input.reviewAbove' satisfies MessageKey,
  });
export type BoxThresholds = z.infer<typeof BoxThresholds>;

/** From which score on each label is found, in the order of the labels. */
export const confidencesOf = (
  { confidence, byLabel = {} }: Pick<BoxThresholds, 'confidence' | 'byLabel'>,
  labels: readonly { name: string }[],
): number[] => labels.map(({ name }) => (Object.hasOwn(byLabel, name) ? byLabel[name]! : confidence));

export const ClassMetrics = z.object({
  label: z.string(),
  color: z.string(),
  truths: Count,
  ap50: z.number().nullable(),
  ap50_95: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
});
/** Figures of a test, from rows, at the thresholds asked for. */
export const BoxSummary = z.object({
  type: z.literal('boxes'),
  thresholds: BoxThresholds,
  ...summaryOfAll,
  truths: Count,
  detections: Count,
  map50: z.number().nullable(),
  map50_95: z.number().nullable(),
  map33: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  classes: z.array(ClassMetrics),
});
export type BoxSummary = z.infer<typeof BoxSummary>;

export const BoxImage = z.object({ type: z.literal('boxes'), ...testedOfAll, tp: Count, fp: Count, fn: Count });

/** `firm`: rounding cannot make suppression choose another box in its place. */
const Detection = z.object({
  c: z.int().min(0).max(10_000),
  score: z.number(),
  p: z.array(z.number()).length(4),
  firm: z.boolean().default(true),
});
/** Of a recipe that gives boxes. */
export const BoxReport = z.object({
  prediction: z.literal('boxes'),
  ...reportOfAll,
  metrics: z.object({
    map50: z.number(),
    map50_95: z.number(),
    map33: z.number(),
    precision: z.number(),
    recall: z.number(),
    per_class: z.array(
      z.object({
        index: z.int().min(0).max(10_000),
        name: z.string(),
        ap50: z.number().nullable(),
        truths: z.int().min(0).max(1e9),
      }),
    ),
  }),
  thresholds: z.object({
    confidence: z.number().min(0).max(1),
    /** Of labels by index, where enough was found to tell and their own is better than the common one. */
    own: z
      .array(z.object({ index: z.int().min(0).max(10_000), confidence: z.number().min(0).max(1) }))
      .max(10_000)
      .optional(),
  }),
  parity: z.object({
    min_detections: z.int().min(0).max(1e6),
    enough: z.boolean().optional(),
    /** Detections are compared from this score on; a weak network needs a lower one to show enough. */
    score_threshold: z.number().min(0).max(1).default(limits.predictionScoreMin),
    /** Overlap of the suppression; left out, it is the version's. 1 where all scores tie and any box may win over its neighbours. */
    iou_threshold: z.number().min(0).max(1).optional(),
    tolerance: z.object({ box_px: z.number(), score: z.number() }),
    cases: z.array(z.object({ ...parityCaseOfAll, detections: z.array(Detection) })),
  }),
});
export type BoxReport = z.infer<typeof BoxReport>;

/** What the head of the table of a test says beside the columns. */
export const MatchHead = z.object({
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Of each image: its name, and the revision of its truth. */
  names: z.array(z.string()),
  revisions: z.array(Count),
  /** Candidates with a lower score were left out, so that the whole stays within `limits.matchCandidates`; 0: none. */
  floor: Probability,
});
export type MatchHead = z.infer<typeof MatchHead>;

export const boxesDef = {
  type: 'boxes',
  prediction: Boxes,
  thresholds: BoxThresholds,
  summary: BoxSummary,
  image: BoxImage,
  report: BoxReport,
} satisfies PredictionDef;
