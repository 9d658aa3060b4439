/** Figures of a test with boxes from its rows. */
import type { BoxImage, Boxes, ThresholdsOf } from '@loupe/contract';
import type { DetectionRow, DetectionSet, TruthRow } from '@loupe/metrics';
import type { z } from 'zod';
import { evaluateObjects } from '../objects/index.ts';
import { hasParts, isBlind, withoutParts } from './parts.ts';
import type { Figures, Labels, TestRows } from '../type.ts';

function setOf({ labels, images }: TestRows<'boxes'>): DetectionSet {
  const truths: TruthRow[] = [];
  const detections: DetectionRow[] = [];
  for (const { imageId, truth, prediction } of images) {
    for (const { c, box, ignore } of truth) truths.push({ imageId, classIndex: c, box, ignore });
    for (const { c, score, p } of prediction.items) detections.push({ imageId, classIndex: c, score, box: p });
  }
  return { truths, detections, classCount: labels.length };
}

/** Parts have rows of their own among the labels, and count in nothing else. */
export function evaluateBoxes(rows: TestRows<'boxes'>, thresholds: ThresholdsOf<'boxes'>): Figures<'boxes'> {
  if (!hasParts(rows.labels)) return figuresOf(rows, thresholds);
  const parts = figuresOf(rows, thresholds).summary.classes;
  const { summary, images } = figuresOf(withoutParts(rows), thresholds);
  const classes = summary.classes.map((one, i) => (rows.labels[i]!.locates ? { ...parts[i]!, locates: true } : one));
  const unseen = new Map(rows.images.map((one) => [one.imageId, unseenOf(one.prediction, rows.labels)]));
  const count = (key: keyof Unseen): number => [...unseen.values()].filter((one) => one[key]).length;
  const counts = { partly: count('skippedParts'), cut: count('cutParts'), noPart: count('noPart') };
  return {
    summary: { ...summary, classes, ...counts },
    images: images.map((one) => ({ ...one, ...unseen.get(one.imageId) })),
  };
}

type Unseen = Pick<z.infer<typeof BoxImage>, 'noPart' | 'skippedParts' | 'cutParts'>;

function unseenOf(prediction: Boxes, labels: Labels): Unseen {
  if (isBlind(prediction, labels)) return { noPart: true };
  const { skippedParts = 0, cutParts = 0 } = prediction;
  return { ...(skippedParts > 0 && { skippedParts }), ...(cutParts > 0 && { cutParts }) };
}

function figuresOf(rows: TestRows<'boxes'>, thresholds: ThresholdsOf<'boxes'>): Figures<'boxes'> {
  const imageIds = rows.images.map(({ imageId }) => imageId);
  const figures = evaluateObjects({ set: setOf(rows), labels: rows.labels, imageIds }, thresholds);
  return {
    summary: { type: 'boxes', ...figures.summary, map33: figures.precision.map33 },
    images: figures.images.map((one) => ({ type: 'boxes', ...one })),
  };
}
