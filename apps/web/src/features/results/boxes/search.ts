/** What the address of a result says: everything that another person needs to see the same. */
import { z } from 'zod';
import { urlId, urlText } from '../../../core/search.ts';
import { compareKinds, listKinds } from './question.ts';

export const views = ['images', 'figures', 'decide', 'compare'] as const;
export type View = (typeof views)[number];

const share = z.coerce.number().min(0.01).max(1).optional().catch(undefined);
const target = (usual: number) => z.coerce.number().min(0).max(100).catch(usual);

/** A cell of the confusion matrix as `truth-detected`. */
export const cellText = (cell: readonly [number, number]): string => cell.join('-');
const cell = z
  .string()
  .regex(/^\d{1,3}-\d{1,3}$/)
  .transform((text) => text.split('-').map(Number) as [number, number])
  .nullable()
  .catch(null);

export const ResultSearch = z.object({
  view: z.enum(views).catch('images'),
  imageId: urlId,
  /** Of that image; kept while one is in the workbench. */
  finding: urlText,
  confidence: share,
  iou: share,
  /** 0: no grey zone, whatever the version says. */
  review: z.coerce.number().min(0).max(1).optional().catch(undefined),
  show: z.enum(listKinds).catch('all'),
  label: z.coerce.number().int().min(0).max(999).nullable().catch(null),
  cell,
  sort: z.enum(['worst', 'name']).catch('worst'),
  /** Shares in per cent that suggested thresholds keep. */
  escape: target(1),
  overkill: target(5),
  /** The test that is compared. */
  with: urlId,
  withConfidence: share,
  change: z.enum(compareKinds).catch('worse'),
});
export type ResultState = z.output<typeof ResultSearch>;
