/** Figures of a test of objects from its rows: what every type of them has. */
import { confidencesOf, type BoxThresholds } from '@loupe/contract';
import {
  averagePrecision,
  countsByImage,
  EVALUATION_IOU_THRESHOLDS,
  leastOf,
  matchDetections,
  outcomesAt,
  ratesByClass,
  type DetectionEvaluation,
  type DetectionSet,
  type Outcomes,
  type Rates,
} from '@loupe/metrics';

/** A share of nothing is shown as 0. */
const shares = ({ precision, recall, f1 }: Rates) => ({ precision: precision ?? 0, recall: recall ?? 0, f1: f1 ?? 0 });

export interface ObjectRows {
  set: DetectionSet;
  labels: readonly { name: string; color: string }[];
  imageIds: readonly number[];
}

interface Counted {
  imageId: number;
  tp: number;
  fp: number;
  fn: number;
  wrong: boolean;
}
interface ObjectFigures {
  summary: {
    truths: number;
    detections: number;
    map50: number | null;
    map50_95: number | null;
    precision: number;
    recall: number;
    f1: number;
    classes: (ReturnType<typeof shares> & {
      label: string;
      color: string;
      truths: number;
      ap50: number | null;
      ap50_95: number | null;
    })[];
  };
  /** Worst first. */
  images: Counted[];
  precision: DetectionEvaluation;
  outcomes: Outcomes;
}

export function evaluateObjects(
  { set, labels, imageIds }: ObjectRows,
  thresholds: Pick<BoxThresholds, 'iou' | 'confidence' | 'byLabel'>,
): ObjectFigures {
  const { iou } = thresholds;
  const confidence = confidencesOf(thresholds, labels);
  const asked = EVALUATION_IOU_THRESHOLDS.some((t) => Math.abs(t - iou) < 1e-9) ? [] : [iou];
  const matching = matchDetections(set, [...EVALUATION_IOU_THRESHOLDS, ...asked]);
  const precision = averagePrecision(matching);
  const outcomes = outcomesAt(matching, iou, confidence);
  const { total, perClass } = ratesByClass(outcomes);
  return {
    summary: {
      truths: set.truths.reduce((sum, truth) => sum + (truth.ignore ? 0 : 1), 0),
      detections: set.detections.reduce(
        (sum, { score, classIndex }) => sum + (score >= leastOf(confidence, classIndex) ? 1 : 0),
        0,
      ),
      map50: precision.map50,
      map50_95: precision.map50_95,
      ...shares(total),
      classes: precision.perClass.map(({ truths, ap50, ap50_95 }, i) => ({
        label: labels[i]!.name,
        color: labels[i]!.color,
        truths,
        ap50,
        ap50_95,
        ...shares(perClass[i]!),
      })),
    },
    images: countsByImage(outcomes, imageIds).map(({ imageId, tp, fp, fn }) => ({
      imageId,
      tp,
      fp,
      fn,
      wrong: fp + fn > 0,
    })),
    precision,
    outcomes,
  };
}
