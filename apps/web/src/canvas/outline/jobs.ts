// What is worked out from pixels beside the screen, in a worker; tests do it at once.

import { maskRegion } from './pixels.ts';
import { growColor } from './wand.ts';
import type { AnyPoint } from '@loupe/geometry';
import type { Region } from '../region.ts';
import type { Pixels } from './pixels.ts';

export type OutlineJob = {
  readonly kind: 'wand';
  readonly at: AnyPoint;
  /** By which a colour may differ, 0 … 255. */
  readonly tolerance: number;
};

/** Holes of fewer cells are noise. */
const LEAST_HOLE = 12;

export const outlineOf = (pixels: Pixels, { at, tolerance }: OutlineJob): Region =>
  maskRegion(growColor(pixels, at, tolerance), pixels, LEAST_HOLE);

export type ToOutliner = {
  readonly turn: number;
  readonly job: OutlineJob;
  /** Left out: those of the last message. */
  readonly pixels?: Pixels;
};
export type FromOutliner = { readonly turn: number } & ({ readonly region: Region } | { readonly why: string });
