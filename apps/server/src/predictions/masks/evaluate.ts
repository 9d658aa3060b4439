/** Figures of a test with masks from its rows. One image at a time is held as runs; what is kept of it is what overlaps. */
import type { ThresholdsOf } from '@loupe/contract';
import {
  averagePrecision,
  EVALUATION_IOU_THRESHOLDS,
  maskFit,
  matchDetections,
  type DetectionRow,
  type DetectionSet,
  type Outcomes,
  type TruthRow,
} from '@loupe/metrics';
import { evaluateObjects } from '../objects/index.ts';
import type { Figures, TestRows } from '../type.ts';
import { overlapOfImage, runsOfImage } from './objects.ts';

interface Rows {
  set: DetectionSet;
  /** Of each image: its first truth and its first detection in the rows. */
  starts: { truth: number; detection: number }[];
}

function rowsOf({ labels, images }: TestRows<'masks'>): Rows {
  const truths: TruthRow[] = [];
  const detections: DetectionRow[] = [];
  const starts: Rows['starts'] = [];
  /** By detection, then by truth. */
  const overlaps: Map<number, number>[] = [];
  for (const tested of images) {
    const { imageId, truth, prediction } = tested;
    const overlap = overlapOfImage(tested);
    const first = truths.length;
    starts.push({ truth: first, detection: detections.length });
    prediction.items.forEach(({ c, score, p }, d) => {
      const own = new Map<number, number>();
      truth.items.forEach((_, t) => {
        const shared = overlap(d, t);
        if (shared > 0) own.set(first + t, shared);
      });
      overlaps.push(own);
      detections.push({ imageId, classIndex: c, score, box: p });
    });
    for (const { c, box, ignore } of truth.items) truths.push({ imageId, classIndex: c, box, ignore });
  }
  const set = { truths, detections, classCount: labels.length };
  return { set: { ...set, overlap: (d, t) => overlaps[d]!.get(t) ?? 0 }, starts };
}

/** How well what was found fits: the runs of an image are made again, for its hits alone. */
function fitOf({ images }: TestRows<'masks'>, { starts }: Rows, { detections, matches }: Outcomes) {
  const fit = maskFit();
  images.forEach((tested, i) => {
    const start = starts[i]!;
    const runs = runsOfImage(tested);
    tested.prediction.items.forEach((_, d) => {
      const row = start.detection + d;
      if (detections[row] === 'hit') fit.add(runs, d, matches[row]! - start.truth);
    });
  });
  return fit.end();
}

export function evaluateMasks(rows: TestRows<'masks'>, thresholds: ThresholdsOf<'masks'>): Figures<'masks'> {
  const made = rowsOf(rows);
  const imageIds = rows.images.map(({ imageId }) => imageId);
  const figures = evaluateObjects({ set: made.set, labels: rows.labels, imageIds }, thresholds);
  const { overlap: _, ...boxes } = made.set;
  return {
    summary: {
      type: 'masks',
      ...figures.summary,
      boxMap50: averagePrecision(matchDetections(boxes, EVALUATION_IOU_THRESHOLDS)).map50,
      ...fitOf(rows, made, figures.outcomes),
    },
    images: figures.images.map((one) => ({ type: 'masks', ...one })),
  };
}
