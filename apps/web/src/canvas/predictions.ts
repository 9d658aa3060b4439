// What versions and searches say about the image: a layer that is read only, from which a person may accept shapes.

import { twinsOf } from '@loupe/geometry';
import { hitItems } from './hit.ts';
import { allItems, createIndex, loadIndex, searchIndex } from './shape-index.ts';
import { clampPoints, withPoints } from './shape.ts';
import { isSound } from './shapes/registry.ts';
import type { ProposalSource } from '@loupe/contract';
import type { AnyPoint, Box, Size } from '@loupe/geometry';
import type { Item, ShapeIndex } from './shape-index.ts';
import type { Shape } from './types.ts';

/** The score from which on predictions are shown, in all and of labels that have their own. */
export type ScoreLimits = { readonly common: number; readonly byLabel: ReadonlyMap<number, number> };
/** How what one source says is shown. */
export type SourceView = ScoreLimits & { readonly isHidden: boolean };
export type SourceViews = Readonly<Record<ProposalSource, SourceView>>;
const whole: SourceView = { common: 0, byLabel: new Map(), isHidden: false };
export const allShown: SourceViews = { version: whole, similar: whole };

export type Predictions = {
  readonly index: ShapeIndex;
  views: SourceViews;
  /** Of each what the other source says of the same object. */
  twins: ReadonlyMap<string, readonly Shape[]>;
  selected: string | null;
  /** A version or a search was run on the image, also where it found nothing. */
  hasRun: boolean;
};

export const createPredictions = (): Predictions => ({
  index: createIndex(),
  views: allShown,
  twins: new Map(),
  selected: null,
  hasRun: false,
});

export const sourceOf = ({ versionId }: Pick<Shape, 'versionId'>): ProposalSource =>
  versionId === null ? 'similar' : 'version';

/** An object that both sources have found is one for the person: it is shown once, and decided on once. */
const twinsBySource = (shapes: readonly Shape[]): Map<string, Shape[]> =>
  twinsOf(
    shapes.filter((shape) => sourceOf(shape) === 'version'),
    shapes.filter((shape) => sourceOf(shape) === 'similar'),
  );

/** `shapes` null: nothing was run. */
export function loadPredictions(predictions: Predictions, shapes: readonly Shape[] | null, views: SourceViews): void {
  loadIndex(
    predictions.index,
    (shapes ?? []).map((shape) => ({ ...shape, source: 'model' })),
  );
  predictions.views = views;
  predictions.twins = twinsBySource(shapes ?? []);
  predictions.selected = null;
  predictions.hasRun = shapes !== null;
}

/** What a person has made of them: an accepted one is a shape with its id, and leaves the layer as long as that is there. */
export type Decided = { readonly shapes: { has: (id: string) => boolean }; readonly rejected: ReadonlySet<string> };

export const twinsIn = ({ twins }: Predictions, id: string): readonly Shape[] => twins.get(id) ?? [];

/** Nobody has decided on it, nor made a shape of what the other source says of the same object. */
const isOpen = (predictions: Predictions, { id }: Shape, { shapes, rejected }: Decided): boolean =>
  !shapes.has(id) && !rejected.has(id) && !twinsIn(predictions, id).some((twin) => shapes.has(twin.id));

const isInSight = ({ views }: Predictions, shape: Shape): boolean => !views[sourceOf(shape)].isHidden;

function scoresEnough({ views }: Predictions, { versionId, score, labelId }: Shape): boolean {
  const { common, byLabel } = views[sourceOf({ versionId })];
  return (score ?? 1) >= ((labelId === null ? undefined : byLabel.get(labelId)) ?? common);
}

const isOpenInSight = (predictions: Predictions, shape: Shape, decided: Decided): boolean =>
  isInSight(predictions, shape) && isOpen(predictions, shape, decided);

/** Of one object that both have found the version's is shown: its outline is of this object, a candidate's is of an example. */
const isSaid = (
  predictions: Predictions,
  shape: Shape,
  by: (predictions: Predictions, twin: Shape) => boolean,
): boolean => sourceOf(shape) === 'similar' && twinsIn(predictions, shape.id).some((twin) => by(predictions, twin));

function isShown(predictions: Predictions, { shape }: Item, decided: Decided): boolean {
  const canBe = (all: Predictions, one: Shape) => scoresEnough(all, one) && isOpenInSight(all, one, decided);
  return canBe(predictions, shape) && !isSaid(predictions, shape, canBe);
}

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

/** Those of the sources in sight that nobody has decided on, also below the score that is shown; each object once. */
export const openPredictions = (predictions: Predictions, decided: Decided): Shape[] => {
  const isCounted = (all: Predictions, one: Shape) => isOpenInSight(all, one, decided);
  return [...allItems(predictions.index)]
    .map(({ shape }) => shape)
    .filter((shape) => isCounted(predictions, shape) && !isSaid(predictions, shape, isCounted));
};

/** With what the other source says of the same objects, where that is open and in sight. */
export const withTwins = (predictions: Predictions, ids: readonly string[], decided: Decided): string[] => [
  ...new Set(
    ids.flatMap((id) => {
      const twins = twinsIn(predictions, id).filter((twin) => isOpenInSight(predictions, twin, decided));
      return [id, ...twins.map((twin) => twin.id)];
    }),
  ),
];

/** Those that a person has turned down, surest first. */
export const rejectedPredictions = ({ index }: Predictions, { shapes, rejected }: Decided): Shape[] =>
  // most images have none, and this is asked with every frame
  rejected.size === 0
    ? []
    : [...allItems(index)]
        .map(({ shape }) => shape)
        .filter(({ id }) => rejected.has(id) && !shapes.has(id))
        .sort(bySureness);

/** Something was run, and something of what it said waits for a person; or it said nothing, and nobody has looked yet. */
export const isUndecided = (predictions: Predictions, decided: Decided): boolean => {
  if (!predictions.hasRun) return false;
  const all = [...allItems(predictions.index)];
  return all.length === 0 || all.some(({ shape }) => isOpen(predictions, shape, decided));
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
