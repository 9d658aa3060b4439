/** The thresholds of a test: those that it was queued with, else those of its version. */
import type { Thresholds } from '@loupe/contract';
import type { PredictionTypeDef } from './type.ts';

/** As they are stored. */
export const storedThresholds = (params: unknown, ofVersion: unknown): unknown =>
  (params as { thresholds?: unknown } | null)?.thresholds ?? ofVersion;

export const thresholdsOf = (type: PredictionTypeDef, params: unknown, ofVersion: unknown): Thresholds =>
  type.parseThresholds(storedThresholds(params, ofVersion));
