// What is worked out from pixels beside the screen, in a worker; tests do it at once.

import { createAssist, type Assist } from './assist/solve.ts';
import { createNet } from './assist/net.ts';
import { readWeights } from './assist/weights.ts';
import { maskRegion } from './pixels.ts';
import { growColor } from './wand.ts';
import type { AnyPoint } from '@loupe/geometry';
import type { Region } from '../region.ts';
import type { Pixels } from './pixels.ts';
import type { Prompt } from './prompt.ts';

export type OutlineJob =
  | {
      readonly kind: 'wand';
      readonly at: AnyPoint;
      /** By which a colour may differ, 0 … 255. */
      readonly tolerance: number;
    }
  | { readonly kind: 'assist'; readonly prompt: Prompt };

/** Holes of fewer cells are noise. */
const LEAST_HOLE = 12;

export type Outlines = (pixels: Pixels, job: OutlineJob) => Promise<Region>;

/** `weights`: the file of them, which is asked for when it is first needed, and again after a failure. */
export function createOutlines(weights: () => Promise<ArrayBuffer>): Outlines {
  let assist: Promise<Assist> | null = null;
  const start = async (): Promise<Assist> => createAssist(createNet(readWeights(await weights())));
  return async (pixels, job) => {
    if (job.kind === 'wand') return maskRegion(growColor(pixels, job.at, job.tolerance), pixels, LEAST_HOLE);
    assist ??= start();
    const asked = assist;
    try {
      return (await asked)(pixels, job.prompt);
    } catch (error) {
      assist = null;
      throw error;
    }
  };
}

export type ToOutliner = {
  readonly turn: number;
  readonly job: OutlineJob;
  /** Left out: those of the last message. */
  readonly pixels?: Pixels;
};
export type FromOutliner = { readonly turn: number } & ({ readonly region: Region } | { readonly why: string });
