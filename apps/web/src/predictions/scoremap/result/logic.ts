/** What follows from the scores of a test at thresholds: shares with bounds, lists, and a histogram. Pure. */
import type { ScoreTable } from '@loupe/contract';
import { rocPoints, verdictOf, verdictRates, type ImageScore, type Verdict, type VerdictRates } from '@loupe/metrics';
import type { Outcome, ScoreFilter } from '../list.ts';

export type Scored = ScoreTable['images'][number];
export interface Zone {
  /** NG from here on. */
  ng: number;
  /** From here to `ng` a person looks; null: no grey zone. */
  review: number | null;
}

export const verdictAt = (score: number, { ng, review }: Zone): Verdict =>
  verdictOf(score, review === null ? { ng } : { ng, review });

export const outcomeOf = ({ score, ng }: Pick<Scored, 'score' | 'ng'>, zone: Zone): Outcome => {
  const verdict = verdictAt(score, zone);
  if (verdict === 'review') return 'review';
  if (ng) return verdict === 'ok' ? 'escape' : 'right';
  return verdict === 'ng' ? 'overkill' : 'right';
};

/** What stays the same at every threshold: scores by kind, and the places of images from worst to best in each kind. */
export interface Prepared {
  images: readonly Scored[];
  imageIds: number[];
  ok: number[];
  ng: number[];
  rated: ImageScore[];
  okFalling: number[];
  ngRising: number[];
}
export const prepare = (images: readonly Scored[]): Prepared => {
  const places = images.map((_, place) => place);
  const score = (place: number): number => images[place]!.score;
  return {
    images,
    imageIds: images.map(({ imageId }) => imageId),
    ok: images.filter(({ ng }) => !ng).map((one) => one.score),
    ng: images.filter(({ ng }) => ng).map((one) => one.score),
    rated: images.map(({ imageId, score: own, ng }) => ({ imageId, isDefective: ng, score: own })),
    okFalling: places.filter((place) => !images[place]!.ng).sort((a, b) => score(b) - score(a) || a - b),
    ngRising: places.filter((place) => images[place]!.ng).sort((a, b) => score(a) - score(b) || a - b),
  };
};

export const ratesAt = ({ rated }: Prepared, { ng, review }: Zone): VerdictRates =>
  verdictRates(rated, review === null ? { ng } : { ng, review });

/** Places of all images, the furthest on the wrong side of the threshold first. */
export const worstFirst = ({ images, okFalling, ngRising }: Prepared, { ng }: Zone): number[] => {
  const order: number[] = [];
  let [i, j] = [0, 0];
  while (i < okFalling.length || j < ngRising.length) {
    const ok = okFalling[i] === undefined ? Number.NEGATIVE_INFINITY : images[okFalling[i]!]!.score - ng;
    const bad = ngRising[j] === undefined ? Number.NEGATIVE_INFINITY : ng - images[ngRising[j]!]!.score;
    order.push(bad >= ok ? ngRising[j++]! : okFalling[i++]!);
  }
  return order;
};

const belongs = (outcome: Outcome, kind: ScoreFilter): boolean =>
  kind === 'all' || kind === outcome || (kind === 'wrong' && (outcome === 'escape' || outcome === 'overkill'));

export interface Lists {
  counts: Record<ScoreFilter, number>;
  /** Places of the images of the wanted kind, in the wanted order. */
  list: number[];
}
export const listsAt = (prepared: Prepared, zone: Zone, kind: ScoreFilter, sort: 'worst' | 'name'): Lists => {
  const { images } = prepared;
  const counts: Lists['counts'] = { all: images.length, wrong: 0, escape: 0, overkill: 0, review: 0, right: 0 };
  const outcomes = images.map((image) => {
    const outcome = outcomeOf(image, zone);
    counts[outcome]++;
    return outcome;
  });
  counts.wrong = counts.escape + counts.overkill;
  const order = sort === 'worst' ? worstFirst(prepared, zone) : images.map((_, place) => place);
  const list = order.filter((place) => belongs(outcomes[place]!, kind));
  if (sort === 'name') {
    const { compare } = new Intl.Collator('en', { numeric: true });
    list.sort((a, b) => compare(images[a]!.name, images[b]!.name));
  }
  return { counts, list };
};

/** How many scores fall into each of so many equal steps of 0 … 1. */
export const histogram = (scores: readonly number[], steps: number): number[] => {
  const counts = Array.from({ length: steps }, () => 0);
  for (const score of scores) counts[Math.min(steps - 1, Math.max(0, Math.floor(score * steps)))]!++;
  return counts;
};

/** Corners of the ROC, false and true rejects: what lies on a straight line between two of them adds nothing. */
export const rocCorners = ({ ok, ng }: Prepared): [number, number][] => {
  const points = rocPoints(ok, ng).map(({ falseShare, trueShare }): [number, number] => [falseShare, trueShare]);
  return points.filter(([x, y], i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before || !after) return true;
    return !((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y));
  });
};

/** Where the threshold stands on it. */
export const rocPointAt = ({ ok, ng }: Prepared, zone: Zone): [number, number] | null => {
  if (ok.length === 0 || ng.length === 0) return null;
  const share = (scores: readonly number[]) => scores.filter((score) => score >= zone.ng).length / scores.length;
  return [share(ok), share(ng)];
};

/** A grey zone that never passes the threshold. */
export const zoneFrom = (ng: number, review: number | null): Zone => ({
  ng,
  review: review === null ? null : Math.min(review, ng),
});
