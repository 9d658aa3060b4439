/** What a pre-annotation keeps of how it was asked for. */
import { PreannotateScope, ShapeKind } from '@loupe/contract';
import { z } from 'zod';

/** A shape as it was when it became an example. */
export const KeptExample = z.object({
  imageId: z.int(),
  /** Null: a candidate that a person has turned down. */
  labelId: z.int().nullable(),
  kind: ShapeKind,
  points: z.array(z.number()),
  parts: z.array(z.int()),
});
export type KeptExample = z.infer<typeof KeptExample>;

export const PreannotateParams = z.object({
  /** Data set and folder, as they were called then. */
  subject: z.string(),
  datasetId: z.int(),
  scope: PreannotateScope,
  /** Of the version in its order, with the labels of the data set that stand for them. */
  labels: z.array(z.object({ name: z.string(), color: z.string(), labelId: z.int().nullable() })),
  thresholds: z.unknown(),
  /** Where examples propose instead of a version. `ordinary`: images that say what is not meant. */
  similar: z.object({ examples: z.array(KeptExample), ordinary: z.array(z.int()) }).optional(),
});
export type PreannotateParams = z.infer<typeof PreannotateParams>;
