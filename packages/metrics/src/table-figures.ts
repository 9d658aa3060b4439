// What follows from the columns of a test and its matching: figures of classes, curves over recall and confidence,
// average precision, scores of images for the verdict.

import { leastOf, ratesOf } from './outcome.ts';
import type { Confidence, Counts, Rates } from './outcome.ts';
import { averagePrecisionOf, COCO_IOU_THRESHOLDS, meanOf } from './precision.ts';
import { matchTable } from './table-match.ts';
import type { MatchTable } from './table.ts';
import type { ImageScore, TableVerdict } from './verdict.ts';

/** Counts of each class and of all together, from a confusion matrix with the background last. */
export function ratesOfMatrix(matrix: Float64Array, classCount: number): { total: Rates; perClass: Rates[] } {
  const side = classCount + 1;
  const counts = Array.from({ length: classCount }, (): Counts => ({ tp: 0, fp: 0, fn: 0 }));
  const sum: Counts = { tp: 0, fp: 0, fn: 0 };
  counts.forEach((own, c) => {
    own.tp = matrix[c * side + c]!;
    for (let other = 0; other < side; other++) {
      if (other === c) continue;
      own.fp += matrix[other * side + c]!;
      own.fn += matrix[c * side + other]!;
    }
    sum.tp += own.tp;
    sum.fp += own.fp;
    sum.fn += own.fn;
  });
  return { total: ratesOf(sum), perClass: counts.map(ratesOf) };
}

/** Detections by score descending; equal scores in order of the images. Of a whole test once: it is the dear part. */
export function rankDetections(table: MatchTable): Uint32Array {
  const { score } = table;
  return Uint32Array.from(score.keys()).sort((a, b) => score[b]! - score[a]! || a - b);
}

export type Curve = {
  /** Real truths to be found. */
  readonly positives: number;
  /** One point for each detection that counts, by score descending. */
  readonly scores: Float64Array;
  readonly precision: Float64Array;
  readonly recall: Float64Array;
};

/** Place of each detection's image, for what looks at some images only. */
function inPlaces(table: MatchTable, places: Iterable<number>): Uint8Array {
  const inside = new Uint8Array(table.score.length);
  for (const i of places) inside.fill(1, table.detectionStart[i]!, table.detectionStart[i + 1]!);
  return inside;
}

function positivesOf(table: MatchTable, places: Iterable<number>): Float64Array {
  const positives = new Float64Array(table.classCount);
  for (const i of places) {
    for (let t = table.truthStart[i]!; t < table.truthStart[i + 1]!; t++) {
      if (table.truthIgnored[t] === 0) positives[table.truthClass[t]!]!++;
    }
  }
  return positives;
}

/** The curve of every class, and of all together last. Detections of a class without truths are wrong in the last. */
export function curvesOf(
  table: MatchTable,
  found: Int32Array,
  ranked: Uint32Array,
  places: Iterable<number> = table.imageIds.keys(),
): Curve[] {
  const chosen = [...places];
  const inside = inPlaces(table, chosen);
  const positives = positivesOf(table, chosen);
  const all = table.classCount;
  const wanted = [...positives, positives.reduce((a, b) => a + b, 0)];
  const sizes = new Uint32Array(all + 1);
  const counts = (d: number): boolean => inside[d] === 1 && (found[d]! < 0 || table.truthIgnored[found[d]!] === 0);
  for (const d of ranked) {
    if (!counts(d)) continue;
    sizes[table.detectionClass[d]!]!++;
    sizes[all]!++;
  }
  const curves = wanted.map((own, c) => ({
    positives: own,
    scores: new Float64Array(sizes[c]!),
    precision: new Float64Array(sizes[c]!),
    recall: new Float64Array(sizes[c]!),
  }));
  const at = new Uint32Array(all + 1);
  const hits = new Uint32Array(all + 1);
  for (const d of ranked) {
    if (!counts(d)) continue;
    for (const c of [table.detectionClass[d]!, all]) {
      const curve = curves[c]!;
      const n = at[c]!++;
      if (found[d]! > -1) hits[c]!++;
      curve.scores[n] = table.score[d]!;
      curve.precision[n] = hits[c]! / (n + 1);
      curve.recall[n] = curve.positives === 0 ? 0 : hits[c]! / curve.positives;
    }
  }
  return curves;
}

export type TablePrecision = { ap50: (number | null)[]; map50: number | null; map50_95: number | null };

/** Average precision as `averagePrecision`, over some images or all. */
export function tablePrecision(table: MatchTable, ranked: Uint32Array, places?: readonly number[]): TablePrecision {
  const perIou = COCO_IOU_THRESHOLDS.map((iou) =>
    curvesOf(table, matchTable(table, iou), ranked, places)
      .slice(0, -1)
      .map((curve) => (curve.positives === 0 ? null : averagePrecisionOf(curve.precision, curve.recall))),
  );
  const ap50 = perIou[0] ?? [];
  const map50_95 = meanOf(ap50.map((_, c) => meanOf(perIou.map((classes) => classes[c] ?? null))));
  return { ap50, map50: meanOf(ap50), map50_95 };
}

/** Of the classes that have something to find (the last curve is that of all together); null where there is none. */
export const meanAp = (curves: readonly Curve[]): number | null =>
  meanOf(
    curves.slice(0, -1).map((one) => (one.positives === 0 ? null : averagePrecisionOf(one.precision, one.recall))),
  );

/** The best point of a curve by F1; the whole group of equal scores counts, since a threshold cannot part them. */
export function bestF1(curve: Curve): { threshold: number; f1: number } | null {
  let best: { threshold: number; f1: number } | null = null;
  for (let i = 0; i < curve.scores.length; i++) {
    if (curve.scores[i + 1] === curve.scores[i]) continue;
    const tp = curve.recall[i]! * curve.positives;
    const f1 = (2 * tp) / (i + 1 + curve.positives);
    if (f1 > 0 && (best === null || f1 > best.f1)) best = { threshold: curve.scores[i]!, f1 };
  }
  return best;
}

/** For each image its best score that is not ignored, and whether something is there. What finds a box alone is not ignored here. */
export function tableScores(table: MatchTable, found: Int32Array, without?: Uint8Array): ImageScore[] {
  const { detectionStart, truthStart, truthIgnored, score } = table;
  return Array.from(table.imageIds, (imageId, i) => {
    let d = detectionStart[i]!;
    const isOut = () => without?.[d] === 1 || (found[d]! > -1 && truthIgnored[found[d]!] === 1);
    while (d < detectionStart[i + 1]! && isOut()) d++;
    const isDefective = truthStart[i]! < truthStart[i + 1]! && truthIgnored[truthStart[i]!] !== 1;
    return { imageId, isDefective, score: d < detectionStart[i + 1]! ? score[d]! : 0 };
  });
}

/**
 * The verdict of each image: NG from the first detection that reaches the threshold of its class; ignored ones do not count.
 * `parts`: of each image how many of its parts nothing looked at, which is never OK; −1 where none was found.
 */
export function tableVerdicts(
  table: MatchTable,
  found: Int32Array,
  scores: readonly ImageScore[],
  given: { confidence: Confidence; review?: number; without?: Uint8Array; parts?: readonly number[] },
): TableVerdict[] {
  const { confidence, review, without, parts } = given;
  const { detectionStart, detectionClass, truthIgnored, score } = table;
  const isHit = (d: number): boolean =>
    without?.[d] !== 1 &&
    score[d]! >= leastOf(confidence, detectionClass[d]!) &&
    !(found[d]! > -1 && truthIgnored[found[d]!] === 1);
  return scores.map((image, i) => {
    const unknown = parts?.[i] ?? 0;
    if (unknown < 0) return 'noPart';
    for (let d = detectionStart[i]!; d < detectionStart[i + 1]!; d++) if (isHit(d)) return 'ng';
    if (unknown > 0) return 'review';
    return review !== undefined && image.score > 0 && image.score >= review ? 'review' : 'ok';
  });
}

/** How many right and wrong detections have a score in each of `bins` equal steps from 0 to 1. */
export function scoreHistogram(
  table: MatchTable,
  found: Int32Array,
  bins: number,
  classIndex?: number,
): { right: Uint32Array; wrong: Uint32Array } {
  const [right, wrong] = [new Uint32Array(bins), new Uint32Array(bins)];
  for (let d = 0; d < table.score.length; d++) {
    if (classIndex !== undefined && table.detectionClass[d] !== classIndex) continue;
    const bin = Math.min(bins - 1, Math.floor(table.score[d]! * bins));
    const truth = found[d]!;
    if (truth < 0) wrong[bin]!++;
    else if (table.truthIgnored[truth] === 0) right[bin]!++;
  }
  return { right, wrong };
}
