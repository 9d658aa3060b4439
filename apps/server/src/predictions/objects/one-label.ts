/** "One object, one label": of boxes that overlap too much the best one stays, whatever their labels. */
import type { PredictedBox } from '@loupe/contract';
import { boxIou } from '@loupe/geometry';

/**
 * Suppression over all labels: boxes are taken one after the other, and one that overlaps a taken box by more than `nms`
 * (IoU) goes. First those that count as found, then by score, highest first, of equal scores the one that stands first:
 * where labels have thresholds of their own, a box that is not shown must not take one away that is. What stays keeps its
 * order.
 */
export function oneLabelEach<T extends PredictedBox>(
  items: readonly T[],
  nms: number,
  isFound: (one: T) => boolean,
): T[] {
  const first = items.map((one) => (isFound(one) ? 0 : 1));
  const order = [...items.keys()].sort((a, b) => first[a]! - first[b]! || items[b]!.score - items[a]!.score || a - b);
  const taken: number[] = [];
  for (const i of order) {
    if (!taken.some((t) => boxIou(items[t]!.p, items[i]!.p) > nms)) taken.push(i);
  }
  return taken.sort((a, b) => a - b).map((i) => items[i]!);
}
