/** The prediction types that the screens know; one of the product that is missing does not compile. */
import {
  addRow,
  modelTypeOf,
  rowOf,
  typeOfThresholds,
  type Prediction,
  type PredictionType,
  type Thresholds,
} from '@loupe/contract';
import { boxes } from './boxes/kind.ts';
import type { PredictionKind } from './kind.ts';
import { scoremap } from './scoremap/kind.ts';

const own: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };
const kinds: Readonly<Record<string, PredictionKind>> = own;

/** What an online verdict and a result show is registered beside: `registerOnline`, `registerResult`. */
export function registerKind(kind: PredictionKind): void {
  addRow(kinds, kind.type, kind);
}

/** Throws for a type that is not registered. */
export function kindOf(type: string): PredictionKind {
  return rowOf(kinds, type, 'prediction type');
}

/** What a model of this type gives. */
export function kindOfModel(modelType: string): PredictionKind {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return kindOf(found.prediction);
}

/** The one that decides may still be open. */
export const kindOfThresholds = (thresholds: object): PredictionKind => kindOf(typeOfThresholds(thresholds));
export const zoneOf = (thresholds: Thresholds): { ng: number; review: number | null } =>
  kindOfThresholds(thresholds).zoneOf(thresholds as never);
export const topScore = (prediction: Prediction): number | null =>
  kindOf(prediction.type).topScore(prediction as never);
