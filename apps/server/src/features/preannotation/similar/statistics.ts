/** Mean and covariance of vectors that come one after the other, and what they say of a direction. */

export interface Statistics {
  channels: number;
  count: number;
  sums: Float64Array;
  /** Of products; the lower half alone. */
  products: Float64Array;
}

export const newStatistics = (channels: number): Statistics => ({
  channels,
  count: 0,
  sums: new Float64Array(channels),
  products: new Float64Array(channels * channels),
});

export function addVector({ channels, sums, products }: Statistics, vector: ArrayLike<number>): void {
  for (let i = 0; i < channels; i++) {
    const value = vector[i]!;
    sums[i]! += value;
    const row = i * channels;
    for (let j = 0; j <= i; j++) products[row + j]! += value * vector[j]!;
  }
}

/** Each `every`-th cell of planes that lie one behind the other. */
export function addCells(to: Statistics, planes: Float32Array, cells: number, every: number): void {
  const vector = new Float64Array(to.channels);
  for (let cell = 0; cell < cells; cell += every) {
    for (let c = 0; c < to.channels; c++) vector[c] = planes[c * cells + cell]!;
    addVector(to, vector);
    to.count++;
  }
}

/** What a whitening needs: the mean, and the lower triangle whose square is the covariance. */
export interface Ground {
  mean: Float64Array;
  triangle: Float64Array;
}

/** Share of the mean variance that each direction has at least: few cells say little of most directions. */
const shrinkage = 0.02;

/** Cholesky's. */
export function groundOf({ channels: n, count, sums, products }: Statistics): Ground {
  const mean = sums.map((sum) => sum / count);
  const triangle = new Float64Array(n * n);
  let trace = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) triangle[i * n + j] = products[i * n + j]! / count - mean[i]! * mean[j]!;
    trace += triangle[i * n + i]!;
  }
  // an image of one colour varies in nothing
  const least = (shrinkage * trace) / n + 1e-6;
  for (let i = 0; i < n; i++) {
    triangle[i * n + i]! += least;
    for (let j = 0; j <= i; j++) {
      let sum = triangle[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= triangle[i * n + k]! * triangle[j * n + k]!;
      triangle[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / triangle[j * n + j]!;
    }
  }
  return { mean, triangle };
}

/** What tells this vector from the ground best: on cells of the ground its products with it vary by 1. */
export function directionOf({ mean, triangle }: Ground, vector: ArrayLike<number>): Float64Array {
  const n = mean.length;
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = vector[i]! - mean[i]!;
    for (let k = 0; k < i; k++) sum -= triangle[i * n + k]! * y[k]!;
    y[i] = sum / triangle[i * n + i]!;
  }
  const length = Math.hypot(...y) || 1;
  const out = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = y[i]!;
    for (let k = i + 1; k < n; k++) sum -= triangle[k * n + i]! * out[k]!;
    out[i] = sum / triangle[i * n + i]!;
  }
  return out.map((value) => value / length);
}
