// The file of weights: a table of layers in the order of their use, then for each its scales and biases, then all weights
// in whole numbers of a byte.

import type { Layer } from './layers.ts';

/** A part of the build, not something that comes in: read as it was written. */
type Row = Omit<Layer, 'weights' | 'bias'>;

export function readWeights(file: ArrayBuffer): Layer[] {
  const length = new DataView(file).getUint32(0, true);
  const rows = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length))) as Row[];
  const factors = rows.reduce((sum, { outputs }) => sum + 2 * outputs, 0);
  let at = 4 + length;
  let weight = at + 4 * factors;
  return rows.map((row) => {
    const { outputs, inputs, kernel, isDepthwise } = row;
    const count = (isDepthwise ? 1 : inputs) * kernel * kernel;
    const scales = new Float32Array(file, at, outputs);
    const bias = new Float32Array(file, at + 4 * outputs, outputs);
    at += 8 * outputs;
    const bytes = new Int8Array(file, weight, outputs * count);
    weight += bytes.length;
    return {
      ...row,
      bias,
      weights: Float32Array.from(bytes, (value, i) => value * scales[Math.floor(i / count)]!),
    };
  });
}
