/** The families that the server knows; one of the product that is missing does not compile. */
import { addRow, familyOfModelType, rowOf, type FamilyId } from '@loupe/contract';
import { planByRole } from './anomaly/plan.ts';
import type { Chain } from './chain.ts';
import { locateAndInspect } from './detection/locate-inspect.ts';
import { planByShapes } from './detection/plan.ts';
import { planOfTexts } from './ocr/plan.ts';
import { findAndRead } from './ocr/find-and-read.ts';
import type { PlanTraining } from './plan.ts';

const planners: { readonly [F in FamilyId]: PlanTraining } = {
  detection: planByShapes,
  ocr: planOfTexts,
  anomaly: planByRole,
};
/** Of model types with several stages. */
const chains: Readonly<Record<string, Chain>> = { multiStage: locateAndInspect, text: findAndRead };

/** Beside `registerFamily` of the contract. `ofModelTypes`: a chain for each model type of several stages. */
export function registerFamilyServer(
  id: string,
  plan: PlanTraining,
  ofModelTypes: Readonly<Record<string, Chain>> = {},
): void {
  addRow(planners, id, plan);
  for (const [modelType, chain] of Object.entries(ofModelTypes)) addRow(chains, modelType, chain);
}

/** How a training of a model of this type is planned. */
export function plannerOf(modelType: string): PlanTraining {
  const family = familyOfModelType(modelType);
  if (!family) throw new Error(`model type ${modelType} is not registered`);
  return rowOf(planners, family, 'family');
}

/** How the stages of a model of this type follow each other. */
export const chainOf = (modelType: string): Chain => rowOf(chains, modelType, 'the chain of model type');
