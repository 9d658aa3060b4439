/** Search, page and order of a list, kept in the address. Lists that share a page have a prefix each. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { parseSearch, urlPage, useOwnSearch } from '../core/search.ts';

export const pageSizes = [20, 50, 100, 200] as const;

export interface ListState {
  pageNum: number;
  pageSize: number;
  sort: string | undefined;
  /** Filters that are set, by key. */
  filters: Readonly<Record<string, string>>;
}

/** Reads a list's state out of an address; anything that is not valid is as if it was not there. */
export const readListState = (search: string, keys: readonly string[], prefix = ''): ListState => {
  const all = parseSearch(search);
  const size = pageSizes.find((s) => String(s) === all[`${prefix}pageSize`]);
  const sort = all[`${prefix}sort`];
  return {
    pageNum: urlPage.parse(all[`${prefix}pageNum`]),
    pageSize: size ?? pageSizes[0],
    sort: sort !== undefined && /^-?\w+$/.test(sort) ? sort : undefined,
    filters: Object.fromEntries(
      keys.flatMap((key) => {
        const value = all[`${prefix}${key}`]?.trim();
        return value ? [[key, value] as const] : [];
      }),
    ),
  };
};

export type ListChange = Record<string, string | number | undefined>;

/** `[state, change]`; a change of a filter leads back to page 1. */
export const useListState = (
  keys: readonly string[],
  prefix = '',
): [ListState, (change: ListChange, replace?: boolean) => void] => {
  const search = useOwnSearch();
  const navigate = useNavigate();
  const keyText = keys.join(' ');
  const state = useMemo(() => readListState(search, keyText.split(' '), prefix), [search, keyText, prefix]);
  const change = useCallback(
    (next: ListChange, replace = false) => {
      const merged = { pageNum: undefined, ...next };
      const named = Object.fromEntries(Object.entries(merged).map(([k, v]) => [`${prefix}${k}`, v]));
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, ...named })) as never,
        replace,
      });
    },
    [navigate, prefix],
  );
  return [state, change];
};
