/** What the address of every result says: the image, the list that it is of, and the grey zone. */
import { z } from 'zod';
import { urlId, urlText } from '../../core/search.ts';
import { idsOf, type ResultList } from '../result-list.ts';

/** 0: no grey zone, whatever the version says. */
const review = z.coerce.number().min(0).max(1).optional().catch(undefined);

export const listSearch = <Row, F extends string, S extends string>({ filters, sorts }: ResultList<Row, F, S>) => ({
  imageId: urlId,
  /** Of that image; kept while one is in the workbench. */
  finding: urlText,
  show: z.enum(idsOf(filters)).catch(filters[0]!.id as never),
  sort: z.enum(idsOf(sorts)).catch(sorts[0]!.id as never),
  review,
});

/** Where the grey zone begins: as the address says, else by default; never above the threshold. */
export const reviewAt = (asked: number | undefined, defaults: number | null, ng: number): number | null => {
  const chosen = asked === undefined ? defaults : asked === 0 ? null : asked;
  return chosen === null ? null : Math.min(chosen, ng);
};
