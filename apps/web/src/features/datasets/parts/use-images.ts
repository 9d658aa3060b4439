/** Images of a folder for a grid: the pages that are in sight are fetched; those that are not are soon forgotten. */
import { api, limits, type DatasetImage, type ImageFilter, type ImageSort } from '@loupe/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../core/call.ts';
import { filterOf, type ImageChoice } from '../../../core/image-choice.ts';
import { apiQuery } from '../../../core/query.ts';
import { gridPage, pagesOf } from './grid-math.ts';

/** How long pages stay that nobody looks at: scrolling through all must not fill the memory. */
const forgetMs = 20_000;
/** A page is asked for when the scrolling rests so long, or has gone on for so long. */
const restMs = 60;
const patienceMs = 250;

export interface GridImages {
  total: number | undefined;
  /** The image at a place of the whole list; undefined while its page is not here. */
  at: (place: number) => DatasetImage | undefined;
  /** The image with this id, where its page is here. */
  known: (id: number) => DatasetImage | undefined;
  /** Ids of the images from one place to another, in either order. */
  ids: (from: number, to: number) => Promise<number[]>;
  error: Error | null;
  refetch: () => void;
  /** Tells which places are in sight. */
  see: (first: number, last: number) => void;
}

const useVisiblePages = () => {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastCall = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const see = useCallback((first: number, last: number) => {
    const update = () => {
      lastCall.current = Date.now();
      const next = [...new Set([0, ...pagesOf(first, last)])];
      setPages((now) => (now.join() === next.join() ? now : next));
    };
    clearTimeout(timer.current);
    if (Date.now() - lastCall.current > patienceMs) update();
    else timer.current = setTimeout(update, restMs);
  }, []);
  return { pages, see };
};

export const useGridImages = (filter: ImageFilter, sort: ImageSort): GridImages => {
  const { pages, see } = useVisiblePages();
  const results = useQueries({
    queries: pages.map((page) => ({
      ...apiQuery('imageList', { ...filter, sort, pageNum: page + 1, pageSize: gridPage }),
      gcTime: forgetMs,
      meta: { silent: true },
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const lists = results.map((r) => (r.data as { list: DatasetImage[]; total: number } | undefined) ?? null);
  const at = (place: number) => lists[pages.indexOf(Math.floor(place / gridPage))]?.list[place % gridPage];
  return {
    total: lists[0]?.total,
    at,
    known: (id) => lists.flatMap((list) => list?.list ?? []).find((image) => image.id === id),
    ids: async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const here = Array.from({ length: Math.min(to - from + 1, gridPage) }, (_, i) => at(from + i)?.id);
      if (to - from < gridPage && here.every((id) => id !== undefined)) return here;
      const ids: number[] = [];
      for (let next = from; next <= to; next += limits.imageIds) {
        const count = Math.min(limits.imageIds, to - next + 1);
        // oxlint-disable-next-line no-await-in-loop
        ids.push(...(await call(api.imageIds, { ...filter, sort, from: next, count })).ids);
      }
      return ids;
    },
    error: lists[0] ? null : (results[0]?.error ?? null),
    refetch: () => void Promise.all(results.map((r) => r.refetch())),
    see,
  };
};

/** The filter as the address holds it, for the API; the same object while nothing changes. */
export const useImageFilter = (folderId: number, choice: ImageChoice): ImageFilter => {
  const { name, state, part, review, label, conflict, sort } = choice;
  return useMemo(
    () => filterOf(folderId, { name, state, part, review, label, conflict, sort }),
    [folderId, name, state, part, review, label, conflict, sort],
  );
};
