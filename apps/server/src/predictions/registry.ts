/** The prediction types that the server knows; one that is missing does not compile. */
import { modelTypeOf, type PredictionType } from '@loupe/contract';
import { boxes } from './boxes/index.ts';
import type { PredictionKind } from './kind.ts';
import { scoremap } from './scoremap/index.ts';

export const predictionKinds: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };

export const kindOf = (type: PredictionType): PredictionKind => predictionKinds[type];

/** What a model of this type gives. */
export function kindOfModel(modelType: string): PredictionKind {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return kindOf(found.prediction);
}
