/**
 * Random walker (Grady, PAMI 28, 2006): for each cell the chance that a walk from it meets the object's seeds before those of
 * the ground. Edges hold the walk back.
 */

import type { Window } from '../../apps/web/src/canvas/outline/assist/window.ts';

/** Of a seed. */
export const OBJECT = 1;
export const GROUND = 2;

/** A walk never stops for good: else what an edge closes off would have no answer. */
const LEAST_WEIGHT = 1e-5;
/** A share of the squared changes, the largest left out: one bright spark must not make all other edges small. */
const LARGE_SHARE = 0.98;
const MOST_ROUNDS = 200;
const ENOUGH = 1e-3;

/** What holds neighbours together, to the right and downwards, and the sum of it at each cell. */
type Links = { readonly across: Float32Array; readonly down: Float32Array; readonly sum: Float32Array };

function linksOf({ planes, side }: Window, beta: number): Links {
  const cells = side * side;
  const change = (i: number, j: number): number => {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (planes[c * cells + i]! - planes[c * cells + j]!) ** 2;
    return sum;
  };
  const across = new Float32Array(cells);
  const down = new Float32Array(cells);
  for (let i = 0; i < cells; i++) {
    if (i % side < side - 1) across[i] = change(i, i + 1);
    if (i < cells - side) down[i] = change(i, i + side);
  }
  const sorted = across.slice().sort();
  const scale = beta / (sorted[Math.floor(LARGE_SHARE * (cells - 1))]! + 1);
  const sum = new Float32Array(cells);
  for (let i = 0; i < cells; i++) {
    if (i % side < side - 1) {
      across[i] = Math.exp(-scale * across[i]!) + LEAST_WEIGHT;
      sum[i]! += across[i]!;
      sum[i + 1]! += across[i]!;
    }
    if (i < cells - side) {
      down[i] = Math.exp(-scale * down[i]!) + LEAST_WEIGHT;
      sum[i]! += down[i]!;
      sum[i + side]! += down[i]!;
    }
  }
  return { across, down, sum };
}

/** The graph's Laplacian, on the cells without a seed. */
function apply({ across, down, sum }: Links, seeds: Uint8Array, side: number, x: Float32Array, y: Float32Array): void {
  const cells = x.length;
  for (let i = 0; i < cells; i++) {
    if (seeds[i] !== 0) {
      y[i] = 0;
      continue;
    }
    let value = sum[i]! * x[i]!;
    // at the right end of a row `across` is 0
    if (i + 1 < cells) value -= across[i]! * x[i + 1]!;
    if (i > 0) value -= across[i - 1]! * x[i - 1]!;
    if (i + side < cells) value -= down[i]! * x[i + side]!;
    if (i >= side) value -= down[i - side]! * x[i - side]!;
    y[i] = value;
  }
}

/** 0 … 1 for each cell, by conjugate gradients from a first guess where there is one. */
export function walk(window: Window, seeds: Uint8Array, beta: number, guess?: Float32Array): Float32Array {
  const { side } = window;
  const cells = side * side;
  const links = linksOf(window, beta);
  const x = guess ? guess.slice() : new Float32Array(cells);
  for (let i = 0; i < cells; i++) if (seeds[i] !== 0) x[i] = seeds[i] === OBJECT ? 1 : 0;
  const q = new Float32Array(cells);
  apply(links, seeds, side, x, q);
  const r = new Float32Array(cells);
  const p = new Float32Array(cells);
  let before = 0;
  for (let i = 0; i < cells; i++) {
    r[i] = -q[i]!;
    p[i] = r[i]! / links.sum[i]!;
    before += r[i]! * p[i]!;
  }
  const enough = ENOUGH * ENOUGH * before + 1e-12;
  for (let round = 0; round < MOST_ROUNDS && before > enough; round++) {
    apply(links, seeds, side, p, q);
    let curve = 0;
    for (let i = 0; i < cells; i++) curve += p[i]! * q[i]!;
    const step = before / curve;
    let after = 0;
    for (let i = 0; i < cells; i++) {
      x[i]! += step * p[i]!;
      r[i]! -= step * q[i]!;
      after += (r[i]! * r[i]!) / links.sum[i]!;
    }
    const share = after / before;
    before = after;
    for (let i = 0; i < cells; i++) p[i] = r[i]! / links.sum[i]! + share * p[i]!;
  }
  return x;
}
