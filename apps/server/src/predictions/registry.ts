/** The prediction types that the server knows; one of the product that is missing does not compile. */
import {
  addRow,
  modelTypeOf,
  rowOf,
  typeOfThresholds,
  type AnsweredThresholds,
  type PredictionType,
  type Thresholds,
} from '@loupe/contract';
import { boxes } from './boxes/index.ts';
import { masks } from './masks/index.ts';
import type { PredictionTypeDef } from './type.ts';
import { scoremap } from './scoremap/index.ts';
import { texts } from './texts/index.ts';

const own: { readonly [P in PredictionType]: PredictionTypeDef<P> } = { boxes, masks, scoremap, texts };
const types: Readonly<Record<string, PredictionTypeDef>> = own;

const modules = { graphs: [] as string[], types: [] as string[] };

/** Addresses of the modules that register a type elsewhere than in this process. */
interface Modules {
  /** Registers its graph (`registerGraph`) in the processes that run models. */
  graph: string;
  /** Registers the type itself in threads. */
  type: string;
}

export function registerPredictionType(def: PredictionTypeDef, elsewhere?: Modules): void {
  addRow(types, def.type, def);
  if (!elsewhere) return;
  modules.graphs.push(elsewhere.graph);
  modules.types.push(elsewhere.type);
}
/** What those processes load beside the product's own. */
export const graphModules = (): readonly string[] => modules.graphs;
/** What a thread loads beside the product's own. */
export const typeModules = (): readonly string[] => modules.types;

export function predictionTypeOf(type: string): PredictionTypeDef {
  return rowOf(types, type, 'prediction type');
}

/** What a model of this type gives. */
export function predictionTypeOfModel(modelType: string): PredictionTypeDef {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return predictionTypeOf(found.prediction);
}

/** As lists, answers and records have them. */
export const answeredThresholds = (thresholds: Thresholds): AnsweredThresholds =>
  predictionTypeOf(typeOfThresholds(thresholds)).answered?.(thresholds) ?? thresholds;
