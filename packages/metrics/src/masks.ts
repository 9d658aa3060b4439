// Masks beside drawn regions: how much they overlap, how near their outlines run, how far their areas differ.

import { runsArea, runsOfRings, runsOfWindow, runsOverlap } from '@loupe/geometry';
import type { Cell, CellWindow, GridSize, Runs } from '@loupe/geometry';
import type { Overlap } from './rows.ts';

/** Pixels of an image up to which masks are compared pixel by pixel; beyond, in cells of the model's own grid. */
export const MASK_PIXELS = 2_000_000;
/** Pixels of the image within which outlines count as the same. */
export const BOUNDARY_PIXELS = 2;

export type MaskTruth = { readonly rings: readonly (readonly number[])[]; readonly ignore: boolean };
export type MaskedImage = {
  readonly image: GridSize;
  readonly cell: Cell;
  readonly truths: readonly MaskTruth[];
  readonly detections: readonly { readonly mask: CellWindow }[];
};
/** Truths and detections of one image as runs of one grid; made when they are first asked for. */
export type MaskRuns = {
  readonly size: GridSize;
  /** Pixels of the image that a step of the grid is. */
  readonly scale: number;
  readonly truth: (t: number) => Runs;
  readonly detection: (d: number) => Runs;
};

const once = (make: (i: number) => Runs): ((i: number) => Runs) => {
  const made = new Map<number, Runs>();
  return (i) => {
    const known = made.get(i);
    if (known) return known;
    const runs = make(i);
    made.set(i, runs);
    return runs;
  };
};

/** The grid is the image's pixels up to MASK_PIXELS of them, else the cells of the masks (never finer than the pixels). */
export function maskRuns({ image, cell, truths, detections }: MaskedImage): MaskRuns {
  const isByPixel = image.width * image.height <= MASK_PIXELS;
  const [sx, sy] = isByPixel ? [1, 1] : [Math.max(1, cell[0]), Math.max(1, cell[1])];
  const size = { width: Math.ceil(image.width / sx), height: Math.ceil(image.height / sy) };
  const own: Cell = [cell[0] / sx, cell[1] / sy];
  const onGrid = (ring: readonly number[]): number[] => ring.map((v, i) => v / (i % 2 === 0 ? sx : sy));
  return {
    size,
    scale: Math.max(sx, sy),
    truth: once((t) => runsOfRings(truths[t]!.rings.map(onGrid), size)),
    detection: once((d) => runsOfWindow(detections[d]!.mask, own, size)),
  };
}

/** Whether two have rows in common at all: most pairs of an image have not. */
const areApart = (a: Runs, b: Runs): boolean =>
  a.length === 0 || b.length === 0 || a.at(-1)! <= b[0]! || b.at(-1)! <= a[0]!;

/** The overlap of masks, as `Overlap` says it. */
export const masksOverlap =
  ({ truth, detection }: MaskRuns, truths: readonly { readonly ignore: boolean }[]): Overlap =>
  (d, t) => {
    const [own, other] = [detection(d), truth(t)];
    const shared = areApart(own, other) ? 0 : runsOverlap(own, other);
    if (shared === 0) return 0;
    return shared / (truths[t]!.ignore ? runsArea(own) : runsArea(own) + runsArea(other) - shared);
  };

/** The part of a grid around both masks, with a border. */
type Window = { x: number; y: number; w: number; h: number };

function windowAround(runs: readonly Runs[], width: number, border: number): Window {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const one of runs) {
    for (let i = 0; i < one.length; i += 2) {
      const y = Math.floor(one[i]! / width);
      left = Math.min(left, one[i]! - y * width);
      right = Math.max(right, one[i + 1]! - y * width);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { x: left - border, y: top - border, w: right - left + 2 * border, h: bottom - top + 2 * border };
}

/** Places in the window of the pixels of a mask that have a side on its outline; what lies beyond the image is outside. */
function outlineOf(runs: Runs, width: number, { x, y, w, h }: Window): number[] {
  const mask = new Uint8Array(w * h);
  for (let i = 0; i < runs.length; i += 2) {
    const row = Math.floor(runs[i]! / width);
    const from = (row - y) * w + (runs[i]! - row * width - x);
    mask.fill(1, from, from + runs[i + 1]! - runs[i]!);
  }
  const outline: number[] = [];
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 1 && (mask[at - 1] === 0 || mask[at + 1] === 0 || mask[at - w] === 0 || mask[at + w] === 0))
      outline.push(at);
  }
  return outline;
}

/**
 * How well two outlines agree (Csurka, Larlus and Perronnin, What is a good evaluation measure for semantic segmentation?,
 * BMVC 2013): the harmonic mean of the shares of each that lie within BOUNDARY_PIXELS of the other; in a coarser grid
 * within one step of it. 0 where one has none.
 */
export function boundaryF(a: Runs, b: Runs, { size, scale }: Pick<MaskRuns, 'size' | 'scale'>): number {
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(1, BOUNDARY_PIXELS / scale);
  const whole = Math.floor(reach);
  const window = windowAround([a, b], size.width, whole + 1);
  const [one, other] = [outlineOf(a, size.width, window), outlineOf(b, size.width, window)];
  const near: number[] = [];
  for (let dy = -whole; dy <= whole; dy++) {
    for (let dx = -whole; dx <= whole; dx++) if (dx * dx + dy * dy <= reach * reach) near.push(dy * window.w + dx);
  }
  const shareNear = (from: readonly number[], to: readonly number[]): number => {
    const reached = new Uint8Array(window.w * window.h);
    for (const at of to) for (const step of near) reached[at + step] = 1;
    return from.reduce((sum, at) => sum + reached[at]!, 0) / from.length;
  };
  const [precision, recall] = [shareNear(one, other), shareNear(other, one)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

export type MaskFit = { readonly boundaryF: number | null; readonly areaError: number | null };

/** Takes pairs of a detection and the truth that it found, one after the other; the means of all, null of none. */
export function maskFit() {
  let [pairs, boundary, area] = [0, 0, 0];
  return {
    add(runs: MaskRuns, d: number, t: number): void {
      const [own, other] = [runs.detection(d), runs.truth(t)];
      const size = runsArea(other);
      if (size === 0) return;
      pairs++;
      boundary += boundaryF(own, other, runs);
      area += Math.abs(runsArea(own) - size) / size;
    },
    end: (): MaskFit =>
      pairs === 0 ? { boundaryF: null, areaError: null } : { boundaryF: boundary / pairs, areaError: area / pairs },
  };
}
