/** How the curves are looked at: kept in the address, so that a reload or a colleague sees the same. */
import { z } from 'zod';
import { urlId, useUrlState } from '../../../core/search.ts';

export const ChartSearch = z.object({
  compare: urlId,
  smooth: z.coerce.number().min(0).max(0.95).catch(0),
  log: z.enum(['1']).optional().catch(undefined),
  labels: z.enum(['table', 'curves']).catch('table'),
});

export interface ChartView {
  compare: number;
  smooth: number;
  log: boolean;
  labels: 'table' | 'curves';
  change: (patch: Partial<{ compare: number; smooth: number; log: boolean; labels: 'table' | 'curves' }>) => void;
}

export const useChartView = (): ChartView => {
  const [{ compare, smooth, log, labels }, patch] = useUrlState(ChartSearch);
  return {
    compare,
    smooth,
    log: log !== undefined,
    labels,
    change: (changes) =>
      patch(
        {
          ...('compare' in changes ? { compare: changes.compare || null } : {}),
          ...('smooth' in changes ? { smooth: changes.smooth || null } : {}),
          ...('log' in changes ? { log: changes.log ? '1' : null } : {}),
          ...('labels' in changes ? { labels: changes.labels === 'curves' ? 'curves' : null } : {}),
        },
        { replace: true },
      ),
  };
};
