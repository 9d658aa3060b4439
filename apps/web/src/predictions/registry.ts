/** The prediction types that the screens know; one of the product that is missing does not compile. */
import { modelTypeOf, typeOfThresholds, type Prediction, type PredictionType, type Thresholds } from '@loupe/contract';
import { boxes } from './boxes/kind.ts';
import type { PredictionKind } from './kind.ts';
import { scoremap } from './scoremap/kind.ts';

const own: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };
const registered = new Map<string, PredictionKind>();

/** What an online verdict and a result show is registered beside: `registerOnline`, `registerResult`. */
export function registerKind(kind: PredictionKind): void {
  if (registered.has(kind.type)) throw new Error(`prediction type ${kind.type} is registered twice`);
  registered.set(kind.type, kind);
}
for (const kind of Object.values(own)) registerKind(kind);

/** Throws for a type that is not registered. */
export function kindOf(type: string): PredictionKind {
  const found = registered.get(type);
  if (!found) throw new Error(`prediction type ${type} is not registered`);
  return found;
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
