/** The families and prediction types that the server knows; one that is missing does not compile. */
import { familyOfModelType, modelTypeOf, type FamilyId, type PredictionType } from '@loupe/contract';
import { planByRole } from './anomaly/plan.ts';
import { boxes } from './boxes/index.ts';
import { planByShapes } from './detection/plan.ts';
import type { PredictionKind } from './kind.ts';
import type { PlanTraining } from './plan.ts';
import { scoremap } from './scoremap/index.ts';

export const predictionKinds: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };

export const kindOf = (type: PredictionType): PredictionKind => predictionKinds[type];

/** What a model of this type gives. */
export function kindOfModel(modelType: string): PredictionKind {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return kindOf(found.prediction);
}

const planners: { readonly [F in FamilyId]: PlanTraining } = { detection: planByShapes, anomaly: planByRole };

/** How a training of a model of this type is planned. */
export function plannerOf(modelType: string): PlanTraining {
  const family = familyOfModelType(modelType);
  if (!family) throw new Error(`model type ${modelType} is not registered`);
  return planners[family];
}
