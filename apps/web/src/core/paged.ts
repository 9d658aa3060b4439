/**
 * A list that is read page after page while one scrolls: `usePaged('projectList', {family}, {enabled})`. Whoever offers
 * rows to choose from uses this (or `<PagedSelect>`), so that no row is out of reach because there are many.
 */
import { api, type RouteName } from '@loupe/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import type { ApiInput, ApiOutput } from './query.ts';

/** Routes that answer with a page of rows. */
export type ListRoute = {
  [N in RouteName]: ApiOutput<N> extends { list: { id: unknown }[]; total: number } ? N : never;
}[RouteName];
export type RowOf<N extends ListRoute> = ApiOutput<N> extends { list: (infer T)[] } ? T : never;

export interface Paged<T> {
  /** Those that were read so far; undefined while the first page is on its way. */
  rows: T[] | undefined;
  /** How many there are in all. */
  total: number;
  hasMore: boolean;
  isFetching: boolean;
  error: Error | null;
  more: () => void;
  refetch: () => void;
}

const pageSize = 50;
interface AnyPage {
  list: { id: unknown }[];
  total: number;
}

/** Where rows moved between two pages, each is still there once. */
const distinct = (pages: readonly AnyPage[]) => [
  ...new Map(pages.flatMap(({ list }) => list).map((row) => [row.id, row])).values(),
];

export const usePaged = <N extends ListRoute>(
  name: N,
  input: ApiInput<N>,
  { enabled = true }: { enabled?: boolean } = {},
): Paged<RowOf<N>> => {
  const query = useInfiniteQuery({
    queryKey: [name, 'paged', input],
    queryFn: async ({ pageParam, signal }): Promise<AnyPage> =>
      (await call(api[name], { ...(input as object), pageNum: pageParam, pageSize } as never, { signal })) as AnyPage,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
    meta: { silent: true },
  });
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query;
  return {
    rows: data ? (distinct(data.pages) as RowOf<N>[]) : undefined,
    total: data?.pages.at(-1)?.total ?? 0,
    hasMore: hasNextPage,
    isFetching,
    error: query.error,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refetch: () => void refetch(),
  };
};
