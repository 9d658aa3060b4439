// From a map of where text is to quadrilaterals on the image. The engine has the same in `recipes/text/boxes.py`; both
// are held to `packages/contract/fixtures/text-boxes.json`. All up to the last corners is counted in whole numbers, what
// comes after with + − × ÷ and square roots in one order, so that both give the same numbers.

import type { AnyPoint } from './point.ts';

export interface TextMap {
  /** 0…255, row by row. */
  probability: Uint8Array;
  width: number;
  height: number;
  /** Pixels of the image for a cell; the image begins at cell 0, 0. */
  scale: readonly [x: number, y: number];
}
export interface TextBoxThresholds {
  /** From which probability on a cell is text. */
  binary: number;
  /** Least mean probability of a box. */
  box: number;
  /** How far a box grows, times its area over its outline. */
  unclip: number;
}
export interface TextBox {
  /** Start of line top, end top, end bottom, start bottom, in pixels of the image. */
  quad: number[];
  score: number;
}

/** Regions that are looked at, the largest; a map of noise has tens of thousands. */
const mostRegions = 1000;
/** Cells. */
const leastSide = 3;
/** Height over width from which a text is read from top to bottom. */
const tall = 1.5;

/** Boxes of a map for an image of this size, best first, `most` of them at most. */
export function textBoxes(
  map: TextMap,
  image: { width: number; height: number },
  thresholds: TextBoxThresholds,
  most: number,
): TextBox[] {
  const [sx, sy] = map.scale;
  // what lies beside the image is no text
  const rows = Math.min(map.height, Math.max(1, Math.floor(image.height / sy + 0.5)));
  const columns = Math.min(map.width, Math.max(1, Math.floor(image.width / sx + 0.5)));
  const level = Math.max(1, Math.floor(thresholds.binary * 255 + 0.5));
  const sums = sumsOf(map, rows, columns);
  const found: (TextBox & { first: number })[] = [];
  for (const region of largest(regionsOf(map, rows, columns, level))) {
    const rect = smallestRect(hullOf(region));
    const length = Math.sqrt(rect.ex * rect.ex + rect.ey * rect.ey);
    const wide = (rect.along[1] - rect.along[0]) / length;
    const high = (rect.across[1] - rect.across[0]) / length;
    if (wide < leastSide || high < leastSide) continue;
    const score = meanInside(sums, rows, columns, rect);
    if (score < thresholds.box) continue;
    const grown = (wide * high * thresholds.unclip) / (2 * (wide + high));
    const quad = readingOrder(cornersOf(rect, length, grown, sx, sy));
    const within = quad.map((v, i) => Math.min(Math.max(v, 0), i % 2 ? image.height : image.width));
    found.push({ quad: within, score, first: region.first });
  }
  found.sort((a, b) => b.score - a.score || a.first - b.first);
  return found.slice(0, most).map(({ quad, score }) => ({ quad, score }));
}

/** Of each row the sums of the cells left of each, `columns` + 1 of them. */
function sumsOf({ probability, width }: TextMap, rows: number, columns: number): Int32Array {
  const sums = new Int32Array(rows * (columns + 1));
  for (let y = 0; y < rows; y++) {
    let sum = 0;
    for (let x = 0; x < columns; x++) {
      sum += probability[y * width + x] as number;
      sums[y * (columns + 1) + x + 1] = sum;
    }
  }
  return sums;
}

interface Region {
  /** The first cell, row by row. */
  first: number;
  cells: number;
  y: number;
  /** Of each row the first cell and that after the last. */
  left: number[];
  right: number[];
}

interface Runs {
  /** Of each run of cells in a row: row, first cell, cell after the last. */
  y: number[];
  from: number[];
  to: number[];
  /** An earlier run of the same region, or itself. */
  parent: number[];
}

/** Regions of cells that touch by an edge or a corner, by their first cell. */
function regionsOf(map: TextMap, rows: number, columns: number, level: number): Region[] {
  const runs = runsOf(map, rows, columns, level);
  const regions = new Map<number, Region>();
  for (let i = 0; i < runs.y.length; i++) {
    const [y, from, to] = [runs.y[i] as number, runs.from[i] as number, runs.to[i] as number];
    const root = rootOf(runs.parent, i);
    let region = regions.get(root);
    if (!region) regions.set(root, (region = { first: y * columns + from, cells: 0, y, left: [], right: [] }));
    region.cells += to - from;
    const row = y - region.y;
    region.left[row] = Math.min(region.left[row] ?? from, from);
    region.right[row] = Math.max(region.right[row] ?? to, to);
  }
  return [...regions.values()];
}

function runsOf({ probability, width }: TextMap, rows: number, columns: number, level: number): Runs {
  const runs: Runs = { y: [], from: [], to: [], parent: [] };
  let above = 0;
  for (let y = 0; y < rows; y++) {
    const row = runs.y.length;
    for (let x = 0; x < columns; x++) {
      if ((probability[y * width + x] as number) < level) continue;
      const from = x;
      while (x < columns && (probability[y * width + x] as number) >= level) x++;
      const run = runs.y.length;
      runs.y.push(y);
      runs.from.push(from);
      runs.to.push(x);
      runs.parent.push(run);
      // runs of the row above are in order: those that end before this one begins meet no later one either
      while (above < row && (runs.to[above] as number) < from) above++;
      for (let k = above; k < row && (runs.from[k] as number) <= x; k++) join(runs.parent, k, run);
    }
    above = row;
  }
  return runs;
}

function rootOf(parent: number[], i: number): number {
  let root = i;
  while (parent[root] !== root) root = parent[root] as number;
  for (let k = i; k !== root;) [parent[k], k] = [root, parent[k] as number];
  return root;
}

function join(parent: number[], a: number, b: number): void {
  const [x, y] = [rootOf(parent, a), rootOf(parent, b)];
  parent[Math.max(x, y)] = Math.min(x, y);
}

/** Regions worth a look. */
function largest(regions: readonly Region[]): Region[] {
  return regions
    .filter((r) => r.left.length >= leastSide && spread(r) >= leastSide)
    .sort((a, b) => b.cells - a.cells || a.first - b.first)
    .slice(0, mostRegions);
}

const spread = ({ left, right }: Region): number =>
  right.reduce((most, v) => Math.max(most, v), -Infinity) - left.reduce((least, v) => Math.min(least, v), Infinity);

/** Corners of cells around a region, clockwise on the screen, no three on a line. */
function hullOf({ y, left, right }: Region): AnyPoint[] {
  const [down, up]: [AnyPoint[], AnyPoint[]] = [[], []];
  for (let i = 0; i <= left.length; i++) {
    // lines between rows: a corner belongs to the row above and to that below
    const [above, below] = [Math.max(i - 1, 0), Math.min(i, left.length - 1)];
    push(down, { x: Math.max(right[above] as number, right[below] as number), y: y + i }, 1);
    push(up, { x: Math.min(left[above] as number, left[below] as number), y: y + i }, -1);
  }
  return [...down, ...up.reverse()];
}

/** Adds a point to one side of a hull, which loses those that it leaves inside. */
function push(chain: AnyPoint[], p: AnyPoint, sign: 1 | -1): void {
  while (chain.length > 1) {
    const [a, b] = [chain.at(-2) as AnyPoint, chain.at(-1) as AnyPoint];
    if (((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) * sign > 0) break;
    chain.pop();
  }
  chain.push(p);
}

/** A side runs along (ex, ey) with ex > 0, ey ≥ 0; `along` and `across`: least and most of x·ex + y·ey and of y·ex − x·ey. */
interface Rect {
  ex: number;
  ey: number;
  along: [number, number];
  across: [number, number];
}

/** Of the rectangles with a side along an edge of the hull that with the smallest area; of equal ones that turned least. */
function smallestRect(hull: readonly AnyPoint[]): Rect {
  let best: Rect | undefined;
  let smallest = Infinity;
  hull.forEach((p, i) => {
    const next = hull[(i + 1) % hull.length] as AnyPoint;
    const rect = rectAlong(hull, ...upright(next.x - p.x, next.y - p.y));
    const area =
      ((rect.along[1] - rect.along[0]) * (rect.across[1] - rect.across[0])) / (rect.ex * rect.ex + rect.ey * rect.ey);
    if (best && (area > smallest || (area === smallest && rect.ey * best.ex >= best.ey * rect.ex))) return;
    [best, smallest] = [rect, area];
  });
  return best as Rect;
}

/** By quarter turns to ex > 0 and ey ≥ 0. */
function upright(ex: number, ey: number): [number, number] {
  for (let i = 0; i < 3 && (ex <= 0 || ey < 0); i++) [ex, ey] = [ey, -ex];
  return [ex, ey];
}

function rectAlong(hull: readonly AnyPoint[], ex: number, ey: number): Rect {
  const rect: Rect = { ex, ey, along: [Infinity, -Infinity], across: [Infinity, -Infinity] };
  for (const { x, y } of hull) {
    const [d, c] = [ex * x + ey * y, ex * y - ey * x];
    if (d < rect.along[0]) rect.along[0] = d;
    if (d > rect.along[1]) rect.along[1] = d;
    if (c < rect.across[0]) rect.across[0] = c;
    if (c > rect.across[1]) rect.across[1] = c;
  }
  return rect;
}

/** Mean in 0…1 of the cells whose centres lie in the rectangle. */
function meanInside(sums: Int32Array, rows: number, columns: number, { ex, ey, along, across }: Rect): number {
  const square = ex * ex + ey * ey;
  const last = Math.min(rows, Math.ceil((ex * across[1] + ey * along[1]) / square));
  let [total, count] = [0, 0];
  for (let y = Math.max(0, Math.floor((ex * across[0] + ey * along[0]) / square)); y < last; y++) {
    // twice the centres, 2x + 1 and 2y + 1, are whole: no rounding decides which cells count
    const twice = 2 * y + 1;
    let start = Math.ceil((2 * along[0] - twice * ey) / ex);
    let stop = Math.floor((2 * along[1] - twice * ey) / ex);
    if (ey > 0) {
      start = Math.max(start, Math.ceil((twice * ex - 2 * across[1]) / ey));
      stop = Math.min(stop, Math.floor((twice * ex - 2 * across[0]) / ey));
    }
    const begin = Math.min(Math.max(Math.floor(start / 2), 0), columns); // the least x with 2x + 1 ≥ start
    const end = Math.min(Math.max(Math.floor((stop - 1) / 2) + 1, 0), columns);
    if (end <= begin) continue;
    const row = y * (columns + 1);
    total += (sums[row + end] as number) - (sums[row + begin] as number);
    count += end - begin;
  }
  return count ? total / (count * 255) : 0;
}

/** Of the rectangle grown on all sides, in pixels of the image, clockwise on the screen. */
function cornersOf({ ex, ey, along, across }: Rect, length: number, grown: number, sx: number, sy: number): number[] {
  const [ux, uy] = [ex / length, ey / length];
  const [low, high] = [along[0] / length - grown, along[1] / length + grown];
  const [top, bottom] = [across[0] / length - grown, across[1] / length + grown];
  const corner = (d: number, c: number): [number, number] => [(d * ux - c * uy) * sx, (d * uy + c * ux) * sy];
  return [...corner(low, top), ...corner(high, top), ...corner(high, bottom), ...corner(low, bottom)];
}

/**
 * Four corners from where the text begins: the two at the left are the start of the line, but of a text that is much
 * taller than wide, which is read from top to bottom, those at the top.
 */
function readingOrder(corners: readonly number[]): number[] {
  const points = [0, 1, 2, 3].map((i) => ({ x: corners[2 * i] as number, y: corners[2 * i + 1] as number }));
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const [a, d] = points.slice(0, 2).sort((p, q) => p.y - q.y) as [AnyPoint, AnyPoint];
  const [b, c] = points.slice(2).sort((p, q) => p.y - q.y) as [AnyPoint, AnyPoint];
  const width = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  const height = Math.sqrt((d.x - a.x) * (d.x - a.x) + (d.y - a.y) * (d.y - a.y));
  return (height > tall * width ? [b, c, d, a] : [a, b, c, d]).flatMap((p) => [p.x, p.y]);
}
