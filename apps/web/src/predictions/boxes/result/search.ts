/** What the address of a result says: everything that another person needs to see the same. */
import { z } from 'zod';
import { urlId } from '../../../core/search.ts';
import { SizeRules } from '../../masks/sizes.ts';
import { boxList } from '../list.ts';
import { listSearch } from '../../shared/search.ts';
import { compareKinds } from './question.ts';

export const views = ['images', 'figures', 'decide', 'compare'] as const;
export type View = (typeof views)[number];

const share = z.coerce.number().min(0.01).max(1).optional().catch(undefined);
const target = (defaults: number) => z.coerce.number().min(0).max(100).catch(defaults);

/** A cell of the confusion matrix as `truth-detected`. */
export const cellText = (cell: readonly [number, number]): string => cell.join('-');
const cell = z
  .string()
  .regex(/^\d{1,3}-\d{1,3}$/)
  .transform((text) => text.split('-').map(Number) as [number, number])
  .nullable()
  .catch(null);

/** Rules on sizes as JSON; what is none of them says nothing. */
const rules = z
  .string()
  .max(20_000)
  .transform((text) => SizeRules.parse(JSON.parse(text)))
  .optional()
  .catch(undefined);

export const ResultSearch = z.object({
  view: z.enum(views).catch('images'),
  ...listSearch(boxList),
  confidence: share,
  /** `off`: one threshold for all labels, where the test has some by label. */
  own: z.enum(['off']).optional().catch(undefined),
  iou: share,
  rules,
  label: z.coerce.number().int().min(0).max(999).nullable().catch(null),
  cell,
  /** Shares in per cent that suggested thresholds keep. */
  escape: target(1),
  overkill: target(5),
  /** The test that is compared. */
  with: urlId,
  withConfidence: share,
  change: z.enum(compareKinds).catch('worse'),
});
export type ResultState = z.output<typeof ResultSearch>;
