/** What a version found of test defects: drawn by kind and size on OK images that it has not learned from. */
import { z } from 'zod';
import { Count, Probability } from '../core/fields.ts';
import { limits } from '../core/limits.ts';

/** `missing`: a part covered by its surroundings. In the order in which they are shown. */
export const ProbeKind = z.enum(['scratch', 'stain', 'texture', 'dent', 'missing', 'colour']);
export type ProbeKind = z.infer<typeof ProbeKind>;

const pixels = z.int().min(1).max(1e6);
const side = z.int().min(1).max(limits.probeSideMax);
const base64 = z
  .string()
  .max(limits.probeImageMax)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

export const ProbeCell = z.object({
  kind: ProbeKind,
  /** Longest extent of the defect: in pixels of a typical image, and as a share of its long side. */
  px: pixels,
  share: Probability,
  found: Count,
  tried: z.int().min(1).max(1e6),
});
export type ProbeCell = z.infer<typeof ProbeCell>;

export const ProbeExample = z.object({
  kind: ProbeKind,
  px: pixels,
  found: z.boolean(),
  score: Probability,
  width: side,
  height: side,
  /** Left, top, width and height of the defect in pixels of this image. */
  box: z.array(z.number()).min(4).max(4),
  jpeg: base64,
  heat: z.object({ width: side, height: side, png: base64 }),
});
export type ProbeExample = z.infer<typeof ProbeExample>;

export const Probes = z.object({
  /** OK images that were drawn on, and those that were not because they are judged NG as they are. */
  images: Count,
  refused: Count,
  /** OK images that the threshold follows from, and how many more the target overkill needs; null: no number suffices. */
  judged: Count,
  /** Of those judged, the ones that validated: fewer where training images are judged too, each by what has not seen it. */
  held: Count.optional(),
  needed: Count.nullable(),
  cells: z.array(ProbeCell).max(limits.probeCells),
  /** Of each kind the smallest that was found, and the largest that was missed. */
  examples: z.array(ProbeExample).max(limits.probeExamples),
});
export type Probes = z.infer<typeof Probes>;
