// Verdicts per picture: good ones thrown away (overkill) and bad ones let through (escape), with exact bounds.

import { clopperPearson } from './beta.ts';
import type { Outcomes } from './outcome.ts';
import type { Share } from './beta.ts';

export type PictureScore = {
  readonly imageId: number;
  /** Has at least one truth that is not ignored. */
  readonly isDefective: boolean;
  /** Of the best detection that is not ignored; 0 where there is none. */
  readonly score: number;
};

/** One score per picture named. Take outcomes at confidence 0, or what lies below it counts as nothing. */
export function pictureScores(outcomes: Outcomes, imageIds: Iterable<number>): PictureScore[] {
  const pictures = new Map([...imageIds].map((imageId) => [imageId, { imageId, isDefective: false, score: 0 }]));
  for (const row of outcomes.set.truths) {
    const picture = row.ignore ? undefined : pictures.get(row.imageId);
    if (picture) picture.isDefective = true;
  }
  outcomes.set.detections.forEach((row, i) => {
    const counts = outcomes.detections[i] === 'hit' || outcomes.detections[i] === 'false';
    const picture = counts ? pictures.get(row.imageId) : undefined;
    if (picture && row.score > picture.score) picture.score = row.score;
  });
  return [...pictures.values()];
}

export type VerdictThresholds = {
  /** NG from here on. */
  readonly ng: number;
  /** OK below this; from here to `ng` a person looks. Left out: no such zone. */
  readonly review?: number;
};

export type Verdict = 'ok' | 'review' | 'ng';

export function verdictOf(score: number, { ng, review = ng }: VerdictThresholds): Verdict {
  if (score >= ng) return 'ng';
  return score >= review ? 'review' : 'ok';
}

export type VerdictRates = {
  /** Good pictures judged NG, out of the good ones. */
  overkill: Share;
  /** Defective pictures judged OK, out of the defective ones. */
  escape: Share;
  /** Pictures for a person to look at, out of all. */
  review: Share;
};

export function verdictRates(pictures: readonly PictureScore[], thresholds: VerdictThresholds): VerdictRates {
  const count = (keep: (p: PictureScore) => boolean): number => pictures.reduce((sum, p) => sum + (keep(p) ? 1 : 0), 0);
  const judged = (p: PictureScore, verdict: Verdict): boolean => verdictOf(p.score, thresholds) === verdict;
  const defective = count((p) => p.isDefective);
  return {
    overkill: clopperPearson(
      count((p) => !p.isDefective && judged(p, 'ng')),
      pictures.length - defective,
    ),
    escape: clopperPearson(
      count((p) => p.isDefective && judged(p, 'ok')),
      defective,
    ),
    review: clopperPearson(
      count((p) => judged(p, 'review')),
      pictures.length,
    ),
  };
}

export type OperatingPoint = { threshold: number; overkill: number; escape: number };

/** Counts of overkill and escape at each threshold where one of them changes, thresholds ascending. */
export function operatingPoints(pictures: readonly PictureScore[]): OperatingPoint[] {
  const sorted = pictures.toSorted((a, b) => a.score - b.score);
  let overkill = sorted.reduce((sum, p) => sum + (p.isDefective ? 0 : 1), 0);
  let escape = 0;
  const points: OperatingPoint[] = [];
  let last = -1;
  for (const picture of sorted) {
    if (picture.score > last) points.push({ threshold: picture.score, overkill, escape });
    last = picture.score;
    if (picture.isDefective) escape++;
    else overkill--;
  }
  return points;
}

/** The best point that keeps a share: the other share is as small as it can be. Null where none does. */
export function pointWithin(
  points: readonly OperatingPoint[],
  good: number,
  defective: number,
  most: { readonly overkill?: number; readonly escape?: number },
): OperatingPoint | null {
  const { overkill = 1, escape = 1 } = most;
  const kept = points.filter((p) => p.overkill <= overkill * good && p.escape <= escape * defective);
  // Along rising thresholds escape rises and overkill falls.
  return (most.escape === undefined ? kept[0] : kept.at(-1)) ?? null;
}
