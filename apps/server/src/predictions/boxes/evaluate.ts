/** Figures of a test with boxes from its rows. */
import type { ThresholdsOf } from '@loupe/contract';
import type { DetectionRow, DetectionSet, TruthRow } from '@loupe/metrics';
import { evaluateObjects } from '../objects/index.ts';
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

export function evaluateBoxes(rows: TestRows<'boxes'>, thresholds: ThresholdsOf<'boxes'>): Figures<'boxes'> {
  const imageIds = rows.images.map(({ imageId }) => imageId);
  const figures = evaluateObjects({ set: setOf(rows), labels: rows.labels, imageIds }, thresholds);
  return {
    summary: { type: 'boxes', ...figures.summary, map33: figures.precision.map33 },
    images: figures.images.map((one) => ({ type: 'boxes', ...one })),
  };
}
