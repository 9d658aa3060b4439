// Whether two outlines, found by two that look for objects, are of one object.

import { boundsOf, boxIou } from './box.ts';

export interface Outlined {
  readonly id: string;
  readonly labelId: number | null;
  /** x, y, x, y, … */
  readonly points: ArrayLike<number>;
}

/** Overlap of their bounds (IoU) from which on two of one label are of one object. */
const sameObject = 0.5;

/** Of each of `ones` and `others`, by id, those on the other side that are of the same object. */
export function twinsOf<T extends Outlined>(ones: readonly T[], others: readonly T[]): Map<string, T[]> {
  const twins = new Map<string, T[]>();
  const add = (id: string, twin: T) => twins.set(id, [...(twins.get(id) ?? []), twin]);
  const boxed = others.map((other) => ({ other, box: boundsOf(other.points) }));
  for (const one of ones) {
    const own = boundsOf(one.points);
    for (const { other, box } of boxed) {
      if (one.labelId !== other.labelId || boxIou(own, box) < sameObject) continue;
      add(one.id, other);
      add(other.id, one);
    }
  }
  return twins;
}
