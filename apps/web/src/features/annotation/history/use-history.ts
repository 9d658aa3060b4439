/** The history of the shown image, a page at a time, and again when somebody has changed it. */
import { api } from '@loupe/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../core/call.ts';
import { queryClient } from '../../../core/query.ts';
import { onSocketEvent } from '../../../core/sockets.ts';
import { onAcknowledged } from '../outbox-link.ts';

/** Milliseconds: a gesture of many shapes is answered op by op. */
const restMs = 400;

function useNews(imageId: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (one: { imageId: number }) => {
      if (one.imageId !== imageId) return;
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['imageHistory', imageId] }), restMs);
    };
    const stops = [onAcknowledged(later), onSocketEvent('image', later)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [imageId]);
}

export function useHistory(imageId: number) {
  useNews(imageId);
  return useInfiniteQuery({
    queryKey: ['imageHistory', imageId],
    queryFn: ({ pageParam, signal }) => call(api.imageHistory, { imageId, before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? (changes.at(-1)?.seq ?? null) : null),
    meta: { silent: true },
  });
}
