/** Candidates of one image, by what was learned. */
import { weightsOf, type Learned, type LookedAt, type Looking } from './learn.ts';
import { candidatesIn, scaleOf, type Candidate } from './model.ts';
import { assembled, cell, scaledSize, tilesOf, type Tile } from './tiles.ts';

/** Numbers that one answer may hold. */
const answerNumbers = 6_000_000;

/** A very large image is asked for in several goes. */
function goes(tiles: readonly Tile[], heads: number): Tile[][] {
  const all: Tile[][] = [];
  let numbers = Infinity;
  for (const tile of tiles) {
    const own = (heads * tile.width * tile.height) / (cell * cell);
    if (numbers + own > answerNumbers) {
      all.push([]);
      numbers = 0;
    }
    all.at(-1)!.push(tile);
    numbers += own;
  }
  return all;
}

export async function findSimilar<I>(
  { scale: common, heads }: Learned,
  { image, size }: LookedAt<I>,
  looking: Looking<I>,
  most: number,
): Promise<Candidate[]> {
  const scale = scaleOf(common, size, heads.length);
  const scaled = scaledSize(size, scale);
  const tiles = tilesOf(scaled);
  const weights = weightsOf(heads);
  const outputs = [];
  for (const some of goes(tiles, heads.length))
    outputs.push(
      ...(await looking(image, { scaled, tiles: some.map(({ core: _, ...tile }) => tile), heads: weights })),
    ); // oxlint-disable-line no-await-in-loop
  return candidatesIn(heads, assembled(scaled, tiles, outputs), { scale, image: size, most });
}
