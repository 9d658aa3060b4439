/** Prediction type `masks`: class, score, a box in pixels of the image, and the object's own outline on a grid of cells. */
import { z } from 'zod';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';
import {
  hasZoneBelow,
  objectImage,
  objectMetrics,
  objectParity,
  objectSummary,
  objectThresholds,
  ParityDetection,
  PredictedBox,
  reportedThresholds,
  zoneAbove,
} from './boxes.ts';
import { parityCaseOfAll, reportOfAll } from './parts.ts';
import type { PredictionDef } from './registry.ts';

const Cells = z.int().min(0).max(limits.maskGridMax);
/**
 * Cells of a grid over the image, as a window of it: run lengths row by row within the window, of cells outside and inside by
 * turns, beginning with those outside (0 where the first one is inside). Nothing inside: a window of 0 × 0 without runs.
 */
export const MaskWindow = z
  .object({
    x: Cells,
    y: Cells,
    w: Cells,
    h: Cells,
    counts: z
      .array(
        z
          .int()
          .min(0)
          .max(limits.maskGridMax ** 2),
      )
      .max(limits.maskRuns),
  })
  .refine(({ w, h, counts }) => counts.reduce((sum, one) => sum + one, 0) === w * h, { path: ['counts'] });
export type MaskWindow = z.infer<typeof MaskWindow>;
/** Width and height of a cell in pixels of the image: the left edge of column j lies at x = j × width. */
export const MaskCell = z.tuple([
  z.number().positive().max(limits.imageSide),
  z.number().positive().max(limits.imageSide),
]);
export type MaskCell = z.infer<typeof MaskCell>;

export const PredictedMask = PredictedBox.extend({ mask: MaskWindow });
export type PredictedMask = z.infer<typeof PredictedMask>;
export const Masks = z.object({
  type: z.literal('masks'),
  cell: MaskCell,
  items: z.array(PredictedMask).max(limits.maskMax),
});
export type Masks = z.infer<typeof Masks>;

/** In millimetres and square millimetres where `unit` is so, else in pixels of the image; what is left out is not asked for. */
export const LeastSize = z.strictObject({
  area: z.number().min(0).max(limits.leastAreaMax).optional(),
  /** The largest distance between two points of the object. */
  length: z.number().min(0).max(limits.leastLengthMax).optional(),
  unit: z.enum(['px', 'mm']).default('px'),
});
export type LeastSize = z.infer<typeof LeastSize>;

export const MaskThresholds = z
  .strictObject({
    ...objectThresholds,
    byLabelLeast: z
      .record(z.string(), LeastSize)
      .describe('Labels by name: an object of a smaller area or a shorter length does not make its image NG'),
    mmPerPixel: z
      .number()
      .min(limits.mmPerPixelMin)
      .max(limits.mmPerPixelMax)
      .optional()
      .describe(
        'Scale of the images in millimetres per pixel; left out: unknown, and nothing is measured in millimetres',
      ),
  })
  .refine(hasZoneBelow, zoneAbove)
  .refine(
    ({ byLabelLeast, mmPerPixel }) =>
      mmPerPixel !== undefined || Object.values(byLabelLeast).every(({ unit }) => unit === 'px'),
    { path: ['mmPerPixel'], message: 'input.noScale' satisfies MessageKey },
  );
export type MaskThresholds = z.infer<typeof MaskThresholds>;

/** What objects of a label have to reach to make an image NG, in pixels of the image; 0: nothing. */
export function leastOfLabel(
  { byLabelLeast, mmPerPixel = 1 }: Pick<MaskThresholds, 'byLabelLeast' | 'mmPerPixel'>,
  name: string,
): { area: number; length: number } {
  const { area = 0, length = 0, unit = 'px' } = Object.hasOwn(byLabelLeast, name) ? byLabelLeast[name]! : {};
  const pixel = unit === 'mm' ? mmPerPixel : 1;
  return { area: area / pixel ** 2, length: length / pixel };
}

/**
 * Figures of a test. Overlaps are those of masks; `boxMap50` is what the boxes alone come to. `boundaryF` and `areaError` are
 * means over the objects that were found: of the outlines within 2 px of each other, and of the difference over the true area.
 */
export const MaskSummary = z.object({
  type: z.literal('masks'),
  thresholds: MaskThresholds,
  ...objectSummary,
  boxMap50: z.number().nullable(),
  boundaryF: z.number().nullable(),
  areaError: z.number().nullable(),
});
export type MaskSummary = z.infer<typeof MaskSummary>;
export const MaskImage = z.object({ type: z.literal('masks'), ...objectImage });

/** Of a recipe that gives masks. */
export const MaskReport = z.object({
  prediction: z.literal('masks'),
  ...reportOfAll,
  metrics: z.object({
    ...objectMetrics,
    box_map50: z.number(),
    /** Of the objects that were found; null where there was none. */
    boundary_f: z.number().nullable(),
    area_error: z.number().nullable(),
  }),
  thresholds: reportedThresholds,
  parity: z.object({
    ...objectParity,
    /** `pixels`: the least share of equal cells, over all firm objects together. */
    tolerance: z.object({ box_px: z.number(), score: z.number(), pixels: z.number().min(0).max(1) }),
    cases: z.array(z.object({ ...parityCaseOfAll, detections: z.array(ParityDetection.extend({ mask: MaskWindow })) })),
  }),
});
export type MaskReport = z.infer<typeof MaskReport>;

export const masksDef = {
  type: 'masks',
  prediction: Masks,
  thresholds: MaskThresholds,
  summary: MaskSummary,
  image: MaskImage,
  report: MaskReport,
} satisfies PredictionDef;
