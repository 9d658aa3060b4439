/** What summaries, lists and reports of all prediction types have in common. */
import { z } from 'zod';
import { Count, Id, Sha256 } from '../core/fields.ts';

/** A label of a version. `locates`: it marks parts, which are looked at and are no finding. */
export const VersionLabel = z.object({ name: z.string(), color: z.string(), locates: z.boolean().optional() });
export type VersionLabel = z.infer<typeof VersionLabel>;

export const summaryOfAll = {
  /** Images that were predicted; fewer than `planned` when the test ended before its time. */
  images: Count,
  planned: Count,
  /** Images that the version or one it began with was trained or validated on: the figures flatter. */
  seen: Count,
  /** Of the predicted images, those that were deleted since; truth and prediction of them are still here. */
  deleted: Count,
  /** Of the predicted images, those whose annotations changed since: the figures are of the earlier ones. */
  changed: Count,
  seconds: z.number().nullable(),
};
/** An image in the list of a test. */
export const testedOfAll = { imageId: Id, name: z.string(), width: Count, height: Count };

/** The file of a parity case: in the run's folder, or a stored image; and what its bytes decode to. */
export const parityCaseOfAll = {
  name: z.string(),
  file: z.string().nullish(),
  sha256: Sha256.nullish(),
  width: z.int().min(1).max(1e6),
  height: z.int().min(1).max(1e6),
  pixels_sha256: Sha256,
};
export const reportOfAll = {
  v: z.literal(1),
  weights_sha256: Sha256,
  kept: z.enum(['raw', 'averaged']),
  epochs_done: z.number(),
};
