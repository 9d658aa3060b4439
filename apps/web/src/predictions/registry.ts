/** The prediction types that the screens know; one of the product that is missing does not compile. */
import {
  addRow,
  modelTypeOf,
  rowOf,
  typeOfThresholds,
  type OnlineAnswer,
  type Prediction,
  type PredictionType,
  type Thresholds,
} from '@loupe/contract';
import { boxes } from './boxes/type.ts';
import { masks } from './masks/type.ts';
import type { Deciding, PredictionTypeDef } from './type.ts';
import { scoremap } from './scoremap/type.ts';
import { texts } from './texts/type.ts';

const own: { readonly [P in PredictionType]: PredictionTypeDef<P> } = { boxes, masks, scoremap, texts };
const types: Readonly<Record<string, PredictionTypeDef>> = own;

/** What an online verdict and a result show is registered beside: `registerOnline`, `registerResult`. */
export function registerPredictionType(def: PredictionTypeDef): void {
  addRow(types, def.type, def);
}

/** Throws for a type that is not registered. */
export function predictionTypeOf(type: string): PredictionTypeDef {
  return rowOf(types, type, 'prediction type');
}

/** What a model of this type gives. */
export function predictionTypeOfModel(modelType: string): PredictionTypeDef {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return predictionTypeOf(found.prediction);
}

/** The one that decides may still be open. */
export const predictionTypeOfThresholds = (thresholds: object): PredictionTypeDef =>
  predictionTypeOf(typeOfThresholds(thresholds));
export const zoneOf = (thresholds: Thresholds): { ng: number; review: number | null } =>
  predictionTypeOfThresholds(thresholds).zoneOf(thresholds as never);
export const topScore = (prediction: Prediction): number | null =>
  predictionTypeOf(prediction.type).topScore(prediction as never);
/** What the verdict comes from. */
export const decidingOf = ({
  prediction,
  thresholds,
  labels,
}: Pick<OnlineAnswer, 'prediction' | 'thresholds' | 'labels'>): Deciding =>
  predictionTypeOf(prediction.type).deciding?.(prediction as never, thresholds as never, labels) ?? {
    top: topScore(prediction),
    ...zoneOf(thresholds),
  };
