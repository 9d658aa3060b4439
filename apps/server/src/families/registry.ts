/** The families that the server knows; one that is missing does not compile. */
import { familyOfModelType, type FamilyId } from '@loupe/contract';
import { planByRole } from './anomaly/plan.ts';
import { planByShapes } from './detection/plan.ts';
import type { PlanTraining } from './plan.ts';

const planners: { readonly [F in FamilyId]: PlanTraining } = { detection: planByShapes, anomaly: planByRole };

/** How a training of a model of this type is planned. */
export function plannerOf(modelType: string): PlanTraining {
  const family = familyOfModelType(modelType);
  if (!family) throw new Error(`model type ${modelType} is not registered`);
  return planners[family];
}
