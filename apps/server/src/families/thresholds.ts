/** Thresholds from outside or from a row, as one prediction type has them. */
import type { z } from 'zod';
import { AppError } from '../core/errors.ts';

/** Refuses with 400 what is not of this type: a program sent the thresholds of another kind of model. */
export function readThresholds<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues[0]?.message ?? '';
  throw new AppError('input.invalid', { code: 400, args: { where: 'thresholds', why } });
}
