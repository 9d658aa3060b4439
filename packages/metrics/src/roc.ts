// Scores of two kinds of images: how well they part (area under the ROC), and the curve itself.

export type RocPoint = { threshold: number; falseShare: number; trueShare: number };

/** Thresholds from high to low, each a score that occurs; empty where one of the kinds is missing. */
export function rocPoints(good: readonly number[], bad: readonly number[]): RocPoint[] {
  if (good.length === 0 || bad.length === 0) return [];
  const all = [...good.map((score) => ({ score, bad: 0 })), ...bad.map((score) => ({ score, bad: 1 }))].sort(
    (a, b) => b.score - a.score,
  );
  const points: RocPoint[] = [{ threshold: Infinity, falseShare: 0, trueShare: 0 }];
  let seenBad = 0;
  all.forEach(({ score, bad: isBad }, i) => {
    seenBad += isBad;
    if (i + 1 < all.length && all[i + 1]!.score === score) return;
    points.push({ threshold: score, falseShare: (i + 1 - seenBad) / good.length, trueShare: seenBad / bad.length });
  });
  return points;
}

/**
 * The share of pairs in which the bad one scores higher, ties counting half (Hanley and McNeil, Radiology 143, 1982).
 * Null where one of the kinds is missing.
 */
export function auroc(good: readonly number[], bad: readonly number[]): number | null {
  const points = rocPoints(good, bad);
  if (points.length === 0) return null;
  let area = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    area += ((b.falseShare - a.falseShare) * (a.trueShare + b.trueShare)) / 2;
  }
  return area;
}

/** The score at a quantile (0…1) of ascending scores: the smallest that so large a share does not exceed. */
export function quantile(ascending: readonly number[], share: number): number | null {
  if (ascending.length === 0) return null;
  return ascending[Math.min(ascending.length - 1, Math.max(0, Math.ceil(share * ascending.length) - 1))]!;
}
