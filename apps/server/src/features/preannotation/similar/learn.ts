/** Learns from examples: what ordinary cells are, and what sets each example apart from them. Sees images through `Look`. */
import type { TileOutput } from '../../../inference/index.ts';
import { featureChannels } from '../../../inference/index.ts';
import {
  groundPeaks,
  hasContent,
  headOf,
  leastExample,
  ringed,
  scaleFor,
  standsOut,
  type Example,
  type Head,
} from './model.ts';
import { addCells, groundOf, newStatistics, type Statistics } from './statistics.ts';
import { floatsOf, scaledSize, tileAround, tilesOf, type Box, type Plane, type Size } from './tiles.ts';

/** An image that is looked at; `I` says which. */
export interface LookedAt<I> {
  image: I;
  size: Size;
}
/** None where the image cannot be read and that is no matter. */
export type Looking<I> = (
  image: I,
  look: { scaled: Size; tiles: (Box & { within?: Box })[]; heads: number[] },
) => Promise<TileOutput[]>;

export interface Learned {
  scale: number;
  heads: Head[];
}
/** Why an example teaches nothing. */
export type Useless = 'tooSmall' | 'unreadable' | 'plain';

export interface Learning<I> {
  onUseless: (of: I, why: Useless) => Promise<void>;
  /** After each image that was looked at. */
  onStep?: (done: number, total: number) => Promise<void>;
}

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

/** The same ones each time: whoever asks again learns the same. */
function spreadTiles(scaled: Size): Box[] {
  const all = tilesOf(scaled).map(({ core: _, ...tile }) => tile);
  const step = all.length / Math.min(all.length, tilesOfImage);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export const weightsOf = (heads: readonly Head[]): number[] => heads.flatMap(({ weights }) => [...weights]);

function count(to: Statistics, output: TileOutput): void {
  const cells = output.rows * output.columns;
  addCells(to, floatsOf(output), cells, Math.max(1, Math.ceil(cells / cellsOfTile)));
}

type Given<I> = LookedAt<I> & { example: Example; index: number };
interface Seen {
  index: number;
  labelId: number | null;
  planes: Plane[];
  /** In pixels of its tile. */
  box: Box;
}
/** `step`: another image was looked at. */
interface Work<I> {
  scale: number;
  statistics: Statistics;
  looking: Looking<I>;
  onUseless: Learning<I>['onUseless'];
  step: () => Promise<void>;
}

/** The cells of the example and around it; nothing where there is nothing to learn from. */
async function seenOf<I>(work: Work<I>, { image, size, example, index }: Given<I>): Promise<Seen | null> {
  const { scale, statistics, looking, onUseless } = work;
  const scaled = scaledSize(size, scale);
  const { x, y, width, height } = example.box;
  const box = { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
  const tile = tileAround(box, scaled);
  const own = { ...box, x: box.x - tile.x, y: box.y - tile.y };
  const right = { width: scaled.width - tile.x, height: scaled.height - tile.y };
  const [output] = await looking(image, { scaled, tiles: [{ ...tile, within: ringed(own, right) }], heads: [] });
  await work.step();
  if (!output) {
    await onUseless(image, 'unreadable');
    return null;
  }
  const isEmpty = output.contrast !== undefined && !hasContent(output.contrast, scale);
  // what was turned down and is nothing at all would speak against everything: it is dropped without a word
  if (isEmpty && example.labelId !== null) await onUseless(image, 'plain');
  if (isEmpty) return null;
  count(statistics, output);
  return { index, labelId: example.labelId, planes: planesOf(output), box: own };
}

/** Counts the cells of an ordinary image; gives what is shown of it again later. */
async function ordinaryOf<I>({ scale, statistics, looking, step }: Work<I>, { image, size }: LookedAt<I>) {
  const scaled = scaledSize(size, scale);
  const tiles = spreadTiles(scaled);
  const outputs = await looking(image, { scaled, tiles, heads: [] });
  await step();
  for (const output of outputs) count(statistics, output);
  return outputs.length > 0 ? [{ image, scaled, tiles }] : [];
}

/** What stands out on ordinary images in the direction of each head. */
async function groundsOf<I>(
  { scale, looking, step }: Work<I>,
  heads: readonly Head[],
  shown: readonly { image: I; scaled: Size; tiles: Box[] }[],
): Promise<number[]> {
  const peaks: number[][] = heads.map(() => []);
  for (const { image, scaled, tiles } of shown) {
    const outputs = await looking(image, { scaled, tiles, heads: weightsOf(heads) }); // oxlint-disable-line no-await-in-loop
    await step(); // oxlint-disable-line no-await-in-loop
    for (const output of outputs)
      planesOf(output).forEach((plane, i) => peaks[i]!.push(...groundPeaks(heads[i]!, plane, scale)));
  }
  return peaks.map(median);
}

/** Ordinary images are looked at twice: for their cells, and for what stands out on them. */
export const looksFor = (examples: number, ordinary: number): number => examples + 2 * ordinary;

/* oxlint-disable no-await-in-loop */
export async function learn<I>(
  given: readonly (LookedAt<I> & { example: Example })[],
  ordinary: readonly LookedAt<I>[],
  looking: Looking<I>,
  { onUseless, onStep = async () => undefined }: Learning<I>,
): Promise<Learned> {
  const all = given.map((one, index): Given<I> => ({ ...one, index }));
  const isLarge = ({ example: { box } }: Given<I>) => Math.min(box.width, box.height) >= leastExample;
  for (const one of all) if (!isLarge(one)) await onUseless(one.image, 'tooSmall');
  const large = all.filter(isLarge);
  const scale = scaleFor(large.map(({ example, size }) => ({ box: example.box, image: size })));
  const total = looksFor(large.length, ordinary.length);
  let done = 0;
  const work: Work<I> = {
    scale,
    statistics: newStatistics(featureChannels),
    looking,
    onUseless,
    step: () => onStep(++done, total),
  };
  const seen: Seen[] = [];
  for (const one of large) seen.push(...[(await seenOf(work, one)) ?? []].flat());
  if (seen.length === 0) return { scale, heads: [] };
  const shown = [];
  for (const one of ordinary) shown.push(...(await ordinaryOf(work, one)));
  const ground = groundOf(work.statistics);
  const heads = seen.map(({ index, labelId, planes, box }) =>
    headOf(ground, planes, box, { example: index, labelId, scale }),
  );
  const grounds = await groundsOf(work, heads, shown);
  const measured = heads.map((head, i) => ({ ...head, ground: grounds[i]! }));
  const plain = measured.filter((head) => head.labelId !== null && !standsOut(head));
  for (const { example } of plain) await onUseless(given[example]!.image, 'plain');
  return { scale, heads: measured.filter(standsOut) };
}
