// Precision over recall and average precision with 101 points, as pycocotools computes them (COCOeval.accumulate).

import { matchDetections, thresholdIndex } from './match.ts';
import type { Matching } from './match.ts';
import type { DetectionSet } from './rows.ts';

/** 0.50, 0.55 … 0.95, computed as numpy.linspace does, so that the last bit agrees. */
export const COCO_IOU_THRESHOLDS: readonly number[] = Array.from({ length: 10 }, (_, i) =>
  i === 9 ? 0.95 : i * ((0.95 - 0.5) / 9) + 0.5,
);
/** The IoU at which the DeepPCB data set is judged. */
export const LOW_IOU = 0.33;
export const EVALUATION_IOU_THRESHOLDS: readonly number[] = [LOW_IOU, ...COCO_IOU_THRESHOLDS];

const RECALL_POINTS: readonly number[] = Array.from({ length: 101 }, (_, i) => (i === 100 ? 1 : i * 0.01));

/** One point for each detection that counts, by score descending. */
export type PrCurve = {
  readonly scores: readonly number[];
  readonly precision: readonly number[];
  readonly recall: readonly number[];
  /** Precision at recall 0.00, 0.01 … 1.00, each the best at that recall or beyond. */
  readonly interpolated: readonly number[];
  /** Mean of `interpolated`. */
  readonly ap: number;
};

function interpolate(precision: ArrayLike<number>, recall: ArrayLike<number>): number[] {
  const best = Array.from(precision);
  for (let i = best.length - 1; i > 0; i--) {
    if ((best[i] as number) > (best[i - 1] as number)) best[i - 1] = best[i] as number;
  }
  let at = 0;
  return RECALL_POINTS.map((wanted) => {
    while (at < recall.length && (recall[at] as number) < wanted) at++;
    return best[at] ?? 0;
  });
}

/** Mean of the interpolated precision. */
export const averagePrecisionOf = (precision: ArrayLike<number>, recall: ArrayLike<number>): number =>
  interpolate(precision, recall).reduce((sum, p) => sum + p, 0) / RECALL_POINTS.length;

/** The curve of one class at one IoU threshold; null where there is nothing to find. */
export function prCurve(matching: Matching, classIndex: number, iouThreshold: number): PrCurve | null {
  const match = matching.classes[classIndex];
  if (!match || match.positives === 0) return null;
  const threshold = thresholdIndex(matching, iouThreshold);
  let hits = 0;
  const scores: number[] = [];
  const precision: number[] = [];
  const recall: number[] = [];
  for (const { score, image, place } of match.ranked) {
    const truth = image.found[threshold]?.[place] ?? -1;
    // What found an ignored truth counts neither way.
    if (truth >= image.positives) continue;
    if (truth > -1) hits++;
    scores.push(score);
    precision.push(hits / scores.length);
    recall.push(hits / match.positives);
  }
  const interpolated = interpolate(precision, recall);
  const ap = interpolated.reduce((sum, p) => sum + p, 0) / interpolated.length;
  return { scores, precision, recall, interpolated, ap };
}

export type ClassPrecision = {
  readonly classIndex: number;
  /** Truths to find. */
  readonly truths: number;
  /** Null where there is nothing to find. */
  readonly ap33: number | null;
  readonly ap50: number | null;
  readonly ap50_95: number | null;
};

export type DetectionEvaluation = {
  readonly map33: number | null;
  readonly map50: number | null;
  readonly map50_95: number | null;
  readonly perClass: readonly ClassPrecision[];
};

/** Over those that are known; null where none is. */
export const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? null : known.reduce((sum, v) => sum + v, 0) / known.length;
};

/** Average precision of a matching at EVALUATION_IOU_THRESHOLDS; means run over the classes that have truths. */
export function averagePrecision(matching: Matching): DetectionEvaluation {
  const perClass = matching.classes.map((match, classIndex) => {
    const aps = new Map(
      EVALUATION_IOU_THRESHOLDS.map((iou) => [iou, prCurve(matching, classIndex, iou)?.ap ?? null] as const),
    );
    const at = (iou: number): number | null => aps.get(iou) ?? null;
    const ap50_95 = meanOf(COCO_IOU_THRESHOLDS.map(at));
    return { classIndex, truths: match.positives, ap33: at(LOW_IOU), ap50: at(0.5), ap50_95 };
  });
  return {
    map33: meanOf(perClass.map((c) => c.ap33)),
    map50: meanOf(perClass.map((c) => c.ap50)),
    map50_95: meanOf(perClass.map((c) => c.ap50_95)),
    perClass,
  };
}

export const evaluateDetection = (set: DetectionSet): DetectionEvaluation =>
  averagePrecision(matchDetections(set, EVALUATION_IOU_THRESHOLDS));
