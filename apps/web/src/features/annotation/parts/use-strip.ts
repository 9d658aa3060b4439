/** The way through the images of a list: total, place of the shown one, its neighbours, and pages as they come into sight. */
import { limits, type DatasetImage } from '@loupe/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { filterOf, isNarrowed, type ImageChoice } from '../../../core/image-choice.ts';
import { apiQuery, invalidate, useApi } from '../../../core/query.ts';
import { guestOf, pagesFor, imageAt, placeOf, placeWithout, stripPage } from './strip.ts';

export interface Strip {
  total: number;
  /** Place of the shown image from 0; −1 while it is not known. */
  index: number;
  previous: DatasetImage | undefined;
  next: DatasetImage | undefined;
  at: (place: number) => DatasetImage | undefined;
  see: (first: number, last: number) => void;
}

interface ListAnswer {
  list: DatasetImage[];
  total: number;
}

/** Images that were shown before this one, the newest last: one may go back to them whatever the filter says now. */
const useVisited = (id: number): readonly number[] => {
  const [shown, setShown] = useState(id);
  const [visited, setVisited] = useState<readonly number[]>([]);
  if (shown !== id) {
    setShown(id);
    setVisited([...visited.filter((one) => one !== shown), shown].slice(-limits.visitedImages));
  }
  return visited;
};

/** The server's word on the neighbours; undefined while it is not here. */
const useAround = (folderId: number, choice: ImageChoice, id: number) => {
  const visited = useVisited(id);
  const { folderId: _, ...filter } = filterOf(folderId, choice);
  const way = isNarrowed(choice) ? { filter, visited: visited.filter((one) => one !== id) } : {};
  return useApi('imageNeighbours', { id, sort: choice.sort, ...way }, { enabled: id > 0, silent: true }).data;
};

export const useStrip = (folderId: number, choice: ImageChoice, id: number): Strip => {
  const [range, setRange] = useState<[number, number]>([0, 0]);
  const last = useRef(0);
  const around = useAround(folderId, choice, id);
  const known = around ? around.position - 1 : last.current;
  const total = around?.total ?? stripPage;
  const numbers = pagesFor(range[0], range[1], known, total);
  const filter = filterOf(folderId, choice);
  const results = useQueries({
    queries: numbers.map((page) => ({
      ...apiQuery('imageList', { ...filter, sort: choice.sort, pageNum: page + 1, pageSize: stripPage }),
      enabled: folderId > 0,
      meta: { silent: true },
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const isNarrow = isNarrowed(choice);
  useEffect(() => {
    // What was annotated meanwhile may have left the list, and later pages have moved up.
    if (isNarrow) void invalidate('imageList');
  }, [isNarrow, id]);
  const lists = results.map((result) => (result.data as ListAnswer | undefined) ?? null);
  const pages = useMemo(
    () => new Map(numbers.flatMap((page, i) => (lists[i] ? [[page, lists[i].list] as const] : []))),
    // Answers keep their identity until they change; the numbers are said by them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [numbers.join(), ...lists],
  );
  const place = placeOf(pages, id);
  const guest = guestOf(pages, id, around && { ...around, place: known });
  const index = place >= 0 ? place : around ? known : -1;
  if (index >= 0) last.current = index;
  const see = useCallback((first: number, end: number) => {
    setRange((now) => (now[0] === first && now[1] === end ? now : [first, end]));
  }, []);
  const at = useCallback(
    (one: number) => (guest && one === index ? guest : imageAt(pages, guest ? placeWithout(one, index) : one)),
    [pages, guest, index],
  );
  const listed = lists.find((list) => list !== null)?.total;
  return {
    total: listed === undefined ? (around?.total ?? 0) : listed + (guest ? 1 : 0),
    index,
    previous: around ? (around.previous ?? undefined) : at(index - 1),
    next: around ? (around.next ?? undefined) : at(index + 1),
    at,
    see,
  };
};
