/** Figures of a test with boxes from its rows. */
import { confidencesOf, type ThresholdsOf } from '@loupe/contract';
import {
  averagePrecision,
  countsByImage,
  EVALUATION_IOU_THRESHOLDS,
  matchDetections,
  leastOf,
  outcomesAt,
  ratesByClass,
  type DetectionRow,
  type DetectionSet,
  type Rates,
  type TruthRow,
} from '@loupe/metrics';
import type { Figures, TestRows } from '../type.ts';

function setOf({ labels, images }: TestRows<'boxes'>): DetectionSet {
  const truths: TruthRow[] = [];
  const detections: DetectionRow[] = [];
  for (const { imageId, truth, prediction } of images) {
    for (const { c, box, ignore } of truth) truths.push({ imageId, classIndex: c, box, ignore });
    for (const { c, score, p } of prediction.items) detections.push({ imageId, classIndex: c, score, box: p });
  }
  return { truths, detections, classCount: labels.length };
}

/** A share of nothing is shown as 0. */
const shares = ({ precision, recall, f1 }: Rates) => ({ precision: precision ?? 0, recall: recall ?? 0, f1: f1 ?? 0 });

export function evaluateBoxes(rows: TestRows<'boxes'>, thresholds: ThresholdsOf<'boxes'>): Figures<'boxes'> {
  const { iou } = thresholds;
  const confidence = confidencesOf(thresholds, rows.labels);
  const set = setOf(rows);
  const asked = EVALUATION_IOU_THRESHOLDS.some((t) => Math.abs(t - iou) < 1e-9) ? [] : [iou];
  const matching = matchDetections(set, [...EVALUATION_IOU_THRESHOLDS, ...asked]);
  const precision = averagePrecision(matching);
  const outcomes = outcomesAt(matching, iou, confidence);
  const { total, perClass } = ratesByClass(outcomes);
  const imageIds = rows.images.map(({ imageId }) => imageId);
  return {
    summary: {
      type: 'boxes',
      truths: set.truths.reduce((sum, truth) => sum + (truth.ignore ? 0 : 1), 0),
      detections: set.detections.reduce(
        (sum, { score, classIndex }) => sum + (score >= leastOf(confidence, classIndex) ? 1 : 0),
        0,
      ),
      map50: precision.map50,
      map50_95: precision.map50_95,
      map33: precision.map33,
      ...shares(total),
      classes: precision.perClass.map(({ truths, ap50, ap50_95 }, i) => ({
        label: rows.labels[i]!.name,
        color: rows.labels[i]!.color,
        truths,
        ap50,
        ap50_95,
        ...shares(perClass[i]!),
      })),
    },
    images: countsByImage(outcomes, imageIds).map(({ imageId, tp, fp, fn }) => ({
      type: 'boxes',
      imageId,
      tp,
      fp,
      fn,
      wrong: fp + fn > 0,
    })),
  };
}
