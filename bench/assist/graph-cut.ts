/** Graph cut in the manner of GrabCut (Rother and others, SIGGRAPH 2004), with histograms of colours instead of mixtures. */
import { windowOf } from '../../apps/web/src/canvas/outline/assist/window.ts';
import { CELLS, SIDE } from './grid.ts';
import { cutGrid, neighbour } from './flow.ts';
import { maskOfField, seedsOf, squareFor, type Method } from './methods.ts';

export interface CutSettings {
  /** Side of the square for one click, of the shorter side of the image, and over the spread of several. */
  share: number;
  margin: number;
  /** Weight of an edge between alike neighbours over that of a colour. */
  gamma: number;
  rounds: number;
  radius: number;
}

const LEVELS = 12;
const BINS = LEVELS ** 3;

function binsOf(planes: Float32Array): Uint16Array {
  const level = (value: number): number => Math.min(LEVELS - 1, Math.floor((value * LEVELS) / 256));
  return Uint16Array.from(
    { length: CELLS },
    (_, i) => (level(planes[i]!) * LEVELS + level(planes[CELLS + i]!)) * LEVELS + level(planes[2 * CELLS + i]!),
  );
}

/** Spread over neighbouring colours, for a disk of few cells knows few. */
function smoothed(counts: Float64Array): Float64Array {
  let from = counts;
  for (const step of [1, LEVELS, LEVELS * LEVELS]) {
    const into = new Float64Array(BINS);
    for (let i = 0; i < BINS; i++) {
      const at = Math.floor(i / step) % LEVELS;
      into[i] = 0.5 * from[i]! + (at > 0 ? 0.25 * from[i - step]! : 0) + (at < LEVELS - 1 ? 0.25 * from[i + step]! : 0);
    }
    from = into;
  }
  const total = from.reduce((a, b) => a + b, 0) + 1e-9;
  return from.map((value) => (value / total) * 0.98 + 0.02 / BINS);
}

function linksOf(planes: Float32Array, gamma: number): Float64Array {
  const links = new Float64Array(8 * CELLS);
  const away = (i: number, j: number): number => {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (planes[c * CELLS + i]! - planes[c * CELLS + j]!) ** 2;
    return sum;
  };
  let [total, count] = [0, 0];
  for (let i = 0; i < CELLS - SIDE; i++) {
    total += away(i, i + SIDE);
    count++;
  }
  const beta = 1 / (2 * (total / count) + 1e-6);
  for (let i = 0; i < CELLS; i++) {
    for (let d = 0; d < 8; d++) {
      const j = neighbour(i, d);
      if (j >= 0) links[8 * i + d] = (gamma / (d % 2 === 0 ? 1 : Math.SQRT2)) * Math.exp(-beta * away(i, j));
    }
  }
  return links;
}

/** Only pieces that a click is in, or all where there is none. */
function clicked(mask: Uint8Array, seeds: Uint8Array): Uint8Array {
  const kept = new Uint8Array(CELLS);
  const open: number[] = [];
  for (let i = 0; i < CELLS; i++) if (seeds[i] === 1 && mask[i] === 1) open.push(i);
  if (open.length === 0) return mask;
  for (const i of open) kept[i] = 1;
  while (open.length > 0) {
    const i = open.pop()!;
    for (let d = 0; d < 8; d += 2) {
      const j = neighbour(i, d);
      if (j >= 0 && mask[j] === 1 && kept[j] === 0) {
        kept[j] = 1;
        open.push(j);
      }
    }
  }
  return kept;
}

export const graphCut =
  ({ share, margin, gamma, rounds, radius }: CutSettings): Method =>
  (pixels, prompt) => {
    const square = squareFor(prompt, share * Math.min(pixels.width, pixels.height), margin);
    const { planes } = windowOf(pixels, square);
    const seeds = seedsOf(prompt, square, radius);
    const bins = binsOf(planes);
    const links = linksOf(planes, gamma);
    // at first the object is its clicks, or all of the box; the rest is ground
    let side: Uint8Array = Uint8Array.from(seeds, (seed) =>
      prompt.clicks.length > 0 ? Number(seed === 1) : Number(seed !== 2),
    );
    for (let round = 0; round < rounds; round++) {
      const [own, ground] = [new Float64Array(BINS), new Float64Array(BINS)];
      for (let i = 0; i < CELLS; i++) (side[i] === 1 ? own : ground)[bins[i]!]!++;
      const [ownShare, groundShare] = [smoothed(own), smoothed(ground)];
      const terminal = Float64Array.from(seeds, (seed, i) =>
        seed === 1 ? 1e6 : seed === 2 ? -1e6 : Math.log(ownShare[bins[i]!]!) - Math.log(groundShare[bins[i]!]!),
      );
      side = clicked(cutGrid(links.slice(), terminal), seeds);
    }
    return maskOfField(side, square, pixels);
  };
