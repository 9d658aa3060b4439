/** Thresholds from outside or from a row, as one prediction type has them. */
import type { z } from 'zod';
import { faultOfInput } from '@loupe/contract';
import { malformed } from '../core/errors.ts';

/** Refuses with 400 what is not of this type: a program sent the thresholds of another prediction type. */
export function readThresholds<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw malformed(faultOfInput(issue && { ...issue, path: ['thresholds', ...issue.path] }, { thresholds: raw }));
}
