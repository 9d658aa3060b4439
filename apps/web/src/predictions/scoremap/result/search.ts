/** What the address of a result of scores says. */
import { z } from 'zod';
import { scoreList } from '../list.ts';
import { listSearch } from '../../shared/search.ts';

/** `own`: the thresholds that the version has. */
export const rules = ['own', 'target', 'most', 'hand'] as const;
export type Rule = (typeof rules)[number];

const score = z.coerce.number().min(0).max(1).optional().catch(undefined);
const percent = z.coerce.number().min(0).max(50).optional().catch(undefined);

export const ScoreSearch = z.object({
  ...listSearch(scoreList),
  rule: z.enum(rules).catch('own'),
  /** By hand. */
  score,
  /** Shares in percent that the rules keep. */
  target: percent,
  limit: percent,
});
export type ScoreState = z.output<typeof ScoreSearch>;
