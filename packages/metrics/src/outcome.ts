// What became of each truth and detection at one IoU and one confidence threshold, and the counts that follow.

import { thresholdIndex } from './match.ts';
import type { Matching } from './match.ts';
import { overlapOf } from './rows.ts';
import type { DetectionSet } from './rows.ts';

/** `below`: under the confidence, or beyond the detections that are looked at. */
export type DetectionOutcome = 'hit' | 'false' | 'ignored' | 'below';
export type TruthOutcome = 'found' | 'missed' | 'ignored';

/** From which score on a detection counts: one for all classes, or one for each by its index. */
export type Confidence = number | readonly number[];
export const leastOf = (confidence: Confidence, classIndex: number): number =>
  typeof confidence === 'number' ? confidence : (confidence[classIndex] ?? 1);

export type Outcomes = {
  readonly set: DetectionSet;
  readonly iouThreshold: number;
  readonly confidence: Confidence;
  /** By detection row. */
  readonly detections: readonly DetectionOutcome[];
  /** By truth row. */
  readonly truths: readonly TruthOutcome[];
  /** By detection row: the row of the truth that it found, or −1. */
  readonly matches: readonly number[];
};

export function outcomesAt(matching: Matching, iouThreshold: number, confidence: Confidence): Outcomes {
  const { set } = matching;
  const threshold = thresholdIndex(matching, iouThreshold);
  const detections = set.detections.map((): DetectionOutcome => 'below');
  const matches = set.detections.map(() => -1);
  const truths = set.truths.map((t): TruthOutcome => (t.ignore ? 'ignored' : 'missed'));
  for (const image of matching.classes.flatMap((c) => c.images)) {
    const found = image.found[threshold];
    image.detections.forEach((row, d) => {
      const { score = 0, classIndex = 0 } = set.detections[row] ?? {};
      if (score < leastOf(confidence, classIndex)) return;
      const truth = found?.[d] ?? -1;
      const truthRow = image.truths[truth] ?? -1;
      matches[row] = truthRow;
      detections[row] = truth < 0 ? 'false' : truth < image.positives ? 'hit' : 'ignored';
      if (detections[row] === 'hit') truths[truthRow] = 'found';
    });
  }
  return { set, iouThreshold, confidence, detections, truths, matches };
}

export type Counts = { tp: number; fp: number; fn: number };
/** A share is null where its denominator is 0. */
export type Rates = Counts & { precision: number | null; recall: number | null; f1: number | null };

export function ratesOf({ tp, fp, fn }: Counts): Rates {
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  return {
    tp,
    fp,
    fn,
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
  };
}

/** Adds each outcome that counts to the counts that `at` names for its row. */
function tally(
  outcomes: Outcomes,
  at: (row: { readonly imageId: number; readonly classIndex: number }) => Counts | undefined,
): void {
  outcomes.set.detections.forEach((row, i) => {
    const counts = at(row);
    if (counts && outcomes.detections[i] === 'hit') counts.tp++;
    if (counts && outcomes.detections[i] === 'false') counts.fp++;
  });
  outcomes.set.truths.forEach((row, i) => {
    const counts = outcomes.truths[i] === 'missed' ? at(row) : undefined;
    if (counts) counts.fn++;
  });
}

/** Precision, recall and F1 of each class and of all together (every detection weighs the same). */
export function ratesByClass(outcomes: Outcomes): { total: Rates; perClass: Rates[] } {
  const counts = Array.from({ length: outcomes.set.classCount }, (): Counts => ({ tp: 0, fp: 0, fn: 0 }));
  tally(outcomes, (row) => counts[row.classIndex]);
  const total = counts.reduce((sum, c) => ({ tp: sum.tp + c.tp, fp: sum.fp + c.fp, fn: sum.fn + c.fn }), {
    tp: 0,
    fp: 0,
    fn: 0,
  });
  return { total: ratesOf(total), perClass: counts.map(ratesOf) };
}

export type ImageCounts = Counts & {
  readonly imageId: number;
  /** How bad the image is: 1 for each missed truth, the score for each false detection. */
  loss: number;
};

/** Counts of every image named, worst first; equally bad ones by id. */
export function countsByImage(outcomes: Outcomes, imageIds: Iterable<number>): ImageCounts[] {
  const counts = new Map<number, ImageCounts>();
  for (const imageId of imageIds) counts.set(imageId, { imageId, tp: 0, fp: 0, fn: 0, loss: 0 });
  tally(outcomes, (row) => counts.get(row.imageId));
  outcomes.set.detections.forEach((row, i) => {
    const image = outcomes.detections[i] === 'false' ? counts.get(row.imageId) : undefined;
    if (image) image.loss += row.score;
  });
  for (const image of counts.values()) image.loss += image.fn;
  return [...counts.values()].sort((a, b) => b.loss - a.loss || a.imageId - b.imageId);
}

export type Confusion = { readonly truth: number; readonly detection: number; readonly iou: number };

/** Missed truths paired with false detections of other classes, by row, best overlap first. */
export function confusedPairs(outcomes: Outcomes): Confusion[] {
  const pairs = unmatchedPairs(outcomes).filter((pair) => pair.iou >= outcomes.iouThreshold);
  pairs.sort((a, b) => b.iou - a.iou);
  const usedTruths = new Set<number>();
  const usedDetections = new Set<number>();
  return pairs.filter(({ truth, detection }) => {
    if (usedTruths.has(truth) || usedDetections.has(detection)) return false;
    usedTruths.add(truth);
    usedDetections.add(detection);
    return true;
  });
}

/**
 * Rows are the truth, columns what was detected; the last of each is background. The diagonal is the hits of
 * `ratesByClass`; `confusedPairs` stand off it.
 */
export function confusionMatrix(outcomes: Outcomes): number[][] {
  const { set } = outcomes;
  const background = set.classCount;
  const matrix = Array.from({ length: background + 1 }, () => Array.from({ length: background + 1 }, () => 0));
  const add = (truth: number, detected: number): void => {
    const row = matrix[truth];
    if (row) row[detected] = (row[detected] ?? 0) + 1;
  };
  const pairs = confusedPairs(outcomes);
  const usedTruths = new Set(pairs.map(({ truth }) => truth));
  const usedDetections = new Set(pairs.map(({ detection }) => detection));
  for (const { truth, detection } of pairs) {
    add(set.truths[truth]?.classIndex ?? background, set.detections[detection]?.classIndex ?? background);
  }
  set.detections.forEach((row, i) => {
    if (outcomes.detections[i] === 'hit') add(row.classIndex, row.classIndex);
    if (outcomes.detections[i] === 'false' && !usedDetections.has(i)) add(background, row.classIndex);
  });
  set.truths.forEach((row, i) => {
    if (outcomes.truths[i] === 'missed' && !usedTruths.has(i)) add(row.classIndex, background);
  });
  return matrix;
}

/** Every missed truth with every false detection that touches it in the same image. */
function unmatchedPairs({ set, truths, detections }: Outcomes): Confusion[] {
  const missed = new Map<number, number[]>();
  set.truths.forEach((row, i) => {
    if (truths[i] !== 'missed') return;
    const rows = missed.get(row.imageId);
    if (rows) rows.push(i);
    else missed.set(row.imageId, [i]);
  });
  const pairs: Confusion[] = [];
  const overlap = overlapOf(set);
  set.detections.forEach((row, detection) => {
    if (detections[detection] !== 'false') return;
    for (const truth of missed.get(row.imageId) ?? []) {
      const iou = overlap(detection, truth);
      if (iou > 0) pairs.push({ truth, detection, iou });
    }
  });
  return pairs;
}
