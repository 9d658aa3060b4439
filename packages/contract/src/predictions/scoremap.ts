/** Prediction type `scoremap`: one score for the image, and a heat map that shows where it comes from. */
import { z } from 'zod';
import { Count, Id, Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';
import { Probes } from './probes.ts';
import { parityCaseOfAll, reportOfAll, summaryOfAll, testedOfAll } from './parts.ts';
import type { PredictionDef } from './registry.ts';
import { Verdict } from './verdict.ts';

/** A small grey image of the image's own aspect: 0 is ordinary, 128 stands at the threshold of the training. */
export const Heat = z.object({
  width: z.int().min(1).max(limits.heatSideMax),
  height: z.int().min(1).max(limits.heatSideMax),
  /** PNG, base64. */
  png: z.base64(),
});
export type Heat = z.infer<typeof Heat>;
export const ScoreMap = z.object({ type: z.literal('scoremap'), score: Probability, heat: Heat });
export type ScoreMap = z.infer<typeof ScoreMap>;

export const ScoreThresholds = z
  .strictObject({
    /** An image with this score or more is NG. */
    score: Probability,
    /** Grey zone: from here to the score a person looks. Left out: none. */
    review: Probability.optional(),
  })
  .refine(({ review, score }) => review === undefined || review <= score, {
    path: ['review'],
    message: 'input.reviewAbove' satisfies MessageKey,
  });
export type ScoreThresholds = z.infer<typeof ScoreThresholds>;

/** A share of so many with its 95 % bounds (Clopper–Pearson); null of nothing. */
export const BoundedShare = z.object({
  count: Count,
  of: Count,
  share: Probability.nullable(),
  low: Probability,
  high: Probability,
});
export type BoundedShare = z.infer<typeof BoundedShare>;
export const ScoreSummary = z.object({
  type: z.literal('scoremap'),
  thresholds: ScoreThresholds,
  ...summaryOfAll,
  ok: Count,
  ng: Count,
  imageAuroc: z.number().nullable(),
  /** Of the NG images whose defects are drawn; null where there is none. */
  pixelAuroc: z.number().nullable(),
  pro: z.number().nullable(),
  /** OK images judged NG, NG images judged OK, and images of either kind that a person has to look at. */
  overkill: BoundedShare,
  escape: BoundedShare,
  review: BoundedShare,
});
export type ScoreSummary = z.infer<typeof ScoreSummary>;
export const ScoreImage = z.object({
  type: z.literal('scoremap'),
  ...testedOfAll,
  score: Probability,
  ng: z.boolean(),
  verdict: Verdict,
});

const figure = z.number().nullable();
const scores = z.array(z.number().min(0).max(1)).max(limits.calibrationScores);
/**
 * Of a recipe that gives a score and a heat map. Figures are those of the validation images; where few of them are OK,
 * also of OK training images, each judged by a memory of the others.
 */
export const ScoreReport = z.object({
  prediction: z.literal('scoremap'),
  ...reportOfAll,
  metrics: z.object({
    image_auroc: figure,
    pixel_auroc: figure,
    pro: figure,
    false_reject: z.number(),
    true_reject: figure,
    ok: z.int().min(0).max(1e9),
    ng: z.int().min(0).max(1e9),
  }),
  thresholds: z.object({ score: z.number().min(0).max(1) }),
  /** Scores of these images, from low to high. */
  scores: z.object({ ok: scores, ng: scores }),
  /** Left out by engines of earlier releases; null where no OK image could be drawn on. */
  probes: Probes.nullish(),
  parity: z.object({
    min_cases: z.int().min(0).max(1e6),
    tolerance: z.object({ score: z.number(), heat: z.number() }),
    cases: z.array(
      z.object({ ...parityCaseOfAll, score: z.number().min(0).max(1), heat_mean: z.number().min(0).max(255) }),
    ),
  }),
});
export type ScoreReport = z.infer<typeof ScoreReport>;

/** All scores of a test: what histogram, ROC and every threshold need. */
export const ScoreTable = z.object({
  /** In the order of the images' ids. */
  images: z
    .array(z.object({ imageId: Id, name: z.string(), score: Probability, ng: z.boolean(), masks: Count }))
    .max(limits.scoreRows),
  /** Scores of the OK images that the version was validated with. */
  validation: z.array(Probability),
  /** And of its NG images: a threshold keeps its distance from them too. */
  validationNg: z.array(Probability).optional(),
});
export type ScoreTable = z.infer<typeof ScoreTable>;

export const scoremapDef = {
  type: 'scoremap',
  prediction: ScoreMap,
  thresholds: ScoreThresholds,
  summary: ScoreSummary,
  image: ScoreImage,
  report: ScoreReport,
} satisfies PredictionDef;
