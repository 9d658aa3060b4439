/** Prediction type `boxes`: class, score and a box in pixels of the image. */
import { z } from 'zod';
import { Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';

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
    /** Boxes of one label that overlap more are one. */
    nms: Probability,
    /** A prediction is right from this overlap on. */
    iou: Probability,
  })
  .refine(({ review, confidence }) => review === undefined || review <= confidence, {
    path: ['review'],
    message: 'input.reviewAbove' satisfies MessageKey,
  });
export type BoxThresholds = z.infer<typeof BoxThresholds>;
