/** The thresholds of a test: those that it was queued with, else those of its version. */
import type { Thresholds } from '@loupe/contract';
import type { PredictionKind } from './kind.ts';

/** As they are stored. */
export const storedThresholds = (params: unknown, ofVersion: unknown): unknown =>
  (params as { thresholds?: unknown } | null)?.thresholds ?? ofVersion;

export const thresholdsOf = (kind: PredictionKind, params: unknown, ofVersion: unknown): Thresholds =>
  kind.parseThresholds(storedThresholds(params, ofVersion));
