// The beta distribution and the exact bounds of a share that follow from it.

/** Lanczos approximation with g = 7 and nine terms (Lanczos, SIAM J. Numer. Anal. B 1, 1964); about 15 digits for x > 0.5. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

export function logGamma(x: number): number {
  const shifted = x - 1;
  const t = shifted + 7.5;
  const sum = LANCZOS.reduce((s, c, i) => (i === 0 ? c : s + c / (shifted + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method; fast for x < (a + 1) / (a + b + 2). */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const away = (v: number): number => (Math.abs(v) < tiny ? tiny : v);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      value *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return value;
}

/** The regularised incomplete beta function I_x(a, b): the share of Beta(a, b) that lies below x. */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(a, b, x)) / a;
  return 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/** The x below which the share p of Beta(a, b) lies: halving until neighbouring numbers are reached. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high || high - low < 1e-17) return middle;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
}

/** A share with its count and the bounds that hold it with the given confidence. `share` is null where there is nothing to count. */
export type Share = { count: number; of: number; share: number | null; low: number; high: number };

/** Exact bounds of `count` out of `of` (Clopper and Pearson, Biometrika 26, 1934). */
export function clopperPearson(count: number, of: number, confidence = 0.95): Share {
  const tail = (1 - confidence) / 2;
  return {
    count,
    of,
    share: of === 0 ? null : count / of,
    low: count === 0 ? 0 : betaQuantile(tail, count, of - count + 1),
    high: count === of ? 1 : betaQuantile(1 - tail, count + 1, of - count),
  };
}
