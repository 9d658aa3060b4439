/** Pictures of a folder for a grid: the pages that are in sight are fetched, the others are not. */
import type { Picture, PictureState } from '@loupe/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { apiQuery } from '../../../core/query.ts';

export const gridPage = 100;

export interface PictureFilter {
  folderId: number;
  name: string;
  state: PictureState | '';
}

export interface GridPictures {
  total: number | undefined;
  /** The picture at a place of the whole list; undefined while its page is not here. */
  at: (index: number) => Picture | undefined;
  loaded: Picture[];
  error: Error | null;
  refetch: () => void;
  /** Tells which places are in sight. */
  see: (first: number, last: number) => void;
}

export const useGridPictures = ({ folderId, name, state }: PictureFilter): GridPictures => {
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const pages = useMemo(() => {
    const [from, to] = range;
    const seen = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return [...new Set([0, ...seen])];
  }, [range]);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...apiQuery('pictureList', {
        folderId,
        ...(name ? { name } : {}),
        ...(state ? { state } : {}),
        pageNum: page + 1,
        pageSize: gridPage,
        sort: 'name' as const,
      }),
      meta: { silent: true },
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const see = useCallback((first: number, last: number) => {
    const next: [number, number] = [
      Math.floor(Math.max(0, first) / gridPage),
      Math.floor(Math.max(0, last) / gridPage),
    ];
    setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
  }, []);
  const lists = results.map((r) => (r.data as { list: Picture[]; total: number } | undefined) ?? null);
  return {
    total: lists[0]?.total,
    at: (index) => lists[pages.indexOf(Math.floor(index / gridPage))]?.list[index % gridPage],
    loaded: lists.flatMap((l) => l?.list ?? []),
    error: lists[0] ? null : (results[0]?.error ?? null),
    refetch: () => void Promise.all(results.map((r) => r.refetch())),
    see,
  };
};
