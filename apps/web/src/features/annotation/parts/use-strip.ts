/** The pictures of the folder in name order: total, place of the shown one, its neighbours, and pages as they come into sight. */
import type { Picture } from '@loupe/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { apiQuery, useApi } from '../../../core/query.ts';
import { pagesFor, pictureAt, placeOf, stripPage } from './strip.ts';

export interface Strip {
  total: number;
  /** Place of the shown picture from 0; −1 while it is not known. */
  index: number;
  previous: Picture | undefined;
  next: Picture | undefined;
  at: (place: number) => Picture | undefined;
  see: (first: number, last: number) => void;
}

interface ListAnswer {
  list: Picture[];
  total: number;
}

export const useStrip = (folderId: number, id: number): Strip => {
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const last = useRef(0);
  const around = useApi('pictureNeighbours', { id }, { enabled: id > 0, silent: true }).data;
  const known = around ? around.position - 1 : last.current;
  const total = around?.total ?? stripPage;
  const numbers = pagesFor(range[0], range[1], known, total);
  const results = useQueries({
    queries: numbers.map((page) => ({
      ...apiQuery('pictureList', { folderId, pageNum: page + 1, pageSize: stripPage, sort: 'name' as const }),
      enabled: folderId > 0,
      meta: { silent: true },
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const lists = results.map((result) => (result.data as ListAnswer | undefined) ?? null);
  const pages = useMemo(
    () => new Map(numbers.flatMap((page, i) => (lists[i] ? [[page, lists[i].list] as const] : []))),
    // Answers keep their identity until they change; the numbers are said by them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [numbers.join(), ...lists],
  );
  const place = placeOf(pages, id);
  const index = place >= 0 ? place : around ? known : -1;
  if (index >= 0) last.current = index;
  const see = useCallback((first: number, end: number) => {
    setRange((now) => (now[0] === first && now[1] === end ? now : [first, end]));
  }, []);
  const at = useCallback((one: number) => pictureAt(pages, one), [pages]);
  return {
    total: lists.find((list) => list !== null)?.total ?? around?.total ?? 0,
    index,
    previous: at(index - 1) ?? around?.previous ?? undefined,
    next: at(index + 1) ?? around?.next ?? undefined,
    at,
    see,
  };
};
