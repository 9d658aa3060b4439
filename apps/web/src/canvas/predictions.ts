// What a model says about the image: a layer that is read only, from which a person may accept shapes.

import { hitItems } from './hit.ts';
import { allItems, createIndex, loadIndex, searchIndex } from './shape-index.ts';
import { byPerson, clampPoints, withPoints } from './shape.ts';
import { isSound } from './shapes/registry.ts';
import type { AnyPoint, Box, Size } from '@loupe/geometry';
import type { Item, ShapeIndex } from './shape-index.ts';
import type { Shape } from './types.ts';

export type Predictions = {
  readonly index: ShapeIndex;
  /** Below it a prediction is not shown. */
  minScore: number;
  selected: string | null;
  /** Prediction id → the shape that it became. While that shape is there, the prediction is not shown. */
  accepted: Map<string, string>;
};

export const createPredictions = (): Predictions => ({
  index: createIndex(),
  minScore: 0,
  selected: null,
  accepted: new Map(),
});

export function loadPredictions(predictions: Predictions, shapes: readonly Shape[], minScore: number): void {
  loadIndex(
    predictions.index,
    shapes.map((shape) => ({ ...shape, source: 'model' })),
  );
  predictions.minScore = minScore;
  predictions.selected = null;
  predictions.accepted = new Map();
}

type Existing = { has: (id: string) => boolean };

function isShown(predictions: Predictions, { shape }: Item, existing: Existing): boolean {
  const became = predictions.accepted.get(shape.id);
  return (shape.score ?? 1) >= predictions.minScore && !(became !== undefined && existing.has(became));
}

export const shownPredictions = (predictions: Predictions, existing: Existing, box?: Box): Item[] =>
  (box ? searchIndex(predictions.index, box) : [...allItems(predictions.index)]).filter((item) =>
    isShown(predictions, item, existing),
  );

export const predictionAt = (
  predictions: Predictions,
  existing: Existing,
  p: AnyPoint,
  tolerance: number,
): string | null =>
  hitItems(predictions.index, p, tolerance).find((item) => isShown(predictions, item, existing))?.shape.id ?? null;

export function findPrediction(predictions: Predictions, id: string): Item | undefined {
  for (const item of allItems(predictions.index)) if (item.shape.id === id) return item;
  return undefined;
}

/** The shape that a person makes of a prediction, cut to the image; null where nothing of it would be left. */
export function acceptedShape(prediction: Shape, id: string, labelId: number, image: Size): Shape | null {
  const points = clampPoints(prediction.points, image);
  const shape = withPoints({ ...byPerson(prediction), id, labelId, locked: false }, points);
  return isSound(shape) ? shape : null;
}
