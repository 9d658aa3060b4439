/** Ways to a threshold: from good images alone, or from what this test shows. Pure. */

/** Scores of two runtimes differ by less; a threshold keeps this distance from every known score. */
const near = 2e-4;

/** The calibration of a score map and its inverse: half is the threshold of the training, and nothing saturates. */
const calibrated = (z: number): number => 0.5 + (0.5 * z) / (1 + Math.abs(z));
const raw = (score: number): number => {
  const signed = Math.min(1 - 1e-9, Math.max(-1 + 1e-9, 2 * score - 1));
  return signed / (1 - Math.abs(signed));
};
const rounded = (score: number): number => Math.round(score * 1e4) / 1e4;

/**
 * A threshold of four places near the wanted one that no known score touches: rounding flips nothing. Where one is too
 * near, the gap that turns the fewest verdicts; as `snap_to_gap` of the engine.
 */
export const snapToGap = (wanted: number, scores: readonly number[]): number => {
  if (scores.every((score) => Math.abs(score - wanted) > 2 * near)) return rounded(wanted);
  const edges = [0, ...scores.toSorted((a, b) => a - b), 1];
  const gaps = edges.slice(1).map((to, i) => ({ middle: (to + edges[i]!) / 2, width: to - edges[i]! }));
  const wide = gaps.filter(({ width }) => width > 4 * near);
  const below = (threshold: number) => scores.filter((score) => score < threshold).length;
  const here = below(wanted);
  const [nearest] = (wide.length > 0 ? wide : gaps)
    .map((gap) => ({ ...gap, turned: Math.abs(below(gap.middle) - here), far: Math.abs(gap.middle - wanted) }))
    .toSorted((a, b) => a.turned - b.turned || a.far - b.far);
  return rounded(nearest!.middle);
};

/** Spreads that a threshold goes beyond the highest of few good scores, for each e-th part of the target. */
const beyondMost = 1;

const middleOf = (ascending: readonly number[]): number => {
  const half = ascending.length / 2;
  return (ascending[Math.ceil(half) - 1]! + ascending[Math.floor(half)]!) / 2;
};

/** How far good scores usually lie apart, above 0; as `spread_of` of the engine. */
const spread = (ascending: readonly number[]): number => {
  const median = middleOf(ascending);
  const away = ascending.map((v) => Math.abs(v - median)).toSorted((a, b) => a - b);
  const mean = ascending.reduce((sum, v) => sum + v, 0) / ascending.length;
  const deviation = Math.sqrt(ascending.reduce((sum, v) => sum + (v - mean) ** 2, 0) / ascending.length);
  return Math.max(1.4826 * middleOf(away), 0.3 * deviation, 1e-3 * (1 + Math.abs(median)));
};

/** Spreads of the others above their median from which a good score is an outlier. */
const outlierSpreads = 8;
/** How many of few may be: more of a kind are how the parts are. */
const mostOutliers = (count: number): number => Math.min(2, Math.floor(0.2 * count));

/** What a threshold follows from: of good images that are too few for the target those that are no outliers; as in the engine. */
const withoutOutliers = (ascending: readonly number[], target: number): readonly number[] => {
  const n = ascending.length;
  if ((n + 1) * (1 - target) <= n) return ascending;
  for (let most = mostOutliers(n); most > 0; most--) {
    const others = ascending.slice(0, n - most);
    if (ascending[n - most]! > middleOf(others) + outlierSpreads * spread(others)) return others;
  }
  return ascending;
};

/**
 * The score that a new good image reaches with probability `target`, as the training chooses its own: the order
 * statistic of rank (n + 1)(1 − target) of good images that it has not learnt from (split conformal prediction, Vovk et
 * al., 2005). With fewer of them than that takes, the upper half's tail is followed further out as an exponential one,
 * without outliers.
 * Of equal scores all or none are refused. Null where there is no good image; as `false_reject_threshold` of the engine.
 * `bad`: scores that it also keeps its distance from, as the engine does.
 */
export function targetThreshold(good: readonly number[], target: number, bad: readonly number[] = []): number | null {
  if (good.length === 0) return null;
  const known = [...good, ...bad];
  const ordered = withoutOutliers(
    good.map(raw).toSorted((a, b) => a - b),
    target,
  );
  const n = ordered.length;
  const rank = (n + 1) * (1 - target);
  if (rank <= n) {
    const low = Math.max(1, Math.floor(rank));
    const share = Math.max(0, Math.min(1, rank - low));
    const [from, to] = [ordered[low - 1]!, ordered[Math.min(low, n - 1)]!];
    const found = from + share * (to - from);
    if (ordered.filter((v) => v >= found).length <= target * (n + 1) + 1e-9) return snapToGap(calibrated(found), known);
    const above = ordered.find((v) => v > found);
    if (above !== undefined) return snapToGap(calibrated((found + above) / 2), known);
  }
  const tail = Math.max(1, Math.floor(n / 2));
  const foot = n > tail ? ordered[n - tail - 1]! : ordered[0]!;
  const excess = ordered.slice(n - tail).reduce((sum, v) => sum + v - foot, 0) / tail;
  const apart = spread(ordered);
  const beyond = rank <= n ? 1 : Math.max(0, Math.log(1 / ((n + 1) * Math.max(target, 1e-4))));
  const step = Math.min(Math.max(excess, 1e-3 * apart), beyondMost * apart);
  return snapToGap(calibrated(ordered[n - 1]! + step * beyond), known);
}

/**
 * The lowest threshold that refuses no larger share of the good images than `limit`: none that keeps the limit finds
 * more of the bad ones. In the middle of the gap to the next score above. Null where one of the kinds is missing, and
 * where no threshold keeps the limit: a score of 1 is refused by each.
 */
export function mostRejects(good: readonly number[], bad: readonly number[], limit: number): number | null {
  if (good.length === 0 || bad.length === 0) return null;
  const falling = good.toSorted((a, b) => b - a);
  const allowed = Math.floor(limit * good.length + 1e-9);
  if (allowed >= good.length) return 0;
  const last = falling[allowed]!;
  if (last >= 1) return null;
  const above = [...good, ...bad].filter((score) => score > last);
  const next = above.reduce((least, score) => Math.min(least, score), 1);
  return rounded(Math.min(1, Math.max((last + next) / 2, last + 1e-4)));
}
