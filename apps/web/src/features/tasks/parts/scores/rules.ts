/** Ways to a threshold: from good pictures alone, or from what this test shows. Pure. */

/** Scores of two runtimes differ by less; a threshold keeps this distance from every known score. */
const near = 2e-4;

/** The calibration of a score map and its inverse: half is the threshold of the training, and nothing saturates. */
const calibrated = (z: number): number => 0.5 + (0.5 * z) / (1 + Math.abs(z));
const raw = (score: number): number => {
  const signed = Math.min(1 - 1e-9, Math.max(-1 + 1e-9, 2 * score - 1));
  return signed / (1 - Math.abs(signed));
};
const rounded = (score: number): number => Math.round(score * 1e4) / 1e4;

/** A threshold of four places near the wanted one that no known score touches: rounding flips nothing. */
export const settled = (wanted: number, scores: readonly number[]): number => {
  if (scores.every((score) => Math.abs(score - wanted) > 2 * near)) return rounded(wanted);
  const edges = [0, ...scores.toSorted((a, b) => a - b), 1];
  const gaps = edges.slice(1).map((to, i) => ({ middle: (to + edges[i]!) / 2, width: to - edges[i]! }));
  const wide = gaps.filter(({ width }) => width > 4 * near);
  const [nearest] = (wide.length > 0 ? wide : gaps).toSorted(
    (a, b) => Math.abs(a.middle - wanted) - Math.abs(b.middle - wanted),
  );
  return rounded(nearest!.middle);
};

const spread = (ascending: readonly number[]): number => {
  const middle = (values: readonly number[]): number => {
    const half = values.length / 2;
    return (values[Math.ceil(half) - 1]! + values[Math.floor(half)]!) / 2;
  };
  const median = middle(ascending);
  const away = ascending.map((v) => Math.abs(v - median)).toSorted((a, b) => a - b);
  return Math.max(1.4826 * middle(away), 1e-3 * (1 + Math.abs(median)));
};

/**
 * The score that a new good picture reaches with probability `target`, as the training settles its own: the order
 * statistic of rank (n + 1)(1 − target) of good pictures that it has not learnt from (split conformal prediction, Vovk et
 * al., 2005). With fewer of them than that takes, the upper half's tail is followed further out as an exponential one.
 * Null where there is no good picture.
 */
export function targetThreshold(good: readonly number[], target: number): number | null {
  const n = good.length;
  if (n === 0) return null;
  const ordered = good.map(raw).toSorted((a, b) => a - b);
  const rank = (n + 1) * (1 - target);
  if (rank <= n) {
    const low = Math.max(1, Math.floor(rank));
    const share = Math.max(0, Math.min(1, rank - low));
    const [from, to] = [ordered[low - 1]!, ordered[Math.min(low, n - 1)]!];
    return settled(calibrated(from + share * (to - from)), good);
  }
  const tail = Math.max(1, Math.floor(n / 2));
  const foot = n > tail ? ordered[n - tail - 1]! : ordered[0]!;
  const excess = ordered.slice(n - tail).reduce((sum, v) => sum + v - foot, 0) / tail;
  const beyond = Math.max(0, Math.log(1 / ((n + 1) * Math.max(target, 1e-4))));
  return settled(calibrated(ordered[n - 1]! + Math.max(excess, 1e-3 * spread(ordered)) * beyond), good);
}

/**
 * The lowest threshold that refuses no larger share of the good pictures than `limit`: none that keeps the limit finds
 * more of the bad ones. In the middle of the gap to the next score above. Null where one of the kinds is missing.
 */
export function mostRejects(good: readonly number[], bad: readonly number[], limit: number): number | null {
  if (good.length === 0 || bad.length === 0) return null;
  const falling = good.toSorted((a, b) => b - a);
  const allowed = Math.floor(limit * good.length + 1e-9);
  if (allowed >= good.length) return 0;
  const last = falling[allowed]!;
  const above = [...good, ...bad].filter((score) => score > last);
  const next = above.reduce((least, score) => Math.min(least, score), 1);
  return rounded(Math.min(1, Math.max((last + next) / 2, last + 1e-4)));
}
