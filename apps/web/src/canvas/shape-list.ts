// The list of shapes, the topmost first. Of thousands only those that have changed move.

import type { Change } from './model.ts';
import type { Shape } from './types.ts';

const inOrder = (a: Shape, b: Shape): number => b.z - a.z || (a.id < b.id ? 1 : -1);

export const sortedShapes = (shapes: Iterable<Shape>): Shape[] => [...shapes].sort(inOrder);

/** Where the shape stands, or would stand. */
function placeOf(list: readonly Shape[], shape: Shape): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = list[middle]!;
    if (one.id !== shape.id && inOrder(one, shape) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Above this share of the list, sorting all of it is cheaper. */
const few = 0.02;

/** The list after the changes; null: all of it is to be sorted. */
export function changedList(list: readonly Shape[], changes: readonly Change[]): readonly Shape[] | null {
  const own = changes.filter((change) => change.kind === 'shape');
  if (own.length === 0) return list;
  if (own.length > few * list.length) return null;
  const next = [...list];
  for (const { before, after } of own) {
    const place = before && placeOf(next, before);
    if (place !== null && next[place]?.id !== before?.id) return null;
    if (place !== null) next.splice(place, 1);
    if (after) next.splice(placeOf(next, after), 0, after);
  }
  return next;
}
