/** The prediction types that the server knows; one of the product that is missing does not compile. */
import { addRow, modelTypeOf, rowOf, type PredictionType } from '@loupe/contract';
import { boxes } from './boxes/index.ts';
import type { PredictionKind } from './kind.ts';
import { scoremap } from './scoremap/index.ts';

const own: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };
const kinds: Readonly<Record<string, PredictionKind>> = own;

const modules: string[] = [];

/** `graph`: address of the module that registers its graph (`registerGraph`) in the processes that run models. */
export function registerKind(kind: PredictionKind, graph?: string): void {
  addRow(kinds, kind.type, kind);
  if (graph) modules.push(graph);
}
/** What those processes load beside the product's own. */
export const graphModules = (): readonly string[] => modules;

export function kindOf(type: string): PredictionKind {
  return rowOf(kinds, type, 'prediction type');
}

/** What a model of this type gives. */
export function kindOfModel(modelType: string): PredictionKind {
  const found = modelTypeOf(modelType);
  if (!found) throw new Error(`model type ${modelType} is not registered`);
  return kindOf(found.prediction);
}
