/** What the address of a result of texts says, and the choices of its list. */
import type { ParseKeys } from 'i18next';
import { z } from 'zod';
import { outcomes, type TextFilter } from './rows.ts';

const filters = ['all', 'wrong', ...outcomes] as const satisfies readonly TextFilter[];
const sorts = ['worst', 'place'] as const;

export const textList = {
  filters: filters.map((id) => ({ id, name: `texts.lists.${id}` as ParseKeys, ifAny: id === 'untyped' })),
  sorts: sorts.map((id) => ({ id, name: `texts.sorts.${id}` as ParseKeys })),
};

/** In the address: with no other test. */
export const NO_TEST = -1;

export const TextSearch = z.object({
  show: z.enum(filters).catch('all'),
  sort: z.enum(sorts).catch('worst'),
  /** Place in the list; kept while one is in the workbench. */
  text: z.coerce.number().int().min(0).catch(0),
  /** The test that it is compared with; 0: the latest one of another version. */
  with: z.coerce.number().int().min(NO_TEST).max(Number.MAX_SAFE_INTEGER).catch(0),
  /** Whether texts are compared regardless of case; empty: as the version does. */
  case: z.enum(['', 'ignore', 'heed']).catch(''),
});
