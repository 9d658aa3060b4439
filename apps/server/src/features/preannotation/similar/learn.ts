/** Learns from examples: what ordinary cells are, and what sets each example apart from them. Sees images through `Look`. */
import type { TileOutput } from '../../../inference/index.ts';
import { featureChannels } from '../../../inference/index.ts';
import { groundPeaks, headOf, leastExample, scaleFor, standsOut, type Example, type Head } from './model.ts';
import { addCells, groundOf, newStatistics } from './statistics.ts';
import { floatsOf, scaledSize, tileAround, tilesOf, type Box, type Plane, type Size } from './tiles.ts';

/** An image that is looked at; `I` says which. */
export interface LookedAt<I> {
  image: I;
  size: Size;
}
/** None where the image cannot be read and that is no matter. */
export type Looking<I> = (image: I, look: { scaled: Size; tiles: Box[]; heads: number[] }) => Promise<TileOutput[]>;

export interface Learned {
  scale: number;
  heads: Head[];
}
/** Why an example teaches nothing. */
export type Useless = 'tooSmall' | 'unreadable' | 'plain';

/** Cells that a tile gives to what is ordinary, at most. */
const cellsOfTile = 400;
/** Tiles of an image of which nothing is known. */
const tilesOfImage = 2;

const planesOf = (output: TileOutput): Plane[] => {
  const { planes, rows, columns } = output;
  const floats = floatsOf(output);
  const cells = rows * columns;
  return Array.from({ length: planes }, (_, i) => ({
    rows,
    columns,
    data: floats.subarray(i * cells, (i + 1) * cells),
  }));
};

/** The same ones each time: a task that goes on learns what it learned before. */
function spreadTiles(scaled: Size): Box[] {
  const all = tilesOf(scaled).map(({ core: _, ...tile }) => tile);
  const step = all.length / Math.min(all.length, tilesOfImage);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export const weightsOf = (heads: readonly Head[]): number[] => heads.flatMap(({ weights }) => [...weights]);

export async function learn<I>(
  given: readonly (LookedAt<I> & { example: Example })[],
  ordinary: readonly LookedAt<I>[],
  looking: Looking<I>,
  onUseless: (of: I, why: Useless) => Promise<void>,
): Promise<Learned> {
  const large = given
    .map((one, index) => ({ ...one, index }))
    .filter(({ example: { box } }) => Math.min(box.width, box.height) >= leastExample);
  for (const one of given) {
    const { width, height } = one.example.box;
    if (Math.min(width, height) < leastExample) await onUseless(one.image, 'tooSmall'); // oxlint-disable-line no-await-in-loop
  }
  const scale = scaleFor(large.map(({ example, size }) => ({ box: example.box, image: size })));
  const statistics = newStatistics(featureChannels);
  const count = ({ rows, columns }: Plane, planes: Float32Array): void =>
    addCells(statistics, planes, rows * columns, Math.max(1, Math.ceil((rows * columns) / cellsOfTile)));
  const seen: { index: number; labelId: number | null; planes: Plane[]; box: Box }[] = [];
  for (const { image, size, example, index } of large) {
    const box = {
      x: example.box.x * scale,
      y: example.box.y * scale,
      width: example.box.width * scale,
      height: example.box.height * scale,
    };
    const tile = tileAround(box, scaledSize(size, scale));
    const [output] = await looking(image, { scaled: scaledSize(size, scale), tiles: [tile], heads: [] }); // oxlint-disable-line no-await-in-loop
    if (!output) {
      await onUseless(image, 'unreadable'); // oxlint-disable-line no-await-in-loop
      continue;
    }
    const planes = planesOf(output);
    count(planes[0]!, floatsOf(output));
    seen.push({ index, labelId: example.labelId, planes, box: { ...box, x: box.x - tile.x, y: box.y - tile.y } });
  }
  const shown: { image: I; scaled: Size; tiles: Box[] }[] = [];
  for (const { image, size } of ordinary) {
    const scaled = scaledSize(size, scale);
    const tiles = spreadTiles(scaled);
    const outputs = await looking(image, { scaled, tiles, heads: [] }); // oxlint-disable-line no-await-in-loop
    for (const output of outputs) count({ ...output, data: new Float32Array() }, floatsOf(output));
    if (outputs.length > 0) shown.push({ image, scaled, tiles });
  }
  const ground = groundOf(statistics);
  const heads = seen.map(({ index, labelId, planes, box }) =>
    headOf(ground, planes, box, { example: index, labelId, scale }),
  );
  if (heads.length === 0) return { scale, heads };
  const peaks: number[][] = heads.map(() => []);
  for (const { image, scaled, tiles } of shown) {
    const outputs = await looking(image, { scaled, tiles, heads: weightsOf(heads) }); // oxlint-disable-line no-await-in-loop
    for (const output of outputs)
      planesOf(output).forEach((plane, i) => peaks[i]!.push(...groundPeaks(heads[i]!, plane, scale)));
  }
  const measured = heads.map((head, i) => ({ ...head, ground: median(peaks[i]!) }));
  // what was turned down and is nothing at all would speak against everything: it is dropped without a word
  const plain = measured.filter((head) => head.labelId !== null && !standsOut(head));
  for (const { example } of plain) await onUseless(given[example]!.image, 'plain'); // oxlint-disable-line no-await-in-loop
  return { scale, heads: measured.filter(standsOut) };
}
