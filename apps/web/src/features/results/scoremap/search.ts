/** What the address of a result of scores says. */
import { z } from 'zod';
import { urlId } from '../../../core/search.ts';
import { listKinds } from './logic.ts';

/** `own`: the thresholds that the version has. */
export const rules = ['own', 'target', 'most', 'hand'] as const;
export type Rule = (typeof rules)[number];

const score = z.coerce.number().min(0).max(1).optional().catch(undefined);
const percent = z.coerce.number().min(0).max(50).optional().catch(undefined);

export const ScoreSearch = z.object({
  imageId: urlId,
  rule: z.enum(rules).catch('own'),
  /** By hand. */
  score,
  /** 0: no grey zone, whatever the version says. */
  review: score,
  /** Shares in percent that the rules keep. */
  target: percent,
  limit: percent,
  show: z.enum(listKinds).catch('all'),
  sort: z.enum(['worst', 'name']).catch('worst'),
});
export type ScoreState = z.output<typeof ScoreSearch>;
