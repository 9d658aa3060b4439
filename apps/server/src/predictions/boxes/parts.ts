/** Versions of several stages: what the first one found are parts. They are looked at, and are no finding. */
import type { Boxes, PredictedBox } from '@loupe/contract';
import type { Judged, Labels, TestRows } from '../type.ts';

export const hasParts = (labels: Labels): boolean => labels.some(({ locates }) => locates);

/** Whether something of this label is a finding. */
export const isFindingOf =
  (labels: Labels) =>
  ({ c }: { c: number }): boolean =>
    labels[c]?.locates !== true;

export const findingsOf = ({ items }: Pick<Boxes, 'items'>, labels: Labels): PredictedBox[] =>
  hasParts(labels) ? items.filter(isFindingOf(labels)) : items;

/** Whether no part was found in which anything could be. */
export const isBlind = ({ items }: Pick<Boxes, 'items'>, labels: Labels): boolean =>
  hasParts(labels) && items.every(isFindingOf(labels));

/** What is not known of an image: how many of its parts nothing looked at, or not whole; −1 where none was found. */
export const unknownParts = (prediction: Pick<Boxes, 'items' | 'skippedParts' | 'cutParts'>, labels: Labels): number =>
  isBlind(prediction, labels) ? -1 : (prediction.skippedParts ?? 0) + (prediction.cutParts ?? 0);

/** An image is OK only where every part that was found was looked at, and all of it. */
export function judgedByParts(judged: Judged, prediction: Boxes, labels: Labels): Judged {
  const unknown = unknownParts(prediction, labels);
  if (unknown < 0) return { ...judged, verdict: 'noPart' };
  return unknown > 0 && judged.verdict === 'OK' ? { ...judged, verdict: 'review' } : judged;
}

export function withoutParts({ labels, images }: TestRows<'boxes'>): TestRows<'boxes'> {
  const isFinding = isFindingOf(labels);
  return {
    labels,
    images: images.map(({ imageId, truth, prediction }) => ({
      imageId,
      truth: truth.filter(isFinding),
      prediction: { ...prediction, items: prediction.items.filter(isFinding) },
    })),
  };
}
