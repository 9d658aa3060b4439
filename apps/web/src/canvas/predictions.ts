// What a model says about the image: a layer that is read only, from which a person may accept shapes.

import { hitItems } from './hit.ts';
import { allItems, createIndex, loadIndex, searchIndex } from './shape-index.ts';
import { clampPoints, withPoints } from './shape.ts';
import { isSound } from './shapes/registry.ts';
import type { AnyPoint, Box, Size } from '@loupe/geometry';
import type { Item, ShapeIndex } from './shape-index.ts';
import type { Shape } from './types.ts';

/** The score from which on predictions are shown, in all and of labels that have their own. */
export type ScoreLimits = { readonly common: number; readonly byLabel: ReadonlyMap<number, number> };
export const noLimits: ScoreLimits = { common: 0, byLabel: new Map() };

export type Predictions = {
  readonly index: ShapeIndex;
  limits: ScoreLimits;
  selected: string | null;
  /** A model was run on the image, also where it found nothing. */
  hasRun: boolean;
};

export const createPredictions = (): Predictions => ({
  index: createIndex(),
  limits: noLimits,
  selected: null,
  hasRun: false,
});

/** `shapes` null: no model was run. */
export function loadPredictions(predictions: Predictions, shapes: readonly Shape[] | null, limits: ScoreLimits): void {
  loadIndex(
    predictions.index,
    (shapes ?? []).map((shape) => ({ ...shape, source: 'model' })),
  );
  predictions.limits = limits;
  predictions.selected = null;
  predictions.hasRun = shapes !== null;
}

/** What a person has made of them: an accepted one is a shape with its id, and leaves the layer as long as that is there. */
export type Decided = { readonly shapes: { has: (id: string) => boolean }; readonly rejected: ReadonlySet<string> };

const isOpen = ({ shape: { id } }: Item, { shapes, rejected }: Decided): boolean =>
  !shapes.has(id) && !rejected.has(id);

const isShown = ({ limits }: Predictions, item: Item, decided: Decided): boolean => {
  const { score, labelId } = item.shape;
  const from = (labelId === null ? undefined : limits.byLabel.get(labelId)) ?? limits.common;
  return (score ?? 1) >= from && isOpen(item, decided);
};

export const shownPredictions = (predictions: Predictions, decided: Decided, box?: Box): Item[] =>
  (box ? searchIndex(predictions.index, box) : [...allItems(predictions.index)]).filter((item) =>
    isShown(predictions, item, decided),
  );

const bySureness = (a: Shape, b: Shape): number => (b.score ?? 1) - (a.score ?? 1) || (a.id < b.id ? -1 : 1);

/** Surest first. */
export const listPredictions = (predictions: Predictions, decided: Decided): Shape[] =>
  shownPredictions(predictions, decided)
    .map((item) => item.shape)
    .sort(bySureness);

/** Those that nobody has decided on, also below the score that is shown. */
export const openPredictions = ({ index }: Predictions, decided: Decided): Shape[] =>
  [...allItems(index)].filter((item) => isOpen(item, decided)).map((item) => item.shape);

/** Those that a person has turned down, surest first. */
export const rejectedPredictions = ({ index }: Predictions, { shapes, rejected }: Decided): Shape[] =>
  // most images have none, and this is asked with every frame
  rejected.size === 0
    ? []
    : [...allItems(index)]
        .map(({ shape }) => shape)
        .filter(({ id }) => rejected.has(id) && !shapes.has(id))
        .sort(bySureness);

/** A model was run, and something of what it said waits for a person; or it said nothing, and nobody has looked yet. */
export const isUndecided = (predictions: Predictions, decided: Decided): boolean => {
  if (!predictions.hasRun) return false;
  const all = [...allItems(predictions.index)];
  return all.length === 0 || all.some((item) => isOpen(item, decided));
};

export const predictionAt = (
  predictions: Predictions,
  decided: Decided,
  p: AnyPoint,
  tolerance: number,
): string | null =>
  hitItems(predictions.index, p, tolerance).find((item) => isShown(predictions, item, decided))?.shape.id ?? null;

export function findPrediction(predictions: Predictions, id: string): Item | undefined {
  for (const item of allItems(predictions.index)) if (item.shape.id === id) return item;
  return undefined;
}

/**
 * The shape that a person makes of a prediction, cut to the image; null where nothing of it would be left. It has the id of
 * the prediction, and keeps which version said it and how sure that was.
 */
export function acceptedShape(prediction: Shape, labelId: number, image: Size): Shape | null {
  const { score, versionId } = prediction;
  const points = clampPoints(prediction.points, image);
  const shape = { ...withPoints(prediction, points), labelId, locked: false, score, versionId };
  return isSound(shape) ? shape : null;
}
