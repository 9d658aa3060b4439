/** Which of the texts of a prediction count, and whether they were looked for at all. */
import type { PredictedText, TextThresholds, Texts } from '@loupe/contract';
import { wholeQuad } from '@loupe/geometry';

/** Whether a model that only reads took the whole image as one text. */
export function isWholeText({ items }: Texts, { width, height }: { width: number; height: number }): boolean {
  const [only, ...more] = items;
  if (!only || more.length > 0) return false;
  const whole = wholeQuad(width, height);
  return only.quad.every((value, i) => value === whole[i]);
}

/** Texts whose regions score enough. */
export const textsAt = (items: readonly PredictedText[], { box }: Pick<TextThresholds, 'box'>): PredictedText[] =>
  items.filter(({ score }) => score >= box);
