/** Prediction type `scoremap`: one score for the image, and a heat map that shows where it comes from. */
import { z } from 'zod';
import { Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';

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
