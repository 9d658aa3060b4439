/** What a model gives back for a picture, by prediction type. */
import { z } from 'zod';
import { Boxes, BoxThresholds } from './boxes.ts';

export const Prediction = z.discriminatedUnion('type', [Boxes]);
export type Prediction = z.infer<typeof Prediction>;
export const predictionTypes = ['boxes'] as const;
export type PredictionType = (typeof predictionTypes)[number];
export const Thresholds = BoxThresholds;
export type Thresholds = z.infer<typeof Thresholds>;

export * from './boxes.ts';
