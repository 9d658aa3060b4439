// Matching and counting over the columns of a test: the same rules as `matchDetections`, `outcomesAt` and
// `confusionMatrix`, in one pass over typed arrays, so that a slider can be followed.

import { leastOf } from './outcome.ts';
import type { Confidence } from './outcome.ts';
import type { MatchTable } from './table.ts';

/** Of each detection the row of the truth that it found, or −1. What holds above a confidence is a prefix of each image. */
export function matchTable(table: MatchTable, iouThreshold: number): Int32Array {
  if (iouThreshold < table.floor) throw new RangeError(`overlaps below ${table.floor} were not kept`);
  const { detectionStart, detectionClass, pairStart, pairTruth, pairOverlap, truthClass, truthIgnored } = table;
  const found = new Int32Array(detectionClass.length).fill(-1);
  const taken = new Uint8Array(truthClass.length);
  const least = Math.min(iouThreshold, 1 - 1e-10);
  const end = detectionStart[detectionStart.length - 1] ?? 0;
  for (let d = 0; d < end; d++) {
    let best = least;
    let match = -1;
    for (let p = pairStart[d]!; p < pairStart[d + 1]!; p++) {
      const t = pairTruth[p]!;
      const ignored = truthIgnored[t] !== 0;
      if (!ignored && (taken[t] === 1 || truthClass[t] !== detectionClass[d])) continue;
      // A real truth is never given up for an ignored one.
      if (ignored && match > -1 && truthIgnored[match] === 0) break;
      if (pairOverlap[p]! < best) continue;
      best = pairOverlap[p]!;
      match = t;
    }
    found[d] = match;
    if (match > -1) taken[match] = 1;
  }
  return found;
}

/**
 * What a test comes to at one IoU and one confidence: for each image its entries of the confusion matrix. Truth and
 * detected class are equal for a hit, `classCount` stands for background.
 */
export type Entries = {
  readonly classCount: number;
  /** One more than there are images. */
  readonly start: Uint32Array;
  readonly truth: Uint16Array;
  readonly detected: Uint16Array;
  /** How bad each image is: 1 for each missed truth, the score for each false detection. */
  readonly loss: Float64Array;
};

type UnmatchedPair = { overlap: number; detection: number; truth: number };

/** What was missed is paired with false detections of other classes, best overlap first. */
function pairConfusions(pairs: UnmatchedPair[], confused: Int32Array, usedTruth: Uint8Array): void {
  pairs.sort((a, b) => b.overlap - a.overlap);
  for (const { detection, truth } of pairs) {
    if (confused[detection]! >= 0 || usedTruth[truth] === 1) continue;
    confused[detection] = truth;
    usedTruth[truth] = 1;
  }
}

export function entriesAt(
  table: MatchTable,
  found: Int32Array,
  { iou, confidence }: { iou: number; confidence: Confidence },
): Entries {
  const { truthStart, detectionStart, detectionClass, truthClass, truthIgnored, score, pairStart } = table;
  const { pairTruth, pairOverlap, classCount } = table;
  const images = table.imageIds.length;
  const start = new Uint32Array(images + 1);
  const truth = new Uint16Array(truthClass.length + score.length);
  const detected = new Uint16Array(truthClass.length + score.length);
  const loss = new Float64Array(images);
  const isFound = new Uint8Array(truthClass.length);
  const confused = new Int32Array(score.length).fill(-1);
  let n = 0;
  const put = (t: number, d: number): void => {
    truth[n] = t;
    detected[n++] = d;
  };
  const least = typeof confidence === 'number' ? confidence : Math.min(1, ...confidence);
  const isOut = (d: number): boolean => score[d]! < leastOf(confidence, detectionClass[d]!);
  for (let i = 0; i < images; i++) {
    const first = detectionStart[i]!;
    let last = first;
    while (last < detectionStart[i + 1]! && score[last]! >= least) {
      const t = found[last]!;
      if (t > -1 && truthIgnored[t] === 0 && !isOut(last)) isFound[t] = 1;
      last++;
    }
    const pairs: UnmatchedPair[] = [];
    for (let d = first; d < last; d++) {
      if (found[d]! > -1 || isOut(d)) continue;
      loss[i]! += score[d]!;
      for (let p = pairStart[d]!; p < pairStart[d + 1]!; p++) {
        const t = pairTruth[p]!;
        if (isFound[t] === 1 || truthIgnored[t] !== 0 || pairOverlap[p]! < iou) continue;
        pairs.push({ overlap: pairOverlap[p]!, detection: d, truth: t });
      }
    }
    if (pairs.length > 0) pairConfusions(pairs, confused, isFound);
    for (let d = first; d < last; d++) {
      if (isOut(d)) continue;
      const t = found[d]! > -1 ? found[d]! : confused[d]!;
      if (t < 0) put(classCount, detectionClass[d]!);
      else if (truthIgnored[t] === 0) put(truthClass[t]!, detectionClass[d]!);
    }
    for (let t = truthStart[i]!; t < truthStart[i + 1]! && truthIgnored[t] === 0; t++) {
      if (isFound[t] === 0) put(truthClass[t]!, classCount);
    }
    start[i + 1] = n;
    let missed = 0;
    for (let e = start[i]!; e < n; e++) if (truth[e]! < classCount && truth[e] !== detected[e]) missed++;
    loss[i]! += missed;
  }
  return { classCount, start, truth: truth.subarray(0, n), detected: detected.subarray(0, n), loss };
}

/** Background is the last row and column. Over some images (by place) or all. */
export function matrixOf(entries: Entries, places?: Iterable<number>): Float64Array {
  const side = entries.classCount + 1;
  const matrix = new Float64Array(side * side);
  const add = (from: number, to: number): void => {
    for (let e = from; e < to; e++) matrix[entries.truth[e]! * side + entries.detected[e]!]!++;
  };
  if (places) for (const i of places) add(entries.start[i]!, entries.start[i + 1]!);
  else add(0, entries.truth.length);
  return matrix;
}
