/** The graph of a model that gives masks: boxes, and for each the bits of its mask on a grid of cells. */
import { limits, type Masks, type PredictedBox } from '@loupe/contract';
import { windowOfBits } from '@loupe/geometry';
import { failed, type GraphContract, type Output } from '../graph.ts';
import { objectPlaces, readObjects } from '../objects/graph.ts';

interface Grid {
  cell: Masks['cell'];
  rows: number;
  rowBytes: number;
  bits: Uint8Array;
}

/** Throws for masks of other numbers or sizes than the boxes have, and for cells that are none. */
function gridOf({ masks, cell }: Readonly<Record<string, Output>>, count: number): Grid {
  if (!masks || !cell) throw failed('the model did not give masks and the size of their cells');
  const [n, rows = 0, rowBytes = 0] = masks.dims;
  if (masks.dims.length !== 3 || n !== count)
    throw failed(`the model gave ${masks.dims.join('×')} masks for ${count} boxes`);
  const hasSize = rows > 0 && rowBytes > 0 && rows <= limits.maskGridMax && 8 * rowBytes <= limits.maskGridMax;
  if (count > 0 && !hasSize) throw failed(`the model gave masks of ${rows}×${8 * rowBytes} cells`);
  if (!(masks.data instanceof Uint8Array) || masks.data.length !== count * rows * rowBytes)
    throw failed(`the model gave ${masks.data.length} bytes for ${masks.dims.join('×')} masks`);
  const [width, height] = [Number(cell.data[0]), Number(cell.data[1])];
  const isSize = (value: number) => value > 0 && value <= limits.imageSide;
  if (cell.data.length !== 2 || !isSize(width) || !isSize(height))
    throw failed(`the model gave cells of ${Array.from(cell.data, Number).join('×')} pixels`);
  return { cell: [width, height], rows, rowBytes, bits: masks.data };
}

/** The mask of the object at a place of the outputs, within its box. */
function maskAt({ cell: [width, height], rows, rowBytes, bits }: Grid, at: number, p: PredictedBox['p']) {
  const bytes = rows * rowBytes;
  const own = bits.subarray(at * bytes, (at + 1) * bytes);
  const mask = windowOfBits(own, rowBytes, rows, [p[0] / width, p[1] / height, p[2] / width, p[3] / height]);
  if (mask.counts.length > limits.maskRuns) throw failed(`the model gave a mask of ${mask.counts.length} runs`);
  return { ...mask, counts: [...mask.counts] };
}

export const masksGraph: GraphContract = {
  ...objectPlaces,
  outputs: { ...objectPlaces.outputs, masks: { type: 'uint8', rank: 3 }, cell: { type: 'float32', rank: 1 } },
  read(outputs, classes, settings): Masks {
    const found = readObjects(outputs, classes, settings, limits.maskMax);
    const grid = gridOf(outputs, outputs['scores']!.data.length);
    const items = found.map(({ c, score, p, at }) => ({ c, score, p, mask: maskAt(grid, at, p) }));
    return { type: 'masks', cell: grid.cell, items };
  },
};
