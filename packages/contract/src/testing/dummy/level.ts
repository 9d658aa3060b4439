/** The third prediction type of tests: how bright the brightest part is that was found. */
import { z } from 'zod';
import { Probability, Count } from '../../core/fields.ts';
import { parityCaseOfAll, reportOfAll, summaryOfAll, testedOfAll } from '../../predictions/parts.ts';

const type = z.literal('level');
export const caseLevel = z.object({ ...parityCaseOfAll, level: z.number(), found: Count });

export const levelOfAll = {
  type: 'level',
  prediction: z.object({ type, level: Probability, found: Count }),
  thresholds: z.strictObject({ least: Probability }),
  summary: z.object({
    type,
    thresholds: z.strictObject({ least: Probability }),
    ...summaryOfAll,
    right: Count,
    mean: z.number().nullable(),
  }),
  image: z.object({ type, ...testedOfAll, level: Probability, ng: z.boolean() }),
  report: z.object({
    prediction: z.literal('level'),
    ...reportOfAll,
    metrics: z.object({ mean: z.number() }),
    thresholds: z.object({ least: Probability }),
    parity: z.object({ tolerance: z.number(), cases: z.array(caseLevel) }),
  }),
};
export type LevelPrediction = z.infer<typeof levelOfAll.prediction>;
export type LevelThresholds = z.infer<typeof levelOfAll.thresholds>;
export type LevelSummary = z.infer<typeof levelOfAll.summary>;
export type LevelReport = z.infer<typeof levelOfAll.report>;
