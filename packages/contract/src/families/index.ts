/** The registries of families, model types and recipes. */
import type { z } from 'zod';
import { limits } from '../core/limits.ts';
import { anomaly } from './anomaly.ts';
import { anomalyParamsVersion, AnomalyParams, anomalyTable } from './anomaly-params.ts';
import { detection } from './detection.ts';
import { detectParamsVersion, DetectParams, detectTable } from './detection-params.ts';
import type { Family, ModelTypeDef, RecipeDef, RoleDef } from './family.ts';
import type { FamilyId, RecipeId } from './ids.ts';
import type { ImageState } from '../datasets/images.ts';

export const families: { readonly [F in FamilyId]: Family } = { detection, anomaly };

export const modelTypes: readonly ModelTypeDef[] = Object.values(families).flatMap((f) => f.modelTypes);

export const recipes: { readonly [R in RecipeId]: RecipeDef } = {
  detect: {
    id: 'detect',
    table: detectTable,
    params: DetectParams as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>,
    paramsVersion: detectParamsVersion,
    trialBelow: limits.trainSizeMin,
    start: { same: { network: 'train.startNetwork' }, taken: ['imageSize'] },
  },
  anomaly: {
    id: 'anomaly',
    table: anomalyTable,
    params: AnomalyParams as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>,
    paramsVersion: anomalyParamsVersion,
    start: {
      same: { method: 'train.startMethod', trunk: 'train.startTrunk' },
      taken: ['imageSize'],
      // a memory is made anew from the images of each training
      needs: { key: 'method', is: 'synthetic' },
    },
  },
};

/** What data sets with this role are to the family. */
export function roleOf(family: FamilyId, role: string): RoleDef {
  const found = families[family].roles.find((one) => one.role === role);
  if (!found) throw new Error(`family ${family} has no data sets with the role ${role}`);
  return found;
}

/** What an image of a data set with this role is while nobody has drawn on it. */
export const stateByRole = (family: FamilyId, role: string): ImageState => roleOf(family, role).state;

/** The model type with this id; undefined for one that is not registered. */
export const modelTypeOf = (id: string): ModelTypeDef | undefined => modelTypes.find((t) => t.id === id);
export const familyOfModelType = (id: string): FamilyId | undefined =>
  (Object.keys(families) as FamilyId[]).find((f) => families[f].modelTypes.some((t) => t.id === id));

/** Whether models of this type learn from shapes that people draw, rather than from the roles of data sets. */
export const learnsFromShapes = (modelType: string): boolean => {
  const family = familyOfModelType(modelType);
  return family !== undefined && families[family].roles.some(({ truth }) => truth === 'shapes');
};

export * from './ids.ts';
export * from './family.ts';
export * from './params.ts';
export { boundWords, faultOfParams } from './param-issues.ts';
export * from './detection-params.ts';
export * from './anomaly-params.ts';
