/** Prediction type `boxes`: class, score and a box in pixels of the image; its thresholds, and what tests and trainings say. */
import { z } from 'zod';
import { Count, Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';
import { parityCaseOfAll, reportOfAll, summaryOfAll, testedOfAll, VersionLabel } from './parts.ts';
import type { PredictionDef } from './registry.ts';

export const PredictedBox = z.object({
  /** Index into the version's labels. */
  c: z.int().min(0).max(limits.labelsPerDataset),
  score: Probability,
  p: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type PredictedBox = z.infer<typeof PredictedBox>;
export const Boxes = z.object({
  type: z.literal('boxes'),
  items: z.array(PredictedBox).max(limits.predictionMax),
  skippedParts: Count.optional().describe(
    'Versions in stages: parts that were found and not looked at, for there were more than `partMost`. The image is never OK then. Left out: none',
  ),
  cutParts: Count.optional().describe(
    'Versions in stages: parts larger than the greatest crop, which were looked at in their middle alone. The image is never OK then. Left out: none',
  ),
});
export type Boxes = z.infer<typeof Boxes>;

/** Of every type that finds objects, each with a box and a score. */
export const objectThresholds = {
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
};
interface Zone {
  confidence: number;
  review?: number | undefined;
}
export const hasZoneBelow = ({ review, confidence }: Zone): boolean => review === undefined || review <= confidence;
export const zoneAbove = { path: ['review'], message: 'input.reviewAbove' satisfies MessageKey };
export const BoxThresholds = z.strictObject(objectThresholds).refine(hasZoneBelow, zoneAbove);
export type BoxThresholds = z.infer<typeof BoxThresholds>;

/** From which score on each label is found, in the order of the labels. */
export const confidencesOf = (
  { confidence, byLabel = {} }: Pick<BoxThresholds, 'confidence' | 'byLabel'>,
  labels: readonly { name: string }[],
): number[] => labels.map(({ name }) => (Object.hasOwn(byLabel, name) ? byLabel[name]! : confidence));

export const ClassMetrics = z.object({
  /** Its objects are parts: they count in no figure of the whole. */
  locates: z.boolean().optional(),
  label: z.string(),
  color: z.string(),
  truths: Count,
  ap50: z.number().nullable(),
  ap50_95: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
});
/** Of a test of a type that finds objects. */
export const objectSummary = {
  ...summaryOfAll,
  truths: Count,
  detections: Count,
  map50: z.number().nullable(),
  map50_95: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  classes: z.array(ClassMetrics),
};
/** Figures of a test, from rows, at the thresholds asked for. */
export const BoxSummary = z.object({
  type: z.literal('boxes'),
  thresholds: BoxThresholds,
  ...objectSummary,
  map33: z.number().nullable(),
  partly: Count.optional().describe('Versions in stages: images with parts that were found and not looked at'),
  cut: Count.optional().describe('Versions in stages: images with parts that were looked at in their middle alone'),
  noPart: Count.optional().describe('Versions in stages: images on which no part was found'),
});
export type BoxSummary = z.infer<typeof BoxSummary>;

export const objectImage = { ...testedOfAll, tp: Count, fp: Count, fn: Count };
export const BoxImage = z.object({
  type: z.literal('boxes'),
  ...objectImage,
  skippedParts: Boxes.shape.skippedParts,
  cutParts: Boxes.shape.cutParts,
  noPart: z.boolean().optional().describe('Versions in stages: no part was found on it'),
});

/** `firm`: rounding cannot make suppression choose another box in its place. */
export const ParityDetection = z.object({
  c: z.int().min(0).max(10_000),
  score: z.number(),
  p: z.array(z.number()).length(4),
  firm: z.boolean().default(true),
});
export const objectMetrics = {
  map50: z.number(),
  map50_95: z.number(),
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
};
export const reportedThresholds = z.object({
  confidence: z.number().min(0).max(1),
  /** Of labels by index, where enough was found to tell and their own is better than the common one. */
  own: z
    .array(z.object({ index: z.int().min(0).max(10_000), confidence: z.number().min(0).max(1) }))
    .max(10_000)
    .optional(),
  /** Of several stages: from which score on a part is looked at. */
  parts: z.number().min(0).max(1).optional(),
});
export const objectParity = {
  min_detections: z.int().min(0).max(1e6),
  enough: z.boolean().optional(),
  /** Detections are compared from this score on; a weak network needs a lower one to show enough. */
  score_threshold: z.number().min(0).max(1).default(limits.predictionScoreMin),
  /** Overlap of the suppression; left out, it is the version's. 1 where all scores tie and any box may win over its neighbours. */
  iou_threshold: z.number().min(0).max(1).optional(),
};
/** Of several stages: the last one on crops of the true parts, and how well those are found. */
const chainMetrics = {
  oracle_map50: z.number().optional(),
  oracle_map50_95: z.number().optional(),
  parts_map50: z.number().optional(),
  parts_found: z.number().optional(),
  /** Share of the objects that lie in no crop. */
  outside: z.number().optional(),
};
/** Of a recipe that gives boxes. */
export const BoxReport = z.object({
  prediction: z.literal('boxes'),
  ...reportOfAll,
  metrics: z.object({ ...objectMetrics, map33: z.number(), ...chainMetrics }),
  thresholds: reportedThresholds,
  parity: z.object({
    ...objectParity,
    tolerance: z.object({ box_px: z.number(), score: z.number() }),
    cases: z.array(z.object({ ...parityCaseOfAll, detections: z.array(ParityDetection) })),
  }),
});
export type BoxReport = z.infer<typeof BoxReport>;

/** What the head of the table of a test says beside the columns. */
export const MatchHead = z.object({
  labels: z.array(VersionLabel),
  /** Of each image: its name, and the revision of its truth. */
  names: z.array(z.string()),
  revisions: z.array(Count),
  /** Candidates with a lower score were left out, so that the whole stays within `limits.matchCandidates`; 0: none. */
  floor: Probability,
  /** Versions in stages, of each image: how many parts were found and not looked at, or not whole; −1 where none was found. */
  parts: z.array(z.int().min(-1)).optional(),
  /** Of each candidate in the order of the columns, in pixels of the image; left out: only boxes are known. */
  sizes: z.object({ area: z.array(z.number()), length: z.array(z.number()) }).optional(),
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
