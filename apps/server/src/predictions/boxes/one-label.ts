/** "One object, one label": of boxes that overlap too much the best one stays, whatever their labels. */
import type { PredictedBox } from '@loupe/contract';
import { boxIou } from '@loupe/geometry';

/**
 * Suppression over all labels: boxes are taken by score, highest first (of equal scores the one that stands first), and
 * one that overlaps a taken box by more than `nms` (IoU) goes. What stays keeps its order.
 */
export function oneLabelEach(items: readonly PredictedBox[], nms: number): PredictedBox[] {
  const byScore = [...items.keys()].sort((a, b) => items[b]!.score - items[a]!.score || a - b);
  const taken: number[] = [];
  for (const i of byScore) {
    if (!taken.some((t) => boxIou(items[t]!.p, items[i]!.p) > nms)) taken.push(i);
  }
  return taken.sort((a, b) => a - b).map((i) => items[i]!);
}
