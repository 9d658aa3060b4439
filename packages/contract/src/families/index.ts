/** The registries of families, model types and recipes. */
import type { z } from 'zod';
import { limits, type Locale } from '../core/limits.ts';
import { length, presets } from './detect/length.ts';
import { fitted, suited, tooSmall } from './detect/sizes.ts';
import { addRow } from '../core/registry.ts';
import { anomaly } from './anomaly.ts';
import { imageMs, sizeAdvice } from './anomaly-size.ts';
import { anomalyParamsVersion, AnomalyParams, anomalyTable } from './anomaly-params.ts';
import { detection } from './detection.ts';
import { ocr } from './ocr/family.ts';
import { textdetRecipe, textrecRecipe } from './ocr/recipes.ts';
import { segmentParamsVersion, SegmentParams, segmentTable } from './segment-params.ts';
import { detectParamsVersion, DetectParams, detectTable } from './detection-params.ts';
import { inspectTable, InspectParams, locateTable, LocateParams } from './stages-params.ts';
import type { Family, ModelTypeDef, RecipeDef, RoleDef } from './family.ts';
import { familyIds, modelTypeIds, recipeIds, roleIds, type FamilyId, type RecipeId } from './ids.ts';
import type { ImageState } from '../datasets/images.ts';

export const families: { readonly [F in FamilyId]: Family } = { detection, ocr, anomaly };

/** What the form of a new training begins with; `preset`: that was asked for, where the recipe has it. */
export const initialValues = (
  { table, presets: offered }: Pick<RecipeDef, 'table' | 'presets'>,
  preset?: string,
): Record<string, unknown> => {
  const chosen = offered?.all.find(({ id }) => id === preset) ?? offered?.all.find(({ id }) => id === offered.initial);
  return {
    ...Object.fromEntries(Object.entries(table).map(([key, field]) => [key, field.default])),
    ...chosen?.values,
  };
};

/** Of all families. */
export const allModelTypes = (): readonly ModelTypeDef[] => Object.values(families).flatMap((f) => f.modelTypes);

type AnyParams = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
/** What all detectors have in common: those of a stage, and the one that gives masks, too. */
const detector = {
  prediction: 'boxes',
  paramsVersion: detectParamsVersion,
  trialBelow: limits.trainSizeMin,
  length,
  tooSmall,
  presets: { initial: 'standard', all: presets },
  start: {
    same: {
      network: 'train.startNetwork',
      backbone: 'train.startBackbone',
      smallObjects: 'train.startSmallObjects',
    },
    taken: ['imageSize'],
  },
} as const satisfies Partial<RecipeDef>;
const { tooSmall: _, ...withoutSizes } = detector;

export const recipes: { readonly [R in RecipeId]: RecipeDef } = {
  detect: {
    ...detector,
    suited,
    fitted,
    id: 'detect',
    table: detectTable,
    params: DetectParams as unknown as AnyParams,
  },
  locate: {
    ...detector,
    id: 'locate',
    stageName: { zh: '定位零件', en: 'Find parts' },
    table: locateTable,
    params: LocateParams as unknown as AnyParams,
    locates: ({ locating }) => locating as readonly string[],
  },
  // how large its objects are in a crop is not known before there are crops
  inspect: {
    ...withoutSizes,
    id: 'inspect',
    stageName: { zh: '检测零件上的缺陷', en: 'Inspect parts' },
    table: inspectTable,
    params: InspectParams as unknown as AnyParams,
    // of another network the same score means something else
    open: { partScore: 0 },
    chosen: (params, { parts }) => ({ ...params, partScore: params['partScore'] || (parts ?? 0) }),
  },
  segment: {
    ...detector,
    id: 'segment',
    prediction: 'masks',
    table: segmentTable,
    params: SegmentParams as unknown as AnyParams,
    paramsVersion: segmentParamsVersion,
    start: { ...detector.start, same: { ...detector.start.same, fineMasks: 'train.startFineMasks' } },
  },
  anomaly: {
    id: 'anomaly',
    prediction: 'scoremap',
    table: anomalyTable,
    params: AnomalyParams as unknown as AnyParams,
    paramsVersion: anomalyParamsVersion,
    length: {
      minutes: (params) => (params['method'] === 'synthetic' ? Number(params['timeBudget']) : null),
      steps: () => null,
      tooShort: () => null,
    },
    sizeAdvice,
    imageMs,
    start: {
      same: { method: 'train.startMethod', backbone: 'train.startBackbone' },
      taken: ['imageSize'],
      // a memory is made again from the images of each training
      needs: { key: 'method', is: 'synthetic' },
    },
  },
  textdet: textdetRecipe,
  textrec: textrecRecipe,
};

/** Makes a further family known with its roles, model types and recipes, before the first input is read. */
export function registerFamily(id: string, family: Family, own: readonly RecipeDef[]): void {
  addRow(families, id, family);
  familyIds.add(id);
  for (const { role } of family.roles) roleIds.add(role);
  for (const modelType of family.modelTypes) modelTypeIds.add(modelType.id);
  for (const recipe of own) {
    addRow(recipes, recipe.id, recipe);
    recipeIds.add(recipe.id);
  }
}

/** What data sets with this role are to the family. */
export function roleOf(family: FamilyId, role: string): RoleDef {
  const found = families[family].roles.find((one) => one.role === role);
  if (!found) throw new Error(`family ${family} has no data sets with the role ${role}`);
  return found;
}

/** What a data set is called: one that a model owns by its role, as its family has it. */
export function setNameIn(locale: Locale, name: string, { roles }: Pick<Family, 'roles'>): string {
  const owned = roles.find((one) => one.name !== null && one.role.toUpperCase() === name);
  return owned?.name?.[locale] ?? name;
}

/** The same of `data set / folder`. */
export function setSubjectIn(locale: Locale, subject: string, family: Pick<Family, 'roles'>): string {
  const [set = '', ...folder] = subject.split(' / ');
  return [setNameIn(locale, set, family), ...folder].join(' / ');
}

/** What an image of a data set with this role is while nobody has drawn on it. */
export const stateByRole = (family: FamilyId, role: string): ImageState => roleOf(family, role).state;

/** The model type with this id; undefined for one that is not registered. */
export const modelTypeOf = (id: string): ModelTypeDef | undefined => allModelTypes().find((t) => t.id === id);
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
export * from './segment-params.ts';
export * from './stages-params.ts';
export { isReadyStage, readyPreset } from './ocr/recipes.ts';
export * from './ocr/textdet-params.ts';
export * from './ocr/textrec-params.ts';
