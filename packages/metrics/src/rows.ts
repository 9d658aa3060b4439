// The plain rows that all metrics are computed from.

import { boxArea, boxOverlap } from '@loupe/geometry';
import type { Box } from '@loupe/geometry';

/** The class index of an ignore region that counts for every class. */
export const EVERY_CLASS = -1;

export type TruthRow = {
  readonly imageId: number;
  /** 0 … classCount − 1; only a truth with `ignore` may have EVERY_CLASS. */
  readonly classIndex: number;
  readonly box: Box;
  /** A region that is neither to be found nor to be blamed for: what COCO calls a crowd. */
  readonly ignore: boolean;
  /** Ignored, for only its box is known; the image is not a good one because of it. */
  readonly boxOnly?: boolean;
};

export type DetectionRow = {
  readonly imageId: number;
  readonly classIndex: number;
  /** 0 … 1 */
  readonly score: number;
  readonly box: Box;
};

/**
 * How much a detection overlaps a truth, both by their row: of a real truth shared area over joint area, of an ignored region
 * the share of the detection that lies in it.
 */
export type Overlap = (detection: number, truth: number) => number;

export type DetectionSet = {
  readonly truths: readonly TruthRow[];
  readonly detections: readonly DetectionRow[];
  readonly classCount: number;
  /** Left out: that of the boxes. */
  readonly overlap?: Overlap;
};

type Boxed = readonly { readonly box: Box }[];
/** The overlap of boxes. */
export const boxesOverlap =
  (truths: Boxed & readonly { readonly ignore: boolean }[], detections: Boxed): Overlap =>
  (d, t) => {
    const [detection, truth] = [detections[d]!, truths[t]!];
    const shared = boxOverlap(detection.box, truth.box);
    if (shared === 0) return 0;
    const own = boxArea(detection.box);
    return shared / (truth.ignore ? own : own + boxArea(truth.box) - shared);
  };
export const overlapOf = (set: DetectionSet): Overlap => set.overlap ?? boxesOverlap(set.truths, set.detections);

/** Row numbers of one class in one image. */
export type RowGroup = { imageId: number; truths: number[]; detections: number[] };

/** Groups of each class, by image id ascending, so that equal scores are always taken in the same order. */
export function groupRows(set: DetectionSet): RowGroup[][] {
  const byClass = Array.from({ length: set.classCount }, () => new Map<number, RowGroup>());
  const groupOf = (groups: Map<number, RowGroup>, imageId: number): RowGroup => {
    let group = groups.get(imageId);
    if (!group) groups.set(imageId, (group = { imageId, truths: [], detections: [] }));
    return group;
  };
  set.truths.forEach((row, i) => {
    const classes = row.classIndex === EVERY_CLASS && row.ignore ? byClass : [classAt(byClass, row.classIndex)];
    for (const groups of classes) groupOf(groups, row.imageId).truths.push(i);
  });
  set.detections.forEach((row, i) => {
    groupOf(classAt(byClass, row.classIndex), row.imageId).detections.push(i);
  });
  return byClass.map((groups) => [...groups.values()].sort((a, b) => a.imageId - b.imageId));
}

function classAt<T>(classes: readonly T[], index: number): T {
  const found = classes[index];
  if (found === undefined) throw new RangeError(`class index ${index} is not one of ${classes.length} classes`);
  return found;
}

/** Real truths first, then those of which only the box is known, then ignored ones: of equal overlaps the last one wins. */
export const truthOrder = ({ ignore, boxOnly }: Pick<TruthRow, 'ignore' | 'boxOnly'>): number =>
  !ignore ? 0 : boxOnly ? 1 : 2;
