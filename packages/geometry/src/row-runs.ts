// Run lengths as CVAT has them: row by row of a part of an image, beginning with a run outside.

import type { PixelWindow } from './coco-rle.ts';

/** The lengths of the runs of a mask, row by row; together they are its pixels. */
export function rowRuns(filled: ArrayLike<number>): number[] {
  const runs: number[] = [];
  let [start, isIn] = [0, 0];
  for (let at = 0; at < filled.length; at++) {
    if (filled[at] === isIn) continue;
    runs.push(at - start);
    [start, isIn] = [at, 1 - isIn];
  }
  runs.push(filled.length - start);
  return runs;
}

/** The mask of the runs: one byte for each pixel of the window; undefined where they are no lengths, or more than it has. */
export function fillRows(
  runs: readonly number[],
  { width, height }: Pick<PixelWindow, 'width' | 'height'>,
): Uint8Array | undefined {
  const filled = new Uint8Array(width * height);
  let at = 0;
  for (const [i, run] of runs.entries()) {
    if (!Number.isInteger(run) || run < 0 || at + run > filled.length) return undefined;
    if (i % 2 === 1) filled.fill(1, at, at + run);
    at += run;
  }
  return filled;
}
