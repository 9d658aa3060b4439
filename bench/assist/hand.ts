/** The hand that clicks: at the innermost point of the object, then of the greatest region that is wrong. */

export interface Click {
  readonly x: number;
  readonly y: number;
  readonly isObject: boolean;
}

interface Piece {
  readonly cells: readonly number[];
}

/** The largest piece that hangs together by edges. */
function greatest(mask: Uint8Array, width: number): Piece | null {
  const seen = new Uint8Array(mask.length);
  let best: number[] | null = null;
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || seen[start] === 1) continue;
    const cells = [start];
    seen[start] = 1;
    for (let k = 0; k < cells.length; k++) {
      const i = cells[k]!;
      const x = i % width;
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (j < 0 || j >= mask.length || mask[j] === 0 || seen[j] === 1) continue;
        seen[j] = 1;
        cells.push(j);
      }
    }
    if (!best || cells.length > best.length) best = cells;
  }
  return best && { cells: best };
}

/** Lower envelope of parabolas (Felzenszwalb and Huttenlocher, Theory of Computing 8, 2012): squared distances of one line. */
function transformLine(line: Float64Array, count: number): void {
  const values = line.slice(0, count);
  const at = new Int32Array(count);
  const from = new Float64Array(count + 1);
  let k = 0;
  [from[0], from[1]] = [-Infinity, Infinity];
  for (let q = 1; q < count; q++) {
    const meet = (): number => {
      const p = at[k]!;
      return (values[q]! + q * q - (values[p]! + p * p)) / (2 * q - 2 * p);
    };
    let s = meet();
    while (s <= from[k]!) {
      k--;
      s = meet();
    }
    k++;
    at[k] = q;
    from[k] = s;
    from[k + 1] = Infinity;
  }
  k = 0;
  for (let q = 0; q < count; q++) {
    while (from[k + 1]! < q) k++;
    line[q] = (q - at[k]!) ** 2 + values[at[k]!]!;
  }
}

/** The point of a piece that is farthest from all that is not of it; beyond the image nothing is. */
function innermost({ cells }: Piece, width: number): { x: number; y: number } {
  const xs = cells.map((i) => i % width);
  const ys = cells.map((i) => Math.floor(i / width));
  const [left, top] = [xs.reduce((a, b) => Math.min(a, b)) - 1, ys.reduce((a, b) => Math.min(a, b)) - 1];
  const w = xs.reduce((a, b) => Math.max(a, b)) - left + 2;
  const h = ys.reduce((a, b) => Math.max(a, b)) - top + 2;
  const far = 1e12;
  const field = new Float64Array(w * h);
  cells.forEach((_, i) => (field[(ys[i]! - top) * w + xs[i]! - left] = far));
  const line = new Float64Array(Math.max(w, h));
  for (let x = 0; x < w; x++) {
    for (let y = 0; y < h; y++) line[y] = field[y * w + x]!;
    transformLine(line, h);
    for (let y = 0; y < h; y++) field[y * w + x] = line[y]!;
  }
  for (let y = 0; y < h; y++) {
    line.set(field.subarray(y * w, (y + 1) * w));
    transformLine(line, w);
    field.set(line.subarray(0, w), y * w);
  }
  let best = 0;
  for (let i = 1; i < field.length; i++) if (field[i]! > field[best]!) best = i;
  return { x: (best % w) + left + 0.5, y: Math.floor(best / w) + top + 0.5 };
}

/** Where the hand clicks next; null: nothing is wrong. */
export function nextClick(truth: Uint8Array, found: Uint8Array, width: number): Click | null {
  const piece = greatest(
    truth.map((value, i) => (value === found[i] ? 0 : 1)),
    width,
  );
  if (!piece) return null;
  const { x, y } = innermost(piece, width);
  return { x, y, isObject: truth[Math.floor(y) * width + Math.floor(x)] === 1 };
}

export function iouOf(a: Uint8Array, b: Uint8Array): number {
  let [shared, joint] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    shared += a[i]! & b[i]!;
    joint += a[i]! | b[i]!;
  }
  return joint === 0 ? 0 : shared / joint;
}
