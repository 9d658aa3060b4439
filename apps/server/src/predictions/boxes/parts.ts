/** Versions of several stages: what the first one found are parts. They are looked at, and are no finding. */
import type { Boxes, PredictedBox } from '@loupe/contract';
import type { Labels, TestRows } from '../type.ts';

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
