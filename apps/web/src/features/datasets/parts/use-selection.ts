/** Selected pictures: one by one, or a range with shift. */
import { useCallback, useRef, useState } from 'react';

/** The selection after a click: with `order` everything between the last clicked one and this one is added. */
export const toggled = (
  ids: ReadonlySet<number>,
  id: number,
  last: number | null,
  order: readonly number[] | null,
): Set<number> => {
  const next = new Set(ids);
  const [from, to] = [order?.indexOf(last ?? -1) ?? -1, order?.indexOf(id) ?? -1];
  if (order && from >= 0 && to >= 0) {
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
  } else if (!next.delete(id)) {
    next.add(id);
  }
  return next;
};

export const useSelection = () => {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const toggle = useCallback((id: number, order: readonly number[] | null) => {
    const from = last.current;
    last.current = id;
    setIds((now) => toggled(now, id, from, order));
  }, []);
  const add = useCallback((more: readonly number[]) => setIds((now) => new Set([...now, ...more])), []);
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, toggle, add, clear };
};
