/** The prediction types that the screens know; one that is missing does not compile. */
import { modelTypeOf, typeOfThresholds, type Prediction, type PredictionType, type Thresholds } from '@loupe/contract';
import { boxes } from './boxes/kind.ts';
import type { PredictionKind } from './kind.ts';
import { scoremap } from './scoremap/kind.ts';

const predictionKinds: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };

/** What a model of this type gives. */
export function kindOfModel(modelType: string): PredictionKind {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return predictionKinds[found.prediction];
}

/** The one that decides may still be open. */
export const kindOfThresholds = (thresholds: object): PredictionKind => predictionKinds[typeOfThresholds(thresholds)];
export const zoneOf = (thresholds: Thresholds): { ng: number; review: number | null } =>
  kindOfThresholds(thresholds).zoneOf(thresholds as never);
export const topScore = (prediction: Prediction): number | null =>
  predictionKinds[prediction.type].topScore(prediction as never);
