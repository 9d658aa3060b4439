// Layers of a small network, in plain loops: planes of numbers in, planes out.

import type { Size } from '@loupe/geometry';

/** Channel after channel, each row by row. */
export type Planes = Size & { readonly channels: number; readonly data: Float32Array };

/** Weights of a convolution, normalisation folded in: for each output its inputs, for each input its kernel. */
export type Layer = {
  readonly inputs: number;
  readonly outputs: number;
  readonly kernel: number;
  readonly stride: number;
  /** Cells that are missing before the first row and column; those behind the last follow from the size. */
  readonly before: number;
  /** Each channel by itself. */
  readonly isDepthwise: boolean;
  /** Nothing below 0, nothing above it. */
  readonly most: number | null;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
};

/** out (rows × n) += weights (rows × depth) · input (depth × n). */
type Product = {
  readonly out: Float32Array;
  readonly weights: Float32Array;
  readonly input: Float32Array;
  readonly rows: number;
  readonly depth: number;
  readonly n: number;
};

/** Columns that one pass works on: what it reads and writes then stays near. */
const CHUNK = 512;

/** Four rows and four of the depth at a time. */
function multiply(product: Product): void {
  const { rows, depth, n } = product;
  for (let from = 0; from < n; from += CHUNK) {
    const to = Math.min(n, from + CHUNK);
    for (let r = 0; r < rows; r += 4) {
      for (let d = 0; d < depth; d += 4) {
        if (r + 4 <= rows && d + 4 <= depth) block(product, r, d, from, to);
        else rest(product, r, d, from, to);
      }
    }
  }
}

function block({ out, weights, input, depth, n }: Product, r: number, d: number, from: number, to: number): void {
  const [w0, w1, w2, w3] = [r * depth + d, (r + 1) * depth + d, (r + 2) * depth + d, (r + 3) * depth + d];
  const [a0, a1, a2, a3] = [weights[w0]!, weights[w0 + 1]!, weights[w0 + 2]!, weights[w0 + 3]!];
  const [b0, b1, b2, b3] = [weights[w1]!, weights[w1 + 1]!, weights[w1 + 2]!, weights[w1 + 3]!];
  const [c0, c1, c2, c3] = [weights[w2]!, weights[w2 + 1]!, weights[w2 + 2]!, weights[w2 + 3]!];
  const [e0, e1, e2, e3] = [weights[w3]!, weights[w3 + 1]!, weights[w3 + 2]!, weights[w3 + 3]!];
  const [i0, i1, i2, i3] = [d * n, (d + 1) * n, (d + 2) * n, (d + 3) * n];
  const [o0, o1, o2, o3] = [r * n, (r + 1) * n, (r + 2) * n, (r + 3) * n];
  for (let p = from; p < to; p++) {
    const x0 = input[i0 + p]!;
    const x1 = input[i1 + p]!;
    const x2 = input[i2 + p]!;
    const x3 = input[i3 + p]!;
    out[o0 + p]! += a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3;
    out[o1 + p]! += b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3;
    out[o2 + p]! += c0 * x0 + c1 * x1 + c2 * x2 + c3 * x3;
    out[o3 + p]! += e0 * x0 + e1 * x1 + e2 * x2 + e3 * x3;
  }
}

/** What of four rows and four of the depth is there. */
function rest({ out, weights, input, rows, depth, n }: Product, r: number, d: number, from: number, to: number): void {
  for (let i = r; i < Math.min(rows, r + 4); i++) {
    for (let k = d; k < Math.min(depth, d + 4); k++) {
      const w = weights[i * depth + k]!;
      for (let p = from; p < to; p++) out[i * n + p]! += w * input[k * n + p]!;
    }
  }
}

/** Of one plane and one place of the kernel: of each row of the result the cells that have something there, and where that is. */
function eachRow(
  input: Size,
  { kernel, stride, before }: Layer,
  out: Size,
  place: number,
  row: (target: number, source: number, first: number, last: number) => void,
): void {
  const [kx, ky] = [place % kernel, Math.floor(place / kernel)];
  const first = Math.max(0, Math.ceil((before - kx) / stride));
  const last = Math.min(out.width - 1, Math.floor((input.width - 1 + before - kx) / stride));
  for (let y = 0; y < out.height; y++) {
    const sy = y * stride + ky - before;
    if (sy >= 0 && sy < input.height) row(y * out.width, sy * input.width + kx - before, first, last);
  }
}

/** For each place of the kernel a plane of what lies there; 0 beyond the edge. */
function unfolded(input: Planes, layer: Layer, out: Size): Float32Array {
  const { kernel, stride } = layer;
  const [n, size] = [out.width * out.height, input.width * input.height];
  const places = kernel * kernel;
  const columns = new Float32Array(input.channels * places * n);
  for (let plane = 0; plane < input.channels * places; plane++) {
    const from = Math.floor(plane / places) * size;
    eachRow(input, layer, out, plane % places, (target, source, first, last) => {
      for (let x = first; x <= last; x++) columns[plane * n + target + x] = input.data[from + source + x * stride]!;
    });
  }
  return columns;
}

function depthwise(input: Planes, layer: Layer, out: Planes): void {
  const { kernel, stride, weights } = layer;
  const [n, size] = [out.width * out.height, input.width * input.height];
  const places = kernel * kernel;
  for (let plane = 0; plane < input.channels * places; plane++) {
    const c = Math.floor(plane / places);
    const w = weights[plane]!;
    eachRow(input, layer, out, plane % places, (target, source, first, last) => {
      for (let x = first; x <= last; x++) {
        out.data[c * n + target + x]! += w * input.data[c * size + source + x * stride]!;
      }
    });
  }
}

export function convolve(input: Planes, layer: Layer): Planes {
  const { outputs, kernel, stride, most, bias } = layer;
  const [width, height] = [Math.ceil(input.width / stride), Math.ceil(input.height / stride)];
  const n = width * height;
  const out: Planes = { width, height, channels: outputs, data: new Float32Array(outputs * n) };
  for (let c = 0; c < outputs; c++) out.data.fill(bias[c]!, c * n, (c + 1) * n);
  if (layer.isDepthwise) depthwise(input, layer, out);
  else {
    const columns = kernel === 1 && stride === 1 ? input.data : unfolded(input, layer, out);
    const depth = layer.inputs * kernel * kernel;
    multiply({ out: out.data, weights: layer.weights, input: columns, rows: outputs, depth, n });
  }
  if (most === null) return out;
  const { data } = out;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    data[i] = value < 0 ? 0 : value > most ? most : value;
  }
  return out;
}

export function addTo(sum: Planes, other: Planes): Planes {
  for (let i = 0; i < sum.data.length; i++) sum.data[i]! += other.data[i]!;
  return sum;
}

/** Twice as wide and high: each cell four times. */
export function doubled({ data, channels, width, height }: Planes): Planes {
  const out = new Float32Array(4 * data.length);
  for (let row = 0; row < channels * height; row++) {
    for (let x = 0; x < width; x++) {
      const value = data[row * width + x]!;
      const at = 4 * row * width + 2 * x;
      out[at] = out[at + 1] = out[at + 2 * width] = out[at + 2 * width + 1] = value;
    }
  }
  return { channels, width: 2 * width, height: 2 * height, data: out };
}
