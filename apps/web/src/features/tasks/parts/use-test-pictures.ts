/** Pictures of a test, worst first, fetched page by page as the list is scrolled or stepped through. */
import { api, type TestPicture } from '@loupe/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../core/call.ts';

const pageSize = 100;

export interface TestFilter {
  taskId: number;
  confidence: number | undefined;
  iou: number | undefined;
  wrongOnly: boolean;
}

export interface TestPictures {
  list: TestPicture[];
  total: number | undefined;
  error: Error | null;
  refetch: () => void;
  /** Fetches the next page when `index` comes near the end of what is here. */
  see: (index: number) => void;
}

/** Thresholds as the API takes them: those that were not chosen are left to the server. */
export const thresholdInput = (
  filter: Pick<TestFilter, 'confidence' | 'iou'>,
): { confidence?: number; iou?: number } => ({
  ...(filter.confidence === undefined ? {} : { confidence: filter.confidence }),
  ...(filter.iou === undefined ? {} : { iou: filter.iou }),
});

export const useTestPictures = (filter: TestFilter): TestPictures => {
  const input = { taskId: filter.taskId, wrongOnly: filter.wrongOnly, pageSize, ...thresholdInput(filter) };
  const query = useInfiniteQuery({
    queryKey: ['testPictures', 'all', input],
    queryFn: ({ pageParam, signal }) =>
      call(api.testPictures, { ...input, sort: 'worst' as const, pageNum: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.pageNum * pageSize < last.total ? last.pageNum + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const list = useMemo(() => query.data?.pages.flatMap((page) => page.list) ?? [], [query.data]);
  return {
    list,
    total: query.data?.pages[0]?.total,
    error: query.error,
    refetch: () => void query.refetch(),
    see: (index) => {
      if (index >= list.length - 10 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
};
