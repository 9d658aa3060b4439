// Masks as shapes: the other way round from raster.ts.

/** Right, down, left, up. */
const dx = [1, 0, -1, 0] as const;
const dy = [0, 1, 0, -1] as const;

/** A mask with a border of one pixel outside, 1 within; 2 is added where the upper edge of a pixel is part of a ring. */
interface Bordered {
  cells: Uint8Array;
  side: number;
}

function bordered(mask: ArrayLike<number>, width: number, height: number): Bordered {
  const side = width + 2;
  const cells = new Uint8Array(side * (height + 2));
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * width, (y + 1) * side + 1];
    for (let x = 0; x < width; x++) if (mask[from + x] !== 0) cells[to + x] = 1;
  }
  return { cells, side };
}

/** The ring that begins with the upper edge of the pixel at `start`, which stays on the right hand; a hole turns left in all. */
function follow({ cells, side }: Bordered, start: number): { ring: number[]; isHole: boolean } {
  const steps = [1, side, -1, -side];
  // the pixels ahead on the left and on the right hand of who stands at the upper left corner of pixel `at`
  const left = [-side, 0, -1, -1 - side];
  const right = [0, -1, -1 - side, -side];
  const ring: number[] = [];
  let [x, y] = [(start % side) - 1, Math.floor(start / side) - 1];
  let [at, towards, turns] = [start, 0, 0];
  do {
    if (towards === 0) cells[at]! |= 2;
    at += steps[towards]!;
    x += dx[towards]!;
    y += dy[towards]!;
    // what touches at a corner alone is one region
    const isLeft = (cells[at + left[towards]!]! & 1) === 1;
    const turn = isLeft ? -1 : (cells[at + right[towards]!]! & 1) === 1 ? 0 : 1;
    if (turn !== 0) ring.push(x, y);
    turns += turn;
    towards = (towards + turn + 4) % 4;
  } while (at !== start || towards !== 0);
  return { ring, isHole: turns < 0 };
}

/**
 * The regions of a mask (not 0: within) of `width` × `height`, each as rings of [x, y, x, y, …] along the edges of pixels:
 * the outline first, clockwise as an image is seen, then its holes. Pixels that touch at a corner are of one region.
 * `fillRings` of all regions gives the mask back.
 */
export function traceMask(mask: ArrayLike<number>, width: number, height: number): number[][][] {
  const all = bordered(mask, width, height);
  const { cells, side } = all;
  const regions: number[][][] = [];
  const edges: Edges = [];
  const last = cells.length - side;
  for (let at = side; at < last; at++) {
    if (cells[at] !== 1 || (cells[at - side]! & 1) === 1) continue;
    const { ring, isHole } = follow(all, at);
    const region = isHole ? owner(all, edges, ring) : regions.length;
    if (isHole) regions[region]!.push(ring);
    else regions.push([ring]);
    noteEdges(edges, ring, region);
  }
  return regions;
}

/** Regions by the upper edges of their rings: for each row of pixels the columns, and behind each its region. */
type Edges = number[][];

function noteEdges(edges: Edges, ring: readonly number[], region: number): void {
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [from, to, y] = [ring[j]!, ring[i]!, ring[i + 1]!];
    // rightwards: the pixel below is within
    if (ring[j + 1] !== y || to <= from) continue;
    const row = (edges[y] ??= []);
    for (let x = from; x < to; x++) row.push(x, region);
  }
}

/**
 * The region that a hole is in: straight up from the top of the hole to the first upper edge, whose ring was followed before,
 * for it lies in a higher row than the hole's own first upper edge, which is at its bottom. To look into every region would
 * take hours on noise.
 */
function owner({ cells, side }: Bordered, edges: Edges, hole: readonly number[]): number {
  let top = 0;
  for (let i = 2; i < hole.length; i += 2) if (hole[i + 1]! < hole[top + 1]!) top = i;
  const next = (top + 2) % hole.length;
  const beside = hole[next + 1] === hole[top + 1] ? next : (top + hole.length - 2) % hole.length;
  const x = Math.min(hole[top]!, hole[beside]!);
  let y = hole[top + 1]! - 1;
  while ((cells[y * side + x + 1]! & 1) === 1) y--;
  const row = edges[y]!;
  let at = 0;
  while (row[at] !== x) at += 2;
  return row[at + 1]!;
}
