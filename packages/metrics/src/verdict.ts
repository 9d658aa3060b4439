// Verdicts per image: good ones thrown away (overkill) and bad ones let through (escape), with exact bounds.

import { clopperPearson } from './beta.ts';
import type { Outcomes } from './outcome.ts';
import type { Share } from './beta.ts';

export type ImageScore = {
  readonly imageId: number;
  /** Has at least one truth that is not ignored, or of which only the box is known. */
  readonly isDefective: boolean;
  /** Of the best detection that is not ignored; 0 where there is none. */
  readonly score: number;
};

/** One score per image named. Take outcomes at confidence 0, or what lies below it counts as nothing. */
export function imageScores(outcomes: Outcomes, imageIds: Iterable<number>): ImageScore[] {
  const images = new Map([...imageIds].map((imageId) => [imageId, { imageId, isDefective: false, score: 0 }]));
  for (const row of outcomes.set.truths) {
    const image = row.ignore && !row.boxOnly ? undefined : images.get(row.imageId);
    if (image) image.isDefective = true;
  }
  outcomes.set.detections.forEach((row, i) => {
    const outcome = outcomes.detections[i];
    const ofBox = outcome === 'ignored' && outcomes.set.truths[outcomes.matches[i]!]?.boxOnly;
    const counts = outcome === 'hit' || outcome === 'false' || ofBox;
    const image = counts ? images.get(row.imageId) : undefined;
    if (image && row.score > image.score) image.score = row.score;
  });
  return [...images.values()];
}

export type VerdictThresholds = {
  /** NG from here on. */
  readonly ng: number;
  /** OK below this; from here to `ng` a person looks. Left out: no such zone. */
  readonly review?: number;
};

export type Verdict = 'ok' | 'review' | 'ng';
/** `noPart`: no part was found to look at, so the image passes nowhere. */
export type TableVerdict = Verdict | 'noPart';

export function verdictOf(score: number, { ng, review = ng }: VerdictThresholds): Verdict {
  if (score >= ng) return 'ng';
  return score >= review ? 'review' : 'ok';
}

export type VerdictRates = {
  /** Good images judged NG, and those without a part, out of the good ones. */
  overkill: Share;
  /** Defective images judged OK, out of the defective ones. */
  escape: Share;
  /** Images for a person to look at, out of all. */
  review: Share;
};

export const verdictRates = (images: readonly ImageScore[], thresholds: VerdictThresholds): VerdictRates =>
  ratesOfVerdicts(
    images,
    images.map(({ score }) => verdictOf(score, thresholds)),
  );

/** Of images that were judged one by one, in the same order. */
export function ratesOfVerdicts(
  images: readonly Pick<ImageScore, 'isDefective'>[],
  verdicts: readonly TableVerdict[],
): VerdictRates {
  const count = (isDefective: boolean, verdict: TableVerdict): number =>
    images.reduce((sum, p, i) => sum + (p.isDefective === isDefective && verdicts[i] === verdict ? 1 : 0), 0);
  const defective = images.reduce((sum, p) => sum + (p.isDefective ? 1 : 0), 0);
  return {
    overkill: clopperPearson(count(false, 'ng') + count(false, 'noPart'), images.length - defective),
    escape: clopperPearson(count(true, 'ok'), defective),
    review: clopperPearson(count(true, 'review') + count(false, 'review'), images.length),
  };
}

export type OperatingPoint = { threshold: number; overkill: number; escape: number };

/** Counts of overkill and escape at each threshold where one of them changes, thresholds ascending. */
export function operatingPoints(images: readonly ImageScore[]): OperatingPoint[] {
  const sorted = images.toSorted((a, b) => a.score - b.score);
  let overkill = sorted.reduce((sum, p) => sum + (p.isDefective ? 0 : 1), 0);
  let escape = 0;
  const points: OperatingPoint[] = [];
  let last = -1;
  for (const image of sorted) {
    if (image.score > last) points.push({ threshold: image.score, overkill, escape });
    last = image.score;
    if (image.isDefective) escape++;
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
