/** What a training came to, in words: how good its version is, why, and what to do next. */
import { z } from 'zod';

export const AssessmentLevel = z.enum(['notLearned', 'unsure', 'weak', 'usable', 'good']);
export type AssessmentLevel = z.infer<typeof AssessmentLevel>;

const Said = z.object({ zh: z.string(), en: z.string() });
export const VersionAssessment = z.object({
  level: AssessmentLevel,
  why: z.array(Said),
  next: z.array(Said),
  /** Whether the threshold of the training stands on enough to be offered. */
  hasThreshold: z.boolean(),
});
export type VersionAssessment = z.infer<typeof VersionAssessment>;

/** Levels at which a version goes online only after a question. */
export const askedLevels = ['notLearned', 'unsure', 'weak'] as const satisfies readonly AssessmentLevel[];
export const isAskedLevel = (level: AssessmentLevel): level is (typeof askedLevels)[number] =>
  (askedLevels as readonly AssessmentLevel[]).includes(level);
