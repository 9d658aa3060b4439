/** How the curves are looked at: kept in the address, so that a reload or a colleague sees the same. */
import { z } from 'zod';
import { urlId, useUrlState } from '../../../core/search.ts';

export const ChartSearch = z.object({
  compare: urlId,
  smooth: z.coerce.number().min(0).max(0.95).catch(0),
  log: z.enum(['1']).optional().catch(undefined),
  labels: z.enum(['table', 'curves']).catch('table'),
  stage: z.coerce.number().int().min(1).optional().catch(undefined),
});

export interface ChartView {
  compare: number;
  smooth: number;
  log: boolean;
  labels: 'table' | 'curves';
  /** Whose curves are shown, from 0; null: those of the stage that is at work. */
  stage: number | null;
  change: (patch: Partial<Omit<ChartView, 'change'>>) => void;
}

export const useChartView = (): ChartView => {
  const [{ compare, smooth, log, labels, stage }, patch] = useUrlState(ChartSearch);
  return {
    compare,
    smooth,
    log: log !== undefined,
    labels,
    stage: stage === undefined ? null : stage - 1,
    change: (changes) =>
      patch(
        {
          ...('compare' in changes ? { compare: changes.compare || null } : {}),
          ...('smooth' in changes ? { smooth: changes.smooth || null } : {}),
          ...('log' in changes ? { log: changes.log ? '1' : null } : {}),
          ...('labels' in changes ? { labels: changes.labels === 'curves' ? 'curves' : null } : {}),
          ...('stage' in changes ? { stage: changes.stage == null ? null : changes.stage + 1 } : {}),
        },
        { replace: true },
      ),
  };
};
