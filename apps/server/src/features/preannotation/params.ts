/** What a pre-annotation keeps of how it was asked for. */
import { PreannotateScope } from '@loupe/contract';
import { z } from 'zod';

export const PreannotateParams = z.object({
  /** Data set and folder, as they were called then. */
  subject: z.string(),
  datasetId: z.int(),
  scope: PreannotateScope,
  /** Of the version in its order, with the labels of the data set that stand for them. */
  labels: z.array(z.object({ name: z.string(), color: z.string(), labelId: z.int().nullable() })),
  thresholds: z.unknown(),
});
export type PreannotateParams = z.infer<typeof PreannotateParams>;
