// Which detection found which truth: the greedy matching of COCO (pycocotools, COCOeval.evaluateImg).

import { groupRows, overlapOf, truthOrder } from './rows.ts';
import type { DetectionSet, Overlap, RowGroup } from './rows.ts';

/** Detections looked at per image and class: 300 everywhere, since a version answers at most 300 (COCO's own tables use 100). */
export const MAX_DETECTIONS = 300;

export type ImageMatch = {
  readonly imageId: number;
  /** Rows by score descending, at most MAX_DETECTIONS. */
  readonly detections: readonly number[];
  /** Rows; real truths first, then ignored ones. */
  readonly truths: readonly number[];
  /** How many of the truths are real. */
  readonly positives: number;
  /** Per IoU threshold and detection: the place in `truths` of what it found, or −1. */
  readonly found: readonly Int32Array[];
};

/** One detection of a class: of which image, and its place among the detections of that image. */
export type RankedDetection = { readonly score: number; readonly image: ImageMatch; readonly place: number };

export type ClassMatch = {
  readonly positives: number;
  readonly images: readonly ImageMatch[];
  /** All detections by score descending; equal scores in order of image id. */
  readonly ranked: readonly RankedDetection[];
};

export type Matching = {
  readonly set: DetectionSet;
  readonly iouThresholds: readonly number[];
  /** By class index. */
  readonly classes: readonly ClassMatch[];
};

/** One threshold in one image. `ious` holds a row of truths per detection. */
function matchGreedily(ious: Float64Array, detections: number, truths: number, positives: number, threshold: number) {
  const found = new Int32Array(detections).fill(-1);
  const taken = new Uint8Array(truths);
  for (let d = 0; d < detections; d++) {
    let best = Math.min(threshold, 1 - 1e-10);
    let match = -1;
    for (let t = 0; t < truths; t++) {
      if (taken[t] === 1 && t < positives) continue;
      // A real truth is never given up for an ignored one.
      if (match > -1 && match < positives && t >= positives) break;
      const iou = ious[d * truths + t] as number;
      if (iou < best) continue;
      best = iou;
      match = t;
    }
    found[d] = match;
    if (match > -1) taken[match] = 1;
  }
  return found;
}

function matchImage(
  set: DetectionSet,
  overlap: Overlap,
  group: RowGroup,
  iouThresholds: readonly number[],
): ImageMatch {
  const score = (row: number): number => set.detections[row]?.score ?? 0;
  const isIgnored = (row: number): number => (set.truths[row]?.ignore ? 1 : 0);
  const detections = group.detections.toSorted((a, b) => score(b) - score(a)).slice(0, MAX_DETECTIONS);
  const truths = group.truths.toSorted((a, b) => truthOrder(set.truths[a]!) - truthOrder(set.truths[b]!));
  const positives = truths.length - truths.reduce((sum, row) => sum + isIgnored(row), 0);
  const ious = new Float64Array(detections.length * truths.length);
  detections.forEach((d, i) => {
    truths.forEach((t, j) => (ious[i * truths.length + j] = overlap(d, t)));
  });
  const found = iouThresholds.map((t) => matchGreedily(ious, detections.length, truths.length, positives, t));
  return { imageId: group.imageId, detections, truths, positives, found };
}

/** Matches every class in every image at each IoU threshold. What holds above a confidence is a prefix of it: no need to match again. */
export function matchDetections(set: DetectionSet, iouThresholds: readonly number[]): Matching {
  const overlap = overlapOf(set);
  const classes = groupRows(set).map((groups) => {
    const images = groups.map((group) => matchImage(set, overlap, group, iouThresholds));
    const ranked = images.flatMap((image) =>
      image.detections.map((row, place) => ({ score: set.detections[row]?.score ?? 0, image, place })),
    );
    ranked.sort((a, b) => b.score - a.score);
    return { images, ranked, positives: images.reduce((sum, image) => sum + image.positives, 0) };
  });
  return { set, iouThresholds, classes };
}

/** The place of an IoU threshold in a matching; it must have been matched at. */
export function thresholdIndex(matching: Matching, iouThreshold: number): number {
  const index = matching.iouThresholds.findIndex((t) => Math.abs(t - iouThreshold) < 1e-9);
  if (index < 0) throw new RangeError(`not matched at IoU ${iouThreshold}`);
  return index;
}
