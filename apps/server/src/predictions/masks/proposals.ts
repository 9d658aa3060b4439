/** Outlines of predicted objects that a person may make polygons of, with their holes and pieces. */
import { confidencesOf, limits, type PredictedMask } from '@loupe/contract';
import { windowRings, type Cell } from '@loupe/geometry';
import { closeness, flatRings, type Proposed, type Proposes } from '../proposals.ts';

function proposed({ c, score, mask }: PredictedMask, cell: Cell, width: number, height: number): Proposed[] {
  const { points, parts } = flatRings(windowRings(mask, cell).flat());
  if (points.length === 0 || points.length / 2 > limits.pointsPerShape || parts.length > limits.ringsPerShape)
    return [];
  // the last cells of a grid may reach beyond the image
  const within = (value: number, i: number) => Math.min(Math.max(value, 0), i % 2 === 0 ? width : height);
  return [{ c, score, kind: 'polygon', points: points.map(within), parts }];
}

export const maskProposals: Proposes<'masks'> = {
  kinds: ['polygon'],
  of({ items, cell }, { width, height }, { thresholds, labels, min }) {
    const from = confidencesOf(thresholds, labels);
    const shown = items.filter(({ score }) => score >= min);
    return {
      items: shown.slice(0, limits.proposalsPerImage).flatMap((item) => proposed(item, cell, width, height)),
      uncertainty: Math.max(0, ...shown.map(({ c, score }) => closeness(score, from[c] ?? thresholds.confidence))),
    };
  },
  from: (thresholds, labels) => ({ common: thresholds.confidence, own: confidencesOf(thresholds, labels) }),
};
